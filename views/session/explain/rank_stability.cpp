// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/rank_stability.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/core/translation.h"
#include "model/inspect/network_guard.h"

namespace sojourn::session {
namespace {

Error notASeed(const ModelDescription& other, std::string what) {
  return {ErrorKind::BadInput, other.source, std::move(what),
          tr("choose a checkpoint of the same model, trained from another seed")};
}

/// The baseline makes no difference: rankings are compared from zero.
bool sameQuestion(const SampleQuestion& a, const SampleQuestion& b) {
  return a.engine == b.engine && a.target == b.target && a.inspection->sequence == b.inspection->sequence;
}

}  // namespace

Status checkSeed(const ModelDescription& open, const ModelDescription& other) {
  if (other.id != open.id) return notASeed(other, tr("is a %1, but a %2 is open", {other.title, open.title}));
  if (other.ablation != open.ablation)
    return notASeed(other, tr("is the ablation %1, but %2 is open", {other.ablation, open.ablation}));
  const ModelSizes &a = open.sizes, &b = other.sizes;
  const std::array<std::pair<const char*, std::pair<std::int64_t, std::int64_t>>, 7> sizes{
      {{"places", {a.locations, b.locations}},
       {"users", {a.users, b.users}},
       {"positions", {a.maxLength, b.maxLength}},
       {"columns", {a.width, b.width}},
       {"heads", {a.heads, b.heads}},
       {"layers", {a.layers, b.layers}},
       {"feed-forward columns", {a.feedForward, b.feedForward}}}};
  for (const auto& [what, both] : sizes)
    if (both.first != both.second)
      return notASeed(other, tr("has %1 %2, but the open model has %3",
                                {std::to_string(both.second), tr(what), std::to_string(both.first)}));
  if (!open.fingerprint.empty() && other.fingerprint == open.fingerprint)
    return notASeed(other, tr("is identical to the open checkpoint"));
  return {};
}

RankStability::RankStability(Workspace& workspace, const Explanations& explanations)
    : m_workspace(workspace),
      m_explanations(explanations),
      m_loading(workspace, Change::RankStability),
      m_seeds(workspace, Change::RankStability),
      m_randomization(workspace, Change::RankStability) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

void RankStability::setWatched(bool watched) {
  if (m_watched == watched) return;
  m_watched = watched;
  if (watched) return compare();
  if (comparing()) m_seeds.cancel();
}

void RankStability::follow(Changes changes) {
  if (changes.has(Change::RankStability) && !loading()) takeLoaded();
  if (changes.hasAny({Change::Inspection, Change::Sample, Change::Model, Change::Dataset, Change::Explanation,
                      Change::RankStability}))
    compare();
}

void RankStability::addModels(std::vector<std::filesystem::path> files) {
  m_waiting.insert(m_waiting.end(), files.begin(), files.end());
  if (!loading()) load();
}

void RankStability::load() {
  if (m_waiting.empty()) return;
  m_loading.ask({.title = tr("Loading models to compare"), .unit = "models", .subject = "the models to compare"},
                [files = std::exchange(m_waiting, {}), loader = m_workspace.loaders().engine](
                    const CancelToken& cancel, const Progress& progress, const auto&) -> Result<AllLoaded> {
                  AllLoaded loaded;
                  for (const std::filesystem::path& file : files) {
                    progress(loaded.size(), files.size());
                    loaded.push_back({file, loader(
                                                file, {}, [](std::size_t, std::size_t) {}, cancel)});
                    if (cancel.cancelled()) return cancelledError();
                  }
                  return loaded;
                });
}

void RankStability::takeLoaded() {
  if (const std::optional<Error> error = m_loading.error()) {
    m_loading.forget();
    if (error->kind != ErrorKind::Cancelled) m_workspace.report(*error);
  }
  if (!m_loading.answer() || m_taken == m_loading.answer()) return load();
  m_taken = m_loading.answer();
  for (const Loaded& one : *m_taken) {
    if (!one.engine.ok()) {
      m_workspace.report(one.engine.error());
      continue;
    }
    const ModelDescription& description = (*one.engine)->description();
    const auto same = [&](const ComparedModel& known) {
      return !description.fingerprint.empty() && known.engine->description().fingerprint == description.fingerprint;
    };
    Status fits = m_workspace.model() ? checkSeed(*m_workspace.model(), description) : Status();
    if (fits && std::ranges::any_of(m_models, same))
      fits = notASeed(description, tr("is already one of the compared models"));
    if (fits)
      m_models.push_back({one.path, *one.engine});
    else
      m_workspace.report(fits.error());
  }
  load();
  m_workspace.announce(Change::RankStability);
}

void RankStability::removeModel(std::size_t index) {
  if (index >= m_models.size()) return;
  m_models.erase(m_models.begin() + static_cast<std::ptrdiff_t>(index));
  if (comparable(m_workspace.inspectionEngine()).empty()) m_seeds.forget();
  m_workspace.announce(Change::RankStability);
}

std::vector<EnginePtr> RankStability::comparable(const EnginePtr& open) const {
  if (!open) return {};
  std::vector<EnginePtr> all{open};
  for (const ComparedModel& model : m_models)
    if (checkSeed(open->description(), model.engine->description())) all.push_back(model.engine);
  if (all.size() == 1) all.clear();
  return all;
}

void RankStability::compare() {
  if (!m_watched || m_models.empty() || !m_workspace.loaders().explainer.agreementAcross) return;
  const std::optional<SampleQuestion> question = m_explanations.questionNow();
  if (!question) return;
  const std::vector<EnginePtr> all = comparable(m_workspace.inspectionEngine());
  if (all.empty()) return;
  m_seeds.askOnce({.title = tr("Comparing %1 models on %2", {std::to_string(all.size()), question->sampleText}),
                   .unit = "models",
                   .subject = "the comparison of models"},
                  {*question, all},
                  [question = *question, all, explainer = m_workspace.loaders().explainer](
                      const CancelToken& cancel, const Progress& progress, const auto&) -> Result<SeedAnswer> {
                    auto agreement = explainer.agreementAcross(
                        all, question.inspection->sequence,
                        {.target = question.target.location, .ratherThan = question.target.ratherThan}, cancel,
                        progress);
                    if (!agreement) return agreement.error();
                    return SeedAnswer{question, all, std::move(*agreement)};
                  });
}

bool RankStability::SeedQuestion::operator==(const SeedQuestion& other) const {
  return sameQuestion(sample, other.sample) && engines == other.engines;
}

bool RankStability::canCheck() const {
  return m_workspace.loaders().explainer.testParameterRandomization && m_explanations.questionNow() &&
         m_workspace.inspection()->sequence.visits.size() > 1;
}

void RankStability::testParameterRandomization() {
  const std::optional<SampleQuestion> question = m_explanations.questionNow();
  if (!canCheck() || !question) return;
  m_randomization.ask(
      {.title = tr("Parameter randomization test: %1", {question->sampleText}),
       .unit = "models",
       .subject = "the parameter randomization test",
       .shownAtOnce = true},
      [question = *question, explainer = m_workspace.loaders().explainer](
          const CancelToken& cancel, const Progress& progress, const auto&) -> Result<RandomizationAnswer> {
        ParameterRandomizationRequest request;
        request.what.target = question.target.location;
        request.what.ratherThan = question.target.ratherThan;
        auto check = explainer.testParameterRandomization(*question.engine, question.inspection->sequence, request,
                                                          cancel, progress);
        if (!check) return check.error();
        return RandomizationAnswer{question, std::move(*check)};
      });
}

bool RankStability::current(const SampleQuestion& question) const {
  const std::optional<SampleQuestion> now = m_explanations.questionNow();
  return now && sameQuestion(*now, question);
}

}  // namespace sojourn::session
