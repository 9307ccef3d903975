// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/rank_stability.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/core/translation.h"
#include "model/explain/stability/rank_agreement.h"
#include "model/inspect/network_passes.h"

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

SampleStability stabilityOf(const std::vector<SampleRankStability>& said) {
  SampleStability found{.methods = said.size()};
  for (const SampleRankStability& method : said)
    if (!method.beyondChance) found.unstable.push_back(method.method);
  return found;
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
    : SampleStudy(workspace, Change::RankStability,
                  {Change::Inspection, Change::Sample, Change::Model, Change::Dataset, Change::Explanation,
                   Change::RankStability}),
      m_explanations(explanations),
      m_loading(workspace, Change::RankStability),
      m_randomization(workspace, Change::RankStability) {}

void RankStability::updateFrom(Changes changes) {
  if (changes.has(Change::RankStability) && !loading()) takeLoaded();
  SampleStudy::updateFrom(changes);
}

void RankStability::addModels(std::vector<std::filesystem::path> files) {
  m_waiting.insert(m_waiting.end(), files.begin(), files.end());
  if (!loading()) load();
}

void RankStability::load() {
  if (m_waiting.empty()) return;
  m_loading.ask({.title = tr("Loading models to compare"),
                 .unit = "models",
                 .subject = "the models to compare",
                 .priority = Priority::Evaluation},
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
    if (error->kind != ErrorKind::Cancelled)
      m_workspace.banners().report(*error, Severity::Error, {}, BannerTopic::Study);
  }
  if (!m_loading.answer() || m_taken == m_loading.answer()) return load();
  m_taken = m_loading.answer();
  for (const Loaded& one : *m_taken) {
    if (!one.engine.ok()) {
      m_workspace.banners().report(one.engine.error(), Severity::Error, {}, BannerTopic::Study);
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
      m_workspace.banners().report(fits.error(), Severity::Error, {}, BannerTopic::Study);
  }
  load();
  m_workspace.announce(Change::RankStability);
}

void RankStability::removeModel(std::size_t index) {
  if (index >= m_models.size()) return;
  m_models.erase(m_models.begin() + static_cast<std::ptrdiff_t>(index));
  if (comparable(m_workspace.inspectionEngine()).empty()) m_query.forget();
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

std::optional<SeedQuestion> RankStability::question() const {
  if (m_models.empty() || !m_workspace.loaders().explainer.agreementAcross) return std::nullopt;
  const std::optional<SampleQuestion> sample = m_explanations.questionNow();
  std::vector<EnginePtr> engines = sample ? comparable(m_workspace.inspectionEngine()) : std::vector<EnginePtr>();
  if (engines.empty()) return std::nullopt;
  return SeedQuestion{*sample, std::move(engines)};
}

void RankStability::compute(const SeedQuestion& question) {
  m_query.askOnce(
      {.title = tr("Comparing %1 models on %2", {std::to_string(question.engines.size()), question.sample.sampleText}),
       .unit = "models",
       .subject = "the comparison of models"},
      question,
      [question, across = m_workspace.loaders().explainer.agreementAcross](
          const CancelToken& cancel, const Progress& progress, const auto&) -> Result<SeedAnswer> {
        const auto& [sample, engines] = question;
        auto agreement =
            across(engines, sample.inspection->sequence,
                   {.target = sample.target.location, .ratherThan = sample.target.ratherThan}, cancel, progress);
        if (!agreement) return agreement.error();
        return SeedAnswer{sample, engines, std::move(*agreement)};
      });
}

bool SeedQuestion::operator==(const SeedQuestion& other) const {
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
       .shownAtOnce = true,
       .priority = Priority::Evaluation},
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

SeedEvaluations::SeedEvaluations(Workspace& workspace, const Explanations& explanations,
                                 const RankStability& rankStability)
    : m_workspace(workspace),
      m_explanations(explanations),
      m_rankStability(rankStability),
      m_evaluations(workspace, Change::RankStability,
                    [this](SeedEvaluation& evaluation, const auto& found) { take(evaluation, found); }) {
  m_subscription = workspace.subscribe([this](Changes changes) {
    // Where nothing was measured this costs nothing.
    if (changes.hasAny(
            {Change::SampleRows, Change::Model, Change::Dataset, Change::Explanation, Change::RankStability}) &&
        !m_evaluations.empty())
      update();
  });
}

bool SeedEvaluations::canStart() const {
  return m_workspace.dataset() && !m_workspace.samples().view().rows().empty() &&
         m_workspace.loaders().explainer.agreementAcross && !m_rankStability.comparable(m_workspace.engine()).empty();
}

void SeedEvaluations::update() {
  Key key{filteredSamples(m_workspace), m_rankStability.comparable(m_workspace.engine())};
  if (m_explanations.choice().of == ExplanationChoice::Of::Target) key.location = ExplainedLocation::Target;
  if (!key.sameRows(m_evaluations.key())) m_stability.clear();
  m_evaluations.setKey(std::move(key));
}

void SeedEvaluations::start(std::size_t samples) {
  if (!canStart()) return;
  update();
  const Key& key = m_evaluations.key();
  m_evaluations.now().models = key.engines.size();
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  const std::size_t asked = samples == 0 ? rows.size() : std::min(samples, rows.size());
  m_evaluations.start(
      {.title = tr("Comparing %1 models on %2 samples", {std::to_string(key.engines.size()), std::to_string(asked)}),
       .unit = "samples",
       .subject = "the samples",
       .failure = "could not be compared",
       .remedy = "choose fewer samples"},
      [key, rows = std::move(rows), samples, across = m_workspace.loaders().explainer.agreementAcross](
          const CancelToken& cancel, const Progress& progress, const auto& publish) -> Result<Found> {
        Found found;
        RankStabilityPass pass;
        pass.samples = samples;
        pass.ask = [&](const Sequence& sequence) -> Result<std::vector<SampleRankStability>> {
          AgreementRequest request;
          if (key.location == ExplainedLocation::Target) request.target = sequence.target;
          const auto agreement = across(key.engines, sequence, request, cancel, {});
          if (!agreement) return agreement.error();
          return rankStabilityOf(*agreement);
        };
        pass.report = [&](std::size_t row, const std::vector<SampleRankStability>& said) {
          found.rows.emplace_back(row, stabilityOf(said));
        };
        pass.partial = [&](const RankStabilitySummary& summary, std::size_t wanted) {
          publish({summary, wanted, std::exchange(found.rows, {})});
        };
        auto summary = rankStabilityOver(*key.dataset->split(key.split), rows, pass, cancel,
                                         [&](std::size_t done, std::size_t all) {
                                           found.asked = all;
                                           progress(done, all);
                                         });
        if (!summary) return summary.error();
        if (summary->samples == 0)
          return Error{ErrorKind::BadInput, tr("the filtered samples"),
                       tr("have fewer than three visits each, so their rankings cannot be compared"),
                       tr("choose a filter with longer samples")};
        found.summary = std::move(*summary);
        return found;
      });
}

void SeedEvaluations::take(SeedEvaluation& evaluation, const std::shared_ptr<const Found>& found) {
  evaluation.summary = std::make_shared<const RankStabilitySummary>(found->summary);
  evaluation.asked = found->asked;
  for (const auto& [row, stability] : found->rows) m_stability[row] = stability;
}

}  // namespace sojourn::session
