// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a file that somebody opens: what it is said to be is text that can be shown, and an input that is
// recognised has a preview.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "model/data/records/input_preview.h"
#include "model/data/records/recognise_input.h"
#include "model/data/records/time_zone.h"
#include "model/data/steps/prepare_settings.h"
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

void checkRows(const InputPreview& preview, std::optional<DropReason> reason) {
  for (const PreviewRow& row : preview.rows) {
    fuzz::require(!reason || row.dropped == *reason, "a row that is not dropped for this");
    for (const std::size_t field : row.wrong) fuzz::require(field < row.fields.size(), "a field beyond its row");
    for (const std::string& field : row.fields) fuzz::require(isValidUtf8(field), "a field that is no text");
    fuzz::require(isValidUtf8(row.became), "a row that becomes no text");
  }
}

/// All rows that a reader counts as dropped are found again.
void checkDroppedRows(InputSettings settings) {
  settings.acceptBad = true;
  ReadReport report;
  if (readsFixes(settings.format)) {
    auto read = readFixes(settings, [](UserFixes&&) { return Status(); });
    if (!read) return fuzz::touch(read.error());
    report = std::move(*read);
  } else {
    auto read = readVisitRecords(settings);
    if (!read) return fuzz::touch(read.error());
    report = std::move(read->report);
  }
  settings.dates = report.dates;
  for (std::size_t i = 0; i < dropReasonNames.size(); ++i) {
    const auto reason = static_cast<DropReason>(i);
    const bool repeats = reason == DropReason::Duplicate;
    const auto count = report.counts.find("dropped_" + std::string(dropReasonNames[i]));
    const std::size_t dropped = count == report.counts.end() ? 0 : static_cast<std::size_t>(count->second);
    constexpr std::size_t most = 20;
    const auto found = previewInput(
        settings,
        {.most = most, .dropped = reason, .repeated = repeats ? report.repeated : std::vector<RepeatedRow>()});
    if (!found) return fuzz::touch(found.error());
    checkRows(*found, reason);
    fuzz::require(found->rows.size() == std::min(dropped, most), "dropped rows that are not found");
  }
}

void checkInput(const std::filesystem::path& file) {
  const auto input = recogniseInput(file);
  if (!input) return;
  fuzz::require(isValidUtf8(input->reason), "a reason that is no text");
  (void)prepareCommand(file, *input);
  const auto preview = previewInput(settingsFor(file, *input));
  if (!preview) return fuzz::touch(preview.error());
  for (const auto& [key, column] : preview->mapped)
    fuzz::require(column < preview->header.size(), "a column that the table does not have");
  checkRows(*preview, std::nullopt);
  checkDroppedRows(settingsFor(file, *input));
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
