// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/compare/model_comparisons.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "model/core/alike_names.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/evaluate/compare_models.h"

namespace sojourn::session {
namespace {

constexpr std::size_t mostComparisons = 8;

/// Trainings of one model have one title: what differs in the names of their files follows it.
void tellApart(std::vector<ComparedState>& models, const std::filesystem::path& open) {
  for (std::size_t i = 0; i < models.size(); ++i) {
    std::vector<ComparedState*> alike;
    std::vector<std::string> names;
    for (ComparedState& model : models) {
      const bool ofFile = &model == &models.front() || model.source.kind == ComparedKind::Checkpoint;
      if (!ofFile || model.title != models[i].title) continue;
      alike.push_back(&model);
      names.push_back((&model == &models.front() ? open : std::filesystem::path(model.source.name)).stem().string());
    }
    names = withoutCommonParts(std::move(names));
    if (std::ranges::adjacent_find(names, std::not_equal_to<>()) == names.end()) continue;
    for (std::size_t k = 0; k < alike.size(); ++k) alike[k]->title += ", " + names[k];
  }
}

Result<ComparisonAnswer> compareBy(const ComparisonQuestion& question, bool intervals, const CancelToken& cancel,
                                   const Progress& progress) {
  std::vector<ModelAnswers> models;
  for (const ComparedAnswersPtr& answers : question.answers) {
    ModelAnswers& model =
        models.emplace_back(ModelAnswers{answers->title,
                                         answers->kind,
                                         {},
                                         answers->probabilities,
                                         answers->labelSmoothing,
                                         answers->file ? std::optional(answers->file->ranks) : std::nullopt});
    for (const std::size_t row : *question.rows) model.outcomes.push_back((*answers->outcomes)[row]);
  }
  PairedDifferenceOptions options;
  if (!intervals) options.resamples = options.signFlips = 0;
  auto comparison = compareModels({.set = *question.dataset->split(question.split),
                                   .rows = *question.rows,
                                   .train = question.dataset->split(Split::Train),
                                   .places = &question.dataset->places,
                                   .districts = question.districts.get(),
                                   .zoneOffsetMinutes = question.zoneOffsetMinutes},
                                  models, options, cancel, progress);
  if (!comparison) return comparison.error();
  return ComparisonAnswer{question, std::move(*comparison), intervals};
}

}  // namespace

ModelComparisons::ModelComparisons(Workspace& workspace)
    : m_workspace(workspace),
      m_loading(workspace, [this] { takePredicted(); }),
      m_comparison(workspace, [this] { takeComparison(); }),
      m_sample(workspace, Change::Comparison),
      m_subscription(workspace.subscribe([this](Changes changes) { updateFrom(changes); })) {
  fillModels();
}

void ModelComparisons::setWatched(bool watched, const void* viewer) {
  const bool before = !m_viewers.empty();
  if (watched)
    m_viewers.insert(viewer);
  else
    m_viewers.erase(viewer);
  if (before != m_viewers.empty()) return;
  if (watched) return updateFrom(Changes::all());
  m_comparison.cancel();
  m_sample.cancel();
}

void ModelComparisons::updateFrom(Changes changes) {
  if (changes.hasAny({Change::Dataset, Change::Model, Change::Outcomes})) {
    takeOpen();
    fillModels();
  }
  if (!wanted()) return;
  predict();
  if (m_viewers.empty()) return;
  if (changes.hasAny({Change::Dataset, Change::Model, Change::Outcomes, Change::SampleRows, Change::Filter,
                      Change::Time, Change::Names}))
    compare();
  if (changes.hasAny({Change::Dataset, Change::Model, Change::Sample})) askSample();
}

bool ModelComparisons::settled() const {
  if (!m_workspace.engine() || !m_workspace.samples().table().complete() || m_loading.awaiting()) return false;
  const bool compared = !question() || (m_shown && m_shown->intervals && !outdated()) || m_comparison.error();
  return compared && !m_sample.awaiting();
}

void ModelComparisons::resume() {
  m_loading.forget();
  m_taken.reset();
  m_workspace.samples().resumePass();
  updateFrom(Changes::all());
  m_workspace.announce(Change::Comparison);
}

/// What makes the predictions of a source the same: the data, the split, and what the file holds. A file whose
/// fingerprint is not known yet has a key that nothing else has.
std::string ModelComparisons::keyOf(const ComparedSource& source) const {
  if (!isFile(source)) return keyWith(source, {});
  const std::string state = fileState(source.name);
  const auto known = m_fingerprints.find(source.name);
  const bool current = known != m_fingerprints.end() && known->second.first == state;
  return keyWith(source, current ? known->second.second : "not read: " + state);
}

std::string ModelComparisons::keyData() const {
  const DatasetPtr& dataset = m_workspace.dataset();
  return dataset ? dataset->fingerprint + dataset->prefix + splitName(m_workspace.split()) : std::string();
}

std::string ModelComparisons::keyWith(const ComparedSource& source, const std::string& fingerprint) const {
  return keyData() + "\n" + source.name + "\n" + fingerprint;
}

void ModelComparisons::fillModels() {
  // A first look at the demo city has something to compare with.
  if (!m_chosen) m_sources.clear();
  if (!m_chosen && m_workspace.isDemo() && m_workspace.isDemoCheckpoint() && !m_workspace.demoCompared().empty())
    m_sources = {comparedSourceNamed(m_workspace.demoCompared())};
  m_models = {{.source = {}, .title = comparedSourceTitle({}), .answers = m_open}};
  if (const ModelDescription* model = m_workspace.model()) {
    m_models.front().title = model->title;
    m_models.front().fingerprint = model->fingerprint;
  }
  for (const ComparedSource& source : m_sources) {
    ComparedState& model = m_models.emplace_back(ComparedState{.source = source, .title = comparedSourceTitle(source)});
    if (!m_workspace.dataset()) continue;
    model.error = refusal(source);
    if (model.error) continue;
    const auto found = std::ranges::find(m_predicted, keyOf(source), &Predicted::key);
    if (found == m_predicted.end()) continue;
    model.answers = found->answers;
    model.error = found->error;
    model.fingerprint = found->fingerprint;
    if (model.answers) model.title = model.answers->title;
    if (const auto repeated = repetition(m_models.size() - 1)) {
      model.error = repeated;
      model.answers.reset();
    }
  }
  tellApart(m_models, m_workspace.checkpointPath());
  const std::size_t last = m_models.size() - 1;
  if (m_pair.first > last || m_pair.second > last || m_pair.first == m_pair.second)
    m_pair = {0, std::min<std::size_t>(1, last)};
  OutcomesOfModels outcomes;
  for (const ComparedState& model : m_models) outcomes.push_back(model.answers ? model.answers->outcomes : nullptr);
  m_workspace.samples().setOutcomesOfModels(outcomes);
}

/// Predictions are numbers of rows: of another dataset they mean other samples.
std::optional<Error> ModelComparisons::refusal(const ComparedSource& source) const {
  const Dataset& dataset = *m_workspace.dataset();
  if (source.dataset.empty() || source.dataset == datasetKey(dataset.prefix, dataset.fingerprint)) return std::nullopt;
  return Error{
      ErrorKind::BadInput, comparedSourceTitle(source),
      tr("predicts another dataset (%1)", {escapeForDisplay(source.dataset.substr(0, source.dataset.rfind('@')), 60)}),
      tr("open that dataset, or remove it; to use it here all the same, remove it and add it again")};
}

/// One file under two letters differs by nothing, which would look like a finding.
std::optional<Error> ModelComparisons::repetition(std::size_t model) const {
  const ComparedState& one = m_models[model];
  for (std::size_t i = 0; i < model; ++i) {
    const ComparedState& earlier = m_models[i];
    if (one.fingerprint.empty() || earlier.fingerprint != one.fingerprint) continue;
    // The open checkpoint may have been read with another number of heads.
    if (i == 0 && m_workspace.chosenHeads() && one.answers && one.answers->engine &&
        one.answers->engine->description().sizes.heads != m_workspace.model()->sizes.heads)
      continue;
    return Error{ErrorKind::BadInput, comparedSourceTitle(one.source), tr("is the same file as %1", {modelLetter(i)}),
                 tr("remove it, and add another model")};
  }
  return std::nullopt;
}

/// The background pass predicts the split by the open model.
void ModelComparisons::takeOpen() {
  const SampleTable& samples = m_workspace.samples().table();
  const EnginePtr& engine = m_workspace.engine();
  if (!engine || !samples.sequences() || !samples.complete()) {
    m_open.reset();
    return;
  }
  if (m_open && m_open->engine == engine && m_open->outcomes->size() == samples.size() &&
      std::ranges::equal(*m_open->outcomes, samples.outcomes(), {}, &Outcome::targetLogProbability,
                         &Outcome::targetLogProbability))
    return;
  const ModelDescription& model = engine->description();
  const auto all = samples.outcomes();
  m_open = std::make_shared<const ComparedAnswers>(
      ComparedAnswers{.source = {},
                      .title = model.title,
                      .kind = model.id,
                      .engine = engine,
                      .outcomes = std::make_shared<const std::vector<Outcome>>(all.begin(), all.end()),
                      .labelSmoothing = model.labelSmoothing});
}

void ModelComparisons::predict() {
  const DatasetPtr& dataset = m_workspace.dataset();
  if (!dataset || m_workspace.samples().table().empty()) return;
  std::vector<ComparedSource> missing;
  std::vector<std::string> keys;
  for (std::size_t i = 1; i < m_models.size(); ++i)
    if (!m_models[i].answers && !m_models[i].error) {
      missing.push_back(m_models[i].source);
      keys.push_back(keyOf(m_models[i].source));
    }
  // What runs already goes on; what was stopped is not begun again by itself.
  const auto isAsked = [this](const std::string& key) {
    return m_loading.asked() && std::ranges::find(*m_loading.asked(), key) != m_loading.asked()->end();
  };
  if (std::ranges::all_of(keys, isAsked)) return;
  m_loading.ask({.title = tr("Predicting %1 by the compared models", {splitName(m_workspace.split())}),
                 .unit = "sequences",
                 .subject = "the predictions of the compared models",
                 .priority = Priority::Evaluation},
                keys,
                [missing, keys, kept = m_predicted, data = keyData(), dataset, split = m_workspace.split(),
                 loaders = m_workspace.loaders()](const CancelToken& cancel, const Progress& progress,
                                                  const auto& publish) -> Result<AllPredicted> {
                  AllPredicted found;
                  const std::size_t rows = dataset->split(split)->size();
                  for (std::size_t i = 0; i < missing.size(); ++i) {
                    Predicted file{.key = keys[i], .answers = nullptr, .error = {}};
                    if (isFile(missing[i])) {
                      file.path = missing[i].name;
                      file.state = fileState(file.path);
                      file.fingerprint = fileFingerprint(file.path, cancel);
                      file.key = data + "\n" + file.path + "\n" + file.fingerprint;
                    }
                    const auto known = std::ranges::find(kept, file.key, &Predicted::key);
                    if (known != kept.end() && known->answers && !file.fingerprint.empty()) {
                      file.answers = known->answers;
                      found.push_back(std::move(file));
                      continue;
                    }
                    auto answers =
                        predictSplit(missing[i], *dataset, split, loaders, cancel, [&](std::size_t done, std::size_t) {
                          progress(i * rows + std::min(done, rows), missing.size() * rows);
                        });
                    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
                    Predicted& one = found.emplace_back(std::move(file));
                    if (answers)
                      one.answers = std::make_shared<const ComparedAnswers>(std::move(*answers));
                    else
                      one.error = answers.error();
                    if (i + 1 < missing.size()) publish(found);
                  }
                  return found;
                });
}

void ModelComparisons::takePredicted() {
  const auto& found = m_loading.answer();
  if (found && found != m_taken) {
    m_taken = found;
    for (const Predicted& one : *found) {
      if (!one.path.empty()) m_fingerprints[one.path] = {one.state, one.fingerprint};
      std::erase_if(m_predicted, [&](const Predicted& known) { return known.key == one.key; });
      m_predicted.push_back(one);
    }
    if (m_predicted.size() > mostKept)
      m_predicted.erase(m_predicted.begin(), m_predicted.end() - static_cast<std::ptrdiff_t>(mostKept));
    fillModels();
    if (!m_viewers.empty()) {
      compare();
      askSample();
    }
  }
  m_workspace.announce(Change::Comparison);
}

const std::shared_ptr<const std::vector<std::size_t>>& ModelComparisons::comparedRows() const {
  const std::pair now{m_workspace.samples().view().version(), m_workspace.samples().table().filledCount()};
  if (!m_rows || std::exchange(m_rowsOf, now) != now) {
    const auto rows = m_workspace.samples().view().filter().withoutModels().apply(m_workspace.samples().table());
    m_rows = std::make_shared<const std::vector<std::size_t>>(rows.begin(), rows.end());
  }
  return m_rows;
}

std::optional<ComparisonQuestion> ModelComparisons::question() const {
  ComparisonQuestion question{.dataset = m_workspace.dataset(),
                              .split = m_workspace.split(),
                              .models = {},
                              .answers = {},
                              .rows = {},
                              .districts = m_workspace.names().naming().districts(),
                              .zoneOffsetMinutes = m_workspace.names().displayOffsetMinutes()};
  if (!question.dataset || m_workspace.samples().table().empty()) return std::nullopt;
  for (std::size_t i = 0; i < m_models.size(); ++i)
    if (m_models[i].answers) {
      question.models.push_back(i);
      question.answers.push_back(m_models[i].answers);
    }
  if (question.models.size() < 2) return std::nullopt;
  question.rows = comparedRows();
  if (question.rows->empty()) return std::nullopt;
  return question;
}

void ModelComparisons::compare() {
  auto wanted = question();
  if (!wanted) return m_comparison.cancel();
  const auto known = std::ranges::find_if(m_compared, [&](const auto& one) { return one->question == *wanted; });
  if (known != m_compared.end()) {
    m_comparison.cancel();
    m_shown = *known;
    return m_workspace.announce(Change::Comparison);
  }
  m_comparison.askOnce({.title = tr("Comparing %1 models", {std::to_string(wanted->models.size())}),
                        .unit = "figures",
                        .subject = "the comparison",
                        .priority = Priority::Evaluation},
                       *wanted,
                       [question = *wanted](const CancelToken& cancel, const Progress& progress,
                                            const auto& publish) -> Result<ComparisonAnswer> {
                         auto counts = compareBy(question, false, cancel, {});
                         if (!counts) return counts.error();
                         publish(std::move(*counts));
                         return compareBy(question, true, cancel, progress);
                       });
}

void ModelComparisons::takeComparison() {
  const auto& answer = m_comparison.answer();
  const auto& asked = m_comparison.asked();
  if (asked && answer != m_shown && m_comparison.answers(*asked)) {
    m_shown = answer;
    if (answer->intervals) {
      m_compared.push_back(answer);
      if (m_compared.size() > mostComparisons) m_compared.erase(m_compared.begin());
    }
  }
  m_workspace.announce(Change::Comparison);
}

bool ModelComparisons::outdated() const {
  return m_shown && m_shown->question != question();
}

std::optional<ComparedSampleQuestion> ModelComparisons::sampleQuestion() const {
  if (!m_workspace.dataset() || !m_workspace.sequence() || !m_workspace.row()) return std::nullopt;
  ComparedSampleQuestion question{.dataset = m_workspace.dataset(),
                                  .split = m_workspace.split(),
                                  .row = *m_workspace.row(),
                                  .edited = m_workspace.edited(),
                                  .sequence = *m_workspace.sequence(),
                                  .answers = {}};
  // The open model inspects the sample by itself.
  for (std::size_t i = 0; i < m_models.size(); ++i) question.answers.push_back(i == 0 ? nullptr : m_models[i].answers);
  return question;
}

bool ModelComparisons::sampleOutdated() const {
  const auto now = sampleQuestion();
  return sample() && (!now || !m_sample.answers(*now));
}

void ModelComparisons::askSample() {
  const auto wanted = sampleQuestion();
  if (!wanted || std::ranges::all_of(wanted->answers, [](const auto& one) { return !one; })) return m_sample.cancel();
  m_sample.askOnce(
      {.title = {}, .subject = "the predictions of the sample"}, *wanted,
      [question = *wanted](const CancelToken& cancel, const Progress&, const auto&) -> Result<ComparedSample> {
        ComparedSample sample{question, {}};
        for (const ComparedAnswersPtr& answers : question.answers) {
          if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
          sample.predictions.push_back(answers ? predictSample(question, *answers) : ComparedPrediction{});
        }
        return sample;
      });
}

}  // namespace sojourn::session
