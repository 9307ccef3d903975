// SPDX-License-Identifier: GPL-3.0-or-later
// Local headers with padding, then the directory.
#include "model/formats/zip/zip_writer.h"

#include <limits>

#include <zlib.h>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/zip/zip_layout.h"

namespace sojourn {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t extraHeaderSize = 4;
constexpr std::uint16_t paddingExtra = 0x4246;  ///< "FB": the extra field that torch fills up with
constexpr std::uint16_t versionNeeded = 20;
constexpr std::uint16_t firstDate = 0x0021;  ///< 1 January 1980

void appendText(Bytes& bytes, std::string_view text) {
  const auto raw = asBytes(text);
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

}  // namespace

void ZipWriter::add(const std::string& name, std::span<const std::byte> content) {
  const auto crc =
      static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
  m_records.push_back({.name = name, .crc = crc, .size = content.size(), .offset = m_bytes.size()});
  const std::size_t unpadded = m_bytes.size() + zip::localSize + name.size() + extraHeaderSize;
  const std::size_t padding = (alignment - unpadded % alignment) % alignment;

  appendLittle(m_bytes, zip::localSignature);
  appendLittle(m_bytes, versionNeeded);
  appendLittle(m_bytes, zip::utf8Flag);
  appendLittle(m_bytes, zip::stored);
  appendLittle(m_bytes, std::uint16_t{0});  // midnight
  appendLittle(m_bytes, firstDate);
  appendLittle(m_bytes, crc);
  appendLittle(m_bytes, static_cast<std::uint32_t>(content.size()));
  appendLittle(m_bytes, static_cast<std::uint32_t>(content.size()));
  appendLittle(m_bytes, static_cast<std::uint16_t>(name.size()));
  appendLittle(m_bytes, static_cast<std::uint16_t>(extraHeaderSize + padding));
  appendText(m_bytes, name);
  appendLittle(m_bytes, paddingExtra);
  appendLittle(m_bytes, static_cast<std::uint16_t>(padding));
  m_bytes.insert(m_bytes.end(), padding, std::byte{'Z'});
  m_bytes.insert(m_bytes.end(), content.begin(), content.end());
}

void ZipWriter::putCentral(const Record& record) {
  appendLittle(m_bytes, zip::centralSignature);
  appendLittle(m_bytes, versionNeeded);  // made by
  appendLittle(m_bytes, versionNeeded);
  appendLittle(m_bytes, zip::utf8Flag);
  appendLittle(m_bytes, zip::stored);
  appendLittle(m_bytes, std::uint16_t{0});
  appendLittle(m_bytes, firstDate);
  appendLittle(m_bytes, record.crc);
  appendLittle(m_bytes, static_cast<std::uint32_t>(record.size));
  appendLittle(m_bytes, static_cast<std::uint32_t>(record.size));
  appendLittle(m_bytes, static_cast<std::uint16_t>(record.name.size()));
  // No extra field, no comment, first disk, no attributes.
  for (int i = 0; i < 4; ++i) appendLittle(m_bytes, std::uint16_t{0});
  appendLittle(m_bytes, std::uint32_t{0});
  appendLittle(m_bytes, static_cast<std::uint32_t>(record.offset));
  appendText(m_bytes, record.name);
}

Result<Bytes> ZipWriter::finish() {
  const std::uint64_t directoryOffset = m_bytes.size();
  for (const Record& record : m_records) putCentral(record);
  const std::uint64_t directorySize = m_bytes.size() - directoryOffset;
  if (m_bytes.size() >= zip::elsewhere || m_records.size() >= zip::elsewhere16) {
    return Error{ErrorKind::BadInput, "the archive to write", "would pass 4 GiB or 65535 records",
                 "write fewer or smaller tensors"};
  }
  const auto count = static_cast<std::uint16_t>(m_records.size());
  appendLittle(m_bytes, zip::endSignature);
  appendLittle(m_bytes, std::uint32_t{0});  // one disk, the first
  appendLittle(m_bytes, count);
  appendLittle(m_bytes, count);
  appendLittle(m_bytes, static_cast<std::uint32_t>(directorySize));
  appendLittle(m_bytes, static_cast<std::uint32_t>(directoryOffset));
  appendLittle(m_bytes, std::uint16_t{0});  // no comment
  m_records.clear();
  return std::exchange(m_bytes, {});
}

}  // namespace sojourn
