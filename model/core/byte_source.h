// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes in order, piece by piece: a file that is too large to be held whole, or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

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
  /// Back to the first byte of the same file, whatever has its name by now.
  void rewind() { m_offset = 0; }

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

 private:
  std::span<const std::byte> m_bytes;
  std::size_t m_offset = 0;
};

}  // namespace sojourn
