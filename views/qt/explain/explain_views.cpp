// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/explain/explain_views.h"

#include "model/core/text.h"
#include "views/present/component_ablation/component_ablation_view.h"
#include "views/qt/docks/sample_scope.h"

namespace sojourn::qt {

using present::Canvas;
using session::Change;
using session::Changes;
using session::Finding;

namespace {

/// Empty where there is no error.
std::string failureText(const Error* error) {
  return error ? escapeForDisplay(error->sentence(), 300) : std::string();
}
std::string failureText(const std::optional<Error>& error) {
  return failureText(error ? &*error : nullptr);
}

}  // namespace

ExplainViews::ExplainViews(const CurrentSample& current, OptionsChanged optionsChanged)
    : WorkspaceViews(current, std::move(optionsChanged)),
      m_explanations(m_workspace),
      m_components(m_workspace, m_explanations),
      m_shapley(m_workspace, m_explanations),
      m_rankStability(m_workspace, m_explanations),
      m_seedEvaluations(m_workspace, m_explanations, m_rankStability) {
  // The answer comes after its inspection: until then the old pictures stay as they are.
  const Changes ofExplanation{Change::Explanation,  Change::Selection, Change::Hover,   Change::Names,
                              Change::Time,         Change::Model,     Change::Dataset, Change::AggregateEvaluation,
                              Change::RankStability};
  const Changes ofEvaluation{Change::AggregateEvaluation, Change::Explanation, Change::Selection, Change::Hover,
                             Change::SampleRows,          Change::Model,       Change::Dataset};
  Changes ofRankStability = ofExplanation;
  ofRankStability |= Change::SampleRows;
  const Changes ofComponents{Change::Components, Change::Selection, Change::Hover,  Change::Names,
                             Change::SampleRows, Change::Model,     Change::Dataset};
  const Changes ofShapley{Change::Shapley, Change::Selection, Change::Hover,  Change::Names,
                          Change::Time,    Change::Model,     Change::Dataset};
  const auto ofOldQuestion = [this] { return m_explanations.outdated(); };
  const auto never = [] { return false; };  // of the filter, whatever the sample
  using Presenter = present::ViewContent (*)(const present::ExplanationContext&, const Canvas&);
  const auto explained = [this](Presenter presenter) {
    return [this, presenter](const SampleSource& source, const Canvas& canvas) {
      return presenter(context(source), canvas);
    };
  };
  add(
      "attribution", "Attribution", {420, 240}, {1118, 560}, ofExplanation,
      [this](const SampleSource& source, const Canvas& canvas) {
        return present::attributionContent(context(source), m_attribution, canvas);
      },
      ofOldQuestion)
      .forEverySample(Finding::Explanation);
  add("faithfulness_curves", "Deletion and insertion", {280, 240}, {474, 560}, ofExplanation,
      explained(present::faithfulnessCurvesContent), ofOldQuestion)
      .forEverySample(Finding::Explanation);
  add("aggregate_faithfulness", "Aggregate faithfulness", {380, 140}, {748, 300}, ofEvaluation,
      explained(present::aggregateFaithfulnessContent), never);
  add("agreement", "Agreement", {240, 140}, {440, 300}, ofExplanation, explained(present::agreementContent),
      ofOldQuestion)
      .forEverySample(Finding::Explanation);
  add("effects", "Decomposition", {300, 140}, {474, 440}, ofExplanation, explained(present::effectsContent),
      ofOldQuestion)
      .forEverySample(Finding::Explanation);
  add("interventions", "Interventions", {300, 140}, {474, 260}, ofExplanation, explained(present::interventionsContent),
      ofOldQuestion)
      .forEverySample(Finding::Explanation);
  add("component_ablation", "Component ablation", {300, 140}, {560, 560}, ofComponents,
      std::bind_front(&ExplainViews::componentsContent, this), [this] { return m_components.outdated(); })
      .forEverySample(Finding::Components);
  add("shapley", "Shapley values", {260, 140}, {900, 420}, ofShapley,
      std::bind_front(&ExplainViews::shapleyContent, this), [this] { return m_shapley.outdated(); })
      .forEverySample(Finding::Shapley);
  add("stability", "Stability and sanity checks", {300, 140}, {900, 400}, ofRankStability,
      std::bind_front(&ExplainViews::rankStabilityContent, this), ofOldQuestion);
}

present::ExplanationContext ExplainViews::context(const SampleSource& source) const {
  present::ExplanationContext made;
  made.sample = source.sample;
  made.removal = m_explanations.choice().removal;
  if (const ModelDescription* model = m_workspace.model()) made.removal = operatorOf(model->capabilities, made.removal);
  const session::AggregateEvaluation& evaluation = m_explanations.evaluation();
  made.evaluation = evaluation.summary.get();
  made.evaluating = evaluation.running;
  made.filtered = evaluation.filtered;
  made.filteredText = samplesOfScope(m_workspace);
  made.evaluationOfTarget = m_explanations.choice().of == session::ExplanationChoice::Of::Target;
  made.evaluationWithoutContrast = m_explanations.choice().against != session::ExplanationChoice::Against::Nothing;
  const PicturedSample* const pictured = source.pictured;
  const Error* const error = pictured                 ? pictured->findings.failure(Finding::Explanation)
                             : m_explanations.error() ? &*m_explanations.error()
                                                      : nullptr;
  if (error) {
    made.failure = failedContent(*error);
    return made;
  }
  if (pictured) {
    made.explained = pictured->findings.explained.get();
    return made;
  }
  const ExplainedSamplePtr& answer = m_explanations.answer();
  if (!answer || !m_workspace.engine()) return made;
  made.explained = answer.get();
  // Of this very sample and question, or not at all.
  const auto isOfIt = [&](const session::SampleQuestion& question) {
    return question.engine == m_explanations.answerEngine() &&
           question.inspection->sequence == answer->inspection->sequence &&
           question.target == answer->explanation.target;
  };
  if (const auto& seeds = m_rankStability.seeds(); seeds && isOfIt(seeds->question)) made.seeds = &seeds->agreement;
  if (const auto& randomization = m_rankStability.randomization(); randomization && isOfIt(randomization->question))
    made.randomization = &randomization->check;
  made.sample = explainedSample(source, answer->inspection, m_explanations.answerEngine(), answer->sampleText);
  return made;
}

present::SampleContext ExplainViews::explainedSample(const SampleSource& source, const InspectionPtr& inspection,
                                                     const session::EnginePtr& engine,
                                                     const std::string& sampleText) const {
  present::SampleContext made = source.sample;
  made.inspection = inspection.get();
  made.model = &engine->description();
  made.sampleText = sampleText;
  if (inspection == m_workspace.inspection()) return made;
  // The selection is of the sample that is inspected by now.
  Selection methods;
  methods.selected.method = made.selection.selected.method;
  methods.hovered.method = made.selection.hovered.method;
  made.selection = methods;
  return made;
}

/// Of a pictured sample with the accuracy over many samples where it was evaluated on the screen.
present::ViewContent ExplainViews::componentsContent(const SampleSource& source, const Canvas& canvas) const {
  const PicturedSample* const pictured = source.pictured;
  const auto& answer = pictured ? pictured->findings.components : m_components.answer();
  present::ComponentsInput input{.sample = source.sample};
  if (pictured) {
    input.failure = failureText(pictured->findings.failure(Finding::Components));
  } else {
    input.learned = m_components.learned();
    input.learning = m_components.learning();
    input.stopped = m_components.stopped() && (!answer || answer->inspection != m_workspace.inspection());
    input.failure = failureText(m_components.error());
    input.measuring = m_components.evaluation().running;
  }
  if (answer && !input.stopped) {
    if (!pictured)
      input.sample = explainedSample(source, answer->inspection, answer->model->engine, answer->sampleText);
    input.components = answer->model->components;
    input.training = answer->model->reference.sequences;
    input.ablationTable = &answer->ablationTable;
  }
  if (answer || !pictured) {
    input.table = m_components.evaluation().summary.get();
    input.filtered = m_components.filtered();
    input.filteredText = samplesOfScope(m_workspace);
  }
  return present::componentsContent(input, canvas);
}

present::ViewContent ExplainViews::shapleyContent(const SampleSource& source, const Canvas& canvas) const {
  const PicturedSample* const pictured = source.pictured;
  const auto& answer = pictured ? pictured->findings.shapley : m_shapley.answer();
  present::ShapleyInput input{.sample = source.sample};
  if (pictured) {
    input.failure = failureText(pictured->findings.failure(Finding::Shapley));
  } else {
    input.stopped = m_shapley.stopped() && (!answer || answer->question.inspection != m_workspace.inspection());
    input.failure = failureText(m_shapley.error());
  }
  if (answer && !input.stopped) {
    const session::SampleQuestion& question = answer->question;
    if (!pictured) input.sample = explainedSample(source, question.inspection, question.engine, question.sampleText);
    input.target = question.target;
    input.games = answer->games;
  }
  return present::shapleyContent(input, canvas);
}

present::ViewContent ExplainViews::rankStabilityContent(const SampleSource& source, const Canvas& canvas) const {
  present::RankStabilityInput input{.context = context(source)};
  input.others = m_rankStability.models().size();
  input.comparing = m_rankStability.comparing() || m_rankStability.loading();
  input.checking = m_rankStability.checking();
  input.seedsFailure = failureText(m_rankStability.seedsError());
  input.randomizationFailure = failureText(m_rankStability.randomizationError());
  const session::SeedEvaluation& evaluation = m_seedEvaluations.evaluation();
  input.over = {.summary = evaluation.summary.get(),
                .asked = evaluation.asked,
                .models = evaluation.models,
                .running = evaluation.running,
                .possible = m_seedEvaluations.canStart(),
                .filtered = m_workspace.samples().view().rows().size(),
                .filteredText = samplesOfScope(m_workspace)};
  return present::rankStabilityContent(input, canvas);
}

/// Of the current sample: a picture of an older one selects nothing.
void ExplainViews::selectVisits(const std::vector<std::size_t>& visits) {
  const auto& answer = m_shapley.answer();
  if (answer && answer->question.inspection == m_workspace.inspection()) m_workspace.selection().selectVisits(visits);
}

void ExplainViews::handle(present::ExplainCommand command) {
  switch (command) {
    case present::ExplainCommand::CancelEvaluation:
      return m_explanations.cancelEvaluation();
    case present::ExplainCommand::ResumeComponents:
      return m_components.resume();
    case present::ExplainCommand::CancelComponentEvaluation:
      return m_components.cancelEvaluation();
    case present::ExplainCommand::ResumeShapley:
      return m_shapley.resume();
    case present::ExplainCommand::TestRandomization:
      return m_rankStability.testParameterRandomization();
    case present::ExplainCommand::CancelRandomization:
      return m_rankStability.cancelRandomization();
    case present::ExplainCommand::CancelSeedEvaluation:
      return m_seedEvaluations.cancel();
  }
}

void ExplainViews::handle(const present::ExplainAction& action) {
  std::visit(present::Overloaded{
                 [this](const present::ShowMethodsFrom& one) {
                   m_attribution.firstColumn = one.column;
                   optionsChanged({QStringLiteral("attribution")});
                 },
                 [this](const present::StartEvaluation& one) { m_explanations.startEvaluation(one.samples); },
                 [this](const present::StartComponentEvaluation& one) { m_components.startEvaluation(one.samples); },
                 [this](const present::StartSeedEvaluation& one) { m_seedEvaluations.start(one.samples); },
                 [this](const present::SelectVisits& one) { selectVisits(one.visits); },
                 [this](present::ExplainCommand command) { handle(command); }},
             action);
}

}  // namespace sojourn::qt
