// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tables: one row a step or an epoch, or one row a run and split.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>

#include "model/core/text.h"
#include "model/formats/text/csv.h"
#include "model/runs/import/import_readers.h"

namespace sojourn {
namespace {

constexpr CsvLimits limits{.fieldBytes = 4096, .columns = 1000, .separator = ','};

std::string_view firstLine(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
}

/// The separator that the header holds most of.
char separatorOf(std::string_view header) {
  char best = ',';
  for (const char c : {';', '\t'}) {
    if (std::ranges::count(header, c) > std::ranges::count(header, best)) best = c;
  }
  return best;
}

CsvReader readerOf(std::string_view text, const std::string& where) {
  CsvLimits own = limits;
  own.separator = separatorOf(firstLine(text));
  return CsvReader(text, where, own);
}

/// The column that names each row's split.
std::optional<std::size_t> splitColumn(const CsvReader& csv) {
  return csv.column({"split", "type", "subset", "phase", "mode"});
}

/// What the columns mean where each row names its split: all are figures of that split.
std::vector<std::optional<NamedMeasure>> meaningsWithin(const CsvReader& csv) {
  std::vector<std::string> names;
  for (const std::string& name : csv.header()) names.push_back("val " + name);
  return MetricNameResolver(names).all();
}

/// Sums the rows of one split.
struct Mean {
  std::array<double, measureCount> sum{};
  std::array<std::size_t, measureCount> count{};
  std::size_t rows = 0;

  void add(const ImportRow& row) {
    ++rows;
    for (std::size_t i = 0; i < measureCount; ++i) {
      const auto& value = row[static_cast<Measure>(i)];
      if (!value) continue;
      sum[i] += *value;
      ++count[i];
    }
  }
  void fill(ImportRow& row, bool test) const {
    for (std::size_t i = 0; i < measureCount; ++i) {
      const auto measure = static_cast<Measure>(i);
      // Counts of several runs have no mean that is a count.
      const bool isCount = measure == Measure::Count || (measure >= Measure::Correct1 && measure <= Measure::Correct10);
      if (count[i] == 0 || (rows > 1 && isCount && measure != Measure::Count)) continue;
      row.setNamed({.measure = measure, .test = test, .percent = false}, sum[i] / static_cast<double>(count[i]));
    }
  }
};

class TableReader {
 public:
  TableReader(CsvReader& csv, const std::string& where) : m_csv(csv), m_where(where), m_builder(where) {
    m_split = splitColumn(csv);
    if (m_split) {
      m_meanings = meaningsWithin(csv);
      m_meanings[*m_split].reset();
    } else {
      const MetricNameResolver names(csv.header());
      m_meanings = names.all();
      m_notes = names.notes();
    }
    m_placed = std::ranges::any_of(m_meanings, [](const auto& meaning) {
      return meaning && (meaning->measure == Measure::Step || meaning->measure == Measure::Epoch);
    });
  }

  void row() {
    ImportRow row;
    std::string_view split;
    for (std::size_t i = 0; i < m_meanings.size(); ++i) {
      const std::string_view field = m_csv.field(i);
      if (m_split == i) split = splitNamed(field);
      if (!m_meanings[i] || field.empty()) continue;
      bool percent = false;
      const auto value = numberOfText(field, &percent);
      if (!value) {
        m_builder.refuse({ErrorKind::BadInput, m_where + ", line " + std::to_string(m_csv.line()),
                          "has a field that is not a number: " + escapeForDisplay(field, 60), "it is left out"});
        continue;
      }
      row.setNamed(*m_meanings[i], *value);
      if (percent) row.setPercent();
    }
    if (!m_split) {
      m_builder.add(row);
    } else if (m_placed) {
      if (split == "test") row.moveToTest();
      if (split == "test" || split == "validation") m_builder.add(row);
    } else if (split == "validation") {
      m_validation.add(row);
    } else if (split == "test") {
      m_test.add(row);
    }
  }

  [[nodiscard]] bool full() const { return m_builder.full(); }

  [[nodiscard]] Status finish(ImportedRun& run) {
    run.notes = m_notes;
    if (m_validation.rows + m_test.rows > 0) {
      ImportRow row;
      m_validation.fill(row, false);
      m_test.fill(row, true);
      m_builder.addResults(row);
      const std::size_t runs = std::max(m_validation.rows, m_test.rows);
      run.ended = true;
      if (runs > 1) run.notes.push_back("results of " + std::to_string(runs) + " runs: their means are shown");
    }
    return m_builder.finish(run);
  }

 private:
  CsvReader& m_csv;
  std::string m_where;
  ImportBuilder m_builder;
  std::optional<std::size_t> m_split;
  std::vector<std::optional<NamedMeasure>> m_meanings;
  std::vector<std::string> m_notes;
  bool m_placed = false;
  Mean m_validation, m_test;
};

}  // namespace

std::optional<double> numberOfText(std::string_view text, bool* percent) {
  if (text.ends_with('%')) {
    text.remove_suffix(1);
    if (percent) *percent = true;
  }
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range && end == text.data() + text.size()) {
    // from_chars leaves the value alone; strtod's answer is infinity or zero, by the exponent's sign.
    const std::size_t exponent = text.find_first_of("eE");
    const bool tiny = exponent != std::string_view::npos && text.substr(exponent + 1).starts_with('-');
    const double far = tiny ? 0 : std::numeric_limits<double>::infinity();
    return text.starts_with('-') ? -far : far;
  }
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

bool looksLikeTable(std::string_view head) {
  if (head.find('\0') != std::string_view::npos) return false;
  CsvReader csv = readerOf(head, "");
  if (!csv.readHeader() || csv.header().size() < 2) return false;
  const auto split = splitColumn(csv);
  std::vector<std::optional<NamedMeasure>> meanings;
  if (split) {
    meanings = meaningsWithin(csv);
    if (std::ranges::none_of(meanings, [](const auto& one) { return one && one->measure > Measure::Count; }))
      return false;
  } else {
    const MetricNameResolver names(csv.header());
    if (holdsCurves(csv)) return true;
    if (!names.anyFigure()) return false;
    meanings = names.all();
  }
  const auto more = csv.next();
  if (!more) return true;  // the head may end within a row
  if (!*more) return false;
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    if (meanings[i] && numberOfText(csv.field(i))) return true;
  }
  return false;
}

Result<ImportedRun> importTable(std::string_view text, const std::string& where, const CancelToken& cancel) {
  CsvReader csv = readerOf(text, where);
  if (const Status header = csv.readHeader(); !header) return header.error();
  if (holdsCurves(csv)) return importCurveTable(csv, where, cancel);
  ImportedRun run;
  run.format = ImportFormat::Table;
  TableReader table(csv, where);
  std::optional<Error> broken;
  for (std::size_t rows = 0; !table.full(); ++rows) {
    if (rows % 1024 == 0 && cancel.cancelled()) return Error{ErrorKind::Cancelled, where, "was not finished", ""};
    const auto more = csv.next();
    if (!more) broken = more.error();
    if (!more || !*more) break;
    table.row();
  }
  if (const Status done = table.finish(run); !done) return broken ? *broken : done.error();
  if (broken) {
    broken->remedy += "; the rows before it are shown";
    run.problems.push_back(*broken);
  }
  return run;
}

}  // namespace sojourn
