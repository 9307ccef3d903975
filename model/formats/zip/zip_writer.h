// SPDX-License-Identifier: GPL-3.0-or-later
// Writes zip archives of stored records, each beginning at a multiple of 64 bytes, as torch.save lays them out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/formats/bytes/nd_array.h"

namespace sojourn {

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
