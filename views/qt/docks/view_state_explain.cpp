// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Explain workspace, and what they are made from.
#include "model/core/text.h"
#include "views/present/ablation/component_ablation_view.h"
#include "views/present/explain/explain_views.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

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
  m_explainViews = {
      {QStringLiteral("attribution"),
       QStringLiteral("Attribution"),
       {420, 240},
       {1118, 560},
       [this](const present::Canvas& canvas) {
         return present::attributionContent(explanationContext(), m_attribution, canvas);
       },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("faithfulness_curves"),
       QStringLiteral("Deletion and insertion"),
       {280, 240},
       {474, 560},
       [this](const present::Canvas& canvas) {
         return present::faithfulnessCurvesContent(explanationContext(), canvas);
       },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("aggregate_faithfulness"),
       QStringLiteral("Aggregate faithfulness"),
       {380, 140},
       {748, 300},
       [this](const present::Canvas& canvas) {
         return present::aggregateFaithfulnessContent(explanationContext(), canvas);
       },
       ofEvaluation,
       [] { return false; }},  // of the filter, whatever the sample
      {QStringLiteral("agreement"),
       QStringLiteral("Agreement"),
       {240, 140},
       {440, 300},
       [this](const present::Canvas& canvas) { return present::agreementContent(explanationContext(), canvas); },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("effects"),
       QStringLiteral("Decomposition"),
       {300, 140},
       {474, 440},
       [this](const present::Canvas& canvas) { return present::effectsContent(explanationContext(), canvas); },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("interventions"),
       QStringLiteral("Interventions"),
       {300, 140},
       {474, 260},
       [this](const present::Canvas& canvas) { return present::interventionsContent(explanationContext(), canvas); },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("component_ablation"),
       QStringLiteral("Component ablation"),
       {300, 140},
       {560, 560},
       [this](const present::Canvas& canvas) { return components(canvas); },
       ofComponents,
       [this] { return m_components.outdated(); }},
      {QStringLiteral("shapley"),
       QStringLiteral("Shapley values"),
       {260, 140},
       {900, 420},
       [this](const present::Canvas& canvas) { return shapley(canvas); },
       ofShapley,
       [this] { return m_shapley.outdated(); }},
      {QStringLiteral("stability"),
       QStringLiteral("Stability and sanity checks"),
       {300, 140},
       {900, 400},
       [this](const present::Canvas& canvas) { return rankStability(canvas); },
       ofRankStability,
       ofOldQuestion},
  };
}

present::ExplanationContext ViewState::explanationContext() const {
  present::ExplanationContext made;
  made.sample = explainedSample(nullptr, nullptr, {});
  made.removal = m_explanations.choice().removal;
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
    made.failure = present::EmptyState{.title = escapeForDisplay(error->where + ": " + error->what, 200),
                                       .detail = escapeForDisplay(error->remedy, 200)};
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
  methods.locked.method = made.selection.locked.method;
  methods.hovered.method = made.selection.hovered.method;
  made.selection = methods;
  return made;
}

present::ViewContent ViewState::components(const present::Canvas& canvas) const {
  if (m_pictured) return present::componentsContent(picturedComponents(), canvas);
  const auto& answer = m_components.answer();
  const bool ofAnOlder = !answer || answer->inspection != m_workspace.inspection();
  present::ComponentsInput input{.sample = explainedSample(nullptr, nullptr, {})};
  input.learned = m_components.learned();
  input.learning = m_components.learning();
  input.stopped = m_components.stopped() && ofAnOlder;
  input.filtered = m_components.filtered();
  input.filteredText = scopeText();
  if (const auto& error = m_components.error()) input.failure = escapeForDisplay(error->sentence(), 300);
  if (answer && !input.stopped) {
    input.sample = explainedSample(answer->inspection, answer->model->engine, answer->sampleText);
    input.components = answer->model->components;
    input.training = answer->model->reference.sequences;
    input.ablationTable = &answer->ablationTable;
  }
  input.table = m_components.evaluation().summary.get();
  input.measuring = m_components.evaluation().running;
  return present::componentsContent(input, canvas);
}

/// With the accuracy over many samples where it was evaluated on the screen.
present::ComponentsInput ViewState::picturedComponents() const {
  present::ComponentsInput input{.sample = explainedSample(nullptr, nullptr, {})};
  if (const Error* error = m_pictured->findings.failure(session::Finding::Components))
    input.failure = escapeForDisplay(error->sentence(), 300);
  if (const auto& found = m_pictured->findings.components) {
    input.components = found->model->components;
    input.training = found->model->reference.sequences;
    input.ablationTable = &found->ablationTable;
    input.table = m_components.evaluation().summary.get();
    input.filtered = m_components.filtered();
    input.filteredText = scopeText();
  }
  return input;
}

present::ShapleyInput ViewState::picturedShapley() const {
  present::ShapleyInput input{.sample = explainedSample(nullptr, nullptr, {})};
  if (const Error* error = m_pictured->findings.failure(session::Finding::Shapley))
    input.failure = escapeForDisplay(error->sentence(), 300);
  if (const auto& found = m_pictured->findings.shapley) {
    input.target = found->question.target;
    input.games = found->games;
  }
  return input;
}

present::ViewContent ViewState::shapley(const present::Canvas& canvas) const {
  if (m_pictured) return present::shapleyContent(picturedShapley(), canvas);
  const auto& answer = m_shapley.answer();
  const bool ofAnOlder = !answer || answer->question.inspection != m_workspace.inspection();
  present::ShapleyInput input{.sample = explainedSample(nullptr, nullptr, {})};
  input.stopped = m_shapley.stopped() && ofAnOlder;
  if (const auto& error = m_shapley.error()) input.failure = escapeForDisplay(error->sentence(), 300);
  if (answer && !input.stopped) {
    input.sample = explainedSample(answer->question.inspection, answer->question.engine, answer->question.sampleText);
    input.target = answer->question.target;
    input.games = answer->games;
  }
  return present::shapleyContent(input, canvas);
}

present::ViewContent ViewState::rankStability(const present::Canvas& canvas) const {
  present::RankStabilityInput input{.context = explanationContext()};
  input.others = m_rankStability.models().size();
  input.comparing = m_rankStability.comparing() || m_rankStability.loading();
  input.checking = m_rankStability.checking();
  if (const auto& error = m_rankStability.seedsError()) input.seedsFailure = escapeForDisplay(error->sentence(), 300);
  if (const auto& error = m_rankStability.randomizationError())
    input.randomizationFailure = escapeForDisplay(error->sentence(), 300);
  const session::SeedEvaluation& evaluation = m_seedEvaluations.evaluation();
  input.over = {.summary = evaluation.summary.get(),
                .asked = evaluation.asked,
                .models = evaluation.models,
                .running = evaluation.running,
                .possible = m_seedEvaluations.canStart(),
                .filtered = m_workspace.sampleView().rows().size(),
                .filteredText = scopeText()};
  return present::rankStabilityContent(input, canvas);
}

/// "0,3,5", of the sample in front: a picture of an older one selects nothing.
void ViewState::selectVisits(const std::string& visits) {
  const auto& answer = m_shapley.answer();
  if (!answer || answer->question.inspection != m_workspace.inspection()) return;
  std::vector<std::size_t> chosen;
  for (const QString& visit : toText(visits).split(QLatin1Char(','))) chosen.push_back(visit.toULongLong());
  m_workspace.selectVisits(chosen);
}

bool ViewState::actOnExplanations(const present::Action& action) {
  if (action.id == "attributionFrom") {
    m_attribution.firstColumn = toText(action.argument).toULongLong();
  } else if (action.id == "startEvaluation") {
    m_explanations.startEvaluation(toText(action.argument).toULongLong());
  } else if (action.id == "cancelEvaluation") {
    m_explanations.cancelEvaluation();
  } else if (action.id == "startAblationEvaluation") {
    m_components.startEvaluation(toText(action.argument).toULongLong());
  } else if (action.id == "cancelAblationEvaluation") {
    m_components.cancelEvaluation();
  } else if (action.id == "resumeComponents") {
    m_components.resume();
  } else if (action.id == "resumeShapley") {
    m_shapley.resume();
  } else if (action.id == "testRandomization") {
    m_rankStability.testParameterRandomization();
  } else if (action.id == "cancelRandomization") {
    m_rankStability.cancelRandomization();
  } else if (action.id == "startSeedEvaluation") {
    m_seedEvaluations.start(toText(action.argument).toULongLong());
  } else if (action.id == "cancelSeedEvaluation") {
    m_seedEvaluations.cancel();
  } else if (action.id == "selectVisits") {
    selectVisits(action.argument);
  } else {
    return false;
  }
  return true;
}

}  // namespace sojourn::qt
