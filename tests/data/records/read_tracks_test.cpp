// SPDX-License-Identifier: GPL-3.0-or-later
// GPX files and folders of GeoLife.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/data/records/raw_input.h"
#include "tests/support/growth.h"

namespace sojourn {
namespace {

using test::AllFixes;
using test::RawInput;
using test::readAllFixes;
using test::TempFolder;
using test::writeText;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* gpxHead =
    "<?xml version=\"1.0\"?>\n<gpx xmlns=\"http://www.topografix.com/GPX/1/1\" xmlns:x=\"e\">";

std::string point(const std::string& time, const std::string& position = "lat=\"1\" lon=\"2\"") {
  return "<trkpt " + position + "><ele>5</ele><time>" + time + "</time></trkpt>";
}

AllFixes readGpxText(const std::string& body) {
  return RawInput(InputFormat::Gpx, body, "walk.gpx").fixes();
}

AllFixes readTrack(const std::string& points) {
  return readGpxText(gpxHead + ("<trk><trkseg>" + points + "</trkseg></trk></gpx>"));
}

TEST(GpxFile, GivesTrackPointsWithATimeOfTheirOwn) {
  const AllFixes read = readGpxText(
      gpxHead +
      ("<metadata><time>2022-05-01T00:00:00Z</time></metadata>"
       "<wpt lat=\"1\" lon=\"1\"><time>2022-05-01T00:00:00Z</time></wpt>"
       "<rte><rtept lat=\"1\" lon=\"1\"><time>2022-05-01T00:00:00Z</time></rtept></rte><trk><trkseg>" +
       point("\n 1970-01-01T00:01:00.5Z\n ") + point("1970-01-01T02:02:00+02:00") + point("1970-01-01T00:03:00") +
       "<trkpt lat=\"1\" lon=\"1\"><extensions><x:time>1970-01-01T00:04:00Z</x:time></extensions></trkpt>"
       "<trkpt lat=\"1\" lon=\"1\"><x:time>1970-01-01T00:05:00Z</x:time></trkpt>"
       "</trkseg></trk></gpx>"));
  ASSERT_FALSE(read.error) << read.error->sentence();
  ASSERT_EQ(read.users.size(), 1U);
  EXPECT_EQ(read.users[0].user, "walk");
  std::vector<EpochMs> times;
  for (const Fix& fix : read.users[0].fixes) times.push_back(fix.time);
  EXPECT_THAT(times, ElementsAre(60'500, 120'000, 180'000));
  EXPECT_EQ(read.counts.at("rows"), 5);
  EXPECT_EQ(read.counts.at("dropped_missing_time"), 2);
  EXPECT_EQ(read.counts.at("files"), 1);
  EXPECT_EQ(read.users[0].report.counts, read.counts);
}

TEST(GpxFile, DropsBadPoints) {
  const std::string time = "1970-01-01T00:01:00Z";
  const AllFixes read = readTrack(point(time) + point("1970-01-01T00:02:00Z") + point("1970-01-01T00:03:00Z") +
                                  point("1970-01-01T00:04:00Z") + point("noon") + point(time, "lat=\"1\"") +
                                  point(time, "lat=\"90.5\" lon=\"2\"") + point(time));
  ASSERT_FALSE(read.error) << read.error->sentence();
  EXPECT_EQ(read.counts.at("dropped_bad_time"), 1);
  EXPECT_EQ(read.counts.at("dropped_missing_coordinate"), 1);
  EXPECT_EQ(read.counts.at("dropped_coordinate_out_of_range"), 1);
  EXPECT_EQ(read.counts.at("dropped_duplicate"), 1);
  EXPECT_EQ(read.counts.at("points"), 4);
}

TEST(GpxFile, ReadsFilesWithoutNameSpaceOrWithPrefix) {
  EXPECT_EQ(readGpxText("<gpx>" + point("60") + "</gpx>").users.at(0).fixes.size(), 1U);
  EXPECT_EQ(readGpxText("<g:gpx xmlns:g=\"http://www.topografix.com/GPX/1/0\"><g:trkpt lat=\"1\" lon=\"2\">"
                        "<g:time>60</g:time></g:trkpt></g:gpx>")
                .users.at(0)
                .fixes.size(),
            1U);
}

TEST(GpxFile, IsRefusedWhereItIsNoGpx) {
  const auto errorOf = [](const std::string& text) { return readGpxText(text).error.value_or(Error{}); };
  EXPECT_THAT(errorOf("user,place,start,end\n").what, HasSubstr("not XML"));
  EXPECT_THAT(errorOf("user,place,start,end\n").where, AllOf(HasSubstr("walk.gpx"), HasSubstr("byte 0")));
  EXPECT_THAT(errorOf("<kml></kml>").what, HasSubstr("KML"));
  EXPECT_THAT(errorOf("<track></track>").what, HasSubstr("<track>"));
  EXPECT_THAT(errorOf("").what, HasSubstr("not XML"));
  EXPECT_THAT(errorOf(gpxHead).what, HasSubstr("not XML"));
  const Error doctype = errorOf("<?xml version=\"1.0\"?>\n<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx>&a;</gpx>");
  EXPECT_THAT(doctype.what, HasSubstr("DOCTYPE"));
  EXPECT_THAT(doctype.where, HasSubstr("line 2"));
  EXPECT_FALSE(doctype.remedy.empty());
  EXPECT_THAT(errorOf("<?xml version='1.0' encoding='klingon'?><gpx/>").what, HasSubstr("encoding \"KLINGON\""));
}

/// "Graz – März" as a track's name; the fixes are the same in every encoding.
TEST(GpxFile, ReadsEveryEncodingThatTheSystemKnows) {
  const auto file = [](const std::string& encoding, const std::string& name) {
    return "<?xml version=\"1.0\" encoding=\"" + encoding + "\"?>\n<gpx><trk><name>" + name + "</name>" +
           point("2021-03-02T09:05:30Z", "lat=\"47.5\" lon=\"15.25\"") + "</trk></gpx>";
  };
  const auto fixesOf = [](const std::string& text) {
    const AllFixes read = readGpxText(text);
    EXPECT_FALSE(read.error) << read.error->sentence();
    return read.users.size() == 1 ? read.users[0].fixes.size() : 0;
  };
  EXPECT_EQ(fixesOf("\xef\xbb\xbf" + file("UTF-8", "Graz \xe2\x80\x93 M\xc3\xa4rz")), 1U);
  EXPECT_EQ(fixesOf(file("ISO-8859-1", "Graz M\xe4rz")), 1U);
  EXPECT_EQ(fixesOf(file("windows-1252", "Graz \x96 M\xe4rz")), 1U);
  EXPECT_EQ(fixesOf(file("GBK", "\xb1\xb1\xbe\xa9")), 1U);
  EXPECT_EQ(fixesOf(file("Shift_JIS", "\x93\x8c\x8b\x9e")), 1U);
  EXPECT_EQ(fixesOf(file("KOI8-R", "\xed\xcf\xd3\xcb\xd7\xc1")), 1U);
  EXPECT_EQ(fixesOf(file("windows-1252", "\x81 a byte that it does not have")), 1U);
  std::string wide = "\xff\xfe";
  for (const char c : file("UTF-16", "Graz")) (wide += c) += '\0';
  EXPECT_EQ(fixesOf(wide), 1U);
  // Characters that lie across two pieces of the conversion.
  std::string large = "<?xml version=\"1.0\" encoding=\"GBK\"?>\n<gpx><trk><name>x";
  for (int i = 0; i < 200'000; ++i) large += "\xb1\xb1";
  EXPECT_EQ(fixesOf(large + "</name>" + point("60") + "</trk></gpx>"), 1U);
}

TEST(GpxFile, ReadsExtensionsWhosePrefixNothingDeclares) {
  const AllFixes read = readGpxText(
      "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg><trkpt lat=\"1\" lon=\"2\">"
      "<time>60</time><extensions><gpxtpx:hr>90</gpxtpx:hr></extensions></trkpt>"
      "<trkpt lat=\"1\" lon=\"2\"><ns3:time>90</ns3:time></trkpt></trkseg></trk></gpx>");
  ASSERT_FALSE(read.error) << read.error->sentence();
  ASSERT_EQ(read.users.at(0).fixes.size(), 1U);
  EXPECT_EQ(read.users[0].fixes[0].time, 60'000);
  EXPECT_EQ(read.counts.at("dropped_missing_time"), 1) << "a time of an extension's is none of the point's";
}

TEST(GpxFolder, ADamagedFileIsListedAndItsGoodPartKept) {
  const TempFolder folder;
  writeText(folder / "a" / "1.gpx", "<gpx>" + point("60") + point("120") + "<trkpt lat=");
  writeText(folder / "a" / "2.gpx", "<gpx>" + point("180") + "</gpx>");
  writeText(folder / "a" / "3.gpx", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 10\n");
  writeText(folder / "a" / "._2.gpx", std::string("\0\5\26\7", 4));
  InputSettings settings;
  settings.input = folder.path();
  settings.format = InputFormat::Gpx;
  const AllFixes read = readAllFixes(settings);
  ASSERT_FALSE(read.error) << read.error->sentence();
  EXPECT_EQ(read.users.at(0).fixes.size(), 3U);
  EXPECT_EQ(read.counts.at("files_damaged"), 2);
  ASSERT_EQ(read.problems.size(), 2U);
  EXPECT_THAT(read.problems[0].where, HasSubstr("1.gpx, line"));
  EXPECT_THAT(read.problems[0].what, AllOf(HasSubstr("not XML"), HasSubstr("2 fixes before that are kept")));
  EXPECT_THAT(read.problems[1].what, HasSubstr("Git LFS"));
}

TEST(GpxFile, IsRefusedWhereItIsTooDeepOrAnElementTooLong) {
  const auto nested = [](int depth) {
    std::string text = "<gpx>";
    for (int i = 1; i < depth; ++i) text += "<a>";
    for (int i = 1; i < depth; ++i) text += "</a>";
    return readGpxText(text + "</gpx>").error;
  };
  EXPECT_FALSE(nested(64));
  ASSERT_TRUE(nested(65));
  EXPECT_THAT(nested(65)->what, HasSubstr("64"));
  const auto wide = readTrack("<trkpt lat=\"" + std::string(3U << 20U, '1') + "\" lon=\"1\"/>").error;
  ASSERT_TRUE(wide);
  EXPECT_THAT(wide->what, HasSubstr("1 MiB"));
  // A text of any length is no element: it comes in pieces.
  EXPECT_FALSE(readTrack(point("60") + "<desc>" + std::string(3U << 20U, 'x') + "</desc>").error);
}

/// Expat copies a name space for each attribute and each element that has it.
TEST(GpxFile, NameSpacesTakeTimeLinearInTheFile) {
  const auto file = [](std::size_t length, std::size_t elements, const char* element) {
    std::string text = "<gpx xmlns:a=\"" + std::string(length, 'u') + "\">";
    for (std::size_t i = 0; i < elements; ++i) text += element;
    return text + "</gpx>";
  };
  const auto refused = readGpxText(file(900'000, 10, "<a:t/>")).error;
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->what, HasSubstr("name space"));
  EXPECT_FALSE(readGpxText(file(500, 10, "<a:t/>")).error);
  for (const char* element : {"<a:t/>", "<t a:x=\"\"/>"}) {
    EXPECT_TRUE(test::takesLinearTime(20'000, [&](std::size_t elements) {
      return [text = file(500, elements, element)] { EXPECT_FALSE(readGpxText(text).error); };
    })) << element;
  }
}

TEST(GpxFolder, TellsUsersByTheFirstFolder) {
  const TempFolder folder;
  const std::string text = "<gpx>" + point("60") + "</gpx>";
  for (const char* name : {"me/b.gpx", "me/10/2021/x.GPX", "me/9/y.gpx", "me/9/z.gpx"}) writeText(folder / name, text);
  writeText(folder / "me/9/notes.txt", "no track");
  InputSettings settings;
  settings.format = InputFormat::Gpx;
  settings.input = folder / "me";
  const auto users = [&] {
    std::vector<std::string> names;
    for (const UserFixes& user : readAllFixes(settings).users) names.push_back(user.user);
    return names;
  };
  EXPECT_THAT(users(), ElementsAre("10", "9", "me"));
  settings.input = folder / "me/9/";
  EXPECT_THAT(users(), ElementsAre("9"));
  settings.input = folder / "me/9/y.gpx";
  EXPECT_THAT(users(), ElementsAre("y"));
  settings.input = folder / "me";
  settings.user = "I";
  settings.acceptBad = true;  // the same point in every file
  EXPECT_THAT(users(), ElementsAre("I"));
  EXPECT_EQ(readAllFixes(settings).counts.at("dropped_duplicate"), 3);
  EXPECT_EQ(readAllFixes(settings).counts.at("files"), 4);
  std::filesystem::create_directories(folder / "empty");
  settings.input = folder / "empty";
  EXPECT_THAT(readAllFixes(settings).error->what, HasSubstr("no .gpx"));
}

constexpr const char* pltHead =
    "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n";

TEST(GeolifeFolder, ReadsUsersByNumberAndFilesByName) {
  const TempFolder folder;
  writeText(folder / "Data/010/Trajectory/1.plt", std::string(pltHead) + "1,2,0,0,39744,1970-01-01,00:01:00\r\n");
  writeText(folder / "Data/000/Trajectory/2.plt", std::string(pltHead) +
                                                      "1,2,0,492,39744.12,1970-01-01,00:01:00\r\n"
                                                      "1,2,0,492,39744.12,1970-01-01,00:01:00\r\n"
                                                      "1,2,0,493,39744.12,1970-01-01,00:01:00\r\n"
                                                      "400.1666666,2,0,493,39744.12,1970-01-01,00:01:00\r\n"
                                                      "1,2,0,493,39744.12,,00:01:00\r\n"
                                                      "1,2,0,493,39744.12,1970-01-01,00:61:00\r\n"
                                                      "1,2,0,493,39744.12,1970-01-01\r\n");
  writeText(folder / "Data/000/Trajectory/1.plt", std::string(pltHead) +
                                                      "39.984702,116.318417,0,492,39744.12,1970-01-01,00:02:00\r\n"
                                                      "1.5,-2,0,-777,39744.12,1970-01-01,00:03:00");
  writeText(folder / "Data/000/labels.txt", "ignored");
  InputSettings settings;
  settings.format = InputFormat::Geolife;
  settings.input = folder.path();
  const AllFixes read = readAllFixes(settings);
  ASSERT_FALSE(read.error) << read.error->sentence();
  ASSERT_EQ(read.users.size(), 2U);
  EXPECT_EQ(read.users[0].user, "0");
  EXPECT_EQ(read.users[1].user, "10");
  ASSERT_EQ(read.users[0].fixes.size(), 4U);
  EXPECT_EQ(read.users[0].fixes[0].time, 60'000);
  EXPECT_EQ(read.users[0].fixes[2].latitude, 39.984702);
  EXPECT_EQ(read.users[0].fixes[2].longitude, 116.318417);
  EXPECT_EQ(read.counts, (PreparationCounts{{"dropped_bad_time", 1},
                                            {"dropped_coordinate_out_of_range", 1},
                                            {"dropped_duplicate", 1},
                                            {"dropped_field_count", 1},
                                            {"dropped_missing_time", 1},
                                            {"files", 3},
                                            {"out_of_order", 1},
                                            {"points", 5},
                                            {"rows", 10},
                                            {"users_read", 2}}));
  EXPECT_EQ(read.users[1].report.counts,
            (PreparationCounts{{"files", 1}, {"points", 1}, {"rows", 1}, {"users_read", 1}}));
  settings.input = folder / "Data";
  EXPECT_EQ(readAllFixes(settings).counts, read.counts);
}

TEST(GeolifeFolder, IsRefusedWhereItHoldsNoTracks) {
  const TempFolder folder;
  InputSettings settings;
  settings.format = InputFormat::Geolife;
  settings.input = folder.path();
  EXPECT_THAT(readAllFixes(settings).error->what, HasSubstr("no USER/Trajectory"));
  settings.input = folder / "nowhere";
  EXPECT_THAT(readAllFixes(settings).error->what, HasSubstr("cannot be listed"));
}

}  // namespace
}  // namespace sojourn
