// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/output_folder.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>

#include "model/core/text.h"
#include "model/data/io/dataset_files.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestReport = 1U << 24U;
constexpr std::string_view metadataEnding = "_metadata.json";

/// The notes are a copy of the report that is to come.
GuardedPath notesIn(const fs::path& out) {
  return OutputFolder::workFolder(out) / std::string("files.json");
}

/// All that a preparation may write for a dataset of that prefix, but for the table of users.
std::vector<std::string> filesOfDataset(const std::string& prefix) {
  const DatasetLocation location{{}, prefix};
  std::vector<std::string> names{metadataFile(location).filename(), locationsName(prefix)};
  for (const Split split : allSplits) names.push_back(splitFile(location, split).filename());
  return names;
}

/// "ab" and "ab_c" of "ab_c_prev7": what the dataset may be called.
bool isTableOfUsers(const std::string& name, const std::string& prefix) {
  constexpr std::string_view ending = "_users.csv";
  if (!name.ends_with(ending)) return false;
  return prefix.starts_with(name.substr(0, name.size() - ending.size()) + "_");
}

std::vector<std::string> filesOfReportAt(const GuardedPath& path) {
  const auto bytes = readFile(path, largestReport);
  return bytes ? filesOfReport(asText(*bytes)) : std::vector<std::string>{};
}

Error notEmpty(const fs::path& out, bool begun) {
  return {ErrorKind::BadInput, out.string(), "is not empty",
          begun ? "continue the preparation in it with --resume, or start again with --force"
                : "choose another folder, or replace the dataset in it with --force"};
}

}  // namespace

std::string preparedPrefix(const PrepareSettings& settings, bool placesGiven) {
  return settings.name + (placesGiven ? "" : "_eps" + shortNumber(settings.eps, 15)) + "_prev" +
         std::to_string(settings.window);
}

std::string locationsName(const std::string& prefix) {
  return prefix.substr(0, prefix.rfind("_prev")) + "_locations.csv";
}

std::string usersName(const std::string& datasetName) {
  return datasetName + "_users.csv";
}

Result<PrepareSettings> settingsLike(const fs::path& dataset) {
  std::error_code error;
  const fs::path folder = fs::is_directory(dataset, error) ? dataset : dataset.parent_path();
  const fs::path report = folder / preparationReportName;
  const auto bytes = readFile(report, largestReport);
  if (!bytes) return bytes.error();
  return settingsOfReport(asText(*bytes), report.string());
}

std::vector<std::string> filesOfReport(std::string_view report) {
  const ParsedJson parsed = parseJson(report);
  if (parsed.fault || !parsed.value.is_object()) return {};
  const auto text = [&](const char* key) {
    const auto found = parsed.value.find(key);
    return found != parsed.value.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::string fingerprint = text("fingerprint");
  const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (text("schema") != preparationSchema || fingerprint.size() != 64 || !std::ranges::all_of(fingerprint, isHex))
    return {};
  const auto listed = parsed.value.find("files");
  if (listed == parsed.value.end() || !listed->is_array()) return {};
  std::vector<std::string> files;
  std::string prefix;
  for (const auto& file : *listed) {
    files.push_back(file.is_string() ? file.get<std::string>() : std::string());
    if (files.back().ends_with(metadataEnding))
      prefix = files.back().substr(0, files.back().size() - metadataEnding.size());
  }
  std::set<std::string> possible{"staypoints.csv", "visits.csv", preparationReportName};
  if (!prefix.empty())
    for (const std::string& name : filesOfDataset(prefix)) possible.insert(name);
  const bool all = std::ranges::all_of(files, [&](const std::string& file) {
    return file.find('/') == std::string::npos && (possible.contains(file) || isTableOfUsers(file, prefix));
  });
  return all ? files : std::vector<std::string>{};
}

GuardedPath OutputFolder::workFolder(const fs::path& out) {
  return GuardedPath(out) / std::string(".work");
}

Result<OutputFolder> OutputFolder::open(const PrepareSettings& settings) {
  const fs::path& out = settings.out;
  std::error_code error;
  if (fs::exists(out, error) && !fs::is_directory(out, error))
    return Error{ErrorKind::BadInput, out.string(), "is not a folder", "choose another --out"};
  const bool created = fs::create_directories(out, error);
  if (error)
    return Error{ErrorKind::Failed, out.string(), "cannot be created (" + error.message() + ")",
                 "choose a writable folder"};
  Descriptor lock(::open(out.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some network file systems lock no folders; there nothing is lost but this check.
  if (lock.get() >= 0 && ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{ErrorKind::BadInput, out.string(), "is the folder of another preparation, which is running",
                 "wait until it has ended, or choose another --out"};
  OutputFolder folder(out, std::move(lock), created);
  if (const Status checked = folder.check(settings); !checked) return checked.error();
  return folder;
}

Status OutputFolder::check(const PrepareSettings& settings) {
  const auto there = namesIn(m_path);
  if (!there) return there.error();
  const std::vector<std::string> ofReport = filesOfReportAt(GuardedPath(m_path) / std::string(preparationReportName));
  std::set<std::string> ours(ofReport.begin(), ofReport.end());
  for (const std::string& name : filesOfReportAt(notesIn(m_path))) ours.insert(name);
  std::error_code error;
  m_begun = fs::is_directory(fs::symlink_status(workFolder(m_path), error));

  std::vector<std::string> written{"staypoints.csv", "visits.csv", preparationReportName, usersName(settings.name)};
  for (const bool placesGiven : {false, true})
    for (const std::string& name : filesOfDataset(preparedPrefix(settings, placesGiven))) written.push_back(name);
  const auto isLeftover = [&](const std::string& name) {
    const auto target = stagedName(name);
    return target && (ours.contains(*target) || std::ranges::find(written, *target) != written.end());
  };
  const bool empty = std::ranges::all_of(*there, isLeftover);
  if (!empty && !settings.resume && !settings.force) return notEmpty(m_path, m_begun);
  if (!empty && !settings.force && !m_begun && ofReport.empty())
    return Error{ErrorKind::BadInput, m_path.string(), "holds no preparation to continue", "choose another --out"};
  for (const std::string& name : written) {
    if (std::ranges::find(*there, name) == there->end()) continue;
    if (fs::equivalent(settings.input.input, m_path / name, error))
      return Error{ErrorKind::BadInput, (m_path / name).string(), "is the input, and would be replaced",
                   "choose another --out"};
    if (!ours.contains(name))
      return Error{ErrorKind::BadInput, (m_path / name).string(), "would be replaced, and no preparation wrote it",
                   "choose another --out, or move that file"};
  }
  for (const std::string& name : *there) {
    if (name == preparationReportName || !(ours.contains(name) || isLeftover(name))) continue;
    if (fs::equivalent(settings.input.input, m_path / name, error))
      return Error{ErrorKind::BadInput, (m_path / name).string(), "is the input, and would be deleted",
                   "choose another --out"};
    m_earlier.push_back(name);
  }
  std::stable_partition(m_earlier.begin(), m_earlier.end(),
                        [](const std::string& name) { return name.ends_with(metadataEnding); });
  return {};
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  // Deletes nothing that holds anything.
  if (m_created && m_lock.get() >= 0) fs::remove(m_path, ignored);
}

Status OutputFolder::note(std::string_view report) const {
  if (const Status made = makeGuardedFolder(workFolder(m_path)); !made) return made;
  return writeFileAtomically(notesIn(m_path), report);
}

Status OutputFolder::checkRoom(std::uint64_t bytes) const {
  constexpr std::uint64_t beside = 16U << 20U;
  std::error_code error;
  const fs::space_info space = fs::space(m_path, error);
  if (error || space.available >= bytes + beside) return {};
  return Error{
      ErrorKind::Failed, m_path.string(),
      "lies on a disk with " + humanBytes(space.available) + " free, and " + humanBytes(bytes + beside) + " are needed",
      "make room, or choose a folder on another disk"};
}

void OutputFolder::removeWork() const {
  const GuardedPath work = workFolder(m_path);
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(work, ignored))) return;
  const auto ours = [](const std::string& name) { return name == "staypoints" || name == "files.json"; };
  std::vector<std::string> names;
  for (fs::directory_iterator at(work, ignored), end; !ignored && at != end; at.increment(ignored))
    names.push_back(at->path().filename().string());
  // Also what a killed preparation left under a temporary name.
  for (const std::string& name : names)
    if (ours(name) || ours(stagedName(name).value_or(""))) (void)removeGuarded(work / name);
  fs::remove(work, ignored);
}

}  // namespace sojourn
