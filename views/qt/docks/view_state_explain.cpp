// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Explain workspace, and what they are made from.
#include "model/core/text.h"
#include "views/present/ablation/components_view.h"
#include "views/present/explain/agreement_view.h"
#include "views/present/explain/attribution_view.h"
#include "views/present/explain/effects_view.h"
#include "views/present/explain/faithfulness_curves.h"
#include "views/present/explain/interventions_view.h"
#include "views/present/explain/over_samples_view.h"
#include "views/present/explain/persistence_view.h"
#include "views/present/explain/shapley_view.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

void ViewState::fillExplain() {
  // The answer comes after its inspection: until then the old pictures stay as they are.
  const Changes ofExplanation{Change::Explanation, Change::Selection, Change::Hover,  Change::Names,      Change::Time,
                              Change::Model,       Change::Dataset,   Change::Survey, Change::Persistence};
  const Changes ofSurvey{Change::Survey,     Change::Explanation, Change::Selection, Change::Hover,
                         Change::SampleRows, Change::Model,       Change::Dataset};
  Changes ofPersistence = ofExplanation;
  ofPersistence |= Change::SampleRows;
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
         return present::attributionPicture(explanationContext(), m_attribution, canvas);
       },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("faithfulness_curves"),
       QStringLiteral("Deletion and insertion"),
       {280, 240},
       {474, 560},
       [this](const present::Canvas& canvas) {
         return present::faithfulnessCurvesPicture(explanationContext(), canvas);
       },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("over_samples"),
       QStringLiteral("Over the samples"),
       {380, 140},
       {748, 300},
       [this](const present::Canvas& canvas) { return present::overSamplesPicture(explanationContext(), canvas); },
       ofSurvey,
       [] { return false; }},  // of the filter, whatever the sample
      {QStringLiteral("agreement"),
       QStringLiteral("Agreement"),
       {240, 140},
       {440, 300},
       [this](const present::Canvas& canvas) { return present::agreementPicture(explanationContext(), canvas); },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("effects"),
       QStringLiteral("Decomposition"),
       {300, 140},
       {474, 440},
       [this](const present::Canvas& canvas) { return present::effectsPicture(explanationContext(), canvas); },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("interventions"),
       QStringLiteral("Interventions"),
       {300, 140},
       {474, 260},
       [this](const present::Canvas& canvas) { return present::interventionsPicture(explanationContext(), canvas); },
       ofExplanation,
       ofOldQuestion},
      {QStringLiteral("components"),
       QStringLiteral("Components"),
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
      {QStringLiteral("persistence"),
       QStringLiteral("Seeds and sanity"),
       {300, 140},
       {900, 400},
       [this](const present::Canvas& canvas) { return persistence(canvas); },
       ofPersistence,
       ofOldQuestion},
  };
}

present::ExplanationContext ViewState::explanationContext() const {
  present::ExplanationContext made;
  made.sample = explainedSample(nullptr, nullptr, {});
  made.removal = m_explanations.choice().removal;
  const session::Survey& survey = m_explanations.survey();
  made.survey = survey.summary.get();
  made.surveying = survey.running;
  made.filtered = survey.filtered;
  made.filteredText = scopeText();
  made.surveyOfTarget = m_explanations.choice().of == session::ExplanationChoice::Of::Target;
  made.surveyWithoutContrast = m_explanations.choice().against != session::ExplanationChoice::Against::Nothing;
  const Error* const error = m_pictured               ? m_pictured->findings.failure(session::Finding::Explanation)
                             : m_explanations.error() ? &*m_explanations.error()
                                                      : nullptr;
  if (error) {
    made.failure = present::EmptyState{.title = escapeForDisplay(error->where + ": " + error->what, 200),
                                       .detail = escapeForDisplay(error->remedy, 200),
                                       .buttonText = {},
                                       .button = {}};
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
  if (const auto& seeds = m_persistence.seeds(); seeds && isOfIt(seeds->question)) made.seeds = &seeds->agreement;
  if (const auto& sanity = m_persistence.sanity(); sanity && isOfIt(sanity->question)) made.sanity = &sanity->check;
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

present::Picture ViewState::components(const present::Canvas& canvas) const {
  if (m_pictured) return present::componentsPicture(picturedComponents(), canvas);
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
    input.board = &answer->board;
  }
  input.table = m_components.survey().table.get();
  input.measuring = m_components.survey().running;
  return present::componentsPicture(input, canvas);
}

/// Over the samples as it was measured on the screen, where it was.
present::ComponentsInput ViewState::picturedComponents() const {
  present::ComponentsInput input{.sample = explainedSample(nullptr, nullptr, {})};
  if (const Error* error = m_pictured->findings.failure(session::Finding::Components))
    input.failure = escapeForDisplay(error->sentence(), 300);
  if (const auto& found = m_pictured->findings.components) {
    input.components = found->model->components;
    input.training = found->model->reference.sequences;
    input.board = &found->board;
    input.table = m_components.survey().table.get();
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

present::Picture ViewState::shapley(const present::Canvas& canvas) const {
  if (m_pictured) return present::shapleyPicture(picturedShapley(), canvas);
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
  return present::shapleyPicture(input, canvas);
}

present::Picture ViewState::persistence(const present::Canvas& canvas) const {
  present::PersistenceInput input{.context = explanationContext()};
  input.others = m_persistence.models().size();
  input.comparing = m_persistence.comparing() || m_persistence.loading();
  input.checking = m_persistence.checking();
  if (const auto& error = m_persistence.seedsError()) input.seedsFailure = escapeForDisplay(error->sentence(), 300);
  if (const auto& error = m_persistence.sanityError()) input.sanityFailure = escapeForDisplay(error->sentence(), 300);
  const session::SeedSurvey& survey = m_seedSurveys.survey();
  input.over = {.summary = survey.summary.get(),
                .asked = survey.asked,
                .models = survey.models,
                .running = survey.running,
                .possible = m_seedSurveys.canStart(),
                .filtered = m_workspace.sampleView().rows().size(),
                .filteredText = scopeText()};
  return present::persistencePicture(input, canvas);
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
  } else if (action.id == "startSurvey") {
    m_explanations.startSurvey(toText(action.argument).toULongLong());
  } else if (action.id == "cancelSurvey") {
    m_explanations.cancelSurvey();
  } else if (action.id == "startSwitchSurvey") {
    m_components.startSurvey(toText(action.argument).toULongLong());
  } else if (action.id == "cancelSwitchSurvey") {
    m_components.cancelSurvey();
  } else if (action.id == "resumeComponents") {
    m_components.resume();
  } else if (action.id == "resumeShapley") {
    m_shapley.resume();
  } else if (action.id == "checkSanity") {
    m_persistence.checkSanity();
  } else if (action.id == "cancelSanity") {
    m_persistence.cancelSanity();
  } else if (action.id == "startSeedSurvey") {
    m_seedSurveys.start(toText(action.argument).toULongLong());
  } else if (action.id == "cancelSeedSurvey") {
    m_seedSurveys.cancel();
  } else if (action.id == "selectVisits") {
    selectVisits(action.argument);
  } else {
    return false;
  }
  return true;
}

}  // namespace sojourn::qt
