// SPDX-License-Identifier: GPL-3.0-or-later
// The selected run in detail, the commands that were sent, and what happened in a run in lines of a log.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/monitor/state/panel_data.h"
#include "views/present/runs/run_figures.h"
#include "views/present/scene/format.h"
#include "views/session/runs/run_difference.h"

namespace sojourn::monitor {
namespace {

using present::ActionButton;
using session::RunStanding;
using session::SentCommand;

constexpr double noFigure = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t mostRows = 60;

/// A log may hold times that are no numbers, which have no order.
double timeOrNone(double wall) {
  return std::isfinite(wall) ? wall : 0;
}

std::vector<ActionButton> buttonsOf(const std::string& id, const std::string& name, RunStanding standing) {
  const bool takes = session::takesCommands(standing);
  const bool paused = standing == RunStanding::Paused;
  const std::string why = takes ? std::string() : tr("No trainer is running that takes commands");
  const auto button = [&](const char* text, ControlCommand command, const std::string& question = {}) {
    return ActionButton{.text = tr(text),
                        .action = present::SendCommand{id, command},
                        .question = question,
                        .enabled = takes,
                        .hint = why};
  };
  return {paused ? button("Resume", ControlCommand::Resume) : button("Pause", ControlCommand::Pause),
          button("Stop\u2026", ControlCommand::Stop, present::stopQuestion(name)),
          button("Checkpoint", ControlCommand::Checkpoint), button("Evaluate", ControlCommand::Evaluate)};
}

void addEpochs(present::RunCard& card, const WatchedRun& watched) {
  card.columns = {tr("epoch"), tr("train"), tr("val."), tr("Acc@1"), tr("known"), tr("MRR")};
  std::map<std::int64_t, double> train;
  if (watched.run->outline)
    for (const auto& epoch : watched.run->outline->epochs) train[epoch.event.epoch] = epoch.event.trainLoss;
  const auto& figures = watched.digest.validation;
  for (std::size_t i = figures.size(); i > 0 && card.rows.size() < mostRows; --i) {
    const session::ValidationFigures& one = figures[i - 1];
    const auto found = train.find(one.epoch);
    card.rows.push_back(
        {std::to_string(one.epoch), present::fixedText(found == train.end() ? noFigure : found->second, 3),
         present::fixedText(one.loss, 3), present::percent(one.accuracyAll.value_or(noFigure)),
         present::percent(one.accuracyKnown.value_or(noFigure)), present::percent(one.mrr.value_or(noFigure))});
  }
}

present::SentLine commandLine(const std::string& name, std::string command, std::optional<double> value, double wall,
                              double now) {
  std::ranges::replace(command, '_', ' ');
  command = tr(command);
  if (value) command += " " + present::exactText(*value);
  return {.clock = dayAndClockOf(wall, now), .run = name, .command = std::move(command)};
}

void setAnswer(present::SentLine& line, ControlAnswer answer, const std::string& why) {
  line.outcome = tr(nameIn(controlAnswerNames, answer)) + (why.empty() ? "" : ": " + escapeForDisplay(why));
  line.severity = answer == ControlAnswer::Done ? present::RunSeverity::Good : present::RunSeverity::Warning;
}

/// `run` may be null: it is not known.
present::SentLine sentLineOf(const std::string& name, const SentCommand& command, const session::FollowedRun* run,
                             double now) {
  present::SentLine line =
      commandLine(name, std::string(controlCommandName(command.command)), command.value, command.wall, now);
  switch (command.stage) {
    case SentCommand::Stage::Sending:
      line.outcome = tr("being written");
      break;
    case SentCommand::Stage::Waiting:
      if (!run || session::answersMayCome(*run)) {
        line.outcome = tr("waiting for the trainer");
        break;
      }
      line.outcome = tr("not answered: no trainer takes commands");
      line.severity = present::RunSeverity::Warning;
      break;
    case SentCommand::Stage::NotSent:
      line.outcome = tr("not sent: %1", {escapeForDisplay(command.why)});
      line.severity = present::RunSeverity::Bad;
      break;
    case SentCommand::Stage::Answered:
      setAnswer(line, command.answer, command.why);
      break;
  }
  return line;
}

present::SentLine answeredLineOf(const std::string& name, const EventRecord<ControlEvent>& control, double now) {
  const ControlEvent& event = control.event;
  present::SentLine line = commandLine(name, escapeForDisplay(event.command, 40), event.value, control.wall, now);
  setAnswer(line, event.answer, event.why);
  return line;
}

// ---- the log

using present::RunLogLine;
using Level = RunLogLine::Level;

class LogWriter {
 public:
  LogWriter(const session::FollowedRun& run, const std::string& name, std::size_t most)
      : m_run(run), m_name(name), m_most(most) {}

  std::vector<RunLogLine> write() {
    const RunHistory& log = *m_run.outline;
    std::map<std::int64_t, double> train;
    for (const auto& epoch : log.epochs) train[epoch.event.epoch] = epoch.event.trainLoss;
    latest(log.evals, [&](const EvalEvent& eval) { addEval(eval, train); });
    latest(log.checkpoints, [&](const CheckpointEvent& c) { addCheckpoint(c); });
    latest(log.states, [&](const StateEvent& state) {
      add(state.state == RunState::Failed ? Level::Error : Level::Info,
          tr(runStateName(state.state)) + (state.why.empty() ? "" : ": " + state.why));
    });
    latest(log.controls, [&](const ControlEvent& control) {
      std::string text = tr("command %1", {control.command});
      if (control.value) text += " " + present::exactText(*control.value);
      text += ": " + tr(nameIn(controlAnswerNames, control.answer)) + (control.why.empty() ? "" : ", " + control.why);
      add(control.answer == ControlAnswer::Done ? Level::Info : Level::Warning, text);
    });
    latest(log.rewinds, [&](const RewindEvent& rewind) {
      add(Level::Info, tr("resumed: continues after step %1", {std::to_string(rewind.step)}));
    });
    latest(log.logs, [&](const LogEvent& said) {
      add(said.level == "error" ? Level::Error : said.level == "warning" ? Level::Warning : Level::Info, said.text);
    });
    std::ranges::stable_sort(m_lines, {}, &RunLogLine::wall);
    if (m_lines.size() > m_most) m_lines.erase(m_lines.begin(), m_lines.end() - static_cast<std::ptrdiff_t>(m_most));
    return std::move(m_lines);
  }

 private:
  /// No more of a kind than lines are wanted: a long log is not written out to be thrown away.
  template <class Events, class Write>
  void latest(const Events& events, const Write& write) {
    for (std::size_t i = events.size() > m_most ? events.size() - m_most : 0; i < events.size(); ++i) {
      m_wall = events[i].wall;
      m_step = events[i].afterStep;
      write(events[i].event);
    }
  }

  /// The files that were written after one step are one line.
  void addCheckpoint(const CheckpointEvent& checkpoint) {
    constexpr std::string_view folder = "checkpoints/";
    const std::string file =
        checkpoint.file.starts_with(folder) ? checkpoint.file.substr(folder.size()) : checkpoint.file;
    if (!m_lines.empty() && m_lines.back().routine && m_lines.back().step == m_step) {
      m_lines.back().text += escapeForDisplay(", " + file, 80);
      return;
    }
    add(Level::Info,
        tr("step %1, checkpoint%2: %3",
           {std::to_string(checkpoint.step), checkpoint.why.empty() ? "" : " (" + checkpoint.why + ")", file}));
    m_lines.back().routine = true;
  }

  void addEval(const EvalEvent& eval, const std::map<std::int64_t, double>& train) {
    std::string text = tr("epoch %1  ", {std::to_string(eval.epoch)});
    if (eval.requested) text += tr("evaluated on request  ");
    if (const auto found = train.find(eval.epoch); found != train.end() && !eval.requested)
      text += tr("train %1  ", {present::fixedText(found->second, 3)});
    const bool better = std::isfinite(eval.batchMeanLoss) && (!m_best || eval.batchMeanLoss < *m_best);
    text += (eval.split == "validation" ? tr("val ") : eval.split + " ") + present::fixedText(eval.batchMeanLoss, 3);
    if (eval.metrics.all.n != 0) text += tr("  Acc@1 %1", {present::percent(eval.metrics.all.accuracy[0])});
    if (eval.metrics.known.n != 0) text += tr("  known %1", {present::percent(eval.metrics.known.accuracy[0])});
    if (eval.split == "validation" && better && !eval.requested) {
      if (m_best) text += tr("  new best");
      m_best = eval.batchMeanLoss;
    }
    add(std::isfinite(eval.batchMeanLoss) || !eval.lossPresent ? Level::Info : Level::Warning, text);
  }

  void add(Level level, const std::string& text) {
    constexpr std::size_t longest = 400;
    m_lines.push_back({.id = m_run.folder().string(),
                       .clock = clockOf(m_wall),
                       .run = m_name,
                       .level = level,
                       .text = escapeForDisplay(text, longest),
                       .wall = std::isfinite(m_wall) ? m_wall : 0,
                       .step = m_step});
  }

  const session::FollowedRun& m_run;
  const std::string& m_name;
  std::size_t m_most;
  double m_wall = 0;
  std::int64_t m_step = 0;
  std::optional<double> m_best;
  std::vector<RunLogLine> m_lines;
};

}  // namespace

std::vector<present::SentLine> commandLinesOf(const std::vector<WatchedRun>& runs,
                                              const std::map<std::uint64_t, SentCommand>& sent, double now,
                                              std::size_t most) {
  struct Entry {
    double wall;
    std::uint64_t number;  ///< of those sent from here, so that two of one moment keep their order
    present::SentLine line;
  };
  std::vector<Entry> entries;
  std::set<std::string> ids;
  for (const auto& [number, command] : sent) {
    const auto of = std::ranges::find(runs, command.run, [](const WatchedRun& run) { return run.run->folder(); });
    const bool known = of != runs.end();
    const std::string name = known ? of->name : escapeForDisplay(command.run.string(), 80);
    entries.push_back(
        {timeOrNone(command.wall), number, sentLineOf(name, command, known ? of->run.get() : nullptr, now)});
    ids.insert(command.id);
  }
  for (const WatchedRun& run : runs) {
    if (!run.run->outline) continue;
    for (const auto& control : run.run->outline->controls | std::views::reverse | std::views::take(most))
      if (!ids.contains(control.event.id))
        entries.push_back({timeOrNone(control.wall), 0, answeredLineOf(run.name, control, now)});
  }
  std::ranges::stable_sort(entries, std::greater<>(),
                           [](const Entry& entry) { return std::tuple(entry.wall, entry.number); });
  if (entries.size() > most) entries.resize(most);
  std::vector<present::SentLine> lines;
  for (Entry& entry : entries) lines.push_back(std::move(entry.line));
  return lines;
}

present::RunCard cardOf(const WatchedRun& watched, const SentCommand* command, double now) {
  const session::FollowedRun& run = *watched.run;
  present::RunCard card;
  card.id = watched.id();
  card.name = watched.name;
  card.word = tr(watched.stateText());
  card.icon = session::iconOf(watched.health.health, watched.digest.verdict);
  card.severity = severityOf(watched);
  const RunStanding standing = session::standingOf(run);
  card.takesRate = session::takesCommands(standing);
  card.where = tr("epoch %1", {std::to_string(std::max<std::int64_t>(card.takesRate ? 1 : 0, watched.digest.epoch))});
  if (watched.digest.epochs > 0) card.where += tr(" of %1", {std::to_string(watched.digest.epochs)});
  if (run.entry.status) card.where += tr(", step %1", {groupThousands(run.entry.status->step)});
  card.reason = watched.health.further.empty() ? watched.health.reason : watched.health.further;
  if (standing != RunStanding::Imported) card.buttons = buttonsOf(card.id, card.name, standing);
  const auto& remedies = watched.health.remedies;
  if (std::ranges::find(remedies, session::HealthRemedy::CopyResume) != remedies.end())
    card.buttons.push_back(resumeButton(card.id, card.name));
  if (run.entry.record && session::isOfOurTrainer(run))
    card.buttons.push_back({.text = tr("Relaunch with\u2026"),
                            .action = present::Relaunch{card.id},
                            .hint = tr("Starts another training with this configuration and your changes")});
  card.rate = rateOf(watched).value_or(0);
  const EventRecord<ControlEvent>* answered =
      run.outline && !run.outline->controls.empty() ? &run.outline->controls.back() : nullptr;
  // One that was never answered may be older than the latest that was.
  if (command && answered && command->stage == SentCommand::Stage::Waiting && command->wall < answered->wall)
    command = nullptr;
  if (command || answered) {
    const present::SentLine line = command ? sentLineOf({}, *command, &run, now) : answeredLineOf({}, *answered, now);
    card.answer = line.clock + " " + line.command + " " + line.outcome;
    card.answerSeverity = line.severity;
  }
  if (run.recent)
    for (const double norm : run.recent->gradientNorm) card.norms.push_back(static_cast<float>(norm));
  card.steps = run.history ? std::shared_ptr<const StepColumns>(run.history, &run.history->steps) : run.recent;
  if (run.history) card.leftOut = session::leftOutText(*run.history);
  addEpochs(card, watched);
  if (run.entry.record) {
    for (auto& [key, value] : session::settingsOf(*run.entry.record))
      card.settings.emplace_back(escapeForDisplay(key, 80), escapeForDisplay(value, 120));
  }
  if (run.entry.status) {
    card.settings.emplace_back(tr("host"), tr("%1, pid %2", {escapeForDisplay(run.entry.status->process.host, 80),
                                                             std::to_string(run.entry.status->process.pid)}));
  }
  return card;
}

std::vector<RunLogLine> logLinesOf(const session::FollowedRun& run, const std::string& name, std::size_t most) {
  return run.outline ? LogWriter(run, name, most).write() : std::vector<RunLogLine>();
}

}  // namespace sojourn::monitor
