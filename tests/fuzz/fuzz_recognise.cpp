// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a file that somebody opens: what it is said to be is text that can be shown, and an input that is
// recognised has a preview.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "model/data/records/recognise_input.h"
#include "model/data/records/time_zone.h"
#include "model/formats/bytes/file_kind.h"
#include "model/formats/text/csv.h"
#include "tests/fuzz/raw_input_checks.h"

namespace {

using namespace sojourn;

/// As a time, alone: a text that an order reads allows it.
void checkStamp(std::string_view text) {
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

void checkInput(const std::filesystem::path& file) {
  const auto input = recogniseInput(file);
  if (!input) return;
  fuzz::require(isValidUtf8(input->reason), "a reason that is no text");
  (void)prepareCommand(file, *input);
  const auto preview = previewInput(settingsFor(file, *input));
  if (!preview) return fuzz::touch(preview.error());
  fuzz::require(preview->rows.size() == preview->became.size(), "rows that became nothing");
  for (const auto& [key, column] : preview->mapped)
    fuzz::require(column < preview->header.size(), "a column that the table does not have");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  fuzz::touch(wrongFile("bytes", std::as_bytes(bytes), "is none", "open another"));
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  checkStamp(text);
  (void)separatorSaid(text);
  fuzz::require(text.starts_with(plainId(text)), "an id of other letters");
  // A file without a folder, which nobody has to delete.
  static const int file = ::memfd_create("input", 0);
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  checkInput("/proc/self/fd/" + std::to_string(file));
  return 0;
}
