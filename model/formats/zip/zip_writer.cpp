// SPDX-License-Identifier: GPL-3.0-or-later
// Local headers with padding, then the directory.
#include <limits>

#include <zlib.h>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/zip/zip_archive.h"
#include "model/formats/zip/zip_layout.h"

namespace sojourn {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t extraHeaderSize = 4;
constexpr std::uint16_t paddingExtra = 0x4246;  ///< "FB": the extra field that torch fills up with
constexpr std::uint16_t versionNeeded = 20;
constexpr std::uint16_t firstDate = 0x0021;  ///< 1 January 1980

}  // namespace

void ZipWriter::add(const std::string& name, std::span<const std::byte> content) {
  const auto crc =
      static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
  m_records.push_back({.name = name, .crc = crc, .size = content.size(), .offset = m_bytes.size()});
  const std::size_t unpadded = m_bytes.size() + zip::localSize + name.size() + extraHeaderSize;
  const std::size_t padding = (alignment - unpadded % alignment) % alignment;

  appendLittle(m_bytes, zip::localSignature);
  putFacts(m_records.back());
  appendLittle(m_bytes, static_cast<std::uint16_t>(extraHeaderSize + padding));
  appendBytes(m_bytes, asBytes(name));
  appendLittle(m_bytes, paddingExtra, static_cast<std::uint16_t>(padding));
  m_bytes.insert(m_bytes.end(), padding, std::byte{'Z'});
  appendBytes(m_bytes, content);
}

/// What a local header and an entry of the directory have in common.
void ZipWriter::putFacts(const Record& record) {
  const auto size = static_cast<std::uint32_t>(record.size);
  constexpr std::uint16_t midnight = 0;
  appendLittle(m_bytes, versionNeeded, zip::utf8Flag, zip::stored, midnight, firstDate, record.crc, size, size,
               static_cast<std::uint16_t>(record.name.size()));
}

Result<Bytes> ZipWriter::finish() {
  const std::uint64_t directoryOffset = m_bytes.size();
  for (const Record& record : m_records) {
    appendLittle(m_bytes, zip::centralSignature, versionNeeded);  // made by
    putFacts(record);
    m_bytes.insert(m_bytes.end(), 12, std::byte{0});  // no extra field, no comment, first disk, no attributes
    appendLittle(m_bytes, static_cast<std::uint32_t>(record.offset));
    appendBytes(m_bytes, asBytes(record.name));
  }
  const std::uint64_t directorySize = m_bytes.size() - directoryOffset;
  if (m_bytes.size() >= zip::elsewhere || m_records.size() >= zip::elsewhere16) {
    return Error{ErrorKind::BadInput, "the archive to write", "would pass 4 GiB or 65535 records",
                 "write fewer or smaller tensors"};
  }
  const auto count = static_cast<std::uint16_t>(m_records.size());
  constexpr std::uint32_t firstOfOneDisk = 0;
  constexpr std::uint16_t noComment = 0;
  appendLittle(m_bytes, zip::endSignature, firstOfOneDisk, count, count, static_cast<std::uint32_t>(directorySize),
               static_cast<std::uint32_t>(directoryOffset), noComment);
  m_records.clear();
  return std::exchange(m_bytes, {});
}

}  // namespace sojourn
