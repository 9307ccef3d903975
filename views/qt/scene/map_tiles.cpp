// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene/map_tiles.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <algorithm>
#include <cstring>
#include <utility>

#include "model/core/translation.h"

namespace sojourn::qt {
namespace {

constexpr int mostAcross = 1024;
/// 256 KB each, mostly.
constexpr std::size_t mostKept = 300;
/// What is asked while so many wait is asked again when the map is drawn next.
constexpr std::size_t mostAwaited = 60;

Error notShown(const MbTiles& tiles, const TileNumber& number) {
  return {ErrorKind::BadInput, tiles.where(),
          sojourn::tr("holds tiles that are no pictures that can be shown here, first %1/%2/%3 (zoom, column, row)",
                      {std::to_string(number.zoom), std::to_string(number.x), std::to_string(number.y)}),
          sojourn::tr("convert it to PNG or JPEG, for WebP install Qt's image formats")};
}

}  // namespace

std::shared_ptr<const present::TilePicture> decodeTile(const Bytes& bytes) {
  QByteArray data(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
  QBuffer buffer(&data);
  buffer.open(QIODevice::ReadOnly);
  QImageReader reader(&buffer);
  // A small file may claim a picture that fills the memory.
  const QSize size = reader.size();
  if (!size.isValid() || size.isEmpty() || size.width() > mostAcross || size.height() > mostAcross) return nullptr;
  const QImage image = reader.read().convertToFormat(QImage::Format_RGBA8888);
  if (image.isNull()) return nullptr;
  auto pixels = std::make_shared<std::vector<present::Color>>(static_cast<std::size_t>(image.width()) *
                                                              static_cast<std::size_t>(image.height()));
  const auto across = static_cast<std::size_t>(image.width());
  for (int y = 0; y < image.height(); ++y)
    std::memcpy(pixels->data() + static_cast<std::size_t>(y) * across, image.constScanLine(y),
                across * sizeof(present::Color));
  return std::make_shared<const present::TilePicture>(
      present::TilePicture{image.width(), image.height(), std::move(pixels)});
}

present::MapBackground MapTiles::shown(const std::shared_ptr<const session::MapBackground>& background) {
  const std::shared_ptr<MbTiles> tiles = background ? background->tiles : nullptr;
  if (std::exchange(m_tiles, tiles) != tiles) {
    m_worker.clear();
    m_kept.clear();
    m_awaited.clear();
    m_reported = false;
  }
  present::MapBackground made;
  if (!background) return made;
  made.layers = background->layers;
  made.attribution = background->attribution;
  if (!m_tiles) return made;
  made.tile = [this](const TileNumber& number) { return tile(number); };
  made.leastZoom = m_tiles->leastZoom();
  made.mostZoom = m_tiles->mostZoom();
  return made;
}

std::shared_ptr<const present::TilePicture> MapTiles::tile(const TileNumber& number) {
  if (const auto found = m_kept.find(number); found != m_kept.end()) {
    found->second.used = ++m_uses;
    return found->second.picture;
  }
  if (m_awaited.size() >= mostAwaited || !m_awaited.insert(number).second) return nullptr;
  m_worker.post([this, tiles = m_tiles, number] {
    std::shared_ptr<const present::TilePicture> picture;
    std::optional<Error> problem;
    const auto bytes = tiles->tile(number);
    if (!bytes) {
      problem = bytes.error();
    } else if (!bytes->empty()) {
      picture = decodeTile(*bytes);
      if (!picture) problem = notShown(*tiles, number);
    }
    m_workspace.post([this, alive = std::weak_ptr(m_alive), tiles, number, picture, problem] {
      if (!alive.expired() && tiles == m_tiles) take(number, picture, problem);
    });
  });
  return nullptr;
}

void MapTiles::take(const TileNumber& number, std::shared_ptr<const present::TilePicture> picture,
                    const std::optional<Error>& problem) {
  m_awaited.erase(number);
  // The map stays without the tile; the first of a file is said.
  if (problem && !std::exchange(m_reported, true)) m_workspace.banners().report(*problem);
  m_kept[number] = {std::move(picture), ++m_uses};
  if (m_kept.size() > mostKept)
    m_kept.erase(std::ranges::min_element(m_kept, {}, [](const auto& entry) { return entry.second.used; }));
  // Not for each of forty tiles.
  if (m_awaited.empty() || m_awaited.size() % 8 == 0) m_changed();
}

}  // namespace sojourn::qt
