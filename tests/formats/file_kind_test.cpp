// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where another file was meant is named, with what to do.
#include "model/formats/bytes/file_kind.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"

namespace sojourn {
namespace {

using namespace std::string_literals;
using ::testing::HasSubstr;

FileKind kindOf(const std::string& beginning) {
  const auto kind = recogniseFile(asBytes(beginning));
  if (!kind) ADD_FAILURE() << "not recognised";
  return kind.value_or(FileKind{});
}

TEST(FileKindTest, WhatStandsInPlaceOfADownloadIsNamed) {
  const FileKind pointer =
      kindOf("version https://git-lfs.github.com/spec/v1\noid sha256:"s + std::string(64, 'a') + "\nsize 3089551\n");
  EXPECT_EQ(pointer.what, "is a Git LFS pointer and not the file itself, which has 3.1 MB");
  EXPECT_THAT(pointer.remedy, HasSubstr("git lfs pull"));
  EXPECT_EQ(kindOf("<!DOCTYPE html><html><head><title>Virus scan\x1b warning</title></head></html>").what,
            "is a web page (\"Virus scan\\x1b warning\") and not the file itself");
  EXPECT_EQ(kindOf("\xef\xbb\xbf\n<!-- a -->\n<HTML lang=en>").what, "is a web page and not the file itself");
  EXPECT_EQ(kindOf("<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code><Message>No such key.</Message></Error>").what,
            "is a server's error message (\"No such key.\") and not the file itself");
  EXPECT_THAT(kindOf(R"({"message": "Not Found", "status": "404"})").what, HasSubstr("a server's answer in JSON"));
  EXPECT_EQ(kindOf("").what, "is empty");
  EXPECT_THAT(kindOf(std::string(512, '\0')).what, HasSubstr("nothing but zeros"));
}

TEST(FileKindTest, PackedFilesAndOtherFormatsAreNamed) {
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"\x1f\x8b\x08\0\0"s, "gzip"},
      {"BZh91AY"s, "bzip2"},
      {"\xfd\x37zXZ\0\0"s, "xz"},
      {"\x28\xb5\x2f\xfd\x04"s, "zstd"},
      {"PK\x03\x04"s + std::string(26, '\0') + "[Content_Types].xml", "Excel"},
      {"PK\x03\x04"s + std::string(26, '\0') + "doc.kml", "KMZ"},
      {std::string(257, 'a') + "ustar\0"s, "tar"},
      {"\x0e\x10\x43\x08\x80\x0c\0\0.FIT\0\0"s, "FIT"},
      {"<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\">"s, "KML"},
      {"<TrainingCenterDatabase xmlns=\"x\">"s, "TCX"},
      {"PAR1\x15"s, "Parquet"},
      {"\0\x05\x16\x07\0\x02\0\0Mac OS X"s, "AppleDouble"},
      {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0"s, "Excel"},
  };
  for (const auto& [beginning, word] : kinds) {
    EXPECT_THAT(kindOf(beginning).what, HasSubstr(word));
    EXPECT_FALSE(kindOf(beginning).remedy.empty()) << word;
  }
}

TEST(FileKindTest, WhatReadersTakeIsNoOtherKind) {
  for (const std::string& beginning :
       {"user,time,lat,lon\na,1,2,3\n"s, "{\"step\": 1, \"train/loss\": 2.5}\n"s, "PK\x03\x04"s + std::string(60, 'x'),
        "\x80\x02}q\0"s, "<?xml version=\"1.0\"?><gpx><trk><name>html <error></name></trk></gpx>"s,
        "{\"schema\":\"sojourn.workspace/2\"}"s, "Geolife trajectory\r\nWGS 84\r\n"s}) {
    EXPECT_FALSE(recogniseFile(asBytes(beginning))) << beginning;
  }
}

TEST(FileKindTest, ARefusalQuotesTheBeginningOfAText) {
  const auto refusal = [](const std::string& beginning) {
    return wrongFile("best.pt", asBytes(beginning), "is no checkpoint", "check it").sentence();
  };
  EXPECT_EQ(refusal("epoch,loss\n1,2\n"), "best.pt: is no checkpoint, but text that begins \"epoch,loss\": check it");
  EXPECT_THAT(refusal("\x80\x04}."), HasSubstr("a pickle of Python"));
  EXPECT_THAT(refusal("\x1f\x8b\x08"), HasSubstr("best.pt: is packed with gzip: unpack it"));
  EXPECT_THAT(refusal("a\0b"s), HasSubstr("best.pt: is no checkpoint: check it"));
}

}  // namespace
}  // namespace sojourn
