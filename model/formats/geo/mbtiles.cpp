// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/geo/mbtiles.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include <sqlite3.h>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/formats/bytes/file_kind.h"

namespace sojourn {
namespace {

/// A view in a hostile file can ask for any amount of work: so many steps of SQLite's machine are a second or less.
constexpr int stepsBetweenLooks = 100'000, mostLooks = 500;
constexpr std::size_t longestWords = 400;

struct Finalizer {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalizer>;

/// Counts the looks of one question; the connection keeps a pointer to it meanwhile.
class WorkLimit {
 public:
  explicit WorkLimit(sqlite3* database) : m_database(database) {
    sqlite3_progress_handler(database, stepsBetweenLooks, &WorkLimit::look, &m_looks);
  }
  ~WorkLimit() { sqlite3_progress_handler(m_database, 0, nullptr, nullptr); }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

 private:
  static int look(void* looks) { return ++*static_cast<int*>(looks) > mostLooks ? 1 : 0; }
  sqlite3* m_database;
  int m_looks = 0;
};

bool startsWith(std::span<const std::byte> bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() && std::memcmp(bytes.data() + at, magic.data(), magic.size()) == 0;
}

bool isPicture(std::span<const std::byte> bytes) {
  return startsWith(bytes, "\x89PNG") || startsWith(bytes, "\xFF\xD8\xFF") ||
         (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8));
}

/// Attributions are HTML with links: what they say without their marks.
std::string withoutMarkup(std::string_view html) {
  std::string text;
  bool inTag = false;
  for (const char c : html) {
    if (c == '<')
      inTag = true;
    else if (c == '>')
      inTag = false;
    else if (!inTag)
      text += c;
  }
  for (const auto& [entity, character] : {std::pair<std::string_view, std::string_view>{"&copy;", "\u00A9"},
                                          {"&amp;", "&"},
                                          {"&nbsp;", " "},
                                          {"&quot;", "\""}})
    for (std::size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at + character.size()))
      text.replace(at, entity.size(), character);
  return escapeForDisplay(text, longestWords);
}

std::optional<int> wholeNumber(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

MbTiles::~MbTiles() {
  sqlite3_finalize(m_tile);
  sqlite3_close(m_database);
}

Error MbTiles::failed(std::string what) const {
  return {ErrorKind::BadInput, m_where, std::move(what),
          tr("choose a raster MBTiles file; a download may have been cut off")};
}

Result<std::unique_ptr<MbTiles>> MbTiles::open(const std::filesystem::path& file) {
  std::unique_ptr<MbTiles> tiles(new MbTiles);
  if (const Status begun = tiles->begin(file); !begun) return begun.error();
  return tiles;
}

Status MbTiles::begin(const std::filesystem::path& file) {
  m_where = file.string();
  const std::string beginning = beginningOf(file, fileKindBytes);
  if (!beginning.starts_with(std::string_view("SQLite format 3\0", 16)))
    return wrongFile(m_where, std::as_bytes(std::span(beginning)), tr("is no MBTiles file"),
                     tr("choose an .mbtiles file with raster tiles"));
  if (sqlite3_open_v2(m_where.c_str(), &m_database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    return failed(tr("cannot be opened: %1", {sqlite3_errmsg(m_database)}));
  sqlite3_db_config(m_database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(m_database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_limit(m_database, SQLITE_LIMIT_LENGTH, static_cast<int>(mostTileBytes));
  sqlite3_limit(m_database, SQLITE_LIMIT_ATTACHED, 0);
  if (const Status read = readMetadata(); !read) return read;
  const WorkLimit limit(m_database);
  if (sqlite3_prepare_v2(m_database,
                         "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3", -1,
                         &m_tile, nullptr) != SQLITE_OK)
    return failed(tr("has no tiles: %1", {escapeForDisplay(sqlite3_errmsg(m_database), longestWords)}));
  return {};
}

Status MbTiles::readMetadata() {
  const WorkLimit limit(m_database);
  sqlite3_stmt* prepared = nullptr;
  if (sqlite3_prepare_v2(m_database, "SELECT name, value FROM metadata LIMIT 1000", -1, &prepared, nullptr) !=
      SQLITE_OK)
    return failed(tr("has no metadata of tiles: %1", {escapeForDisplay(sqlite3_errmsg(m_database), longestWords)}));
  const Statement metadata(prepared);
  std::string format;
  std::optional<int> least, most;
  int step = SQLITE_ROW;
  while ((step = sqlite3_step(prepared)) == SQLITE_ROW) {
    const auto text = [&](int column) {
      const auto* const value = reinterpret_cast<const char*>(sqlite3_column_text(prepared, column));
      return value ? std::string(value).substr(0, 10 * longestWords) : std::string();
    };
    const std::string key = text(0), value = text(1);
    if (key == "name") m_name = escapeForDisplay(value, longestWords);
    if (key == "format") format = value;
    if (key == "attribution") m_attribution = withoutMarkup(value);
    if (key == "minzoom") least = wholeNumber(value);
    if (key == "maxzoom") most = wholeNumber(value);
  }
  if (step != SQLITE_DONE)
    return failed(tr("cannot be read: %1", {escapeForDisplay(sqlite3_errmsg(m_database), longestWords)}));
  if (format == "pbf" || format == "mvt")
    return Error{ErrorKind::BadInput, m_where, tr("has vector tiles, and only pictures can be shown"),
                 tr("export raster tiles, or the roads as GeoJSON")};
  if (!format.empty() && format != "png" && format != "jpg" && format != "jpeg" && format != "webp")
    return failed(
        tr("has tiles of the format \"%1\", and only PNG, JPEG and WebP are read", {escapeForDisplay(format, 20)}));
  if (!least || !most) {
    // The specification only recommends them.
    if (sqlite3_prepare_v2(m_database, "SELECT min(zoom_level), max(zoom_level) FROM tiles", -1, &prepared, nullptr) !=
        SQLITE_OK)
      return failed(tr("has no tiles: %1", {escapeForDisplay(sqlite3_errmsg(m_database), longestWords)}));
    const Statement levels(prepared);
    if (sqlite3_step(prepared) != SQLITE_ROW || sqlite3_column_type(prepared, 0) == SQLITE_NULL)
      return failed(tr("has no tiles"));
    least = least ? least : sqlite3_column_int(prepared, 0);
    most = most ? most : sqlite3_column_int(prepared, 1);
  }
  m_leastZoom = std::clamp(*least, 0, deepestZoom);
  m_mostZoom = std::clamp(*most, m_leastZoom, deepestZoom);
  return {};
}

Result<Bytes> MbTiles::tile(const TileNumber& number) {
  if (number.zoom < 0 || number.zoom > deepestZoom) return Bytes{};
  const std::int64_t across = std::int64_t{1} << number.zoom;
  if (number.x < 0 || number.x >= across || number.y < 0 || number.y >= across) return Bytes{};
  const WorkLimit limit(m_database);
  sqlite3_reset(m_tile);
  sqlite3_bind_int(m_tile, 1, number.zoom);
  sqlite3_bind_int64(m_tile, 2, number.x);
  sqlite3_bind_int64(m_tile, 3, across - 1 - number.y);  // TMS counts rows from the south
  const int step = sqlite3_step(m_tile);
  if (step == SQLITE_DONE) return Bytes{};
  if (step != SQLITE_ROW)
    return failed(tr("cannot be read: %1", {escapeForDisplay(sqlite3_errmsg(m_database), longestWords)}));
  const auto* const data = static_cast<const std::byte*>(sqlite3_column_blob(m_tile, 0));
  const auto size = static_cast<std::size_t>(std::max(0, sqlite3_column_bytes(m_tile, 0)));
  if (!data || size == 0) return Bytes{};
  Bytes bytes(data, data + size);
  sqlite3_reset(m_tile);
  if (isPicture(bytes)) return bytes;
  if (startsWith(bytes, "\x1F\x8B"))
    return Error{ErrorKind::BadInput, m_where, tr("has vector tiles, and only pictures can be shown"),
                 tr("export raster tiles, or the roads as GeoJSON")};
  return failed(tr("has a tile that is no picture"));
}

}  // namespace sojourn
