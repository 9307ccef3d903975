// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a time, alone and as a column of them: the year first is no date of another order, and what a column
// decides is what its texts allow.
#include "model/data/records/date_order.h"
#include "model/data/records/time_zone.h"
#include "tests/fuzz/raw_input_checks.h"

namespace {

using namespace sojourn;

void checkText(std::string_view text) {
  const PossibleOrders possible = possibleOrders(text);
  using enum DateOrder;
  for (const DateOrder order : {Automatic, YearFirst, DayFirst, MonthFirst, ExcelDays}) {
    const auto stamp = parseStamp(text, 'T', order);
    if (!stamp) continue;
    fuzz::require(stamp->local || stamp->zone.empty(), "letters of a zone beside an offset");
    fuzz::require(stamp->zone.empty() || text.find(stamp->zone) != std::string_view::npos, "letters from elsewhere");
    if (stamp->local) (void)TimeZone::find("Europe/Zurich")->instantOf(stamp->ms, stamp->zone);
    const bool allowed = order == DayFirst ? possible.dayFirst : order == MonthFirst ? possible.monthFirst : true;
    fuzz::require(allowed, "a date of an order that it does not allow");
  }
  (void)mayBeExcelDays(text);
  (void)parseOffset(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  checkText({reinterpret_cast<const char*>(data), size});
  return 0;
}
