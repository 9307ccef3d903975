// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/status_file.h"

#include "model/runs/store/json_file.h"

namespace sojourn {

Status writeRunStatus(const GuardedPath& file, const RunStatus& status) {
  nlohmann::ordered_json json;
  json["state"] = runStateName(status.state);
  addTo(json, status.process);
  json["heartbeat"] = jsonReal(status.heartbeat);
  json["epoch"] = status.epoch;
  json["step"] = status.step;
  json["epochs"] = status.epochs;
  return writeFileAtomically(file, json.dump() + "\n");
}

Result<RunStatus> readRunStatus(const GuardedPath& file) {
  const auto json = readJsonObject(file);
  if (!json) return json.error();
  JsonFields fields(*json, file.string());
  const auto state = runStateNamed(fields.text("state"));
  if (!state) fields.refuse("state", "is not a known state");
  RunStatus status;
  status.state = state.value_or(RunState::Starting);
  status.process = readProcess(fields);
  status.heartbeat = fields.real("heartbeat");
  status.epoch = fields.count("epoch");
  status.step = fields.count("step");
  status.epochs = fields.count("epochs");
  if (fields.error()) return *fields.error();
  return status;
}

}  // namespace sojourn
