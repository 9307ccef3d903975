// SPDX-License-Identifier: GPL-3.0-or-later
// The samples with known answers and real tracks: what is read, dropped and counted.
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/data/records/raw_input.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

using test::AllFixes;
using test::readAllFixes;

InputSettings sample(const std::filesystem::path& data, const char* name, InputFormat format) {
  InputSettings settings;
  settings.input = data / "prepare_samples" / name;
  settings.format = format;
  return settings;
}

TEST(PrepareSamples, PointsWithLocalTimes) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  InputSettings settings = sample(data, "points_local_time.csv", InputFormat::PointsCsv);
  EXPECT_NE(readAllFixes(settings).error->what.find("no column for time"), std::string::npos);
  settings.columns = {{"user", "Device"}, {"time", "When"}};
  settings.stampsIn = "Europe/Zurich";
  const AllFixes read = readAllFixes(settings);
  ASSERT_FALSE(read.error) << read.error->sentence();
  EXPECT_EQ(read.counts,
            (PreparationCounts{
                {"points", 7212}, {"rows", 7212}, {"time_ambiguous", 3}, {"time_nonexistent", 1}, {"users_read", 2}}));
}

TEST(PrepareSamples, PointsWithDefectsAreTheSameFixes) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const AllFixes read = readAllFixes(sample(data, "points_defects.csv", InputFormat::PointsCsv));
  ASSERT_FALSE(read.error) << read.error->sentence();
  EXPECT_EQ(read.counts, (PreparationCounts{{"dropped_bad_coordinate", 3},
                                            {"dropped_bad_time", 3},
                                            {"dropped_coordinate_out_of_range", 9},
                                            {"dropped_duplicate", 25},
                                            {"dropped_field_count", 2},
                                            {"dropped_missing_coordinate", 13},
                                            {"dropped_missing_time", 3},
                                            {"dropped_missing_user", 2},
                                            {"dropped_time_out_of_range", 2},
                                            {"out_of_order", 40},
                                            {"points", 7212},
                                            {"rows", 7274},
                                            {"users_read", 2}}));
  InputSettings clean = sample(data, "points_local_time.csv", InputFormat::PointsCsv);
  clean.columns = {{"user", "Device"}, {"time", "When"}};
  clean.stampsIn = "Europe/Zurich";
  const AllFixes same = readAllFixes(clean);
  ASSERT_EQ(read.users.size(), same.users.size());
  for (std::size_t i = 0; i < read.users.size(); ++i) {
    EXPECT_EQ(read.users[i].user, same.users[i].user);
    ASSERT_EQ(read.users[i].fixes.size(), same.users[i].fixes.size());
    for (std::size_t at = 0; at < read.users[i].fixes.size(); ++at) {
      const Fix& a = read.users[i].fixes[at];
      const Fix& b = same.users[i].fixes[at];
      ASSERT_EQ(a.time, b.time) << at;
      ASSERT_EQ(a.latitude, b.latitude) << at;
      ASSERT_EQ(a.longitude, b.longitude) << at;
    }
  }
}

TEST(PrepareSamples, CheckIns) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  InputSettings settings = sample(data, "checkins_tsmc.tsv", InputFormat::CheckinsCsv);
  EXPECT_NE(readVisitRecords(settings).error().what.find("no column for user"), std::string::npos);
  settings.header = false;
  settings.dropDuplicates = false;
  settings.columns = {{"user", "1"}, {"place", "2"},  {"category", "4"}, {"lat", "5"},
                      {"lon", "6"},  {"offset", "7"}, {"time", "8"}};
  const auto read = readVisitRecords(settings);
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->report.counts, (PreparationCounts{{"points", 526}, {"rows", 526}, {"users_read", 6}}));
  EXPECT_TRUE(std::ranges::any_of(read->records.places, [](const RecordedPlace& place) {
    return place.name.find("Caf\xc3\xa9") != std::string::npos;
  }));
}

TEST(PrepareSamples, Visits) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto read = readVisitRecords(sample(data, "visits.csv", InputFormat::VisitsCsv));
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->report.counts, (PreparationCounts{{"dropped_duplicate", 1},
                                                    {"dropped_missing_place", 1},
                                                    {"dropped_missing_time", 1},
                                                    {"dropped_missing_user", 1},
                                                    {"dropped_negative_duration", 1},
                                                    {"points", 386},
                                                    {"rows", 391},
                                                    {"users_read", 2}}));
  EXPECT_NE(readAllFixes(sample(data, "visits.csv", InputFormat::Gpx)).error->what.find("not XML"), std::string::npos);
}

TEST(PrepareSamples, Gpx) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const AllFixes read = readAllFixes(sample(data, "two_tracks.gpx", InputFormat::Gpx));
  ASSERT_FALSE(read.error) << read.error->sentence();
  EXPECT_EQ(read.counts, (PreparationCounts{{"dropped_coordinate_out_of_range", 1},
                                            {"dropped_duplicate", 29},
                                            {"dropped_missing_time", 3},
                                            {"files", 1},
                                            {"out_of_order", 1},
                                            {"points", 2458},
                                            {"rows", 2491},
                                            {"users_read", 1}}));
}

TEST(PrepareSamples, GeolifeStaypoints) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto read = readVisitRecords(sample(data, "geolife_staypoints_92users.csv", InputFormat::VisitsCsv));
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->report.counts, (PreparationCounts{{"points", 26687}, {"rows", 26687}, {"users_read", 92}}));
  EXPECT_FALSE(read->records.placesGiven);
}

TEST(PrepareSamples, RealTracksOfSixUsers) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const std::string unpack = "tar -xJf '" + (data / "geolife_raw" / "geolife_raw_6users.tar.xz").string() + "' -C '" +
                             folder.path().string() + "'";
  ASSERT_EQ(std::system(unpack.c_str()), 0);
  InputSettings settings;
  settings.input = folder.path();
  settings.format = InputFormat::Geolife;
  const AllFixes read = readAllFixes(settings);
  ASSERT_FALSE(read.error) << read.error->sentence();
  EXPECT_EQ(read.counts.at("files"), 764);
  EXPECT_EQ(read.counts.at("rows"), 412'126);
  EXPECT_EQ(read.counts.at("dropped_duplicate"), 2);
  EXPECT_EQ(read.counts.at("points"), 412'124);
  EXPECT_EQ(read.counts.at("users_read"), 6);
}

}  // namespace
}  // namespace sojourn
