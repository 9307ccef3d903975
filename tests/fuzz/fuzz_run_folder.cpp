// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the files of a folder of runs: a trainer, a queue runner and a viewer read them, and nothing outside the
// folder changes.
//
// A line "@NAME" begins the file NAME of the table below, "@NAME>" makes it a link to the file outside.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <unistd.h>

#include "model/core/files.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/control/control.h"
#include "model/runs/export/run_export.h"
#include "model/runs/log/event_log.h"
#include "model/runs/log/tail_reader.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/probe_file.h"
#include "model/runs/store/run_process.h"
#include "tests/fuzz/touch.h"

namespace {

using namespace sojourn;
namespace fs = std::filesystem;

constexpr std::array<std::string_view, 18> names{
    "run/run.json",
    "run/status.json",
    "run/results.json",
    "run/viewer.json",
    "run/events.jsonl",
    "run/run.lock",
    "run/stderr.txt",
    "run/control/00000000-0000-4000-8000-000000000001.json",
    "run/control/00000000-0000-4000-8000-000000000002.json",
    "run/probes/0000.safetensors",
    "run/checkpoints/last.pt",
    "queue/queue.lock",
    "queue/a.json",
    "queue/b.json",
    "queue/c.running",
    "queue/d.failed",
    "run/control",
    "queue",
};
constexpr std::string_view secret = "nobody may change this";

/// One folder for all inputs, and beside it one that must stay as it is.
class Place {
 public:
  Place() : m_folder(fs::temp_directory_path() / ("sojourn-fuzz-" + std::to_string(::getpid()))) {
    fs::create_directories(m_folder / "outside");
    std::ofstream(m_folder / "outside/a.json") << secret;
    std::ofstream(m_folder / "outside/00000000-0000-4000-8000-000000000001.json") << secret;
  }
  ~Place() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  [[nodiscard]] fs::path runs() const { return m_folder / "runs"; }

  void fill(std::string_view text) const {
    fs::remove_all(runs());
    for (const char* folder : {"run/control", "run/probes", "run/checkpoints", "queue"})
      fs::create_directories(runs() / folder);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find("\n@"), text.size());
      addFile(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void check() const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(m_folder / "outside")) {
      std::ifstream in(entry.path());
      if (std::string(std::istreambuf_iterator<char>(in), {}) != secret)
        throw std::logic_error("a file outside was changed");
      ++count;
    }
    if (count != 2) throw std::logic_error("a file outside was made or deleted");
  }

 private:
  void addFile(std::string_view section) const {
    const std::size_t lineEnd = std::min(section.find('\n'), section.size());
    std::string_view name = section.substr(0, lineEnd);
    if (name.empty() || name.front() != '@') return;
    name.remove_prefix(1);
    const bool link = name.ends_with('>');
    if (link) name.remove_suffix(1);
    if (std::ranges::find(names, name) == names.end()) return;
    const fs::path path = runs() / name;
    if (!fs::exists(path.parent_path()) || fs::is_symlink(path.parent_path())) return;
    std::error_code ignored;
    fs::remove_all(path, ignored);
    if (link) {
      const fs::path outside = m_folder / "outside";
      fs::create_symlink(path.has_extension() ? outside / "a.json" : outside, path);
    } else if (path.has_extension()) {
      std::ofstream(path, std::ios::binary) << section.substr(std::min(lineEnd + 1, section.size()));
    }
  }

  fs::path m_folder;
};

void view(const Place& place) {
  RunCatalogue catalogue(place.runs());
  for (int look = 0; look < 2; ++look) {
    for (const RunEntry& run : catalogue.refresh()) {
      for (const Error& problem : run.problems) fuzz::touch(problem);
      fuzz::touch(asBytes(run.title() + run.model()));
      if (run.record)
        if (const Status usable = checkProbes(run.record->probes, 12, "run.json"); !usable) fuzz::touch(usable.error());
    }
  }
  const RunPaths run{place.runs() / "run"};
  if (const auto history = readRunHistory(run.events()); !history) fuzz::touch(history.error());
  if (const auto probes = readProbeFile(run.probe(0)); !probes) fuzz::touch(probes.error());
  static_cast<void>(RunLock::isHeld(run.lock()));
  if (const auto sent = sendCommand(run, ControlCommand::Pause); !sent) fuzz::touch(sent.error());
}

void train(const Place& place) {
  const RunPaths run{place.runs() / "run"};
  removeTemporaryFiles(run);
  const auto lock = RunLock::take(run.lock());
  if (!lock) fuzz::touch(lock.error());
  if (const auto log = EventLog::open(run.events())) {
    const std::int64_t next = (*log)->nextSeq();
    if (!(*log)->append(RewindEvent{0}) || (*log)->nextSeq() != next + 1) throw std::logic_error("no event was added");
    const auto history = readRunHistory(run.events());
    if (!history || history->rewinds.empty()) throw std::logic_error("the event that was added cannot be read");
  }
  if (auto control = ControlFolder::open(run, 1)) {
    for (const ControlRequest& request : control->poll()) {
      if (!request.order && request.why.empty()) throw std::logic_error("refused without a reason");
      control->remove(request);
    }
    if (!control->poll().empty()) throw std::logic_error("a request that was answered comes again");
  }
  if (const Status written = writeRunStatus(run.status(), {}); !written) fuzz::touch(written.error());
  if (const auto read = readRunStatus(run.status()); !read) throw std::logic_error("what was written cannot be read");
}

void workOff(const Place& place) {
  const RunQueue queue(place.runs());
  static_cast<void>(queue.worker());
  auto content = queue.read();
  if (!content) return fuzz::touch(content.error());
  const auto again = queue.read();
  if (!again || again->waiting.size() != content->waiting.size() || again->taken.size() != content->taken.size() ||
      again->unreadable.size() != content->unreadable.size() || again->failed.size() != content->failed.size())
    throw std::logic_error("reading changed the queue");
  for (const UnreadableRun& entry : content->unreadable)
    if (entry.why.empty() || !queue.setAside(entry.id)) throw std::logic_error("an entry cannot be set aside");
  for (const TakenRun& entry : content->taken)
    if (!queue.fail(entry.run.id, entry.run.runFolder, "why")) throw std::logic_error("an entry cannot fail");
  for (const QueuedRun& run : content->waiting) {
    const fs::path folder = queue.runFolder(run).lexically_relative(place.runs());
    if (folder.empty() || folder.begin()->string() == ".." || folder.string().find('\0') != std::string::npos)
      throw std::logic_error("a run outside the folder of runs");
    if (!queue.take(run) || !queue.writeConfig(run)) throw std::logic_error("an entry cannot be taken");
    queue.finish(run);
  }
  content = queue.read();
  if (!content || !content->waiting.empty() || !content->taken.empty() || !content->unreadable.empty())
    throw std::logic_error("something is left of a queue that was worked off");
  for (const FailedRun& run : content->failed) queue.dismiss(run.id);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Place place;
  place.fill({reinterpret_cast<const char*>(data), size});
  view(place);
  workOff(place);
  train(place);
  place.check();
  return 0;
}
