// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an MBTiles file.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "model/formats/geo/mbtiles.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  static const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("fuzz_mbtiles_" + std::to_string(getpid()));
  std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  if (const auto tiles = MbTiles::open(file)) {
    fuzz::touch(asBytes((*tiles)->name()));
    fuzz::touch(asBytes((*tiles)->attribution()));
    for (const TileNumber number : {TileNumber{0, 0, 0}, TileNumber{1, 0, 0}, TileNumber{1, 1, 1}})
      if (const auto tile = (*tiles)->tile(number)) fuzz::touch(*tile);
  }
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return 0;
}
