// SPDX-License-Identifier: GPL-3.0-or-later
// Reads zip archives from untrusted files, where what the directory says is checked against every header before
// anything is read; and writes them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "model/formats/bytes/memory_budget.h"
#include "model/formats/bytes/nd_array.h"

namespace sojourn {

struct ZipEntry {
  std::string name;
  std::uint64_t size = 0;        ///< bytes of the content
  std::uint64_t packedSize = 0;  ///< bytes in the archive
  std::uint32_t crc = 0;
  bool deflated = false;
  std::uint64_t dataOffset = 0;  ///< where the packed bytes begin
};

/// The content of one entry: a view on the archive where it is stored, else inflated and kept here. Movable.
class ZipContent {
 public:
  explicit ZipContent(std::span<const std::byte> view) : m_bytes(view) {}
  explicit ZipContent(Bytes inflated) : m_inflated(std::move(inflated)), m_bytes(m_inflated) {}
  ZipContent(ZipContent&&) noexcept = default;
  ZipContent& operator=(ZipContent&&) noexcept = default;
  ZipContent(const ZipContent&) = delete;
  ZipContent& operator=(const ZipContent&) = delete;
  ~ZipContent() = default;
  [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }

 private:
  Bytes m_inflated;
  std::span<const std::byte> m_bytes;
};

/// Reads archives with stored and deflated entries, ZIP64 and data descriptors. Refused (SPEC 8.3): a directory that
/// contradicts the headers, overlapping or duplicate entries, absolute or ".." names, encryption, several disks,
/// contents that cannot come out of so few bytes, and, on reading, a wrong checksum.
class ZipArchive {
 public:
  /// The bytes must outlive the archive. `where` names the file in errors.
  [[nodiscard]] static Result<ZipArchive> open(std::span<const std::byte> bytes, const std::string& where);

  [[nodiscard]] std::span<const ZipEntry> entries() const { return m_entries; }
  [[nodiscard]] const ZipEntry* find(std::string_view name) const;
  /// Inflated bytes are taken from the budget.
  [[nodiscard]] Result<ZipContent> read(const ZipEntry& entry, MemoryBudget& budget) const;

 private:
  ZipArchive(std::span<const std::byte> bytes, std::string where) : m_bytes(bytes), m_where(std::move(where)) {}

  std::span<const std::byte> m_bytes;
  std::string m_where;
  std::vector<ZipEntry> m_entries;    ///< in the directory's order
  std::vector<std::size_t> m_byName;  ///< indices into m_entries, sorted by name
};

/// Writes archives of stored records, each beginning at a multiple of 64 bytes, as torch.save lays them out.
/// The same records give the same bytes: times are those of the format's epoch, 1980.
class ZipWriter {
 public:
  /// Names must differ; they are not checked here.
  void add(const std::string& name, std::span<const std::byte> content);
  /// The whole archive. Fails beyond the sizes that 32 bits hold, 4 GiB and 65535 records.
  [[nodiscard]] Result<Bytes> finish();

 private:
  struct Record {
    std::string name;
    std::uint32_t crc = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  ///< of the local header
  };
  void putFacts(const Record& record);

  Bytes m_bytes;
  std::vector<Record> m_records;
};

}  // namespace sojourn
