// SPDX-License-Identifier: GPL-3.0-or-later
// A file that another process appends to, perhaps on another machine: what is new in it, and whether it is still it.
#pragma once

#include <cstdint>
#include <string>

#include <sys/stat.h>

#include "model/core/descriptor.h"
#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

/// Not for several threads. Never maps the file: a mapped file that shrinks kills its reader.
class TailFile {
 public:
  explicit TailFile(GuardedPath path) : m_path(std::move(path)) {}

  enum class Change {
    Same,   ///< the file of before, perhaps grown
    Other,  ///< the first sight of it, or it was truncated, replaced or written anew: begin from its start
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

}  // namespace sojourn
