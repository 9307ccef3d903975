// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/run_record.h"

#include <algorithm>

#include "model/runs/store/json_file.h"
#include "model/runs/store/named.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view schemaOfAnyVersion = "sojourn.run/";

RunRecord::Dataset readDataset(JsonFields& fields, const Json& splits) {
  RunRecord::Dataset dataset;
  dataset.path = fields.text("path");
  dataset.prefix = fields.text("prefix");
  dataset.fingerprint = fields.text("fingerprint");
  JsonFields parts = fields.object("splits");
  for (const auto& [name, facts] : splits.items()) {
    if (!facts.is_object()) {
      parts.refuse(name.c_str(), "is not an object");
      break;
    }
    JsonFields split = parts.object(name.c_str());
    dataset.splits.emplace_back(name, split.count("sequences"));
    parts.take(split);
  }
  fields.take(parts);
  dataset.places = fields.countIfAny("places").value_or(0);
  return dataset;
}

/// The member of a member, or an empty object.
Json memberOf(const Json& json, const char* outer, const char* inner) {
  const auto found = json.find(outer);
  if (found == json.end() || !found->is_object()) return Json::object();
  const auto member = found->find(inner);
  return member != found->end() && member->is_object() ? *member : Json::object();
}

}  // namespace

std::optional<std::int64_t> stepsPerEpochOf(const RunRecord& record) {
  if (record.stepsPerEpoch) return record.stepsPerEpoch;
  const auto& splits = record.dataset.splits;
  const auto train = std::ranges::find(splits, "train", &std::pair<std::string, std::int64_t>::first);
  if (train == splits.end() || train->second < 1) return std::nullopt;
  const Json training = record.config.is_object() ? record.config.value("training", Json()) : Json();
  const Json batch = training.is_object() ? training.value("batch_size", Json()) : Json();
  if (!batch.is_number_integer() || batch.get<std::int64_t>() < 1) return std::nullopt;
  return (train->second - 1) / batch.get<std::int64_t>() + 1;
}

Status writeRunRecord(const GuardedPath& file, const RunRecord& record) {
  if (isNamed(file)) {
    return Error{ErrorKind::BadInput, file.string(), "is there already", "name another folder, or resume that run"};
  }
  Json json;
  json["schema"] = runSchema;
  json["id"] = record.id;
  json["created"] = record.created;
  json["command"] = record.command;
  json["config"] = record.config;
  json["model"] = record.model;
  Json splits = Json::object();
  for (const auto& [name, sequences] : record.dataset.splits) splits[name] = {{"sequences", sequences}};
  json["dataset"] = {{"path", record.dataset.path},
                     {"prefix", record.dataset.prefix},
                     {"fingerprint", record.dataset.fingerprint},
                     {"splits", splits}};
  if (record.dataset.places > 0) json["dataset"]["places"] = record.dataset.places;
  Json versions = Json::object();
  for (const auto& [name, version] : record.versions) versions[name] = version;
  json["versions"] = versions;
  json["parameters"] = record.parameters;
  json["probes"] = record.probes;
  if (record.stepsPerEpoch) json["steps_per_epoch"] = *record.stepsPerEpoch;
  return writeFileAtomically(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<RunRecord> readRunRecord(const GuardedPath& file) {
  const auto json = readJsonObject(file);
  if (!json) return json.error();
  JsonFields fields(*json, file.string());
  const std::string schema = fields.text("schema");
  if (schema.starts_with(schemaOfAnyVersion) && schema != runSchema) {
    return Error{ErrorKind::BadInput, file.string() + ", schema",
                 "is " + schema + ", of another version of this program; this one reads " + runSchema,
                 "look at it with a newer Sojourn"};
  }
  if (schema != runSchema) fields.refuse("schema", std::string("is not ") + runSchema);
  RunRecord record;
  record.id = fields.text("id");
  record.created = fields.text("created");
  record.command = fields.text("command");
  static_cast<void>(fields.object("config"));
  record.model = fields.text("model");
  JsonFields dataset = fields.object("dataset");
  record.dataset = readDataset(dataset, memberOf(*json, "dataset", "splits"));
  fields.take(dataset);
  JsonFields versions = fields.object("versions");
  if (!fields.error()) {
    for (const auto& [name, version] : (*json)["versions"].items()) {
      record.versions.emplace_back(name, versions.text(name.c_str()));
    }
  }
  fields.take(versions);
  record.parameters = fields.count("parameters");
  record.probes = fields.counts("probes");
  record.stepsPerEpoch = fields.countIfAny("steps_per_epoch");
  if (record.stepsPerEpoch == 0) fields.refuse("steps_per_epoch", "is not above 0");
  if (fields.error()) return *fields.error();
  record.config = (*json)["config"];
  return record;
}

}  // namespace sojourn
