// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Explain workspace, and what they are made from.
#include "model/core/text.h"
#include "views/present/agreement_view.h"
#include "views/present/attribution_view.h"
#include "views/present/effects_view.h"
#include "views/present/faithfulness_curves.h"
#include "views/present/interventions_view.h"
#include "views/present/over_samples_view.h"
#include "views/qt/text.h"
#include "views/qt/view_state.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

void ViewState::fillExplain() {
  // The answer comes after its inspection: until then the old pictures stay as they are.
  const Changes ofExplanation{Change::Explanation, Change::Selection, Change::Hover,   Change::Names,
                              Change::Time,        Change::Model,     Change::Dataset, Change::Survey};
  const Changes ofSurvey{Change::Survey,     Change::Explanation, Change::Selection, Change::Hover,
                         Change::SampleRows, Change::Model,       Change::Dataset};
  m_explainViews = {
      {QStringLiteral("attribution"),
       QStringLiteral("Attribution"),
       {420, 240},
       {1118, 560},
       [this](const present::Canvas& canvas) {
         return present::attributionPicture(explanationContext(), m_attribution, canvas);
       },
       ofExplanation},
      {QStringLiteral("faithfulness_curves"),
       QStringLiteral("Deletion and insertion"),
       {280, 240},
       {474, 560},
       [this](const present::Canvas& canvas) {
         return present::faithfulnessCurvesPicture(explanationContext(), canvas);
       },
       ofExplanation},
      {QStringLiteral("over_samples"),
       QStringLiteral("Over the samples"),
       {380, 140},
       {748, 300},
       [this](const present::Canvas& canvas) { return present::overSamplesPicture(explanationContext(), canvas); },
       ofSurvey},
      {QStringLiteral("agreement"),
       QStringLiteral("Agreement"),
       {240, 140},
       {440, 300},
       [this](const present::Canvas& canvas) { return present::agreementPicture(explanationContext(), canvas); },
       ofExplanation},
      {QStringLiteral("effects"),
       QStringLiteral("Decomposition"),
       {300, 140},
       {474, 440},
       [this](const present::Canvas& canvas) { return present::effectsPicture(explanationContext(), canvas); },
       ofExplanation},
      {QStringLiteral("interventions"),
       QStringLiteral("Interventions"),
       {300, 140},
       {474, 260},
       [this](const present::Canvas& canvas) { return present::interventionsPicture(explanationContext(), canvas); },
       ofExplanation},
  };
}

present::ExplanationContext ViewState::explanationContext() const {
  present::ExplanationContext made;
  made.sample = context();
  made.sample.reference = nullptr;  // what is explained is one sequence, not a change
  made.removal = m_explanations.choice().removal;
  const session::Survey& survey = m_explanations.survey();
  made.survey = survey.summary.get();
  made.surveying = survey.running;
  made.filtered = survey.filtered;
  made.filteredText = scopeText();
  made.surveyOfTarget = m_explanations.choice().of == session::ExplanationChoice::Of::Target;
  if (const auto& error = m_explanations.error()) {
    made.failure = present::EmptyState{.title = escapeForDisplay(error->where + ": " + error->what, 200),
                                       .detail = escapeForDisplay(error->remedy, 200),
                                       .buttonText = {},
                                       .button = {}};
    return made;
  }
  const ExplainedSamplePtr& answer = m_explanations.answer();
  if (!answer || !m_workspace.engine()) return made;
  made.explained = answer.get();
  made.sample.inspection = answer->inspection.get();
  made.sample.model = &m_explanations.answerEngine()->description();
  made.sample.sampleText = answer->sampleText;
  if (answer->inspection == m_workspace.inspection()) return made;
  // The selection is of the sample that is inspected by now.
  Selection methods;
  methods.locked.method = made.sample.selection.locked.method;
  methods.hovered.method = made.sample.selection.hovered.method;
  made.sample.selection = methods;
  return made;
}

bool ViewState::actOnExplanations(const present::Action& action) {
  if (action.id == "attributionFrom") {
    m_attribution.firstColumn = toText(action.argument).toULongLong();
  } else if (action.id == "startSurvey") {
    m_explanations.startSurvey(toText(action.argument).toULongLong());
  } else if (action.id == "cancelSurvey") {
    m_explanations.cancelSurvey();
  } else {
    return false;
  }
  return true;
}

}  // namespace sojourn::qt
