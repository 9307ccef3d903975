// SPDX-License-Identifier: GPL-3.0-or-later
// The plain data of the monitor beside the wall: alerts, the selected run, the log, commands, charts, comparisons.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/formats/text/csv.h"
#include "model/runs/log/run_history.h"
#include "views/present/monitor/monitor_actions.h"
#include "views/present/monitor/run_tile.h"
#include "views/present/scene/theme.h"
#include "views/present/training/training_curves.h"

namespace sojourn::present {

/// A button and what pressing it asks for. Where it costs something, a question comes first.
struct ActionButton {
  std::string text{};
  MonitorAction action{};
  std::string question{};  ///< empty: none
  bool enabled = true;
  std::string hint{};  ///< tooltip
};

/// A run that needs attention.
struct RunAlert {
  std::string id;     ///< the run's folder
  std::string title;  ///< "v45-hot is diverging"
  std::string icon;
  RunSeverity severity = RunSeverity::Warning;
  std::string age;
  std::string reason, further;
  std::vector<ActionButton> buttons;
  bool over = false;  ///< not any more; it is still there because the pointer is over the alerts
};

/// A line of the log of all runs.
struct RunLogLine {
  enum class Level { Info, Warning, Error };
  std::string id;     ///< the run's folder
  std::string clock;  ///< "06:41:02"
  std::string run;
  Level level = Level::Info;
  std::string text;
  double wall = 0;        ///< seconds since 1970
  std::int64_t step = 0;  ///< the last one before it
  bool routine = false;   ///< a checkpoint of every epoch: left out unless it is asked for
};

/// The selected run.
struct RunCard {
  std::string id;
  std::string name, word, icon;
  RunSeverity severity = RunSeverity::Quiet;
  std::string where;  ///< "epoch 8 of 50, step 464"
  std::string reason;
  std::vector<ActionButton> buttons;
  bool takesRate = false;
  double rate = 0;     ///< the learning rate now; 0 before the first step
  std::string answer;  ///< what became of the last command
  RunSeverity answerSeverity = RunSeverity::Quiet;
  std::vector<float> norms;                    ///< gradient norm of the latest steps
  std::vector<std::string> columns;            ///< of the last epochs
  std::vector<std::vector<std::string>> rows;  ///< newest first
  std::vector<std::pair<std::string, std::string>> settings;
  std::string reference;                         ///< the run that it is compared with; empty for itself
  std::map<std::string, std::string> differing;  ///< the keys of settings that it has otherwise, and how
  std::shared_ptr<const StepColumns> steps;      ///< the latest, or all where its history is there; may be null
  std::string leftOut{};                         ///< what of its log is not kept; empty: all is, or it is not known
  std::shared_ptr<const std::vector<RunLogLine>> events;  ///< what happened, in rising order of step; may be null
};

/// A command that was sent.
struct SentLine {
  std::string clock{};  ///< when, "06:41:02"
  std::string run{}, command{}, outcome{};
  RunSeverity severity = RunSeverity::Quiet;
};

/// A table of runs to be compared, with a line above the seeds of one configuration.
struct CompareTable {
  struct Column {
    std::string title, description;
    bool number = false;  ///< stands at the right
    float widest = 0;     ///< longer texts are cut; 0: as wide as its texts
  };
  struct Cell {
    std::string text{};
    std::string hint{};     ///< tooltip
    bool best = false;      ///< of its column, among the runs
    ActionButton button{};  ///< in place of the text where its own is not empty: what is hidden until it is asked for
    ActionButton back{};    ///< before the text where its own is not empty: takes back what was asked for
  };
  struct Row {
    std::string id;  ///< the run's folder, or the group's key
    bool group = false, member = false;
    bool open = true;     ///< a group whose seeds are shown
    bool chosen = false;  ///< in the charts: a run, or all runs of a group
    bool selected = false;
    bool dashed = false;      ///< its line, since an earlier run has the colour
    Color ink;                ///< of its line in the charts, where it is in them
    std::vector<Cell> cells;  ///< a column each
  };

  std::vector<Column> columns;
  std::vector<Row> rows;
  std::string caption;  ///< "12 runs, 2 groups of seeds"
};

/// The rows as lines of cells with tabs between, a line of titles first: what is hidden stays so.
[[nodiscard]] inline std::string asTabbedText(const CompareTable& table) {
  std::string text;
  for (const CompareTable::Column& column : table.columns)
    text += (&column == &table.columns.front() ? "" : "\t") + tsvField(column.title);
  for (const CompareTable::Row& row : table.rows) {
    text += '\n';
    for (const CompareTable::Cell& cell : row.cells)
      text += (&cell == &row.cells.front() ? "" : "\t") + tsvField(cell.text);
  }
  return text + '\n';
}

/// What distinguishes the configurations of some runs, key by key.
struct RunDifferences {
  struct Run {
    std::string id, name;
    Color ink;            ///< its line in the charts
    bool dashed = false;  ///< that line
  };
  struct Value {
    std::string text;      ///< an en dash where its configuration lacks the key
    bool differs = false;  ///< from the first run's
  };
  struct Row {
    std::string key;
    std::vector<Value> values;  ///< a run each
  };

  std::vector<Run> runs;  ///< the first is the reference of the others
  std::vector<Row> rows;  ///< what is equal in all of them is left out
  std::string nothing;    ///< where there are no rows: why
};

/// A run that can be in the charts.
struct PlotChoice {
  std::string id, name;
  bool chosen = false;
  Color color;
  bool dashed = false;    ///< its lines: an earlier run has the colour, too
  std::string leftOut{};  ///< what of its log is not kept, and so not drawn; empty: all is
};

/// A moment that stands as a dashed line in every chart.
struct PlotMarker {
  std::int64_t epoch = 0, step = 0;
  double wall = 0;   ///< seconds since 1970
  std::string word;  ///< "best", "resumed", "rate 0.001"
};

/// How the charts are looked at, as a person has set it.
struct PlotOptions {
  CurveX x = CurveX::Step;
  double smoothing = 0.6;
  bool linked = true, crosshair = true, markers = true;
  bool logLoss = false, logGradient = true, raw = true;
  bool operator==(const PlotOptions&) const = default;
};

struct RunPlots {
  std::vector<PlotChoice> choices;
  std::vector<CurveRun> runs;       ///< the chosen ones
  std::string selected;             ///< drawn thicker
  std::vector<PlotMarker> markers;  ///< of the selected one
};

}  // namespace sojourn::present
