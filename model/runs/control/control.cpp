// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/control/control.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>
#include <tuple>

#include "model/config/config_schema.h"
#include "model/core/files.h"
#include "model/core/name_table.h"
#include "model/core/text.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_files.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr NameTable<6> names{"pause", "resume", "stop", "checkpoint", "evaluate", "set_learning_rate"};
constexpr std::uint64_t largestFile = 65'536;
/// At most so many are taken at once; the rest comes with the next poll.
constexpr std::size_t mostAtOnce = 256;
constexpr std::int64_t version = 1;

/// The file of a command.
struct CommandFile {
  std::int64_t v = version;
  std::string id;
  double wall = 0;
  std::string command;
  std::optional<double> value;

  static void fields(auto& json, auto& file) {
    json("v", file.v);
    json("id", file.id);
    json("wall", file.wall);
    json("command", file.command);
    json.orNull("value", file.value);
  }
};

/// Fills in what the file says; gives back why it is refused, empty where it is not.
std::string readRequest(const nlohmann::ordered_json& json, ControlRequest& request) {
  JsonFields fields(json, "the command");
  CommandFile file;
  CommandFile::fields(fields, file);
  request.command = file.command;
  request.value = file.value;
  const bool timed = std::isfinite(file.wall);
  request.wall = timed ? file.wall : 0;  // the order of requests needs numbers that can be compared
  if (fields.error()) return fields.error()->where + " " + fields.error()->what;
  if (file.v != version) return "is of a version that this trainer does not know";
  if (file.id != request.id) return "has an id that is not the file's name";
  if (!timed) return "has no time";
  request.order = valueNamed<ControlCommand>(names, request.command);
  if (!request.order) return "is not a known command";
  if (request.order != ControlCommand::SetLearningRate) return {};
  // What a configuration may say holds for a command as well.
  const ConfigField* rate = findConfigField("training.learning_rate");
  return request.value && rate->check(*request.value) ? std::string() : "needs " + rate->allowed();
}

/// Nothing where there is no file that can be read now.
std::optional<ControlRequest> requestOf(const GuardedPath& file, double started) {
  const JsonEntry entry = readJsonEntry(file, largestFile);
  if (entry.state == JsonEntry::State::Absent || entry.state == JsonEntry::State::Unreadable) return std::nullopt;
  ControlRequest request;
  request.id = file.stem().string();
  request.why = entry.state == JsonEntry::State::Whole ? readRequest(entry.json, request) : entry.error.what;
  if (!request.why.empty()) {
    request.answer = ControlAnswer::Refused;
  } else if (request.wall < started) {
    request.answer = ControlAnswer::Expired;
    request.why = "was written before this trainer started";
  }
  if (request.answer != ControlAnswer::Done) request.order.reset();
  return request;
}

}  // namespace

std::string_view controlCommandName(ControlCommand command) {
  return nameIn(names, command);
}

Result<std::string> sendCommand(const RunPaths& run, ControlCommand command, std::optional<double> value) {
  if (const Status made = makeGuardedFolder(run.control()); !made) return made.error();
  const std::string id = newUuid();
  const CommandFile file{
      .id = id, .wall = wallNow(), .command = std::string(controlCommandName(command)), .value = value};
  const Status written = writeFileAtomically(run.control() / (id + ".json"), jsonFileText(file));
  if (!written) return written.error();
  return id;
}

std::vector<ControlRequest> waitingCommands(const RunPaths& run) {
  std::vector<ControlRequest> requests = ControlFolder(run.control(), -std::numeric_limits<double>::infinity()).poll();
  std::erase_if(requests, [](const ControlRequest& request) { return !request.order; });
  return requests;
}

Result<ControlFolder> ControlFolder::open(const RunPaths& run, double started) {
  if (const Status made = makeGuardedFolder(run.control()); !made) return made.error();
  return ControlFolder(run.control(), started);
}

std::vector<ControlRequest> ControlFolder::poll() {
  std::vector<ControlRequest> requests;
  const auto present = namesIn(m_folder);
  if (!present) return requests;
  for (const std::string& name : *present) {
    const fs::path file(name);
    const std::string id = file.stem().string();
    // One that is still being written has a name that is no UUID.
    if (file.extension() != ".json" || !isUuid(id) || m_undeletable.contains(id)) continue;
    if (auto request = requestOf(m_folder / name, m_started)) requests.push_back(std::move(*request));
    if (requests.size() == mostAtOnce) break;
  }
  std::ranges::sort(requests, {}, [](const ControlRequest& r) { return std::tie(r.wall, r.id); });
  return requests;
}

void ControlFolder::remove(const ControlRequest& request) {
  if (!removeGuarded(m_folder / (request.id + ".json")) && errno != ENOENT) m_undeletable.insert(request.id);
}

}  // namespace sojourn
