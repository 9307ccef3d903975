// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/png_writer.h"

#include <vector>

#include <zlib.h>

namespace sojourn {
namespace {

void appendNumber(std::string& out, std::uint32_t value) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) out.push_back(static_cast<char>(value >> shift));
}

/// Length, name, content, and the CRC of the latter two.
void appendChunk(std::string& out, const char* name, const std::string& content) {
  appendNumber(out, static_cast<std::uint32_t>(content.size()));
  const std::string body = name + content;
  out += body;
  appendNumber(out, static_cast<std::uint32_t>(
                        crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

/// Each row behind its filter byte: 1, the difference to the pixel on its left, packs flat surfaces best.
std::vector<std::uint8_t> filtered(std::size_t row, std::span<const std::uint8_t> rgb) {
  constexpr std::size_t pixel = 3;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(rgb.size() + rgb.size() / row);
  for (std::size_t at = 0; at < rgb.size(); at += row) {
    bytes.push_back(1);
    for (std::size_t x = 0; x < row; ++x) {
      const std::uint8_t left = x < pixel ? std::uint8_t{0} : rgb[at + x - pixel];
      bytes.push_back(static_cast<std::uint8_t>(rgb[at + x] - left));
    }
  }
  return bytes;
}

}  // namespace

Result<std::string> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb) {
  const std::size_t row = std::size_t{3} * width;
  if (row == 0 || height == 0 || rgb.size() != row * height)
    return Error{ErrorKind::Failed, "picture", "its size and its pixels do not agree", {}};
  const std::vector<std::uint8_t> raw = filtered(row, rgb);
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, raw.data(), static_cast<uLong>(raw.size()), 6) != Z_OK)
    return Error{ErrorKind::Failed, "picture", "cannot be compressed", "close other programs"};
  packed.resize(size);
  std::string head;
  appendNumber(head, width);
  appendNumber(head, height);
  head += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB, deflate, the five filters, not interlaced
  std::string png = "\x89PNG\r\n\x1A\n";
  appendChunk(png, "IHDR", head);
  appendChunk(png, "IDAT", packed);
  appendChunk(png, "IEND", {});
  return png;
}

}  // namespace sojourn
