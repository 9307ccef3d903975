// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn info`: what it recognises and what it says of files that are none of that.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/log/event_json.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::runSojourn;
using ::testing::HasSubstr;

TEST(CliInfo, DescribesBothCheckpoints) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto pointer =
      runSojourn({"info", (data / "checkpoints/pointer_v45_geolife_full_model_best.pt").string(), "--json", "-"});
  ASSERT_EQ(pointer.exitCode, 0) << pointer.err;
  const auto json = pointer.json();
  EXPECT_EQ(json["schema"], "sojourn.info/1");
  EXPECT_EQ(json["kind"], "checkpoint");
  EXPECT_EQ(json["model"], "pointer_v45");
  EXPECT_EQ(json["parameters"], 251476);
  EXPECT_EQ(json["tensors"][0]["name"], "position_bias");
  EXPECT_EQ(json["tensors"][0]["dtype"], "float32");
  EXPECT_EQ(json["tensors"][0]["shape"], nlohmann::json::array({64}));

  const auto mhsa = runSojourn({"info", (data / "checkpoints/mhsa_geolife_checkpoint.pt").string(), "--json", "-"});
  ASSERT_EQ(mhsa.exitCode, 0) << mhsa.err;
  EXPECT_EQ(mhsa.json()["model"], "mhsa");
  EXPECT_EQ(mhsa.json()["parameters"], 112547);
}

TEST(CliInfo, DescribesADatasetByFolderPrefixOrFile) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto folder = data / "geolife";
  for (const auto& path : {folder, folder / "geolife_eps20_prev7", folder / "geolife_eps20_prev7_test.pk"}) {
    const auto run = runSojourn({"info", path.string(), "--json", "-"});
    ASSERT_EQ(run.exitCode, 0) << path << run.err;
    const auto json = run.json();
    EXPECT_EQ(json["kind"], "dataset") << path;
    EXPECT_EQ(json["splits"]["train"]["sequences"], 7424) << path;
    EXPECT_EQ(json["splits"]["validation"]["sequences"], 3334) << path;
    EXPECT_EQ(json["splits"]["test"]["sequences"], 3502) << path;
    EXPECT_EQ(json["splits"]["train"]["users"], 45) << path;
    EXPECT_EQ(
        std::max({json["splits"]["train"]["longest"].get<int>(), json["splits"]["validation"]["longest"].get<int>(),
                  json["splits"]["test"]["longest"].get<int>()}),
        54)
        << path;
    EXPECT_TRUE(json["model"].is_null());
  }
  const auto table = runSojourn({"info", folder.string()});
  EXPECT_EQ(table.exitCode, 0);
  EXPECT_THAT(table.out, HasSubstr(" 7424 "));
}

TEST(CliInfo, DescribesARun) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(
      folder / "run.json",
      R"({"schema":"sojourn.run/1","id":"r1","created":"2026-01-01T00:00:00Z","command":"sojourn train","config":{},)"
      R"("model":"pointer_v45","dataset":{},"versions":{},"parameters":123,"probes":[]})"));
  const auto run = runSojourn({"info", folder.path().string(), "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.json()["kind"], "run");
  EXPECT_EQ(run.json()["model"], "pointer_v45");
  EXPECT_EQ(run.json()["parameters"], 123);
  EXPECT_THAT(run.json()["problems"].dump(), HasSubstr("best.pt"));
}

TEST(CliInfo, SaysHowARunStandsAndWhatIsWrongWithIt) {
  const test::TempFolder folder;
  const RunPaths paths{folder.path()};
  RunRecord record;
  record.id = "r2";
  record.model = "mhsa";
  ASSERT_TRUE(writeRunRecord(paths.record(), record));
  RunStatus status;
  status.state = RunState::Running;
  status.process = thisProcess();
  status.process.startTicks -= 1;  // the trainer is gone, and its number is used again
  ASSERT_TRUE(writeRunStatus(paths.status(), status));
  StepEvent step;
  step.step = 17;
  ASSERT_TRUE(writeFileAtomically(paths.events(), eventLine({.seq = 0, .wall = 1, .body = step}) + "torn\n"));
  const auto run = runSojourn({"info", folder.path().string(), "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.json()["kind"], "run");
  EXPECT_EQ(run.json()["state"], "running");
  EXPECT_EQ(run.json()["steps"], 17);
  EXPECT_THAT(run.json()["problems"].dump(), HasSubstr("the trainer is dead"));
  EXPECT_THAT(run.json()["problems"].dump(), HasSubstr("lines skipped: 1"));
}

TEST(CliInfo, NamesARunsDatasetAndItsBestEpoch) {
  const test::TempFolder folder;
  const RunPaths paths{folder.path()};
  RunRecord record;
  record.id = "r3";
  record.model = "mhsa";
  record.dataset.path = "/data";
  record.dataset.prefix = "town";
  ASSERT_TRUE(writeRunRecord(paths.record(), record));
  std::string log;
  std::int64_t seq = 0;
  const auto append = [&](EventBody body) { log += eventLine({.seq = seq++, .wall = 1, .body = std::move(body)}); };
  for (const auto& [epoch, loss] : {std::pair<std::int64_t, double>{1, 3.5}, {2, 3.25}, {3, 4.0}}) {
    EvalEvent eval{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = loss};
    eval.metrics.all.n = 4;
    eval.metrics.all.accuracy[0] = 25.0 * static_cast<double>(epoch);
    append(eval);
    if (epoch < 3) append(CheckpointEvent{epoch, 10 * epoch, "checkpoints/best.pt", "best"});
  }
  ASSERT_TRUE(writeFileAtomically(paths.events(), log));
  const auto run = runSojourn({"info", folder.path().string(), "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.json()["dataset"], "town");
  EXPECT_EQ(run.json()["dataset_folder"], "/data");
  EXPECT_EQ(run.json()["best"]["epoch"], 2);
  EXPECT_EQ(run.json()["best"]["loss"], 3.25);
  EXPECT_EQ(run.json()["best"]["acc@1"], 50);
  const auto text = runSojourn({"info", folder.path().string()});
  EXPECT_THAT(text.out, HasSubstr("Dataset town in /data"));
  EXPECT_THAT(text.out, HasSubstr("Best epoch 2: validation loss 3.2500, Acc@1 50.00 %"));
}

TEST(CliInfo, ListsTheRunsOfAFolder) {
  const test::TempFolder folder;
  for (const char* name : {"first", "sweep/second"}) {
    const RunPaths paths{folder / name};
    std::filesystem::create_directories(paths.folder);
    RunRecord record;
    record.id = name;
    record.model = "mhsa";
    record.dataset.prefix = "town";
    ASSERT_TRUE(writeRunRecord(paths.record(), record));
    RunStatus status;
    status.state = RunState::Finished;
    status.epoch = 7;
    ASSERT_TRUE(writeRunStatus(paths.status(), status));
  }
  const auto run = runSojourn({"info", folder.path().string(), "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.json()["kind"], "runs");
  ASSERT_EQ(run.json()["runs"].size(), 2U);
  EXPECT_EQ(run.json()["runs"][1]["path"], (folder / "sweep/second").string());
  EXPECT_EQ(run.json()["runs"][1]["state"], "finished");
  EXPECT_EQ(run.json()["runs"][1]["epoch"], 7);
  EXPECT_TRUE(run.json()["runs"][1]["best"].is_null());
  const auto text = runSojourn({"info", folder.path().string()});
  EXPECT_THAT(text.out, HasSubstr("folder of 2 runs"));
  EXPECT_THAT(text.out, HasSubstr("sweep/second"));
}

TEST(CliInfo, WhatItDoesNotKnowIsUnknownWithTheReason) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "notes.txt", "nothing to see"));
  ASSERT_TRUE(writeFileAtomically(folder / "empty.pt", ""));
  std::filesystem::create_directory(folder / "broken");
  ASSERT_TRUE(writeFileAtomically(folder / "broken/run.json", "{\"schema\":" + std::string(100000, '[')));
  std::filesystem::create_directory(folder / "bare");
  for (const char* name : {"notes.txt", "empty.pt", "broken", "bare"}) {
    const auto run = runSojourn({"info", (folder / name).string(), "--json", "-"});
    EXPECT_EQ(run.exitCode, 3) << name;
    EXPECT_THAT(run.err, HasSubstr(name));
    const auto json = run.json();
    EXPECT_EQ(json["kind"], "unknown") << name << run.out;
    ASSERT_EQ(json["problems"].size(), 1U) << name;
    EXPECT_EQ(json["problems"][0]["severity"], "error");
    EXPECT_NE(json["problems"][0]["remedy"], "");
  }
}

TEST(CliInfo, SaysWhatOtherFilesAreAndWhoTakesThem) {
  const test::TempFolder folder;
  const auto write = [&](const char* name, std::string_view text) {
    std::filesystem::create_directories((folder / name).parent_path());
    ASSERT_TRUE(writeFileAtomically(folder / name, text));
  };
  struct Case {
    const char* file;
    const char* text;
    const char* kind;
    const char* format;   ///< empty: none
    const char* takenBy;  ///< a part of it
  };
  const std::vector<Case> cases{
      {"points.csv", "Timestamp;userid;Latitude;Longitude\n2021-03-04 10:05;a;47;8\n", "input", "points-csv",
       "sojourn prepare --input "},
      {"logger.csv", "uid,time,x,y,value,loss\na,2021-03-04T10:05:00Z,8,47,1,2\n", "input", "points-csv",
       " --format points-csv"},
      {"single.csv", "time,lat,lon\n2021-03-04 10:05,47,8\n", "input", "points-csv", "--columns user=COLUMN"},
      {"named.csv", "Device,Speed,When,Lng,Lat\nben,0,2021-03-01 00:00:00,7.449974,46.949992\n", "input", "points-csv",
       "--columns time=When --out"},
      {"tsmc.tsv", "2\t43e363ff\t4bf58dd8\tOffice\t40.728482\t-73.952088\t-240\tThu Sep 20 12:12:53 +0000 2012\n",
       "input", "checkins-csv", "--columns lat=5,lon=6,place=2,time=8,user=1 --no-header"},
      {"bare.csv", "a,47.12345,15.12345,1614852300\n", "input", "points-csv", "lat=2,lon=3,time=4,user=1 --no-header"},
      {"visits.csv", "user_id,started_at,finished_at,location_id\n1,2021-03-04 10:05,2021-03-04 11:05,7\n", "input",
       "visits-csv", "--format visits-csv"},
      {"checkins.csv", "user,venue_id,lat,lon,utc\na,v1,47,8,2021-03-04 10:05\n", "input", "checkins-csv",
       "--format checkins-csv"},
      {"walk.xml", "<?xml version=\"1.0\"?>\n<!-- mine -->\n<g:gpx xmlns:g=\"http://www.topografix.com/GPX/1/1\"/>\n",
       "input", "gpx", "--format gpx"},
      {"20081023.plt",
       "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved "
       "3\n0,2\n0\n39.9,116.3,0,492,39744.1,2008-10-23,02:53:04\n",
       "input", "geolife", "--format geolife"},
      {"tracks/anna/walk.gpx", "<gpx/>", "", "", ""},
      {"tracks/", "", "input", "gpx", "--format gpx"},
      {"model.yaml", "model: {name: mhsa}\n", "configuration", "", "sojourn train --config "},
      {"answers.csv", "index,rank1,rank2\n0,5,6\n", "predictions", "", "sojourn compare "},
      {"names.csv", "location_id,name\n5,Bakery\n", "labels", "", "Import labels"},
      {"walk.json", "{\"schema\": \"sojourn.sequence/1\", \"user\": 3}", "sequence", "", "--sequence "},
      {"old.json", "{\"schema\":\"sojourn.workspace/2\"}", "workspace", "", "sojourn-studio "},
      {"answer.json", "{\"schema\":\"sojourn.baselines/1\"}", "answer", "", ""},
      {"quarters.geojson",
       "{\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,"
       "0],[1,"
       "0],[1,1],[0,0]]]}}",
       "map", "GeoJSON", "sojourn-studio --map "},
      {"log.csv", "step,loss\n1,2\n", "run", "table (CSV)", ""},
  };
  for (const Case& one : cases) {
    if (*one.text) write(one.file, one.text);
    if (!*one.kind) continue;
    const auto run = runSojourn({"info", (folder / one.file).string(), "--json", "-"});
    ASSERT_EQ(run.exitCode, 0) << one.file << ": " << run.err;
    const auto json = run.json();
    EXPECT_EQ(json["kind"], one.kind) << one.file;
    EXPECT_EQ(json.value("format", ""), one.format) << one.file;
    EXPECT_EQ(json.contains("taken_by"), *one.takenBy != 0) << one.file;
    if (*one.takenBy) {
      EXPECT_THAT(json["taken_by"][0], HasSubstr(one.takenBy)) << one.file;
    }
  }
  const auto text = runSojourn({"info", (folder / "points.csv").string()});
  EXPECT_THAT(text.out, HasSubstr("input of the format points-csv"));
  EXPECT_THAT(text.out, HasSubstr("lat (Latitude), lon (Longitude), time (Timestamp), user (userid)"));
  EXPECT_THAT(text.out, HasSubstr("first row: a at 47.000000, 8.000000, 2021-03-04 10:05:00 UTC"));
  write("bad.yaml", "model: {name: mhsa, depth: 3}\n");
  const auto refused = runSojourn({"info", (folder / "bad.yaml").string()});
  EXPECT_EQ(refused.exitCode, 3);
  EXPECT_THAT(refused.err, HasSubstr("depth"));
}

}  // namespace
}  // namespace sojourn
