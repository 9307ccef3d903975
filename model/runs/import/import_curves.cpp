// SPDX-License-Identifier: GPL-3.0-or-later
// Reads curves that are kept value by value: tables with a row for each, and MLflow's files of metrics.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/formats/text/csv.h"
#include "model/runs/import/curve_set.h"
#include "model/runs/import/import_readers.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostCurves = 1000;
constexpr std::size_t mostValues = ImportBuilder::mostRows;
constexpr std::uint64_t mostMetricBytes = 256'000'000;
constexpr int deepestMetric = 4;  ///< folders below metrics/

/// Times in milliseconds are known by their size: as seconds they would lie beyond the year 5000.
double secondsOf(double time) {
  return time > 1e11 ? time / 1000 : time;
}

std::int64_t stepOf(double step) {
  return std::isfinite(step) && std::abs(step) < 1e18 ? static_cast<std::int64_t>(step) : 0;
}

/// The split that one of the words of a text names.
std::string_view splitWithin(std::string_view text) {
  const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty()) {
    const auto begin = std::ranges::find_if(text, isLetter);
    text.remove_prefix(static_cast<std::size_t>(begin - text.begin()));
    const auto end = std::ranges::find_if_not(text, isLetter);
    const auto length = static_cast<std::size_t>(end - text.begin());
    if (const auto split = splitNamed(text.substr(0, length)); !split.empty()) return split;
    text.remove_prefix(length);
  }
  return {};
}

/// What a file with one curve is called after: "run-NAME-tag-TAG.csv" as TensorBoard downloads it, else the metric.
std::string curveNamed(const std::string& file) {
  std::string stem = fs::path(file).stem().string();
  // "loss (1)": downloaded again.
  if (const std::size_t copy = stem.rfind(" ("); copy != std::string::npos && stem.ends_with(')')) stem.resize(copy);
  constexpr std::string_view run = "run-", tag = "-tag-";
  const std::size_t at = stem.find(tag);
  if (!stem.starts_with(run) || at == std::string::npos) return stem;
  const auto split = splitWithin(std::string_view(stem).substr(run.size(), at - run.size()));
  const std::string name = stem.substr(at + tag.size());
  return split.empty() ? name : std::string(split) + "/" + name;
}

struct CurveColumns {
  std::size_t value = 0;
  std::optional<std::size_t> name, split, run, step, wall;
};

std::optional<CurveColumns> columnsOf(const CsvReader& csv) {
  const auto value = csv.column({"value", "metric.value", "metric_value"});
  if (!value || MetricNameResolver(csv.header()).anyFigure()) return std::nullopt;
  CurveColumns columns{
      .value = *value,
      .name = csv.column({"metric", "metric.name", "metric_name", "metric name", "tag", "key", "name"}),
      .split = csv.column(
          {"metric.context.subset", "context.subset", "metric.context", "context", "subset", "split", "phase", "mode"}),
      .run = csv.column({"run", "run.name", "run_name", "run name", "run.hash", "run_id", "run id"}),
      .step = csv.column({"step", "metric.step", "global_step"}),
      .wall = csv.column({"wall time", "wall_time", "timestamp", "time", "metric.time"})};
  if (!columns.name && !columns.step && !columns.wall) return std::nullopt;
  return columns;
}

/// Sorts a curve: by its times, or by its steps where it has none.
void sortCurve(ScalarSeries& curve, bool byTime) {
  std::vector<std::size_t> order(curve.step.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    return byTime ? curve.wall[a] < curve.wall[b] : curve.step[a] < curve.step[b];
  };
  if (std::ranges::is_sorted(order, before)) return;
  std::ranges::stable_sort(order, before);
  reorder(curve, order);
}

/// The curves of one table.
class TableCurves {
 public:
  TableCurves(const CsvReader& csv, const CurveColumns& columns, const std::string& where)
      : m_csv(csv), m_columns(columns), m_where(where), m_only(curveNamed(where)) {}

  void row() {
    const std::string_view text = m_csv.field(m_columns.value);
    if (text.empty() || !ofTheRun()) return;
    const auto value = numberOfText(text);
    const auto step = m_columns.step ? numberOfText(m_csv.field(*m_columns.step)) : std::optional(0.0);
    if (!value || !step) {
      ++m_bad;
      m_firstBad = m_firstBad > 0 ? m_firstBad : m_csv.line();
      return;
    }
    ScalarSeries* const curve = curveOfRow();
    if (!curve) return;
    const double wall = wallOfRow();
    m_timed = m_timed && wall > 0;
    curve->wall.push_back(wall);
    curve->step.push_back(stepOf(*step));
    curve->value.push_back(*value);
    ++m_values;
  }
  [[nodiscard]] bool full() const { return m_values >= mostValues; }

  [[nodiscard]] std::vector<ScalarSeries> take() {
    for (ScalarSeries& curve : m_curves) sortCurve(curve, m_timed);
    return std::move(m_curves);
  }
  void report(ImportedRun& run) const {
    if (!m_otherRuns.empty()) {
      run.notes.push_back("holds values of " + std::to_string(m_otherRuns.size() + 1) + " runs: shown is " +
                          escapeForDisplay(m_run, 60));
    }
    if (m_bad == 0) return;
    run.problems.push_back({ErrorKind::BadInput, m_where,
                            "holds " + std::to_string(m_bad) +
                                " rows whose value or step is no number, first at line " + std::to_string(m_firstBad),
                            "they are left out"});
  }

 private:
  /// Whether the row is of the run whose rows come first.
  bool ofTheRun() {
    if (!m_columns.run) return true;
    const std::string_view run = m_csv.field(*m_columns.run);
    if (m_run.empty()) m_run = run;
    if (run == m_run) return true;
    if (m_otherRuns.size() < mostCurves) m_otherRuns.emplace(run);
    return false;
  }
  ScalarSeries* curveOfRow() {
    std::string name = m_columns.name ? std::string(m_csv.field(*m_columns.name)) : m_only;
    if (m_columns.split) {
      if (const auto split = splitWithin(m_csv.field(*m_columns.split)); !split.empty())
        name = std::string(split) + "/" + name;
    }
    const auto [place, isNew] = m_places.try_emplace(name, m_curves.size());
    if (!isNew) return &m_curves[place->second];
    if (m_curves.size() >= mostCurves) {
      m_places.erase(place);
      return nullptr;
    }
    return &m_curves.emplace_back(ScalarSeries{.tag = name, .wall = {}, .step = {}, .value = {}});
  }
  [[nodiscard]] double wallOfRow() const {
    if (!m_columns.wall) return 0;
    const std::string_view field = m_csv.field(*m_columns.wall);
    if (const auto time = numberOfText(field)) return secondsOf(*time);
    return timeOfText(field).value_or(0);
  }

  const CsvReader& m_csv;
  CurveColumns m_columns;
  std::string m_where;
  std::string m_only;  ///< what the curve is called where no column does
  std::string m_run;
  std::set<std::string, std::less<>> m_otherRuns;
  std::vector<ScalarSeries> m_curves;
  std::map<std::string, std::size_t> m_places;
  std::size_t m_values = 0, m_bad = 0, m_firstBad = 0;
  bool m_timed = true;
};

Status finishCurves(CurveSet& curves, const std::string& where, ImportedRun& run) {
  const MetricNameResolver meanings = curves.meanings();
  if (!meanings.anyFigure()) {
    return Error{ErrorKind::BadInput, where, "holds curves, but none whose name is that of a loss or a figure",
                 "name the file after what it holds, as in train_loss.csv or val_accuracy.csv"};
  }
  for (const auto& notes : {meanings.notes(), curves.notes()})
    run.notes.insert(run.notes.end(), notes.begin(), notes.end());
  ImportBuilder builder(where);
  curves.merge(meanings, builder);
  return builder.finish(run);
}

/// "1700000000000 0.5 12": milliseconds, value, step; old files have no step, newer ones a dataset's name and digest.
bool takeMetricLine(std::string_view line, ScalarSeries& curve) {
  std::vector<std::string_view> fields;
  while (!line.empty()) fields.push_back(takeUntil(line, ' '));
  if (fields.size() != 2 && fields.size() != 3 && fields.size() != 5) return false;
  const auto time = numberOfText(fields[0]), value = numberOfText(fields[1]);
  const auto step = fields.size() > 2 ? numberOfText(fields[2]) : std::optional(0.0);
  if (!time || !value || !step) return false;
  curve.wall.push_back(secondsOf(*time));
  curve.step.push_back(stepOf(*step));
  curve.value.push_back(*value);
  return true;
}

/// What one of MLflow's files is called: its path below the folder metrics.
std::string metricNamed(const fs::path& file) {
  std::optional<fs::path> name;
  for (const fs::path& part : file) {
    if (part == "metrics") {
      name.emplace();
    } else if (name) {
      *name /= part;
    }
  }
  return name && !name->empty() ? name->string() : file.filename().string();
}

/// MLflow's metrics, put together.
class MetricFiles {
 public:
  void add(std::string_view text, const fs::path& file) {
    ScalarSeries curve{.tag = metricNamed(file), .wall = {}, .step = {}, .value = {}};
    while (!text.empty()) {
      std::string_view line = takeUntil(text, '\n');
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty()) continue;
      if (m_values >= mostValues || !takeMetricLine(line, curve)) ++m_bad;
      ++m_values;
    }
    m_curves.push_back(std::move(curve));
  }
  Result<ImportedRun> finish(const std::string& where, std::vector<Error> problems) {
    ImportedRun run;
    run.format = ImportFormat::MetricFiles;
    run.problems = std::move(problems);
    if (m_bad > 0) {
      run.problems.push_back({ErrorKind::BadInput, where,
                              "holds " + std::to_string(m_bad) + " lines that are no time, value and step, or too many",
                              "they are left out"});
    }
    CurveSet curves;
    curves.add(std::move(m_curves));
    if (const Status done = finishCurves(curves, where, run); !done) return done.error();
    return run;
  }

 private:
  std::vector<ScalarSeries> m_curves;
  std::size_t m_values = 0, m_bad = 0;
};

}  // namespace

bool looksLikeMetricFile(std::string_view head) {
  const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  ScalarSeries curve;
  return digits >= 10 && digits <= 16 && takeMetricLine(line, curve);
}

bool isMlflowRun(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "meta.yaml", error) && fs::is_directory(folder / "metrics", error);
}

std::vector<fs::path> metricFiles(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder / "metrics", error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (entry.depth() >= deepestMetric) entry.disable_recursion_pending();
    const bool hidden = entry->path().filename().string().starts_with('.');
    if (!hidden && files.size() < mostCurves && entry->is_regular_file(ignored)) files.push_back(entry->path());
  }
  std::ranges::sort(files);
  return files;
}

Result<ImportedRun> importMetricFile(std::string_view text, const std::string& where) {
  MetricFiles files;
  files.add(text, where);
  return files.finish(where, {});
}

Result<ImportedRun> importMlflowRun(const fs::path& folder, const CancelToken& cancel) {
  MetricFiles files;
  std::vector<Error> problems;
  for (const fs::path& file : metricFiles(folder)) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, folder.string(), "was not finished", ""};
    const auto bytes = readFile(file, mostMetricBytes);
    if (bytes) {
      files.add(asText(*bytes), file);
    } else {
      problems.push_back(bytes.error());
    }
  }
  return files.finish(folder.string(), std::move(problems));
}

bool holdsCurves(const CsvReader& csv) {
  return columnsOf(csv).has_value();
}

Result<ImportedRun> importCurveTable(CsvReader& csv, const std::string& where, const CancelToken& cancel) {
  ImportedRun run;
  run.format = ImportFormat::Table;
  TableCurves table(csv, *columnsOf(csv), where);
  for (std::size_t rows = 0; !table.full(); ++rows) {
    if (rows % 1024 == 0 && cancel.cancelled()) return Error{ErrorKind::Cancelled, where, "was not finished", ""};
    const auto more = csv.next();
    if (!more) {
      run.problems.push_back(more.error());
      run.problems.back().remedy += "; the rows before it are shown";
    }
    if (!more || !*more) break;
    table.row();
  }
  table.report(run);
  CurveSet curves;
  curves.add(table.take());
  if (const Status done = finishCurves(curves, where, run); !done) return done.error();
  return run;
}

}  // namespace sojourn
