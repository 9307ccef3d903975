// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/png_writer.h"

#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

namespace sojourn {
namespace {

std::uint32_t numberAt(const std::string& png, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8U | static_cast<std::uint8_t>(png[at + i]);
  return value;
}

TEST(PngWriter, WritesWhatAReaderUndoes) {
  const std::vector<std::uint8_t> rgb{255, 0, 0, 0, 255, 0, 10, 20, 30, 40, 50, 60};
  const auto png = encodePng(2, 2, rgb);
  ASSERT_TRUE(png.ok());
  ASSERT_EQ(png->substr(0, 8), std::string("\x89PNG\r\n\x1A\n"));
  EXPECT_EQ(png->substr(12, 4), "IHDR");
  EXPECT_EQ(numberAt(*png, 16), 2U);
  EXPECT_EQ(numberAt(*png, 20), 2U);
  // IHDR is 13 bytes between 8 before and 4 after.
  const std::size_t data = 8 + 25;
  const std::uint32_t length = numberAt(*png, data);
  ASSERT_EQ(png->substr(data + 4, 4), "IDAT");
  const auto* body = reinterpret_cast<const Bytef*>(png->data() + data + 4);
  EXPECT_EQ(numberAt(*png, data + 8 + length), crc32(0, body, length + 4));
  std::vector<std::uint8_t> raw(14);
  uLongf size = raw.size();
  ASSERT_EQ(uncompress(raw.data(), &size, body + 4, length), Z_OK);
  ASSERT_EQ(size, 14U);
  std::vector<std::uint8_t> seen;
  for (std::size_t y = 0; y < 2; ++y) {
    ASSERT_EQ(raw[y * 7], 1) << "the filter that takes the left pixel off";
    for (std::size_t x = 0; x < 6; ++x)
      seen.push_back(static_cast<std::uint8_t>(raw[y * 7 + 1 + x] + (x < 3 ? 0 : seen[seen.size() - 3])));
  }
  EXPECT_EQ(seen, rgb);
}

TEST(PngWriter, RefusesASizeThatContradictsThePixels) {
  const std::vector<std::uint8_t> rgb(11);
  EXPECT_FALSE(encodePng(2, 2, rgb).ok());
  EXPECT_FALSE(encodePng(0, 0, {}).ok());
}

}  // namespace
}  // namespace sojourn
