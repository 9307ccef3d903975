// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/records/input_preview.h"
#include "tests/data/records/raw_input.h"

namespace sojourn {
namespace {

using test::RawInput;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> becameOf(const InputPreview& preview) {
  std::vector<std::string> became;
  for (const PreviewRow& row : preview.rows) became.push_back(row.became);
  return became;
}

/// The rows that reading drops for a reason.
std::vector<PreviewRow> droppedRows(InputSettings settings, DropReason reason, const ReadReport& report) {
  settings.dates = report.dates;
  auto found = previewInput(settings, {.dropped = reason, .repeated = report.repeated});
  EXPECT_TRUE(found) << found.error().sentence();
  return found ? std::move(found->rows) : std::vector<PreviewRow>();
}
ReadReport reportOf(const InputSettings& settings) {
  const auto report = readFixes(settings, [](UserFixes&&) { return Status(); });
  EXPECT_TRUE(report) << report.error().sentence();
  return report ? *report : ReadReport();
}

TEST(InputPreview, ShowsWhatRowsBecome) {
  RawInput input(InputFormat::PointsCsv, "user;lat;lon;time;note\nben;46,95;7,45;1614553200000;ok\nben;x;7;1;\n");
  const auto preview = previewInput(input.settings);
  ASSERT_TRUE(preview) << preview.error().sentence();
  EXPECT_EQ(preview->delimiter, ';');
  EXPECT_THAT(preview->header, ElementsAre("user", "lat", "lon", "time", "note"));
  EXPECT_EQ(preview->mapped.at("time"), 3U);
  EXPECT_THAT(preview->missing, IsEmpty());
  EXPECT_THAT(becameOf(*preview),
              ElementsAre("ben at 46.950000, 7.450000, 2021-02-28 23:00:00 UTC", "dropped: bad_coordinate"));
  EXPECT_EQ(preview->rows.at(1).fields.at(1), "x");
  EXPECT_EQ(previewInput(input.settings, {.most = 1})->rows.size(), 1U);
}

TEST(InputPreview, NamesWhatIsMissing) {
  const RawInput input(InputFormat::VisitsCsv, "user,start,when\nben,1,2\n");
  const auto preview = previewInput(input.settings);
  ASSERT_TRUE(preview) << preview.error().sentence();
  EXPECT_THAT(preview->missing, ElementsAre("end", "place (or lat and lon)"));
  EXPECT_THAT(becameOf(*preview), ElementsAre(""));
}

TEST(InputPreview, ShowsTheFirstPointsOfTracks) {
  const RawInput gpx(InputFormat::Gpx,
                     "<gpx><trkpt lat=\"1\" lon=\"2\"><time>60</time></trkpt><trkpt lat=\"1\" lon=\"2\"/></gpx>",
                     "a.gpx");
  const auto preview = previewInput(gpx.settings);
  ASSERT_TRUE(preview) << preview.error().sentence();
  EXPECT_THAT(becameOf(*preview),
              ElementsAre("a at 1.000000, 2.000000, 1970-01-01 00:01:00 UTC", "dropped: missing_time"));
  EXPECT_EQ(previewInput(gpx.settings, {.most = 1})->rows.size(), 1U);
  InputSettings geolife;
  geolife.format = InputFormat::Geolife;
  const test::TempFolder folder;
  test::writeText(folder / "000/Trajectory/1.plt", "1\n2\n3\n4\n5\n6\n1,2,0,0,0,1970-01-01,00:01:00\r\n1,2\r\n");
  geolife.input = folder.path();
  EXPECT_THAT(becameOf(*previewInput(geolife)),
              ElementsAre("0 at 1.000000, 2.000000, 1970-01-01 00:01:00 UTC", "dropped: field_count"));
}

TEST(InputPreview, MarksTheFieldsThatARowIsDroppedFor) {
  RawInput input(InputFormat::PointsCsv,
                 "user,time,lat,lon\n,2021-03-01 08:00:00,1,2\na,yesterday,91,2\na,2021-03-01 08:00:00,91,2\n"
                 "a,2021-03-01 08:00:00,1,x\na,2021-03-01 08:00:00,1\na,2021-03-01 08:00:00,1,2\n");
  const auto preview = previewInput(input.settings);
  ASSERT_TRUE(preview) << preview.error().sentence();
  std::vector<std::vector<std::size_t>> wrong;
  for (const PreviewRow& row : preview->rows) wrong.push_back(row.wrong);
  EXPECT_THAT(wrong, ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2), ElementsAre(3), IsEmpty(), IsEmpty()));
  EXPECT_EQ(preview->rows[4].dropped, DropReason::FieldCount);
  EXPECT_EQ(preview->rows[5].line, 7U);

  RawInput visits(InputFormat::VisitsCsv, "user,start,end,place\na,2021-03-01 08:00:00,2021-03-01 07:00:00,p\n");
  EXPECT_THAT(previewInput(visits.settings)->rows.at(0).wrong, ElementsAre(1, 2));
}

TEST(InputPreview, FindsTheRowsOfAUser) {
  RawInput input(InputFormat::PointsCsv, "user,time,lat,lon\na,60,1,2\nb,60,1,2\na,x,1,2\nb,120,1,2\n");
  const auto rows = previewInput(input.settings, {.user = "a"});
  ASSERT_TRUE(rows) << rows.error().sentence();
  ASSERT_EQ(rows->rows.size(), 2U);
  EXPECT_EQ(rows->rows[1].line, 4U);
  EXPECT_EQ(rows->rows[1].dropped, DropReason::BadTime);
}

TEST(InputPreview, FindsDroppedRowsBeyondTheFirst) {
  std::string text = "user,time,lat,lon\n";
  for (int i = 0; i < 100; ++i) text += "a," + std::to_string(60 * i + 60) + ",1,2\n";
  RawInput input(InputFormat::PointsCsv, text + "a,6060,1,2\na,0:18:20,1,2\na,60,1,2\na,60,1,3\na,120,1,2\n");
  const ReadReport report = reportOf(input.settings);
  EXPECT_EQ(report.counts.at("dropped_duplicate"), 2);
  const auto bad = droppedRows(input.settings, DropReason::BadTime, report);
  ASSERT_EQ(bad.size(), 1U);
  EXPECT_EQ(bad[0].line, 103U);
  EXPECT_EQ(bad[0].fields[1], "0:18:20");
  const auto repeated = droppedRows(input.settings, DropReason::Duplicate, report);
  ASSERT_EQ(repeated.size(), 2U);
  EXPECT_EQ(repeated[0].line, 104U);
  EXPECT_EQ(repeated[0].became, "repeats line 2");
  EXPECT_THAT(repeated[0].wrong, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(repeated[1].became, "repeats line 3");
}

TEST(InputPreview, FindsWhatRepeatsARowOfAnotherFile) {
  const test::TempFolder folder;
  const std::string head = "1\n2\n3\n4\n5\n6\n", same = "1,2,0,5,0,1970-01-01,00:01:00\r\n";
  test::writeText(folder / "000/Trajectory/1.plt", head + same + "1,2,0,5,0,1970-01-01,00:02:00\r\n");
  test::writeText(folder / "001/Trajectory/1.plt", head + same);
  test::writeText(folder / "001/Trajectory/2.plt", head + "1,2,0,7,0,1970-01-01,00:01:00\r\n" + same + same);
  InputSettings settings;
  settings.input = folder.path();
  settings.format = InputFormat::Geolife;
  const auto repeated = droppedRows(settings, DropReason::Duplicate, reportOf(settings));
  ASSERT_EQ(repeated.size(), 2U);
  EXPECT_EQ(repeated[0].file, "001/Trajectory/2.plt");
  EXPECT_EQ(repeated[0].line, 8U);
  EXPECT_EQ(repeated[0].became, "repeats line 7 of 001/Trajectory/1.plt");
  EXPECT_THAT(repeated[0].wrong, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(repeated[1].line, 9U);
}

TEST(InputPreview, FindsRepeatedVisits) {
  RawInput input(InputFormat::VisitsCsv,
                 "user,start,end,place\nb,60,120,p\na,60,120,p\nb,60,120,q\nb,60,120,p\na,60,120,p\n");
  const auto read = input.visits();
  ASSERT_TRUE(read) << read.error().sentence();
  const auto repeated = droppedRows(input.settings, DropReason::Duplicate, read->report);
  ASSERT_EQ(repeated.size(), 2U);
  EXPECT_EQ(repeated[0].became, "repeats line 2");
  EXPECT_EQ(repeated[1].became, "repeats line 3");
  EXPECT_THAT(repeated[1].wrong, ElementsAre(0, 1, 2, 3));
}

TEST(InputPreview, ReadsDatesAsTheWholeColumnDecides) {
  RawInput input(InputFormat::PointsCsv,
                 "user,time,lat,lon\na,3/4/2021 08:00,1,2\na,25/4/2021 08:00,1,2\na,x,1,2\n");
  const ReadReport report = reportOf(input.settings);
  EXPECT_EQ(report.dates, DateOrder::DayFirst);
  input.settings.dates = report.dates;
  EXPECT_EQ(previewInput(input.settings)->rows.at(0).became, "a at 1.000000, 2.000000, 2021-04-03 08:00:00 UTC");
}

}  // namespace
}  // namespace sojourn
