// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the small JSON files of a run directory.
#include "model/runs/store/json_file.h"

#include <cerrno>

namespace sojourn {
namespace {

Result<nlohmann::ordered_json> parse(const Bytes& bytes, const GuardedPath& file) {
  return parseJsonObject({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.string());
}

JsonEntry::State stateOfUnread(const GuardedPath& file, std::uint64_t maxBytes) {
  struct stat info {};
  if (statGuarded(file, info)) {
    const bool usual = S_ISREG(info.st_mode) && static_cast<std::uint64_t>(info.st_size) <= maxBytes;
    return usual ? JsonEntry::State::Unreadable : JsonEntry::State::Broken;
  }
  if (errno == ENOENT) return JsonEntry::State::Absent;
  return errno == ELOOP ? JsonEntry::State::Broken : JsonEntry::State::Unreadable;
}

}  // namespace

Result<nlohmann::ordered_json> readJsonObject(const GuardedPath& file, std::uint64_t maxBytes) {
  const auto bytes = readFile(file, maxBytes);
  if (!bytes) return bytes.error();
  return parse(*bytes, file);
}

JsonEntry readJsonEntry(const GuardedPath& file, std::uint64_t maxBytes) {
  JsonEntry entry;
  const auto bytes = readFile(file, maxBytes);
  if (!bytes) {
    entry.state = stateOfUnread(file, maxBytes);
    entry.error = bytes.error();
    return entry;
  }
  auto json = parse(*bytes, file);
  entry.state = json ? JsonEntry::State::Whole : JsonEntry::State::Broken;
  if (json)
    entry.json = std::move(*json);
  else
    entry.error = json.error();
  return entry;
}

}  // namespace sojourn
