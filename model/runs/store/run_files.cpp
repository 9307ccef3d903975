// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/run_files.h"

#include <algorithm>
#include <cerrno>

#include "model/core/files.h"

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

std::optional<std::int64_t> stepsPerEpochOf(const RunRecord& record) {
  if (record.stepsPerEpoch) return record.stepsPerEpoch;
  const auto& splits = record.dataset.splits;
  const auto train = std::ranges::find_if(splits, [](const auto& split) { return split.first == "train"; });
  if (train == splits.end() || train->second.sequences < 1) return std::nullopt;
  using Json = nlohmann::ordered_json;
  const Json training = record.config.is_object() ? record.config.value("training", Json()) : Json();
  const Json batch = training.is_object() ? training.value("batch_size", Json()) : Json();
  if (!batch.is_number_integer() || batch.get<std::int64_t>() < 1) return std::nullopt;
  return (train->second.sequences - 1) / batch.get<std::int64_t>() + 1;
}

Status writeRunRecord(const GuardedPath& file, const RunRecord& record) {
  if (isNamed(file)) {
    return Error{ErrorKind::BadInput, file.string(), "is there already", "name another folder, or resume that run"};
  }
  return writeFileAtomically(file, jsonFileText(record, 2));
}

Result<RunRecord> readRunRecord(const GuardedPath& file) {
  return readJsonStruct<RunRecord>(file);
}

Result<RunResults> readRunResults(const GuardedPath& file) {
  return readJsonStruct<RunResults>(file);
}

Status writeRunResults(const GuardedPath& file, const RunResults& results) {
  return writeFileAtomically(file, jsonFileText(results, 2));
}

Result<ViewerNotes> readViewerNotes(const GuardedPath& file) {
  if (!isNamed(file)) return ViewerNotes{};
  auto json = readJsonObject(file);
  if (!json) return json.error();
  auto notes = structOf<ViewerNotes>(*json, file.string());
  if (!notes) return notes;
  const auto known = jsonOf(*notes);
  for (const auto& [key, value] : known.items()) json->erase(key);
  notes->further = std::move(*json);
  return notes;
}

Status writeViewerNotes(const GuardedPath& file, const ViewerNotes& notes) {
  auto json = jsonOf(notes);
  json.update(notes.further);
  return writeFileAtomically(file, json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace sojourn
