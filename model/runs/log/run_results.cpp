// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/run_results.h"

#include "model/runs/log/event_json.h"
#include "model/runs/store/json_file.h"

namespace sojourn {
namespace {

RunResults::OnSplit readSplit(JsonFields& fields, const char* split) {
  JsonFields part = fields.object(split);
  RunResults::OnSplit results{.metrics = readFigures(part), .batchMeanLoss = part.realIfAny("batch_mean_loss")};
  fields.take(part);
  return results;
}

}  // namespace

Result<RunResults> readRunResults(const GuardedPath& file) {
  const auto json = readJsonObject(file);
  if (!json) return json.error();
  JsonFields fields(*json, file.string());
  if (fields.text("schema") != resultsSchema) fields.refuse("schema", std::string("is not ") + resultsSchema);
  RunResults results;
  results.validation = readSplit(fields, "validation");
  if (fields.has("test")) results.test = readSplit(fields, "test");
  if (fields.error()) return *fields.error();
  return results;
}

}  // namespace sojourn
