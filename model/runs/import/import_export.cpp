// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what `sojourn export --csv` wrote: steps.csv, epochs.csv and eval.csv of one run, back into its history.
#include <cmath>
#include <limits>
#include <map>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/formats/text/csv.h"
#include "model/formats/text/json_fields.h"
#include "model/runs/import/import_readers.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mostBytes = 1'000'000'000;

using Columns = std::vector<std::string>;

/// The members of a struct, which are columns of a table, behind others.
template <JsonStruct T>
Columns columnsOf(Columns columns) {
  const auto members = jsonOf(T{});
  for (const auto& [key, value] : members.items()) columns.push_back(key);
  return columns;
}

/// One of the tables: its columns by their names. A cell that is absent or no number is remembered as the error.
class ExportTable {
 public:
  ExportTable(std::string_view text, std::string where) : m_csv(text, where), m_where(std::move(where)) {}

  [[nodiscard]] Status begin(const Columns& columns) {
    if (const Status header = m_csv.readHeader(); !header) return header;
    for (const std::string& name : columns) {
      const auto column = m_csv.column({name});
      if (!column) {
        return Error{ErrorKind::BadInput, m_where, "has no column " + name,
                     "export the run again with sojourn export --csv"};
      }
      m_columns[name] = *column;
    }
    return {};
  }
  [[nodiscard]] Result<bool> next() { return m_csv.next(); }

  [[nodiscard]] std::string text(const char* column) { return std::string(m_csv.field(m_columns.at(column))); }
  [[nodiscard]] std::optional<double> realIfAny(const char* column) {
    const std::string_view field = m_csv.field(m_columns.at(column));
    if (field.empty()) return std::nullopt;
    const auto value = numberOfText(field);
    if (!value) refuse(column, field);
    return value;
  }
  [[nodiscard]] double real(const char* column) {
    return realIfAny(column).value_or(std::numeric_limits<double>::quiet_NaN());
  }
  [[nodiscard]] std::int64_t count(const char* column) {
    const double value = realIfAny(column).value_or(0);
    if (value >= 0 && value <= 1e15 && value == std::floor(value)) return static_cast<std::int64_t>(value);
    refuse(column, m_csv.field(m_columns.at(column)));
    return 0;
  }
  // As the fields() of events and metrics ask for their members.
  [[nodiscard]] bool has(const char* column) const { return !m_csv.field(m_columns.at(column)).empty(); }
  void operator()(const char* column, std::int64_t& value) { value = count(column); }
  void operator()(const char* column, double& value) { value = real(column); }
  void orNull(const char* column, std::int64_t& value, bool present) {
    if (present) value = count(column);
  }
  void orNull(const char* column, double& value, bool present) {
    if (present) value = real(column);
  }
  void orNull(const char* column, std::optional<double>& value, bool present) {
    if (present) value = realIfAny(column);
  }
  /// Of a column that earlier versions did not write: whether there is a 1 in it.
  [[nodiscard]] bool flag(const char* column) {
    const auto found = m_csv.column({column});
    return found && m_csv.field(*found) == "1";
  }
  [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

 private:
  void refuse(const char* column, std::string_view field) {
    if (m_error) return;
    m_error = Error{ErrorKind::BadInput, m_where + ", line " + std::to_string(m_csv.line()),
                    std::string("has no number in ") + column + ": " + escapeForDisplay(field, 60),
                    "export the run again with sojourn export --csv"};
  }

  CsvReader m_csv;
  std::string m_where;
  std::map<std::string, std::size_t, std::less<>> m_columns;
  std::optional<Error> m_error;
};

/// Calls `row` for each row of a file that is there.
template <class Row>
Status readTable(const fs::path& file, const Columns& columns, const CancelToken& cancel, const Row& row) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  const auto bytes = readFile(file, mostBytes);
  if (!bytes) return bytes.error();
  ExportTable table({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string());
  if (const Status begun = table.begin(columns); !begun) return begun;
  for (std::size_t rows = 0;; ++rows) {
    if (rows % 1024 == 0 && cancel.cancelled())
      return Error{ErrorKind::Cancelled, file.string(), "was not finished", ""};
    const auto more = table.next();
    if (!more) return more.error();
    if (!*more) return {};
    row(table);
    if (table.error()) return *table.error();
  }
}

Metrics metricsOf(ExportTable& table) {
  Metrics metrics;
  Metrics::fields(table, metrics);
  // The export of an imported log may not say over how many targets; where it says nothing else, there are none.
  const bool says = table.has("acc@1") || table.has("mrr");
  return metrics.n == Metrics::unknown && !says ? Metrics{} : metrics;
}

/// Everything but the steps, by the step it came after; at one step the epoch ends before it is judged.
using Later = std::multimap<std::int64_t, Event>;

Status readEpochs(const fs::path& file, const CancelToken& cancel, Later& later) {
  return readTable(file, columnsOf<EpochEvent>({"step", "wall"}), cancel, [&](ExportTable& table) {
    EpochEvent epoch;
    EpochEvent::fields(table, epoch);
    later.emplace(table.count("step"), Event{.seq = 0, .wall = table.real("wall"), .body = epoch});
  });
}

Status readEvals(const fs::path& file, const CancelToken& cancel, Later& later) {
  const Columns columns = columnsOf<Metrics>({"epoch", "step", "wall", "split", "targets", "batch_mean_loss"});
  EvalEvent* last = nullptr;
  return readTable(file, columns, cancel, [&](ExportTable& table) {
    const std::string targets = table.text("targets");
    // Three rows make one evaluation, "all" the first of them.
    if (targets == "all" || !last) {
      EvalEvent eval{.epoch = table.count("epoch"),
                     .split = table.text("split"),
                     .metrics = {},
                     .batchMeanLoss = table.real("batch_mean_loss"),
                     .lossPresent = table.realIfAny("batch_mean_loss").has_value(),
                     .requested = table.flag("requested")};
      const auto at = later.emplace(table.count("step"), Event{.seq = 0, .wall = table.real("wall"), .body = eval});
      last = &std::get<EvalEvent>(at->second.body);
    }
    MetricsByTarget& metrics = last->metrics;
    (targets == "known" ? metrics.known : targets == "unseen" ? metrics.unseen : metrics.all) = metricsOf(table);
  });
}

/// One row a value; those of one place make one event.
Status readOwnMetrics(const fs::path& file, const CancelToken& cancel, Later& later) {
  OwnMetricsEvent* last = nullptr;
  std::int64_t lastStep = -1;
  return readTable(file, Columns{"epoch", "step", "wall", "name", "value"}, cancel, [&](ExportTable& table) {
    const std::int64_t epoch = table.count("epoch"), step = table.count("step");
    std::string name = table.text("name");
    const bool same =
        last && lastStep == step && last->epoch == epoch && last->values.size() < OwnMetricsEvent::mostValues &&
        std::ranges::find(last->values, name, [](const auto& one) { return one.first; }) == last->values.end();
    if (!same) {
      const auto at = later.emplace(
          step, Event{.seq = 0, .wall = table.real("wall"), .body = OwnMetricsEvent{.epoch = epoch, .values = {}}});
      last = &std::get<OwnMetricsEvent>(at->second.body);
      lastStep = step;
    }
    last->values.emplace_back(std::move(name), table.real("value"));
  });
}

}  // namespace

bool isExport(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "steps.csv", error) && fs::is_regular_file(folder / "epochs.csv", error) &&
         fs::is_regular_file(folder / "eval.csv", error);
}

Result<ImportedRun> importExport(const fs::path& folder, const CancelToken& cancel) {
  ImportedRun run;
  run.format = ImportFormat::Table;
  Later later;
  if (const Status read = readEpochs(folder / "epochs.csv", cancel, later); !read) return read.error();
  if (const Status read = readEvals(folder / "eval.csv", cancel, later); !read) return read.error();
  if (const Status read = readOwnMetrics(folder / "metrics.csv", cancel, later); !read) return read.error();
  auto next = later.begin();
  std::int64_t seq = 0;
  const auto addUpTo = [&](std::int64_t step) {
    for (; next != later.end() && next->first <= step; ++next) {
      next->second.seq = ++seq;
      run.history.add(next->second);
    }
  };
  const auto addRow = [&](ExportTable& table) {
    StepEvent step;
    StepEvent::fields(table, step);
    addUpTo(step.step - 1);
    run.history.addStep(step, table.real("wall"));
  };
  const Status steps = readTable(folder / "steps.csv", columnsOf<StepEvent>({"wall"}), cancel, addRow);
  if (!steps) return steps.error();
  addUpTo(std::numeric_limits<std::int64_t>::max());
  run.notes.emplace_back("read: the steps, epochs and evaluations of an export of this program");
  return run;
}

}  // namespace sojourn
