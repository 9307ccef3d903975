// SPDX-License-Identifier: GPL-3.0-or-later
// Reads MBTiles 1.3: a SQLite file of map tiles as pictures, for the background of a map. The file is not trusted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/files.h"
#include "model/core/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sojourn {

/// Of Web Mercator, y from the north as in the addresses of tile servers. 2^zoom tiles in each direction.
struct TileNumber {
  int zoom = 0;
  std::int32_t x = 0, y = 0;
  auto operator<=>(const TileNumber&) const = default;
};

inline constexpr int deepestZoom = 22;
inline constexpr std::uint64_t mostTileBytes = 4'000'000;

/// An open file. One thread at a time.
class MbTiles {
 public:
  /// Errors (ErrorKind::BadInput): what the file is instead, tables that are missing, vector tiles, a picture format
  /// that is not PNG, JPEG or WebP.
  [[nodiscard]] static Result<std::unique_ptr<MbTiles>> open(const std::filesystem::path& file);
  ~MbTiles();
  MbTiles(const MbTiles&) = delete;
  MbTiles& operator=(const MbTiles&) = delete;

  /// The file, as errors name it.
  [[nodiscard]] const std::string& where() const { return m_where; }
  [[nodiscard]] const std::string& name() const { return m_name; }
  /// Without markup; empty where the file has none.
  [[nodiscard]] const std::string& attribution() const { return m_attribution; }
  [[nodiscard]] int leastZoom() const { return m_leastZoom; }
  [[nodiscard]] int mostZoom() const { return m_mostZoom; }
  /// The bytes of a PNG, JPEG or WebP picture; empty where the file has no such tile. Errors: the file cannot be read,
  /// the tile is larger than mostTileBytes or no picture.
  [[nodiscard]] Result<Bytes> tile(const TileNumber& number);

 private:
  MbTiles() = default;
  [[nodiscard]] Status begin(const std::filesystem::path& file);
  [[nodiscard]] Status readMetadata();
  [[nodiscard]] Error failed(std::string what) const;

  std::string m_where, m_name, m_attribution;
  int m_leastZoom = 0, m_mostZoom = 0;
  sqlite3* m_database = nullptr;
  sqlite3_stmt* m_tile = nullptr;
};

}  // namespace sojourn
