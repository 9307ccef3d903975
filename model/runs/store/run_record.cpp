// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/run_record.h"

#include <algorithm>

#include "model/runs/store/json_file.h"
#include "model/runs/store/named.h"

namespace sojourn {
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

}  // namespace sojourn
