// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/log_lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/monitor/state/wall_data.h"
#include "views/present/scene/format.h"

namespace sojourn::monitor {
namespace {

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

std::vector<RunLogLine> logLinesOf(const session::FollowedRun& run, const std::string& name, std::size_t most) {
  return run.outline ? LogWriter(run, name, most).write() : std::vector<RunLogLine>();
}

}  // namespace sojourn::monitor
