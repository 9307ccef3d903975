// SPDX-License-Identifier: GPL-3.0-or-later
// Files in and out: bounded reads, whole or piece by piece; atomic writes, whole or in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

using Bytes = std::vector<std::byte>;

/// Reads a regular file into memory in one read. Never maps it: a mapped file that shrinks kills its reader.
/// Errors: not there, not a regular file, larger than maxBytes, unreadable.
[[nodiscard]] Result<Bytes> readFile(const GuardedPath& path, std::uint64_t maxBytes);

/// Writes under a temporary name beside `path`, fsyncs, renames, fsyncs the folder. On error the old file stays and
/// the temporary one is removed. The folder must exist.
[[nodiscard]] Status writeFileAtomically(const GuardedPath& path, std::span<const std::byte> content);
[[nodiscard]] Status writeFileAtomically(const GuardedPath& path, std::string_view content);

/// Writes a file that a user names: atomically where it is a regular file or not there yet; a pipe or a device is
/// written to and never replaced, a link is followed.
[[nodiscard]] Status writeOutput(const std::filesystem::path& path, std::span<const std::byte> content);
[[nodiscard]] Status writeOutput(const std::filesystem::path& path, std::string_view content);
/// Whether writeOutput() can work, before long work begins: the folder is there and may be written to. With `folder`
/// for one that may be made: what is above it may be written to, and it is no file. Errors: ErrorKind::Failed.
[[nodiscard]] Status checkOutput(const std::filesystem::path& path, bool folder = false);

/// The bytes of a text and the text of bytes, without a copy.
[[nodiscard]] std::span<const std::byte> asBytes(std::string_view text);
[[nodiscard]] std::string_view asText(std::span<const std::byte> bytes);

/// Bytes in order, piece by piece: a file that is too large to be held whole, or memory.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// How many bytes there are in all. Fewer may come where a file shrinks while it is read, never more.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills as much of `into` as is left; less than all only at the end.
  [[nodiscard]] virtual Result<std::size_t> read(std::span<std::byte> into) = 0;
  /// Back to the first byte.
  virtual void rewind() = 0;
};

/// A regular file. Never mapped: a mapped file that shrinks kills its reader.
class FileSource final : public ByteSource {
 public:
  /// Errors: not there, not a regular file, larger than maxBytes.
  [[nodiscard]] static Result<std::unique_ptr<FileSource>> open(const GuardedPath& path, std::uint64_t maxBytes);
  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into) override;
  /// How many bytes were read since the beginning.
  [[nodiscard]] std::uint64_t offset() const { return m_offset; }
  /// The same file, whatever has its name by now.
  void rewind() override { m_offset = 0; }

 private:
  FileSource(std::filesystem::path path, Descriptor file, std::uint64_t size)
      : m_path(std::move(path)), m_file(std::move(file)), m_size(size) {}

  std::filesystem::path m_path;
  Descriptor m_file;
  std::uint64_t m_size;
  std::uint64_t m_offset = 0;
};

/// Memory that outlives the source.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : m_bytes(bytes) {}
  [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }
  [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into) override;
  void rewind() override { m_offset = 0; }

 private:
  std::span<const std::byte> m_bytes;
  std::size_t m_offset = 0;
};

/// Stages the content under a temporary name beside the target. Not for several threads.
class StagedFile {
 public:
  /// The folder must exist. Errors: ErrorKind::Failed.
  [[nodiscard]] static Result<StagedFile> create(const GuardedPath& path);
  /// For a file that a user names. A link is followed, so it stays a link. What is no regular file (a pipe, a device)
  /// is written to as it is and never replaced. Errors: ErrorKind::Failed (a folder of that name, ...).
  [[nodiscard]] static Result<StagedFile> createOutput(const std::filesystem::path& path);
  StagedFile(StagedFile&&) noexcept = default;
  StagedFile& operator=(StagedFile&&) = delete;
  /// Removes what was not committed.
  ~StagedFile();

  /// Appends. Errors: ErrorKind::Failed (a full disk, ...).
  [[nodiscard]] Status write(std::span<const std::byte> content);

  /// Brings the content to the disk, gives the file its name, brings the folder to the disk. On an error the old file
  /// stays.
  [[nodiscard]] Status commit();

 private:
  StagedFile(std::filesystem::path path, std::string temporary, Descriptor folder, Descriptor file)
      : m_path(std::move(path)),
        m_temporary(std::move(temporary)),
        m_folder(std::move(folder)),
        m_file(std::move(file)) {}

  std::filesystem::path m_path;
  std::string m_temporary;  ///< its name in the folder; empty where the content goes straight to m_path
  Descriptor m_folder;
  Descriptor m_file;
};

/// The file that is being written under a temporary name of ours: "status.json" for ".status.json.4711-3.tmp"; nothing
/// for any other name.
[[nodiscard]] std::optional<std::string> stagedName(std::string_view temporary);

}  // namespace sojourn
