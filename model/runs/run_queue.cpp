// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/run_queue.h"

#include <algorithm>
#include <tuple>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/runs/json_file.h"
#include "model/runs/uuid.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::int64_t version = 1;
constexpr const char* waitingEnding = ".json";
constexpr const char* takenEnding = ".running";
constexpr const char* failedEnding = ".failed";
constexpr const char* configEnding = ".yaml";

Json toJson(const QueuedRun& run) {
  Json json;
  json["v"] = version;
  json["id"] = run.id;
  json["wall"] = jsonReal(run.wall);
  json["run_dir"] = run.runFolder;
  json["data"] = run.data;
  json["config"] = run.config;
  json["resume"] = run.resume;
  json["device"] = run.device;
  json["threads"] = run.threads;
  return json;
}

std::string textOf(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Whether a path stays below the folder of runs and out of the queue's own files.
bool staysBelow(const std::string& path) {
  const fs::path run(path);
  if (path.empty() || run.is_absolute()) return false;
  const auto hidden = [](const fs::path& part) { return part.empty() || part.string().starts_with('.'); };
  return std::ranges::none_of(run, hidden) && *run.begin() != "queue";
}

/// Reads what a file says; errors stay in `fields`.
QueuedRun readRun(JsonFields& fields, const Json& json, const std::string& id) {
  QueuedRun run;
  if (fields.count("v") != version) fields.refuse("v", "is a version that this program does not know");
  run.id = fields.text("id");
  if (run.id != id) fields.refuse("id", "is not the file's name");
  run.wall = fields.real("wall");
  run.runFolder = fields.text("run_dir");
  if (!staysBelow(run.runFolder)) fields.refuse("run_dir", "is no path below the folder of the runs");
  run.resume = fields.truth("resume");
  run.data = fields.text("data");
  if (run.data.empty() && !run.resume) fields.refuse("data", "names no dataset");
  static_cast<void>(fields.object("config"));
  run.device = fields.text("device");
  if (run.device != "" && run.device != "auto" && run.device != "cpu" && run.device != "cuda") {
    fields.refuse("device", "is none of auto, cpu and cuda");
  }
  run.threads = fields.count("threads");
  if (!fields.error()) run.config = json["config"];
  return run;
}

Result<TakenRun> readEntry(const fs::path& file, const std::string& id) {
  const auto json = readJsonObject(file);
  if (!json) return json.error();
  JsonFields fields(*json, file.string());
  TakenRun entry;
  entry.run = readRun(fields, *json, id);
  if (fields.has("trainer")) {
    JsonFields trainer = fields.object("trainer");
    entry.trainer = readProcess(trainer);
    fields.take(trainer);
  }
  if (fields.error()) return *fields.error();
  return entry;
}

}  // namespace

fs::path RunQueue::file(const std::string& id, const char* ending) const {
  return m_queue / (id + ending);
}

std::vector<std::string> RunQueue::idsWith(const char* ending) const {
  std::vector<std::string> ids;
  std::error_code error;
  for (fs::directory_iterator entry(m_queue, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path name = entry->path().filename();
    if (name.extension() == ending && isFileId(name.stem().string())) ids.push_back(name.stem().string());
  }
  std::ranges::sort(ids);
  return ids;
}

Status RunQueue::makeFolder() const {
  std::error_code error;
  fs::create_directories(m_queue, error);
  if (!error) return {};
  return Error{ErrorKind::Failed, m_queue.string(), "cannot be made (" + error.message() + ")",
               "choose a folder that can be written"};
}

Status RunQueue::add(const QueuedRun& run) const {
  if (const Status made = makeFolder(); !made) return made;
  return writeFileAtomically(file(run.id, waitingEnding), textOf(toJson(run)));
}

std::vector<QueuedRun> RunQueue::waiting() const {
  std::vector<QueuedRun> runs;
  for (const std::string& id : idsWith(waitingEnding)) {
    const auto entry = readEntry(file(id, waitingEnding), id);
    if (entry) {
      runs.push_back(entry->run);
    } else if (std::error_code error; fs::exists(file(id, waitingEnding), error)) {
      fail(id, {}, entry.error().sentence());
    }
  }
  std::ranges::sort(runs, {}, [](const QueuedRun& run) { return std::tie(run.wall, run.id); });
  return runs;
}

std::vector<TakenRun> RunQueue::taken() const {
  std::vector<TakenRun> runs;
  for (const std::string& id : idsWith(takenEnding)) {
    auto entry = readEntry(file(id, takenEnding), id);
    if (entry) {
      runs.push_back(std::move(*entry));
    } else if (std::error_code error; fs::exists(file(id, takenEnding), error)) {
      // Not one that its queue has finished in this moment.
      fail(id, {}, entry.error().sentence());
    }
  }
  return runs;
}

Status RunQueue::take(const QueuedRun& run) const {
  std::error_code error;
  fs::rename(file(run.id, waitingEnding), file(run.id, takenEnding), error);
  if (!error) return {};
  return Error{ErrorKind::Failed, file(run.id, waitingEnding).string(), "cannot be renamed (" + error.message() + ")",
               "check the folder's permissions"};
}

bool RunQueue::waits(const QueuedRun& run) const {
  std::error_code error;
  return fs::exists(file(run.id, waitingEnding), error);
}

bool RunQueue::withdraw(const std::string& id) const {
  // Deleting and the renaming of take() are one act each on the same name: only one of them finds it.
  std::error_code error;
  return isFileId(id) && fs::remove(file(id, waitingEnding), error);
}

void RunQueue::dismiss(const std::string& id) const {
  std::error_code error;
  if (isFileId(id)) fs::remove(file(id, failedEnding), error);
}

std::optional<ProcessIdentity> RunQueue::worker() const {
  constexpr std::uint64_t mostBytes = 4096;
  const auto json = readJsonObject(lockFile(), mostBytes);
  if (!json) return std::nullopt;
  JsonFields fields(*json, lockFile().string());
  const ProcessIdentity holder = readProcess(fields);
  if (fields.error() || presenceOf(holder) == ProcessPresence::Gone) return std::nullopt;
  return holder;
}

Status RunQueue::noteTrainer(const TakenRun& taken) const {
  Json json = toJson(taken.run);
  if (taken.trainer) {
    json["trainer"] = Json::object();
    addTo(json["trainer"], *taken.trainer);
  }
  return writeFileAtomically(file(taken.run.id, takenEnding), textOf(json));
}

void RunQueue::finish(const QueuedRun& run) const {
  std::error_code error;
  for (const char* ending : {configEnding, takenEnding}) fs::remove(file(run.id, ending), error);
}

void RunQueue::fail(const std::string& id, const std::string& runFolder, const std::string& why) const {
  Json json;
  json["v"] = version;
  json["id"] = id;
  json["run_dir"] = runFolder;
  json["why"] = escapeForDisplay(why, 2000);
  // Where not even this can be written there is no room left to say anything; the entry goes all the same, else the
  // queue would try it for ever.
  static_cast<void>(writeFileAtomically(file(id, failedEnding), textOf(json)));
  std::error_code error;
  for (const char* ending : {configEnding, takenEnding, waitingEnding}) fs::remove(file(id, ending), error);
}

std::vector<FailedRun> RunQueue::failed() const {
  std::vector<FailedRun> runs;
  for (const std::string& id : idsWith(failedEnding)) {
    const auto json = readJsonObject(file(id, failedEnding));
    if (!json) continue;
    JsonFields fields(*json, file(id, failedEnding).string());
    FailedRun run{.id = id, .runFolder = fields.text("run_dir"), .why = fields.text("why")};
    if (!fields.error()) runs.push_back(std::move(run));
  }
  return runs;
}

Result<fs::path> RunQueue::writeConfig(const QueuedRun& run) const {
  const fs::path config = file(run.id, configEnding);
  const Status written = writeFileAtomically(config, textOf(run.config));
  if (!written) return written.error();
  return config;
}

}  // namespace sojourn
