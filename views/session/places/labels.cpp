// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own CSV of labels for places or users.
#include <charconv>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/formats/text/csv.h"
#include "views/session/places/place_naming.h"

namespace sojourn::session {
namespace {

constexpr std::uint64_t mostBytes = 64'000'000;
constexpr std::size_t longestName = 200;

std::optional<std::int32_t> wholeNumber(std::string_view text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

Result<std::size_t> readLabels(const std::filesystem::path& file, GivenNames& names) {
  const auto bytes = readFile(file, mostBytes);
  if (!bytes) return bytes.error();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  CsvReader csv(text, file.string());
  if (const Status head = csv.readHeader(); !head) return head.error();

  const auto place = csv.column({"location_id", "location"});
  const auto user = csv.column({"user_id", "user"});
  const auto label = csv.column({"name", "label"});
  if ((!place && !user) || !label) {
    return Error{ErrorKind::BadInput, tr("%1, line 1", {file.string()}), tr("the columns for labels are missing"),
                 tr("name them location_id (or user_id) and name")};
  }
  std::size_t taken = 0;
  for (;;) {
    const auto more = csv.next();
    if (!more) return more.error();
    if (!*more) return taken;
    const std::string_view idText = csv.field(place ? *place : *user);
    const auto id = wholeNumber(idText);
    if (!id) {
      return Error{ErrorKind::BadInput, tr("%1, line %2", {file.string(), std::to_string(csv.line())}),
                   tr("\"%1\" is not an id", {escapeForDisplay(idText, 40)}), tr("write a whole number")};
    }
    if (csv.field(*label).empty()) continue;
    std::string name = escapeForDisplay(csv.field(*label), longestName);
    if (place) {
      names.places[*id] = std::move(name);
    } else {
      names.users[*id] = std::move(name);
    }
    ++taken;
  }
}

}  // namespace sojourn::session
