// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Explain workspace, and what they are made from.
#include "model/core/text.h"
#include "views/present/component_ablation/component_ablation_view.h"
#include "views/present/explain/explain_views.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using present::Canvas;
using session::Change;
using session::Changes;

namespace {

/// Empty where there is no error.
std::string failureText(const Error* error) {
  return error ? escapeForDisplay(error->sentence(), 300) : std::string();
}
std::string failureText(const std::optional<Error>& error) {
  return failureText(error ? &*error : nullptr);
}

}  // namespace

void ViewState::fillExplain() {
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
  const auto explained = [this](present::ViewContent (*content)(const present::ExplanationContext&, const Canvas&)) {
    return [this, content](const Canvas& canvas) { return content(explanationContext(), canvas); };
  };
  const auto attribution = [this](const Canvas& canvas) {
    return present::attributionContent(explanationContext(), m_attribution, canvas);
  };
  m_explainViews = {
      entry("attribution", "Attribution", {420, 240}, {1118, 560}, ofExplanation, attribution, ofOldQuestion),
      entry("faithfulness_curves", "Deletion and insertion", {280, 240}, {474, 560}, ofExplanation,
            explained(present::faithfulnessCurvesContent), ofOldQuestion),
      entry("aggregate_faithfulness", "Aggregate faithfulness", {380, 140}, {748, 300}, ofEvaluation,
            explained(present::aggregateFaithfulnessContent), never),
      entry("agreement", "Agreement", {240, 140}, {440, 300}, ofExplanation, explained(present::agreementContent),
            ofOldQuestion),
      entry("effects", "Decomposition", {300, 140}, {474, 440}, ofExplanation, explained(present::effectsContent),
            ofOldQuestion),
      entry("interventions", "Interventions", {300, 140}, {474, 260}, ofExplanation,
            explained(present::interventionsContent), ofOldQuestion),
      entry("component_ablation", "Component ablation", {300, 140}, {560, 560}, ofComponents,
            std::bind_front(&ViewState::componentsContent, this), [this] { return m_components.outdated(); }),
      entry("shapley", "Shapley values", {260, 140}, {900, 420}, ofShapley,
            std::bind_front(&ViewState::shapleyContent, this), [this] { return m_shapley.outdated(); }),
      entry("stability", "Stability and sanity checks", {300, 140}, {900, 400}, ofRankStability,
            std::bind_front(&ViewState::rankStabilityContent, this), ofOldQuestion),
  };
}

present::ExplanationContext ViewState::explanationContext() const {
  present::ExplanationContext made;
  made.sample = explainedSample(nullptr, nullptr, {});
  made.removal = m_explanations.choice().removal;
  if (const ModelDescription* model = m_workspace.model()) made.removal = operatorOf(model->capabilities, made.removal);
  const session::AggregateEvaluation& evaluation = m_explanations.evaluation();
  made.evaluation = evaluation.summary.get();
  made.evaluating = evaluation.running;
  made.filtered = evaluation.filtered;
  made.filteredText = scopeText();
  made.evaluationOfTarget = m_explanations.choice().of == session::ExplanationChoice::Of::Target;
  made.evaluationWithoutContrast = m_explanations.choice().against != session::ExplanationChoice::Against::Nothing;
  const Error* const error = m_pictured               ? m_pictured->findings.failure(session::Finding::Explanation)
                             : m_explanations.error() ? &*m_explanations.error()
                                                      : nullptr;
  if (error) {
    made.failure = failedContent(*error);
    return made;
  }
  if (m_pictured) {
    made.explained = m_pictured->findings.explained.get();
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
  made.sample = explainedSample(answer->inspection, m_explanations.answerEngine(), answer->sampleText);
  return made;
}

present::SampleContext ViewState::explainedSample(const InspectionPtr& inspection, const session::EnginePtr& engine,
                                                  const std::string& sampleText) const {
  present::SampleContext made = context();
  made.reference = nullptr;
  if (!inspection) return made;
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
present::ViewContent ViewState::componentsContent(const Canvas& canvas) const {
  const auto& answer = m_pictured ? m_pictured->findings.components : m_components.answer();
  present::ComponentsInput input{.sample = explainedSample(nullptr, nullptr, {})};
  if (m_pictured) {
    input.failure = failureText(m_pictured->findings.failure(session::Finding::Components));
  } else {
    input.learned = m_components.learned();
    input.learning = m_components.learning();
    input.stopped = m_components.stopped() && (!answer || answer->inspection != m_workspace.inspection());
    input.failure = failureText(m_components.error());
    input.measuring = m_components.evaluation().running;
  }
  if (answer && !input.stopped) {
    if (!m_pictured) input.sample = explainedSample(answer->inspection, answer->model->engine, answer->sampleText);
    input.components = answer->model->components;
    input.training = answer->model->reference.sequences;
    input.ablationTable = &answer->ablationTable;
  }
  if (answer || !m_pictured) {
    input.table = m_components.evaluation().summary.get();
    input.filtered = m_components.filtered();
    input.filteredText = scopeText();
  }
  return present::componentsContent(input, canvas);
}

present::ViewContent ViewState::shapleyContent(const Canvas& canvas) const {
  const auto& answer = m_pictured ? m_pictured->findings.shapley : m_shapley.answer();
  present::ShapleyInput input{.sample = explainedSample(nullptr, nullptr, {})};
  if (m_pictured) {
    input.failure = failureText(m_pictured->findings.failure(session::Finding::Shapley));
  } else {
    input.stopped = m_shapley.stopped() && (!answer || answer->question.inspection != m_workspace.inspection());
    input.failure = failureText(m_shapley.error());
  }
  if (answer && !input.stopped) {
    const session::SampleQuestion& question = answer->question;
    if (!m_pictured) input.sample = explainedSample(question.inspection, question.engine, question.sampleText);
    input.target = question.target;
    input.games = answer->games;
  }
  return present::shapleyContent(input, canvas);
}

present::ViewContent ViewState::rankStabilityContent(const Canvas& canvas) const {
  present::RankStabilityInput input{.context = explanationContext()};
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
                .filteredText = scopeText()};
  return present::rankStabilityContent(input, canvas);
}

/// Of the sample in front: a picture of an older one selects nothing.
void ViewState::selectVisits(const std::vector<std::size_t>& visits) {
  const auto& answer = m_shapley.answer();
  if (answer && answer->question.inspection == m_workspace.inspection()) m_workspace.selection().selectVisits(visits);
}

void ViewState::handle(present::ExplainCommand command) {
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

void ViewState::handle(const present::ExplainAction& action) {
  std::visit(present::Overloaded{
                 [this](const present::ShowMethodsFrom& one) { m_attribution.firstColumn = one.column; },
                 [this](const present::StartEvaluation& one) { m_explanations.startEvaluation(one.samples); },
                 [this](const present::StartComponentEvaluation& one) { m_components.startEvaluation(one.samples); },
                 [this](const present::StartSeedEvaluation& one) { m_seedEvaluations.start(one.samples); },
                 [this](const present::SelectVisits& one) { selectVisits(one.visits); },
                 [this](present::ExplainCommand command) { handle(command); }},
             action);
}

}  // namespace sojourn::qt
