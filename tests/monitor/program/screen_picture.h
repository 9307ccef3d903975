// SPDX-License-Identifier: GPL-3.0-or-later
// What a window looked like: pictures of the real program, read back and compared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <zlib.h>

#include "model/core/files.h"

namespace sojourn::test {

/// A PNG of our own writer: 8-bit RGB, one IDAT, filter 1.
struct Picture {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  /// The number of pixels of a colour, within so much of each channel.
  [[nodiscard]] std::size_t count(int r, int g, int b, int tolerance) const {
    std::size_t found = 0;
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3)
      found += std::abs(rgb[i] - r) <= tolerance && std::abs(rgb[i + 1] - g) <= tolerance &&
               std::abs(rgb[i + 2] - b) <= tolerance;
    return found;
  }
};

inline Picture readPicture(const std::filesystem::path& file) {
  const auto bytes = readFile(file, 100'000'000);
  if (!bytes) return {};
  const auto at = [&](std::size_t i) { return std::to_integer<std::size_t>((*bytes)[i]); };
  const auto number = [&](std::size_t i) { return at(i) << 24U | at(i + 1) << 16U | at(i + 2) << 8U | at(i + 3); };
  Picture picture{.width = number(16), .height = number(20), .rgb = {}};
  const std::size_t row = picture.width * 3;
  std::vector<std::uint8_t> raw(picture.height * (row + 1));
  uLongf size = raw.size();
  const auto* packed = reinterpret_cast<const Bytef*>(bytes->data() + 41);
  if (uncompress(raw.data(), &size, packed, number(33)) != Z_OK || size != raw.size()) return {};
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < row; ++x) {
      const std::uint8_t left = x < 3 ? std::uint8_t{0} : picture.rgb[picture.rgb.size() - 3];
      picture.rgb.push_back(static_cast<std::uint8_t>(raw[y * (row + 1) + 1 + x] + left));
    }
  }
  return picture;
}

/// Means of squares of `side` pixels; what is left at the right and below is dropped. Letters become shades, so that
/// another version of the renderer, or another number, changes little, and another layout or colour much.
inline Picture shrunk(const Picture& picture, std::size_t side) {
  Picture small{.width = picture.width / side, .height = picture.height / side, .rgb = {}};
  for (std::size_t y = 0; y < small.height; ++y) {
    for (std::size_t x = 0; x < small.width; ++x) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        std::size_t sum = 0;
        for (std::size_t v = 0; v < side; ++v)
          for (std::size_t u = 0; u < side; ++u)
            sum += picture.rgb[((y * side + v) * picture.width + x * side + u) * 3 + channel];
        small.rgb.push_back(static_cast<std::uint8_t>(sum / (side * side)));
      }
    }
  }
  return small;
}

/// The share of pixels of which a channel differs by more than `tolerance`; 1 where the sizes do.
inline double shareThatDiffers(const Picture& a, const Picture& b, int tolerance) {
  if (a.width != b.width || a.height != b.height || a.rgb.size() != b.rgb.size() || a.rgb.empty()) return 1;
  std::size_t other = 0;
  for (std::size_t i = 0; i + 2 < a.rgb.size(); i += 3) {
    int most = 0;
    for (std::size_t c = i; c < i + 3; ++c) most = std::max(most, std::abs(a.rgb[c] - b.rgb[c]));
    other += most > tolerance ? 1 : 0;
  }
  return static_cast<double>(other) / (static_cast<double>(a.rgb.size()) / 3);
}

}  // namespace sojourn::test
