// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of some folders and files, looked at again and again: what each was asked, how it stands, what people say
// about it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/runs/import/import_run.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"

namespace sojourn {

/// Figures of an evaluation are those of the best epoch by validation loss.
enum class RunFigure {
  Parameters,      ///< trainable numbers of the model
  Epoch,           ///< that is trained, or the last
  BestEpoch,       ///< with the lowest validation loss
  LowestLoss,      ///< on validation, mean of batch means
  AccuracyAll,     ///< Acc@1 on validation, all targets, percent
  AccuracyKnown,   ///< Acc@1 on validation, targets that training knew, percent
  AccuracyFive,    ///< Acc@5 on validation, all targets, percent
  ReciprocalRank,  ///< on validation, all targets, percent
  TestAccuracy,    ///< Acc@1 on test, all targets, percent, of best.pt
  Throughput,      ///< sequences a second, of the latest steps
  Seconds,         ///< of training and validation over the whole epochs
  SecondsLeft,     ///< at most
};
inline constexpr int runFigures = 12;

/// One run as it was found. Files that are absent or cannot be read leave their part empty; a run that is just being
/// made, or half deleted, is shown as far as it goes.
struct RunEntry {
  RunPaths paths;  ///< of an imported log: the file or folder itself, and nothing in it is a run's
  std::shared_ptr<const ImportedRun> imported;  ///< a log of another program; only to be looked at
  std::shared_ptr<const RunRecord> record;      ///< null: no run.json that can be read
  std::shared_ptr<const RunResults> results;    ///< null: not finished, or unreadable
  std::optional<RunStatus> status;
  ViewerNotes notes;
  GuardedPath notesFile;  ///< where they are kept; empty: nowhere
  Liveness liveness = Liveness::Unknown;
  std::vector<Error> problems;  ///< files that are there and cannot be used

  /// The name that people gave, else the log's own, else the folder's.
  [[nodiscard]] std::string title() const;
  /// The registry's id, or what an imported log says; may be empty.
  [[nodiscard]] std::string model() const;
};

/// Not for several threads. Files are read again only when they have changed, so a look at a hundred idle runs costs
/// a few hundred calls of stat. An imported log that grows is read anew as a whole, but no more than a tenth of the
/// time is spent on it.
class RunCatalogue {
 public:
  /// A source is a run; a folder that holds runs and logs of other programs, down to three levels below it; or such a
  /// log itself, whatever lies about it.
  RunCatalogue() = default;
  explicit RunCatalogue(std::filesystem::path source) : m_sources{std::move(source)} {}
  void setSources(std::vector<std::filesystem::path> sources) { m_sources = std::move(sources); }
  [[nodiscard]] const std::vector<std::filesystem::path>& sources() const { return m_sources; }

  /// Where the notes on imported logs are kept, as nothing is written beside these. Without it there are none.
  void setNotesFolder(std::filesystem::path folder) { m_notesFolder = std::move(folder); }
  /// Reading of imported logs stops when it is cancelled.
  void setCancel(CancelToken cancel) { m_cancel = std::move(cancel); }

  /// Looks at the sources as they are now; entries in their order, within a folder in the order of their paths, each
  /// once. Runs and logs that have vanished are left out, and what is absent has none. A run, or a folder in a source,
  /// that may not be looked into is an entry with that as its problem.
  [[nodiscard]] std::vector<RunEntry> refresh();

 private:
  /// A file as it was when it was read.
  struct Stamp {
    std::uintmax_t size = 0;
    std::filesystem::file_time_type time = std::filesystem::file_time_type::min();

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
    std::optional<RunEntry> settled;  ///< of a run that is over, as long as its folder stays as it was
    std::filesystem::file_time_type folderTime = std::filesystem::file_time_type::min();
    unsigned trusted = 0;  ///< looks since its files were looked at
    Cached<std::shared_ptr<const ImportedRun>> import;
    std::shared_ptr<const RunResults> importResults;
    double importedAt = 0, importTook = 0;  ///< seconds of uptime
  };
  /// The logs in a folder that nobody changed have not changed either.
  struct Searched {
    std::filesystem::file_time_type time = std::filesystem::file_time_type::min();
    std::vector<std::filesystem::path> imports;
    bool undecided = false;  ///< a log says too little yet
  };
  struct Found {
    std::filesystem::path path;
    bool isImport = false;
  };

  template <class T, class Read>
  static void reread(Cached<T>& cached, const GuardedPath& file, const Read& read);
  [[nodiscard]] RunEntry look(const std::filesystem::path& folder, Known& known) const;
  [[nodiscard]] static RunEntry lookAtFiles(const std::filesystem::path& folder, Known& known);
  [[nodiscard]] RunEntry lookAtImport(const std::filesystem::path& path, Known& known) const;
  [[nodiscard]] static std::optional<Stamp> stampOfImport(const std::filesystem::path& path);
  [[nodiscard]] std::vector<Found> search(const std::filesystem::path& source);
  void searchImports(const std::filesystem::path& folder, std::vector<Found>& found);

  std::vector<std::filesystem::path> m_sources;
  std::filesystem::path m_notesFolder;
  CancelToken m_cancel;
  std::map<std::filesystem::path, Known> m_known;
  std::map<std::filesystem::path, Searched> m_searched;
};

/// Whether a folder is a run directory: it holds run.json, or the lock of a trainer that is about to write it.
[[nodiscard]] bool isRunFolder(const std::filesystem::path& folder);

/// Where the notes on an imported log are kept: a file of its own, named by the log's path.
[[nodiscard]] std::filesystem::path importNotesFile(const std::filesystem::path& notesFolder,
                                                    const std::filesystem::path& log);

/// The run directories in `folder` and three levels below, sorted; the folder itself where it is one. At most 10 000
/// folders are looked at; links are not followed.
[[nodiscard]] std::vector<std::filesystem::path> findRuns(const std::filesystem::path& folder);

}  // namespace sojourn
