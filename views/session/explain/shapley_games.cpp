// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/shapley_games.h"

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
    : m_workspace(workspace), m_explanations(explanations), m_query(workspace, Change::Shapley) {
  m_subscription = workspace.subscribe([this](Changes changes) {
    if (changes.hasAny({Change::Inspection, Change::Sample, Change::Model, Change::Dataset, Change::Explanation}))
      ask();
  });
}

void ShapleyGames::setWatched(bool watched) {
  if (m_watched == watched) return;
  m_watched = watched;
  if (watched) return ask();
  if (!awaiting()) return;
  // What is not shown need not be finished; the same question is asked again when it is.
  m_query.cancel();
  m_asked.reset();
}

void ShapleyGames::resume() {
  m_asked.reset();
  ask();
}

std::optional<SampleQuestion> ShapleyGames::question() const {
  std::optional<SampleQuestion> question = m_explanations.questionNow();
  if (question) question->baseline = {};  // no path, no baseline
  return question;
}

bool ShapleyGames::outdated() const {
  if (!answer() || error()) return false;
  const auto now = question();
  return !now || !m_query.answers(*now);
}

void ShapleyGames::ask() {
  if (!m_watched || !m_workspace.loaders().explainer.shapley) return;
  const std::optional<SampleQuestion> question = this->question();
  if (!question || m_asked == question) return;
  m_asked = question;
  m_query.ask(
      {.title = "Shapley values of " + question->sampleText, .unit = "coalitions", .subject = "the Shapley values"},
      *question,
      [question = *question, explainer = m_workspace.loaders().explainer](const CancelToken& cancel,
                                                                          const Progress& progress) {
        return playGames(explainer, question, cancel, progress);
      });
}

}  // namespace sojourn::session
