// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/shapley_games.h"

#include "model/core/translation.h"

namespace sojourn::session {

Result<ShapleyAnswer> playGames(const Explainer& explainer, const SampleQuestion& question, const CancelToken& cancel,
                                const Progress& progress) {
  ShapleyAnswer answer{question, {}};
  for (const Players players : {Players::Places, Players::Days, Players::Features}) {
    auto game =
        explainer.shapley(*question.engine, question.inspection->sequence, question.target, players, cancel, progress);
    if (!game) return game.error();
    answer.games.push_back(std::move(*game));
  }
  return answer;
}

ShapleyGames::ShapleyGames(Workspace& workspace, const Explanations& explanations)
    : SampleStudy(workspace, Change::Shapley,
                  {Change::Inspection, Change::Sample, Change::Model, Change::Dataset, Change::Explanation}),
      m_explanations(explanations) {}

std::optional<SampleQuestion> ShapleyGames::question() const {
  std::optional<SampleQuestion> question = m_explanations.questionNow();
  if (question) question->baseline = {};  // no path, no baseline
  return question;
}

void ShapleyGames::compute(const SampleQuestion& question) {
  const Explainer& explainer = m_workspace.loaders().explainer;
  if (!explainer.shapley) return;
  m_query.askOnce({.title = tr("Shapley values of %1", {question.sampleText}),
                   .unit = "coalitions",
                   .subject = "the Shapley values"},
                  question, [question, explainer](const CancelToken& cancel, const Progress& progress, const auto&) {
                    return playGames(explainer, question, cancel, progress);
                  });
}

}  // namespace sojourn::session
