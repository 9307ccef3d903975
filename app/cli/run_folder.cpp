// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_folder.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <random>
#include <system_error>

#include "app/cli/json_metrics.h"
#include "app/cli/version.h"
#include "model/config/config_writer.h"
#include "model/core/files.h"

namespace sojourn::cli {
namespace {

namespace fs = std::filesystem;

/// A random number of 128 bits as a UUID of version 4: runs of many machines meet in one folder.
std::string newId() {
  std::random_device random;
  std::array<unsigned, 4> words{};
  for (unsigned& word : words) word = random();
  words[1] = (words[1] & 0xFFFF0FFFU) | 0x00004000U;
  words[2] = (words[2] & 0x3FFFFFFFU) | 0x80000000U;
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%08x-%04x-%04x-%04x-%04x%08x", words[0], words[1] >> 16U, words[1] & 0xFFFFU,
                words[2] >> 16U, words[2] & 0xFFFFU, words[3]);
  return text.data();
}

std::string nowUtc() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

Json resultAsJson(const SplitResult& result) {
  Json json = toJson(result.metrics);
  json["batch_mean_loss"] = number(result.batchMeanLoss);
  return json;
}

}  // namespace

Result<RunFolder> RunFolder::create(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path / "run.json", error)) {
    return Error{ErrorKind::BadInput, path.string(), "holds a run already", "name another folder"};
  }
  if (fs::exists(path, error) && !(fs::is_directory(path, error) && fs::is_empty(path, error))) {
    return Error{ErrorKind::BadInput, path.string(), "is there already and is no empty folder", "name another folder"};
  }
  fs::create_directories(path / "checkpoints", error);
  if (error) {
    return Error{ErrorKind::Failed, path.string(), "cannot be made (" + error.message() + ")",
                 "choose a folder that can be written"};
  }
  return RunFolder(path);
}

Status RunFolder::writeRecord(const RunRecord& record, const TrainingConfig& config, const Dataset& dataset) const {
  Json json;
  json["schema"] = "sojourn.run/1";
  json["id"] = newId();
  json["created"] = nowUtc();
  json["command"] = record.command;
  json["config"] = toJson(config);
  json["model"] = config.model.name;
  std::error_code error;
  const fs::path absolute = fs::absolute(dataset.folder, error);
  Json splits = Json::object();
  for (const Split split : allSplits) {
    if (const SequenceSet* set = dataset.split(split)) splits[splitName(split)] = {{"sequences", set->size()}};
  }
  json["dataset"] = {{"path", (error ? dataset.folder : absolute).string()},
                     {"prefix", dataset.prefix},
                     {"fingerprint", dataset.fingerprint},
                     {"splits", splits}};
  json["versions"] = {{"sojourn", programVersion}};
  json["parameters"] = record.parameters;
  json["probes"] = config.training.probes;
  return writeFileAtomically(m_path / "run.json", prettyJson(json));
}

Status RunFolder::writeCheckpoint(const std::string& name, const CheckpointFile& checkpointFile) const {
  return writeTorchCheckpoint(checkpoint(name), checkpointFile);
}

Status RunFolder::writeResults(const SplitResult& validation, const std::optional<SplitResult>& test) const {
  Json json;
  json["schema"] = "sojourn.results/1";
  json["validation"] = resultAsJson(validation);
  json["test"] = test ? resultAsJson(*test) : Json(nullptr);
  return writeFileAtomically(m_path / "results.json", prettyJson(json));
}

fs::path RunFolder::checkpoint(const std::string& name) const {
  return m_path / "checkpoints" / (name + ".pt");
}

std::string commandText(int argc, const char* const* argv) {
  std::string text;
  for (int i = 0; i < argc; ++i) {
    const std::string word = i == 0 ? "sojourn" : argv[i];
    if (i > 0) text += ' ';
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789-_=./,:@%+") == std::string::npos;
    if (plain) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

}  // namespace sojourn::cli
