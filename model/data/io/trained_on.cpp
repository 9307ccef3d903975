// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/trained_on.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "model/core/sha256.h"
#include "model/core/text.h"
#include "model/data/io/dataset_files.h"

namespace sojourn {
namespace {

constexpr std::uint64_t largestRecord = 1'000'000;         // bytes of run.json
constexpr std::uint64_t largestRead = 256ULL * 1'000'000;  // bytes of split files

template <class Json>
std::string textAt(const Json& object, const char* key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->template get<std::string>() : std::string();
}

/// The dataset of the run that the checkpoint belongs to.
std::optional<DatasetIdentity> ofRun(const std::filesystem::path& checkpoint) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(checkpoint, error).parent_path();
  if (error || folder.filename() != "checkpoints") return std::nullopt;
  const auto bytes = readFile(folder.parent_path() / "run.json", largestRecord);
  if (!bytes) return std::nullopt;
  const char* const begin = reinterpret_cast<const char*>(bytes->data());
  const auto record = nlohmann::json::parse(begin, begin + bytes->size(), nullptr, false);
  if (!record.is_object() || !record.contains("dataset")) return std::nullopt;
  const nlohmann::json& dataset = record["dataset"];
  DatasetIdentity found{
      .prefix = textAt(dataset, "prefix"), .splits = {}, .fingerprint = textAt(dataset, "fingerprint")};
  if (found.prefix.empty() || !dataset.contains("splits") || !dataset["splits"].is_object()) return std::nullopt;
  for (const Split split : allSplits)
    if (dataset["splits"].contains(splitName(split))) found.splits.emplace_back(splitName(split));
  return found;
}

}  // namespace

DatasetIdentity identityOf(const Dataset& dataset) {
  DatasetIdentity identity{.prefix = dataset.prefix,
                           .splits = {},
                           .fingerprint = dataset.pseudonyms ? dataset.filesFingerprint : dataset.fingerprint};
  for (const Split split : allSplits)
    if (dataset.split(split)) identity.splits.emplace_back(splitName(split));
  return identity;
}

DatasetIdentity identityOf(const DatasetLocation& location, const std::vector<std::string>& splits) {
  DatasetIdentity identity{.prefix = location.prefix, .splits = splits, .fingerprint = {}};
  std::string lines;
  std::uint64_t left = largestRead;
  for (const std::string& split : splits) {
    const auto known = splitFromName(split);
    const auto bytes = known ? readFile(splitFile(location, *known), left) : Result<Bytes>(Error{});
    if (!bytes) return identity;
    left -= bytes->size();
    lines += fingerprintLine(*known, sha256(*bytes));
  }
  if (!splits.empty()) identity.fingerprint = sha256(asBytes(lines));
  return identity;
}

DatasetIdentity trainedOn(const std::filesystem::path& checkpoint, const nlohmann::ordered_json& metadata) {
  if (auto run = ofRun(checkpoint)) return *run;
  if (!metadata.is_object() || !metadata.contains("config")) return {};
  const nlohmann::ordered_json& config = metadata["config"];
  std::string prefix = textAt(config, "dataset_prefix");
  if (prefix.empty() && config.is_object() && config.contains("data"))
    prefix = textAt(config["data"], "dataset_prefix");
  return {.prefix = std::move(prefix), .splits = {}, .fingerprint = {}};
}

std::optional<Problem> datasetMismatch(const std::string& model, const DatasetIdentity& trained,
                                       const DatasetIdentity& here) {
  const bool exact = !trained.fingerprint.empty() && !here.fingerprint.empty() && trained.splits == here.splits;
  if (exact ? trained.fingerprint == here.fingerprint
            : trained.prefix.empty() || here.prefix.empty() || trained.prefix == here.prefix)
    return std::nullopt;
  const bool sameName = trained.prefix == here.prefix;
  return Problem{
      Severity::Warning, model,
      sameName ? "was trained on other data than these, which have the same name " + escapeForDisplay(here.prefix, 80)
               : "was trained on the dataset " + escapeForDisplay(trained.prefix, 80) + ", not on " +
                     escapeForDisplay(here.prefix, 80),
      "open the dataset that it was trained on; places and users of another one mean nothing to it"};
}

}  // namespace sojourn
