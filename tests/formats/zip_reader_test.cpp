// SPDX-License-Identifier: GPL-3.0-or-later
// Zip archives as they may be, and as they may lie.
#include "model/formats/zip/zip_archive.h"

#include <gmock/gmock.h>

#include "model/formats/zip/zip_layout.h"
#include "tests/formats/zip_bytes.h"

namespace sojourn {
namespace {

using test::buildZip;
using test::ZipOptions;
using test::ZipRecord;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string contentOf(const Bytes& bytes, const std::string& name) {
  const auto zip = ZipArchive::open(bytes, "test.zip");
  if (!zip) return zip.error().sentence();
  const ZipEntry* entry = zip->find(name);
  if (!entry) return "no such record";
  MemoryBudget budget(1U << 20U);
  const auto content = zip->read(*entry, budget);
  return content ? textOf(content->bytes()) : content.error().sentence();
}

Error zipRefusal(const Bytes& bytes) {
  const auto zip = ZipArchive::open(bytes, "test.zip");
  if (zip) {
    ADD_FAILURE() << "was opened";
    return {};
  }
  EXPECT_THAT(zip.error().where, StartsWith("test.zip, "));
  EXPECT_FALSE(zip.error().remedy.empty());
  return zip.error();
}

TEST(ZipReaderTest, StoredAndDeflated) {
  const Bytes zip = buildZip({{.name = "a/one", .content = "first"},
                              {.name = "a/two", .content = std::string(1000, 'x'), .deflate = true},
                              {.name = "a/", .content = ""}});
  EXPECT_EQ(contentOf(zip, "a/one"), "first");
  EXPECT_EQ(contentOf(zip, "a/two"), std::string(1000, 'x'));
  EXPECT_EQ(contentOf(zip, "a/three"), "no such record");
}

TEST(ZipReaderTest, DescriptorsAndZip64) {
  for (const bool deflate : {false, true}) {
    for (const bool zip64 : {false, true}) {
      for (const bool signature : {false, true}) {
        const Bytes zip = buildZip({{.name = "a",
                                     .content = "streamed",
                                     .deflate = deflate,
                                     .flags = zip::descriptorFlag,
                                     .descriptorWithSignature = signature,
                                     .zip64 = zip64},
                                    {.name = "b", .content = "plain", .zip64 = zip64}},
                                   {.zip64End = zip64, .comment = "a comment"});
        EXPECT_EQ(contentOf(zip, "a"), "streamed");
        EXPECT_EQ(contentOf(zip, "b"), "plain");
      }
    }
  }
}

TEST(ZipReaderTest, WhatWeWrite) {
  ZipWriter writer;
  writer.add("x/a", asBytes("1"));
  writer.add("x/b", {});
  const auto bytes = writer.finish();
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(contentOf(*bytes, "x/a"), "1");
  EXPECT_EQ(contentOf(*bytes, "x/b"), "");
}

TEST(ZipRefusalTest, EveryTruncation) {
  const Bytes whole = buildZip({{.name = "a", .content = "first"}, {.name = "b", .content = "xx", .deflate = true}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    zipRefusal(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
  }
}

/// A flipped bit in a name, a size, an offset, a checksum or the data is noticed; only in times, versions and
/// attributes it changes nothing.
TEST(ZipRefusalTest, FlippedBitsNeverGiveOtherContent) {
  const Bytes whole =
      buildZip({{.name = "a", .content = "first"}, {.name = "b", .content = "xxxxxxxx", .deflate = true}});
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes flipped = whole;
      flipped[at] ^= static_cast<std::byte>(1U << bit);
      const auto zip = ZipArchive::open(flipped, "test.zip");
      if (!zip) continue;
      for (const auto& [name, content] : {std::pair("a", "first"), std::pair("b", "xxxxxxxx")}) {
        MemoryBudget budget(1U << 20U);
        const ZipEntry* entry = zip->find(name);
        if (!entry) continue;
        const auto read = zip->read(*entry, budget);
        if (read) {
          EXPECT_EQ(textOf(read->bytes()), content) << "byte " << at;
        }
      }
    }
  }
}

TEST(ZipRefusalTest, WrongChecksum) {
  EXPECT_THAT(contentOf(buildZip({{.name = "a", .content = "first", .crc = 1}}), "a"),
              HasSubstr("record a: does not match its checksum"));
  EXPECT_THAT(contentOf(buildZip({{.name = "a", .content = "first", .deflate = true, .crc = 1}}), "a"),
              HasSubstr("does not match its checksum"));
}

TEST(ZipRefusalTest, NamesThatLeadOutside) {
  for (const char* name : {"/etc/passwd", "../x", "a/../../x", "a/..", "C:/x", "a\\b", ""}) {
    EXPECT_THAT(zipRefusal(buildZip({{.name = name, .content = ""}})).what, HasSubstr("leads outside")) << name;
  }
  EXPECT_EQ(contentOf(buildZip({{.name = "a/..b", .content = "fine"}}), "a/..b"), "fine");
}

TEST(ZipRefusalTest, DuplicatesAndOverlaps) {
  const Error twice = zipRefusal(buildZip({{.name = "a", .content = "1"}, {.name = "a", .content = "2"}}));
  EXPECT_EQ(twice.where, "test.zip, record a");
  EXPECT_EQ(twice.what, "is in the archive twice");
  // The second entry points at the first one's header, whose name then differs; with the same name it overlaps.
  EXPECT_THAT(
      zipRefusal(buildZip({{.name = "a", .content = "1"}, {.name = "b", .content = "1", .directoryOffset = 0}})).what,
      HasSubstr("contradicts the directory"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1"},
                                {.name = "b", .content = "1", .localName = "a"},
                                {.name = "a", .content = "1", .directoryOffset = 0}}))
                  .what,
              ::testing::AnyOf(HasSubstr("overlaps the record"), HasSubstr("contradicts the directory")));
}

/// A record whose data hold another whole record: two entries share the bytes.
TEST(ZipRefusalTest, ARecordInsideAnother) {
  const Bytes inner = buildZip({{.name = "inner", .content = "secret"}});
  const std::string innerRecord = textOf(inner).substr(0, zip::localSize + 5 + 6);
  const auto offset = static_cast<std::uint32_t>(zip::localSize + 5);
  Bytes outer = buildZip(
      {{.name = "outer", .content = innerRecord}, {.name = "inner", .content = "secret", .directoryOffset = offset}});
  EXPECT_THAT(zipRefusal(outer).what, HasSubstr("overlaps the record outer"));
}

TEST(ZipRefusalTest, HeadersThatContradictTheDirectory) {
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1", .localName = "b"}})).what, HasSubstr("contradicts"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "12", .directorySize = 1, .directoryPackedSize = 1}})).what,
              HasSubstr("contradicts"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "12", .directorySize = 1}})).what,
              HasSubstr("two different sizes, 1 and 2"));
  EXPECT_THAT(
      zipRefusal(buildZip({{.name = "a", .content = "12", .directorySize = 900000, .directoryPackedSize = 900000}})).what,
      HasSubstr("reaches beyond the archive's data"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1", .directoryOffset = 3}})).what,
              HasSubstr("something else where the header of a record should be"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1", .directoryOffset = 0xFFFFFFF0}})).what,
              HasSubstr("ends where the header of a record should be"));
}

TEST(ZipRefusalTest, EncryptedAndUnknownMethods) {
  const Error encrypted = zipRefusal(buildZip({{.name = "a", .content = "1", .flags = 1}}));
  EXPECT_EQ(encrypted.what, "is encrypted");
  EXPECT_THAT(encrypted.remedy, HasSubstr("without a password"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1", .method = 12}})).what, HasSubstr("method 12"));
}

/// An archive of several disks says so in four places; each of them alone is enough.
TEST(ZipRefusalTest, PartsOfAnArchiveOnSeveralDisks) {
  const auto with = [](Bytes bytes, std::size_t at, std::uint16_t value) {
    for (std::size_t i = 0; i < 2; ++i) bytes[at + i] = static_cast<std::byte>(value >> 8 * i & 0xFFU);
    return bytes;
  };
  const Bytes plain = buildZip({{.name = "a", .content = "1"}});
  const Bytes wide = buildZip({{.name = "a", .content = "1"}}, {.zip64End = true});
  const std::size_t plainEnd = plain.size() - zip::endSize;
  const std::size_t wideEnd = wide.size() - zip::endSize;
  const std::size_t locator = wideEnd - zip::locator64Size;
  const std::size_t end64 = locator - zip::end64Size;
  ASSERT_EQ(contentOf(plain, "a"), "1");
  ASSERT_EQ(contentOf(wide, "a"), "1");
  const auto severalDisks = HasSubstr("is one part of an archive on several disks");
  for (const std::size_t field : {4U, 6U}) {
    EXPECT_THAT(zipRefusal(with(plain, plainEnd + field, 1)).what, severalDisks);
    EXPECT_THAT(zipRefusal(with(plain, plainEnd + field, 0xFFFF)).what, severalDisks) << "no ZIP64 record to look it up";
    EXPECT_THAT(zipRefusal(with(wide, wideEnd + field, 1)).what, severalDisks);
    EXPECT_EQ(contentOf(with(wide, wideEnd + field, 0xFFFF), "a"), "1") << "the ZIP64 record says which";
  }
  for (const std::size_t field : {16U, 20U}) EXPECT_THAT(zipRefusal(with(wide, end64 + field, 1)).what, severalDisks);
  EXPECT_THAT(zipRefusal(with(wide, locator + 4, 1)).what, severalDisks);
  EXPECT_THAT(zipRefusal(with(wide, locator + 16, 2)).what, severalDisks);
  const Error entry = zipRefusal(with(plain, plainEnd - zip::centralSize - 1 + 34, 1));
  EXPECT_EQ(entry.where, "test.zip, record a");
  EXPECT_EQ(entry.what, "begins on another disk");
}

TEST(ZipRefusalTest, Bombs) {
  // Ten bytes that claim four gigabytes, and a real bomb beyond what may be spent.
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1", .deflate = true, .directorySize = 0xFFFFFFF0}})).what,
              HasSubstr("claims to unfold"));
  const Bytes bomb = buildZip({{.name = "a", .content = std::string(4U << 20U, '\0'), .deflate = true}});
  EXPECT_LT(bomb.size(), 8000U);
  EXPECT_THAT(contentOf(bomb, "a"), HasSubstr("unfolds to 4.2 MB, more than one file may take"));
  // A stream that is longer or shorter than it says.
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "12345", .deflate = true, .directorySize = 4}})).what,
              HasSubstr("contradicts"));
}

TEST(ZipRefusalTest, DirectoriesThatDoNotAddUp) {
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1"}}, {.countChange = -1})).what,
              HasSubstr("a directory longer than its entries"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1"}}, {.countChange = 100})).what,
              HasSubstr("more records than its directory has"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1"}}, {.offsetChange = 1})).what,
              HasSubstr("a wrong place for its directory"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1"}}, {.zip64End = true, .offsetChange = -1})).what,
              HasSubstr("a wrong place for its directory"));
  EXPECT_THAT(zipRefusal(buildZip({{.name = "a", .content = "1"}}, {.zip64End = true, .countChange = 1'000'000})).what,
              HasSubstr("more than the 200000 that are read"));
  Bytes junk = buildZip({{.name = "a", .content = "1"}});
  junk.push_back(std::byte{0});
  EXPECT_THAT(zipRefusal(junk).what, HasSubstr("without its directory"));
  EXPECT_EQ(contentOf(buildZip({{.name = "a", .content = "1"}}, {.before = "junk"}), "a"), "1");
}

}  // namespace
}  // namespace sojourn
