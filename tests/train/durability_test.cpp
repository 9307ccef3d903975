// SPDX-License-Identifier: GPL-3.0-or-later
// What a power cut may take: the order in which events and checkpoints reach the disk, seen at the system calls.
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <mutex>

#include <dlfcn.h>
#include <unistd.h>

#include "tests/train/run_fixture.h"

namespace {

/// One call that brings something to the disk or gives it its name.
struct Call {
  std::string file;  ///< its name without folders
  bool renamed = false;
  std::uintmax_t bytes = 0;  ///< of the log at that moment
};

std::atomic<bool> recording = false;
std::mutex recordMutex;
std::vector<Call> calls;            // NOLINT(*-avoid-non-const-global-variables)
std::filesystem::path recordedLog;  // NOLINT(*-avoid-non-const-global-variables)

void record(const std::filesystem::path& file, bool renamed) {
  if (!recording) return;
  const std::lock_guard lock(recordMutex);
  std::error_code error;
  const auto bytes = std::filesystem::file_size(recordedLog, error);
  calls.push_back({file.filename().string(), renamed, error ? 0 : bytes});
}

void recordSynced(int file) {
  if (!recording) return;
  std::error_code error;
  record(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), error), false);
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

// In place of the C library's, for the whole program.
extern "C" int fsync(int file) {
  recordSynced(file);
  return next<int(int)>("fsync")(file);
}
extern "C" int fdatasync(int file) {
  recordSynced(file);
  return next<int(int)>("fdatasync")(file);
}
extern "C" int rename(const char* from, const char* to) noexcept {
  record(to, true);
  return next<int(const char*, const char*)>("rename")(from, to);
}
extern "C" int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept {
  record(to, true);
  return next<int(int, const char*, int, const char*)>("renameat")(fromFolder, from, toFolder, to);
}

namespace sojourn {
namespace {

using namespace test;

class Durability : public Run {
 protected:
  void SetUp() override {
    calls.clear();
    recordedLog = paths("run").events();
    recording = true;
  }
  void TearDown() override { recording = false; }
};

TEST_F(Durability, EventsAreOnTheDiskBeforeACheckpointGetsItsName) {
  ASSERT_EQ(begin("run"), RunEnd::Finished);
  recording = false;
  // The heartbeat's thread may add what the machine does; all that the training said must be there.
  constexpr std::uintmax_t systemEvent = 200;
  std::uintmax_t synced = 0;
  std::size_t checkpoints = 0;
  bool named = false;
  for (const Call& call : calls) {
    if (!call.renamed && call.file == "events.jsonl") synced = call.bytes;
    if (!call.renamed && call.file == "run" && synced > 0) named = true;
    if (!call.renamed || !call.file.ends_with(".pt")) continue;
    ++checkpoints;
    EXPECT_TRUE(named) << "the log itself has its name on the disk";
    EXPECT_LE(call.bytes, synced + systemEvent) << call.file;
  }
  EXPECT_EQ(checkpoints, 1U + 3U * 3U) << "the first last.pt, then best, epoch and last of three epochs";
  EXPECT_LE(std::filesystem::file_size(paths("run").events()), synced + systemEvent) << "and its end at the end";
}

}  // namespace
}  // namespace sojourn
