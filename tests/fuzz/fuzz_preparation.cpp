// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as what a preparation left in its folder: the report, and the log of staypoints that --resume reads.
#include <cmath>
#include <filesystem>
#include <string>

#include <unistd.h>

#include "model/core/files.h"
#include "model/data/prepare/output_folder.h"
#include "model/data/prepare/staypoint_log.h"
#include "model/data/records/stamps.h"
#include "tests/fuzz/touch.h"

namespace {

using namespace sojourn;
namespace fs = std::filesystem;

constexpr const char* fingerprint = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

/// One output folder for all inputs.
class WorkFolder {
 public:
  WorkFolder() : m_folder(fs::temp_directory_path() / ("sojourn-fuzz-preparation-" + std::to_string(::getpid()))) {
    fs::create_directories(m_folder / ".work");
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return m_folder; }

 private:
  fs::path m_folder;
};

const fs::path& folder() {
  static const WorkFolder made;
  return made.path();
}

void readLog(std::string_view text) {
  require(writeFileAtomically(folder() / ".work/staypoints", text).ok(), "the folder of the test cannot be written");
  auto log = StaypointLog::open(folder(), fingerprint, true);
  if (!log) return fuzz::touch(log.error());
  for (const UserStays& user : log->finished()) {
    EpochMs stayed = 0;
    for (const Staypoint& stay : user.stays) {
      require(isTimeInRange(stay.start) && isTimeInRange(stay.end) && stay.start <= stay.end, "a bad time");
      require(std::abs(stay.centre.latitude) <= 90 && std::abs(stay.centre.longitude) <= 180, "a bad position");
      stayed += stay.end - stay.lastInside;
    }
    require(stayed >= 0, "a stay that ends before its last fix");
  }
  // What is kept is whole: read again it is the same.
  const std::size_t users = log->finished().size();
  const auto again = StaypointLog::open(folder(), fingerprint, true);
  require(again.ok(), "a log that was opened cannot be opened again");
  require(StaypointLog::open(folder(), fingerprint, true)->finished().size() == users, "users come and go");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const std::string& name : filesOfReport(text))
    require(!name.empty() && name.find('/') == std::string::npos && name != "." && name != "..", "no name of a file");
  if (const auto settings = settingsOfReport(text, "preparation.json"); !settings) fuzz::touch(settings.error());
  readLog(text);
  readLog("sojourn.staypoints/1 " + std::string(fingerprint) + "\n" + std::string(text));
  return 0;
}
