// SPDX-License-Identifier: GPL-3.0-or-later
// Builds zip archives record by record, right ones and lying ones, for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/files.h"

namespace sojourn::test {

struct ZipRecord {
  std::string name;
  std::string content;
  bool deflate = false;
  std::uint16_t method = 0;  ///< 8 where deflate is set
  std::uint16_t flags = 0;   ///< bit 3: sizes only in a data descriptor
  bool descriptorWithSignature = true;
  bool zip64 = false;       ///< sizes in the 64-bit extra field and descriptor
  std::string localName{};  ///< another name in the local header
  std::optional<std::uint32_t> crc{};
  std::optional<std::uint32_t> directorySize{};        ///< the directory's uncompressed size
  std::optional<std::uint32_t> directoryPackedSize{};  ///< the directory's compressed size
  std::optional<std::uint32_t> directoryOffset{};
};

struct ZipOptions {
  bool zip64End = false;
  std::string comment{};
  int countChange = 0;   ///< added to the number of records in the end record
  int offsetChange = 0;  ///< added to the directory's offset
  std::string before{};  ///< bytes before the first record
};

[[nodiscard]] Bytes buildZip(const std::vector<ZipRecord>& records, const ZipOptions& options = {});

}  // namespace sojourn::test
