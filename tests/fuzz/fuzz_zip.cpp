// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a zip archive, every record read.
#include "model/formats/zip/zip_archive.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  const auto archive = ZipArchive::open(std::as_bytes(std::span(data, size)), "fuzz.zip");
  if (!archive) {
    fuzz::touch(archive.error());
    return 0;
  }
  MemoryBudget budget(1U << 24U);
  for (const ZipEntry& entry : archive->entries()) {
    const auto content = archive->read(entry, budget);
    if (content) {
      fuzz::touch(content->bytes());
    } else {
      fuzz::touch(content.error());
    }
  }
  return 0;
}
