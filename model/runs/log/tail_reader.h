// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the events.jsonl of a run while it is written: the latest part first, then what lies before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/stat.h>

#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/runs/log/run_history.h"

namespace sojourn {

/// Not for several threads. Never maps the file: a mapped file that shrinks kills its reader.
class TailFile {
 public:
  explicit TailFile(GuardedPath path) : m_path(std::move(path)) {}

  enum class Change {
    Same,   ///< the file of before, perhaps grown
    Other,  ///< the first sight of it, or it was truncated, replaced or written again: begin from its start
  };
  /// Looks at the file; size() is then up to date. Errors (ErrorKind::BadInput): not there, unreadable, not regular.
  [[nodiscard]] Result<Change> poll();

  [[nodiscard]] std::uint64_t size() const { return m_size; }

  /// Fills `text` with the bytes from `from` on, at most `most`; fewer where the file has shrunk.
  [[nodiscard]] Status read(std::uint64_t from, std::size_t most, std::string& text) const;

  /// Tells what was read last, up to `end`: poll() compares it with what stands there later.
  void remember(std::string_view last, std::uint64_t end);

 private:
  [[nodiscard]] bool stillHoldsWhatWasRead() const;

  GuardedPath m_path;
  Descriptor m_file{-1};
  dev_t m_device = 0;
  ino_t m_inode = 0;
  std::uint64_t m_size = 0;
  std::string m_remembered;  ///< the last bytes that were read
  std::uint64_t m_rememberedEnd = 0;
};

/// What one poll brought. Apply with RunStore::apply().
struct TailUpdate {
  bool restarted = false;           ///< the file was truncated, replaced or written anew: forget what came before
  std::optional<RunHistory> older;  ///< follows the older stretches given so far, stands before all newer ones
  std::optional<RunHistory> newer;  ///< follows everything
  bool complete = false;            ///< all that lies before the newer stretches has been given
  bool more = false;                ///< poll again at once: there is more to read
  double share = 0;                 ///< of the file's bytes that have been read, 0..1

  std::int64_t badLines = 0;     ///< so far: no events; skipped
  std::int64_t laterLines = 0;   ///< so far: of a later version of this program; skipped
  std::optional<Error> lastBad;  ///< the latest of the bad lines
  std::optional<Error> problem;  ///< why the file cannot be read now; what was given stays true
};

struct TailOptions {
  std::uint64_t recentBytes = 4U << 20U;  ///< of a longer log this much is read first
  std::size_t chunkBytes = 4U << 20U;     ///< read by one poll: about 20 ms
};

/// Polled by one thread. A half-written last line waits until it is whole. Between two polls nothing is held but the
/// open file, and a chunk's memory while there is more to read.
class TailReader {
 public:
  explicit TailReader(const GuardedPath& events, TailOptions options = {});

  [[nodiscard]] TailUpdate poll();

 private:
  /// A part of the file that is read from its beginning on.
  struct Stretch {
    std::uint64_t next = 0;   ///< the first byte that has not been read
    std::uint64_t end = 0;    ///< of the older stretch; the newer one ends where the file does
    bool inOverlong = false;  ///< within a line that is too long to be an event
    std::int64_t lastStep = 0;
  };

  [[nodiscard]] Status readOn(TailUpdate& update);
  /// Looks for the first step in the latest part, from which on that can be read by itself.
  [[nodiscard]] Status chooseStart();
  /// Reads whole lines of [next, end), a chunk at most. True where it got on.
  [[nodiscard]] Result<bool> readChunk(Stretch& stretch, std::uint64_t end, RunHistory& history);
  void readLine(std::string_view line, std::uint64_t at, RunHistory& history);
  void countBad(Error error, std::uint64_t at);

  std::string m_name;
  TailFile m_file;
  TailOptions m_options;
  std::string m_buffer;
  Stretch m_older, m_newer;
  bool m_fromTheMiddle = false;  ///< the next newer stretch is the first, and something lies before it
  bool m_seen = false;           ///< the file has been there
  std::int64_t m_badLines = 0;
  std::int64_t m_laterLines = 0;
  std::optional<Error> m_lastBad;
};

/// Puts the updates of a TailReader together. Not for several threads.
class RunStore {
 public:
  RunStore() = default;

  void apply(const TailUpdate& update);

  /// All that is known: while the older part of a long log is still being read, the latest part alone.
  [[nodiscard]] const RunHistory& history() const { return m_complete ? m_older : m_newer; }
  [[nodiscard]] bool complete() const { return m_complete; }

  /// Of all that has been read, while the older part is read too.
  [[nodiscard]] std::size_t stepCount() const { return m_older.steps.size() + m_newer.steps.size(); }
  /// thinSteps() of its longer part to half of what that has.
  void halveSteps();
  /// boundEvents() of what is known.
  void bound(std::size_t eventBytes);

 private:
  RunHistory m_older;
  RunHistory m_newer = RunHistory::fromTheMiddle();
  bool m_complete = false;
};

}  // namespace sojourn
