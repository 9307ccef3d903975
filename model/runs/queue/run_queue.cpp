// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/queue/run_queue.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <numeric>
#include <tuple>

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/results/device.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_files.h"

extern char** environ;

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::int64_t version = 1;
constexpr const char* waitingEnding = ".json";
constexpr const char* takenEnding = ".running";
constexpr const char* failedEnding = ".failed";
constexpr const char* configEnding = ".yaml";

std::string textOf(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The system would read the text up to there only.
bool hasNul(const std::string& text) {
  return text.find('\0') != std::string::npos;
}

/// Whether a path stays below the folder of runs and out of the queue's own files.
bool staysBelow(const std::string& path) {
  const fs::path run(path);
  if (path.empty() || run.is_absolute() || hasNul(path)) return false;
  const auto hidden = [](const fs::path& part) { return part.empty() || part.string().starts_with('.'); };
  return std::ranges::none_of(run, hidden) && *run.begin() != "queue";
}

Result<TakenRun> entryOf(const Json& json, const fs::path& file) {
  auto entry = structOf<TakenRun>(json, file.string());
  if (entry && entry->run.id != file.stem().string())
    return Error{ErrorKind::BadInput, file.string() + ", key id", "is not the file's name",
                 "rename the file to its id"};
  return entry;
}

/// Gives an entry that can be used to `use`, and lists any other that is there.
template <class Use>
void readEntry(const GuardedPath& file, QueueContent& content, const Use& use) {
  const JsonEntry read = readJsonEntry(file);
  if (read.state == JsonEntry::State::Absent) return;  // it has been taken, withdrawn or finished in this moment
  const std::string id = file.stem().string();
  if (read.state != JsonEntry::State::Whole) {
    const bool passing = read.state == JsonEntry::State::Unreadable;
    content.unreadable.push_back({.id = id, .why = read.error.sentence(), .passing = passing});
  } else if (auto entry = entryOf(read.json, file)) {
    use(std::move(*entry));
  } else {
    content.unreadable.push_back({.id = id, .why = entry.error().sentence(), .passing = false});
  }
}

Status cannotRename(const GuardedPath& file) {
  return guardedError(file, ErrorKind::Failed, "cannot be renamed", "check the folder's permissions");
}

Status rename(const GuardedPath& from, const GuardedPath& to) {
  return renameGuarded(from, to) ? Status() : cannotRename(from);
}

}  // namespace

void QueuedRun::fields(auto& json, auto& run) {
  std::int64_t v = version;
  json("v", v);
  json.check("v", v == version, "is a version that this program does not know");
  json("id", run.id);
  json("wall", run.wall);
  json.check("wall", std::isfinite(run.wall), "is not a time");
  json("run_dir", run.runFolder);
  json.check("run_dir", staysBelow(run.runFolder), "is not a path below the folder of the runs");
  json("data", run.data);
  json.check("data", !hasNul(run.data), "is not a path: it contains a NUL character");
  json("config", run.config);
  json("resume", run.resume);
  json.check("data", run.resume || !run.data.empty(), "names no dataset");
  json("device", run.device);
  const bool known = run.device.empty() || deviceFromText(run.device);
  json.check("device", known, "is none of auto, cpu, cuda, cuda:1 ...");
  json("threads", run.threads);
}

void TakenRun::fields(auto& json, auto& taken) {
  QueuedRun::fields(json, taken.run);
  json.ifAny("trainer", taken.trainer);
}

GuardedPath RunQueue::runFolder(const QueuedRun& run) const {
  GuardedPath folder(m_runs);
  for (const std::filesystem::path& name : std::filesystem::path(run.runFolder))
    if (!name.empty() && name != ".") folder = folder / name.string();
  return folder;
}

GuardedPath RunQueue::file(const std::string& id, const char* ending) const {
  return m_queue / (id + ending);
}

Status RunQueue::makeFolder() const {
  return makeGuardedFolder(m_queue);
}

Status RunQueue::add(const QueuedRun& run) const {
  if (const Status made = makeFolder(); !made) return made;
  return writeFileAtomically(file(run.id, waitingEnding), jsonFileText(run, 2));
}

Error RunQueue::noSuchEntry(const std::string& id) const {
  return {ErrorKind::BadInput, m_queue.string(), "has no entry \"" + escapeForDisplay(id, 60) + "\" that waits",
          "list the entries with --list"};
}

Status RunQueue::accepts(const QueuedRun& run) const {
  if (staysBelow(run.runFolder)) return {};
  return Error{ErrorKind::BadInput, escapeForDisplay(run.runFolder, 80), "is not a path below the folder of the runs",
               "give a name without .. and without a slash in front"};
}

Status RunQueue::move(const std::string& id, std::size_t position) const {
  std::vector<QueuedRun> order = waiting();
  const auto found = std::ranges::find(order, id, &QueuedRun::id);
  if (found == order.end()) return noSuchEntry(id);
  QueuedRun moved = *found;
  order.erase(found);
  position = std::min(position, order.size());
  if (position < order.size())
    moved.wall = position == 0 ? order.front().wall - 1 : std::midpoint(order[position - 1].wall, order[position].wall);
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), moved);
  // Times that have come too close to each other move on; what a queue has taken meanwhile stays taken.
  constexpr double apart = 1e-3;
  for (std::size_t i = 0; i < order.size(); ++i) {
    QueuedRun& run = order[i];
    const bool inOrder = i == 0 || run.wall > order[i - 1].wall;
    if (inOrder && run.id != id) continue;
    if (!inOrder) run.wall = order[i - 1].wall + apart;
    if (!withdraw(run.id)) {
      if (run.id == id) return noSuchEntry(id);
      continue;
    }
    if (const Status added = add(run); !added) return added;
  }
  return {};
}

std::optional<FailedRun> RunQueue::failedRun(const std::string& id) const {
  const GuardedPath failed = file(id, failedEnding);
  const JsonEntry read = readJsonEntry(failed);
  if (read.state == JsonEntry::State::Absent) return std::nullopt;
  FailedRun run{.id = id, .runFolder = {}, .why = read.error.sentence()};
  if (read.state != JsonEntry::State::Whole) return run;
  const auto textOf = [&](const char* key) {
    const auto found = read.json.find(key);
    return found != read.json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  run.why = textOf("why");
  if (!run.why.empty()) {
    run.runFolder = textOf("run_dir");
  } else if (const auto entry = entryOf(read.json, failed)) {
    run.runFolder = entry->run.runFolder;
    run.why = "the reason is not known";
  } else {
    run.why = entry.error().sentence();
  }
  return run;
}

Result<QueueContent> RunQueue::read() const {
  const auto names = namesIn(m_queue);
  if (!names) return names.error();
  QueueContent content;
  for (const std::string& name : *names) {
    const fs::path entry(name);
    const std::string id = entry.stem().string();
    if (!isFileId(id)) continue;
    if (entry.extension() == waitingEnding)
      readEntry(m_queue / name, content, [&](TakenRun found) { content.waiting.push_back(std::move(found.run)); });
    if (entry.extension() == takenEnding)
      readEntry(m_queue / name, content, [&](TakenRun found) { content.taken.push_back(std::move(found)); });
    if (entry.extension() != failedEnding) continue;
    if (auto run = failedRun(id)) content.failed.push_back(std::move(*run));
  }
  std::ranges::sort(content.waiting, {}, [](const QueuedRun& run) { return std::tie(run.wall, run.id); });
  return content;
}

std::vector<QueuedRun> RunQueue::waiting() const {
  auto content = read();
  return content ? std::move(content->waiting) : std::vector<QueuedRun>();
}

std::vector<TakenRun> RunQueue::taken() const {
  auto content = read();
  return content ? std::move(content->taken) : std::vector<TakenRun>();
}

std::vector<FailedRun> RunQueue::failed() const {
  auto content = read();
  return content ? std::move(content->failed) : std::vector<FailedRun>();
}

Status RunQueue::take(const QueuedRun& run) const {
  return rename(file(run.id, waitingEnding), file(run.id, takenEnding));
}

Status RunQueue::putBack(const QueuedRun& run) const {
  return rename(file(run.id, takenEnding), file(run.id, waitingEnding));
}

bool RunQueue::waits(const QueuedRun& run) const {
  return isNamed(file(run.id, waitingEnding));
}

bool RunQueue::withdraw(const std::string& id) const {
  // Deleting and the renaming of take() are one act each on the same name: only one of them finds it.
  return isFileId(id) && removeGuarded(file(id, waitingEnding));
}

void RunQueue::dismiss(const std::string& id) const {
  if (isFileId(id) && !removeGuarded(file(id, failedEnding))) static_cast<void>(withdraw(id));
}

std::optional<ProcessIdentity> RunQueue::worker() const {
  constexpr std::uint64_t mostBytes = 4096;
  const auto holder = readJsonStruct<ProcessIdentity>(lockFile(), mostBytes);
  if (!holder || presenceOf(*holder) == ProcessPresence::Gone) return std::nullopt;
  return *holder;
}

Status RunQueue::noteTrainer(const TakenRun& taken) const {
  return writeFileAtomically(file(taken.run.id, takenEnding), jsonFileText(taken, 2));
}

void RunQueue::finish(const QueuedRun& run) const {
  for (const char* ending : {configEnding, takenEnding}) static_cast<void>(removeGuarded(file(run.id, ending)));
}

Json RunQueue::contentOf(const std::string& id) const {
  for (const char* ending : {takenEnding, waitingEnding})
    if (JsonEntry entry = readJsonEntry(file(id, ending)); entry.state == JsonEntry::State::Whole)
      return std::move(entry.json);
  return {{"v", version}, {"id", id}};
}

Status RunQueue::fail(const std::string& id, const std::string& runFolder, const std::string& why) const {
  Json json = contentOf(id);
  json["run_dir"] = runFolder;
  json["why"] = escapeForDisplay(why, 2000);
  // What was asked for is deleted only after it is kept under the other name.
  if (const Status written = writeFileAtomically(file(id, failedEnding), textOf(json)); !written) return written;
  for (const char* ending : {configEnding, takenEnding, waitingEnding})
    static_cast<void>(removeGuarded(file(id, ending)));
  return {};
}

Status RunQueue::setAside(const std::string& id) const {
  for (const char* ending : {waitingEnding, takenEnding}) {
    if (renameGuarded(file(id, ending), file(id, failedEnding))) return {};
    if (errno != ENOENT) return cannotRename(file(id, ending));
  }
  return {};
}

Result<fs::path> RunQueue::writeConfig(const QueuedRun& run) const {
  const GuardedPath config = file(run.id, configEnding);
  const Status written = writeFileAtomically(config, textOf(run.config));
  if (!written) return written.error();
  return fs::path(config);
}

Result<pid_t> startDetached(std::vector<std::string> words, const GuardedPath& standardError) {
  const Descriptor errors = openGuarded(standardError, O_WRONLY | O_CREAT | O_APPEND);
  if (errors.get() < 0)
    return guardedError(standardError, ErrorKind::Failed, "cannot be opened", "check the folder's permissions");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, errors.get(), STDERR_FILENO);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, argv.front(), &files, &attributes, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (failed == 0) return child;
  return Error{ErrorKind::Failed, words.front(), std::string("cannot be started (") + std::strerror(failed) + ")",
               "check that it is there and can be run"};
}

std::string lastLineOf(const GuardedPath& path) {
  constexpr off_t most = 4096;
  const Descriptor file = openGuarded(path, O_RDONLY);
  struct stat info {};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  std::string text(static_cast<std::size_t>(std::min(most, info.st_size)), '\0');
  const ssize_t got = ::pread(file.get(), text.data(), text.size(), info.st_size - std::min(most, info.st_size));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  const auto end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const auto feed = text.rfind('\n', end);
  const auto begin = feed == std::string::npos ? 0 : feed + 1;
  return text.substr(begin, end + 1 - begin);
}

}  // namespace sojourn
