// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/control.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "model/config/config_schema.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/runs/json_file.h"
#include "model/runs/name_table.h"
#include "model/runs/uuid.h"
#include "model/runs/wall_time.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr NameTable<6> names{"pause", "resume", "stop", "checkpoint", "evaluate", "set_learning_rate"};
constexpr std::uint64_t largestFile = 65'536;
/// At most so many are taken at once; the rest comes with the next poll.
constexpr std::size_t mostAtOnce = 256;
constexpr std::int64_t version = 1;

/// Fills in what the file says; gives back why it is refused, empty where it is not.
std::string readRequest(const nlohmann::ordered_json& json, ControlRequest& request) {
  JsonFields fields(json, "the command");
  const bool known = fields.count("v") == version;
  const std::string id = fields.text("id");
  request.wall = fields.real("wall");
  request.command = fields.text("command");
  request.value = fields.realIfAny("value");
  if (fields.error()) return fields.error()->where + " " + fields.error()->what;
  if (!known) return "is of a version that this trainer does not know";
  if (id != request.id) return "has an id that is not the file's name";
  if (!std::isfinite(request.wall)) return "has no time";
  request.order = valueNamed<ControlCommand>(names, request.command);
  if (!request.order) return "is no command that is known";
  if (request.order != ControlCommand::SetLearningRate) return {};
  // What a configuration may say holds for a command as well.
  const ConfigField* rate = findConfigField("training.learning_rate");
  return request.value && rate->check(*request.value) ? std::string() : "needs " + rate->allowed();
}

ControlRequest requestOf(const fs::path& file, double started) {
  ControlRequest request;
  request.id = file.stem().string();
  const auto json = readJsonObject(file, largestFile);
  request.why = json ? readRequest(*json, request) : json.error().what;
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
  std::error_code error;
  fs::create_directories(run.control(), error);  // a failure shows when the file is written
  const std::string id = newUuid();
  nlohmann::ordered_json json;
  json["v"] = version;
  json["id"] = id;
  json["wall"] = wallNow();
  json["command"] = controlCommandName(command);
  json["value"] = value ? jsonReal(*value) : nlohmann::ordered_json(nullptr);
  const Status written = writeFileAtomically(run.control() / (id + ".json"), json.dump() + "\n");
  if (!written) return written.error();
  return id;
}

Result<ControlFolder> ControlFolder::open(const RunPaths& run, double started) {
  std::error_code error;
  fs::create_directories(run.control(), error);
  if (error) {
    return Error{ErrorKind::Failed, run.control().string(), "cannot be made (" + error.message() + ")",
                 "check the folder's permissions"};
  }
  return ControlFolder(run.control(), started);
}

std::vector<ControlRequest> ControlFolder::poll() {
  std::vector<ControlRequest> requests;
  std::error_code error;
  for (fs::directory_iterator entry(m_folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& file = entry->path();
    const bool hidden = file.filename().string().starts_with('.');  // still being written
    if (hidden || file.extension() != ".json" || m_undeletable.contains(file.stem().string())) continue;
    requests.push_back(requestOf(file, m_started));
    if (requests.size() == mostAtOnce) break;
  }
  std::ranges::sort(requests, {}, [](const ControlRequest& r) { return std::tie(r.wall, r.id); });
  return requests;
}

void ControlFolder::remove(const ControlRequest& request) {
  std::error_code error;
  fs::remove(m_folder / (request.id + ".json"), error);
  if (error) m_undeletable.insert(request.id);
}

}  // namespace sojourn
