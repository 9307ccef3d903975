// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a folder, looked at again and again: what each was asked, how it stands, what people say about it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "model/core/error.h"
#include "model/runs/liveness.h"
#include "model/runs/run_paths.h"
#include "model/runs/run_record.h"
#include "model/runs/run_results.h"
#include "model/runs/viewer_notes.h"

namespace sojourn {

/// One run as it was found. Files that are absent or cannot be read leave their part empty; a run that is just being
/// made, or half deleted, is shown as far as it goes.
struct RunEntry {
  RunPaths paths;
  std::shared_ptr<const RunRecord> record;    ///< null: no run.json that can be read
  std::shared_ptr<const RunResults> results;  ///< null: not finished, or unreadable
  std::optional<RunStatus> status;
  ViewerNotes notes;
  Liveness liveness = Liveness::Unknown;
  std::vector<Error> problems;  ///< files that are there and cannot be used

  /// The name that people gave, else the folder's.
  [[nodiscard]] std::string title() const;
};

/// Not for several threads. Files are read again only when they have changed, so a look at a hundred idle runs costs
/// a few hundred calls of stat.
class RunCatalogue {
 public:
  /// `folder` holds runs, down to three levels below it, or is one.
  explicit RunCatalogue(std::filesystem::path folder) : m_folder(std::move(folder)) {}

  /// Looks at the folder as it is now; entries in the order of their paths. Runs that have vanished are left out, and
  /// an absent folder has none.
  [[nodiscard]] std::vector<RunEntry> refresh();

 private:
  /// A file as it was when it was read.
  struct Stamp {
    std::uintmax_t size = 0;
    std::filesystem::file_time_type time;

    bool operator==(const Stamp&) const = default;
  };
  template <class T>
  struct Cached {
    std::optional<Stamp> stamp;
    std::optional<T> value;
    std::optional<Error> error;
  };
  struct Known {
    Cached<std::shared_ptr<const RunRecord>> record;
    Cached<std::shared_ptr<const RunResults>> results;
    Cached<ViewerNotes> notes;
    LivenessWatch watch;
  };

  template <class T, class Read>
  static void reread(Cached<T>& cached, const std::filesystem::path& file, const Read& read);
  [[nodiscard]] RunEntry look(const std::filesystem::path& folder, Known& known) const;

  std::filesystem::path m_folder;
  std::map<std::filesystem::path, Known> m_known;
};

/// Whether a folder is a run directory: it holds run.json, or the lock of a trainer that is about to write it.
[[nodiscard]] bool isRunFolder(const std::filesystem::path& folder);

/// The run directories in `folder` and three levels below, sorted; the folder itself where it is one. At most 10 000
/// folders are looked at; links are not followed.
[[nodiscard]] std::vector<std::filesystem::path> findRuns(const std::filesystem::path& folder);

}  // namespace sojourn
