// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/date_order.h"

#include <array>
#include <limits>

#include "model/core/text.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

constexpr std::size_t firstRows = 1000;

/// A date that decides something, and where it is.
struct SeenDate {
  std::size_t line = 0;
  std::string text;
};

std::string shown(const SeenDate& date) {
  return "line " + std::to_string(date.line) + " (\"" + escapeForDisplay(date.text, 40) + "\")";
}

/// Goes through the times of a table.
class DateScan {
 public:
  DateScan(ByteSource& source, const InputSettings& settings, ReadWatch& watch)
      : m_source(source), m_settings(settings), m_watch(watch) {}

  void run(std::size_t mostRows) {
    m_source.rewind();
    TextLines lines(m_watch);
    lines.begin(m_source, m_settings.input.string());
    TableInput table(lines, m_settings);
    for (std::size_t rows = 0; rows < mostRows && table.next(); ++rows) {
      for (const Column column : {Column::Time, Column::Start, Column::End})
        if (table.hasField(column)) look(table[column], table.line());
    }
    m_source.rewind();
  }

  [[nodiscard]] bool undecided() const { return m_first.line > 0; }
  [[nodiscard]] const SeenDate& excel() const { return m_excel; }

  [[nodiscard]] DateOrder result(std::vector<Problem>& notes) const {
    struct Order {
      DateOrder order;
      const char* words;
      const SeenDate& against;
    };
    const std::array orders{Order{DateOrder::YearFirst, "year first", m_notYearFirst},
                            Order{DateOrder::DayFirst, "day first", m_notDayFirst},
                            Order{DateOrder::MonthFirst, "month first", m_notMonthFirst}};
    std::vector<const Order*> left;
    for (const Order& order : orders)
      if (order.against.line == 0) left.push_back(&order);
    const std::string where = m_settings.input.string();
    if (left.empty()) {
      throw FormatFailure{{ErrorKind::BadInput, where,
                           "its dates are not all of one order: " + shown(m_notDayFirst) + " is not day first, " +
                               shown(m_notMonthFirst) + " is not month first",
                           "correct them, or say which ones are right with --dates dmy or --dates mdy; the others are "
                           "dropped"}};
    }
    if (left.size() > 1) {
      std::vector<std::string> words, flags;
      for (const Order* order : left) {
        words.emplace_back(order->words);
        flags.push_back("--dates " + std::string(nameIn(dateOrderNames, order->order)));
      }
      throw FormatFailure{{ErrorKind::BadInput, where + ", line " + std::to_string(m_first.line),
                           "\"" + escapeForDisplay(m_first.text, 40) +
                               "\" can be read in more than one way, and no row decides between " + commaList(words),
                           "say which it is: " + commaList(flags)}};
    }
    std::vector<std::string> because;
    for (const Order& order : orders)
      if (order.order != left[0]->order && order.order != DateOrder::YearFirst) because.push_back(shown(order.against));
    notes.push_back({Severity::Notice, where,
                     "dates are read " + std::string(left[0]->words) + ", as only that fits " + commaList(because),
                     "--dates says it where this is wrong"});
    return left[0]->order;
  }

 private:
  void look(std::string_view text, std::size_t line) {
    if (m_excel.line == 0 && mayBeExcelDays(text)) m_excel = {line, std::string(text)};
    const PossibleOrders possible = possibleOrders(text);
    const bool none = !possible.yearFirst && !possible.dayFirst && !possible.monthFirst;
    if (!possible.decides || none) return;  // no date in any order: that row is dropped
    const auto keep = [&](SeenDate& date) {
      if (date.line == 0) date = {line, std::string(text)};
    };
    keep(m_first);
    if (!possible.yearFirst) keep(m_notYearFirst);
    if (!possible.dayFirst) keep(m_notDayFirst);
    if (!possible.monthFirst) keep(m_notMonthFirst);
  }

  ByteSource& m_source;
  const InputSettings& m_settings;
  ReadWatch& m_watch;
  SeenDate m_first, m_excel;
  SeenDate m_notYearFirst, m_notDayFirst, m_notMonthFirst;  ///< the first that excludes it
};

}  // namespace

DateOrder findDateOrder(ByteSource& source, const InputSettings& settings, const ReadWatch& watch,
                        std::vector<Problem>& notes) {
  if (settings.dates != DateOrder::Automatic) return settings.dates;
  ReadWatch silent = watch.silent();
  DateScan beginning(source, settings, silent);
  beginning.run(firstRows);
  if (beginning.excel().line > 0) {
    throw FormatFailure{{ErrorKind::BadInput,
                         settings.input.string() + ", line " + std::to_string(beginning.excel().line),
                         "\"" + escapeForDisplay(beginning.excel().text, 40) +
                             "\" can be a day as Excel counts them, or a second of January 1970",
                         "say which it is: --dates excel or --dates ymd"}};
  }
  if (!beginning.undecided()) return DateOrder::Automatic;
  DateScan whole(source, settings, silent);
  whole.run(std::numeric_limits<std::size_t>::max());
  return whole.result(notes);
}

}  // namespace sojourn
