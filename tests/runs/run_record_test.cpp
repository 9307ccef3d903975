// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <gtest/gtest.h>

#include "model/config/config_file.h"
#include "model/core/files.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

RunRecord sampleRecord() {
  RunRecord record;
  record.id = newUuid();
  record.created = "2026-01-31T08:15:00Z";
  record.command = "sojourn train --config 'a b.yaml'";
  record.config = toJson(TrainingConfig{});
  record.model = "pointer_v45";
  record.dataset = {.path = "/data/geolife",
                    .prefix = "geolife_eps20",
                    .fingerprint = "abc",
                    .splits = {{"train", {7424}}, {"validation", {3334}}, {"test", {3502}}},
                    .places = 1187};
  record.versions = {{"sojourn", "0.1.0"}, {"torch", "2.11.0"}};
  record.parameters = 112'547;
  record.probes = {3, 1, 4};
  return record;
}

TEST(RunRecord, ReadsBackAsItWas) {
  const test::TempFolder folder;
  const RunRecord written = sampleRecord();
  ASSERT_TRUE(writeRunRecord(folder / "run.json", written));
  const auto read = readRunRecord(folder / "run.json");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->id, written.id);
  EXPECT_EQ(read->created, written.created);
  EXPECT_EQ(read->command, written.command);
  EXPECT_EQ(read->config, written.config);
  EXPECT_EQ(read->model, written.model);
  EXPECT_EQ(read->dataset, written.dataset);
  EXPECT_EQ(read->versions, written.versions);
  EXPECT_EQ(read->parameters, written.parameters);
  EXPECT_EQ(read->probes, written.probes);
  const auto config = parseTrainingConfig(read->config.dump(), "run.json, key config");
  ASSERT_TRUE(config) << "a resume takes its configuration from here: " << config.error().sentence();
  EXPECT_EQ(*config, TrainingConfig{});
}

TEST(RunRecord, KnowsTheStepsOfAnEpoch) {
  const test::TempFolder folder;
  RunRecord record = sampleRecord();
  EXPECT_EQ(stepsPerEpochOf(record), 58) << "7424 sequences in batches of 128, where nobody wrote it";
  record.config["training"].erase("batch_size");
  EXPECT_FALSE(stepsPerEpochOf(record));
  for (const auto& config : {nlohmann::ordered_json(nullptr), nlohmann::ordered_json{{"training", {1, 2}}}}) {
    record.config = config;
    EXPECT_FALSE(stepsPerEpochOf(record));
  }

  record = sampleRecord();
  record.stepsPerEpoch = 57;
  ASSERT_TRUE(writeRunRecord(folder / "run.json", record));
  const auto read = readRunRecord(folder / "run.json");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->stepsPerEpoch, 57);
  EXPECT_EQ(stepsPerEpochOf(*read), 57) << "what the trainer wrote goes before what is counted";

  record.stepsPerEpoch = 0;
  ASSERT_TRUE(writeRunRecord(folder / "none.json", record));
  EXPECT_EQ(readRunRecord(folder / "none.json").error().where,
            (folder / "none.json").string() + ", key steps_per_epoch");
}

TEST(RunRecord, IsWrittenOnce) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeRunRecord(folder / "run.json", sampleRecord()));
  const Status again = writeRunRecord(folder / "run.json", sampleRecord());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::BadInput);
}

TEST(RunRecord, RefusesEveryDamageByItsKey) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeRunRecord(folder / "run.json", sampleRecord()));
  std::ifstream in(folder / "run.json");
  const auto whole = nlohmann::ordered_json::parse(in);
  for (const auto& [key, value] : whole.items()) {
    for (const bool absent : {true, false}) {
      auto damaged = whole;
      if (absent) {
        damaged.erase(key);
      } else {
        damaged[key] = nullptr;
      }
      ASSERT_TRUE(writeFileAtomically(folder / "damaged.json", damaged.dump()));
      const auto read = readRunRecord(folder / "damaged.json");
      ASSERT_FALSE(read) << key;
      EXPECT_EQ(read.error().where, (folder / "damaged.json").string() + ", key " + key);
    }
  }
  auto split = whole;
  split["dataset"]["splits"]["train"] = 5;
  ASSERT_TRUE(writeFileAtomically(folder / "damaged.json", split.dump()));
  EXPECT_EQ(readRunRecord(folder / "damaged.json").error().where,
            (folder / "damaged.json").string() + ", key dataset, key splits, key train");
}

TEST(RunPaths, NamesAreThoseOfTheSpecification) {
  const RunPaths run{"/runs/a"};
  EXPECT_EQ(run.epochCheckpoint(7), "/runs/a/checkpoints/epoch-0007.pt");
  EXPECT_EQ(run.epochCheckpoint(12'345), "/runs/a/checkpoints/epoch-12345.pt");
  EXPECT_EQ(run.probe(0), "/runs/a/probes/0000.safetensors");
  EXPECT_EQ(run.inEvents(run.bestCheckpoint()), "checkpoints/best.pt");
}

TEST(RunPaths, LeftoversOfAKilledTrainerAreRemovedAndNothingElse) {
  const test::TempFolder folder;
  const RunPaths run{folder.path()};
  for (const auto& sub : {run.checkpoints(), run.probes(), run.control()}) std::filesystem::create_directories(sub);
  const std::filesystem::path gone[] = {folder / ".status.json.77-1.tmp", run.checkpoints() / ".last.pt.77-2.tmp"};
  const std::filesystem::path kept[] = {run.lastCheckpoint(),
                                        run.control() / ".x.json.5-0.tmp",
                                        folder / ".viewer.json.5-0.tmp",
                                        folder / "a.tmp",
                                        folder / ".notes.tmp",
                                        folder / ".mine.json.77-1.tmp",
                                        run.checkpoints() / ".status.json.7-1.tmp"};
  for (const auto& file : gone) std::ofstream(file) << "x";
  for (const auto& file : kept) std::ofstream(file) << "x";
  removeTemporaryFiles(run);
  for (const auto& file : gone) EXPECT_FALSE(std::filesystem::exists(file)) << file;
  for (const auto& file : kept) EXPECT_TRUE(std::filesystem::exists(file)) << file;
}

TEST(RunPaths, AViewersLeftoversAreRemovedOnceTheyAreOld) {
  const test::TempFolder folder;
  const RunPaths run{folder.path()};
  std::filesystem::create_directories(run.control());
  const std::string id = newUuid();
  const std::filesystem::path gone[] = {run.control() / ("." + id + ".json.5-0.tmp"), folder / ".viewer.json.5-1.tmp"};
  const std::filesystem::path fresh[] = {run.control() / ("." + newUuid() + ".json.6-0.tmp"),
                                         folder / ".viewer.json.6-1.tmp"};
  const std::filesystem::path others[] = {run.control() / ".x.json.5-0.tmp", run.control() / (id + ".json"),
                                          run.control() / ("." + id + ".txt.5-0.tmp"), run.control() / "notes.tmp"};
  const auto longAgo = std::filesystem::file_time_type::clock::now() - std::chrono::hours(2);
  for (const auto& file : fresh) std::ofstream(file) << "x";
  const auto writeOld = [&](const std::filesystem::path& file) {
    std::ofstream(file) << "x";
    std::filesystem::last_write_time(file, longAgo);  // once it is closed, which writes it
  };
  for (const auto& file : gone) writeOld(file);
  for (const auto& file : others) writeOld(file);
  // What a link leads to is old, the link itself is not ours to judge.
  const auto link = run.control() / ("." + newUuid() + ".json.7-0.tmp");
  std::filesystem::create_symlink(run.control() / "notes.tmp", link);
  removeTemporaryFiles(run);
  for (const auto& file : gone) EXPECT_FALSE(std::filesystem::exists(file)) << file;
  for (const auto& file : fresh) EXPECT_TRUE(std::filesystem::exists(file)) << file;
  for (const auto& file : others) EXPECT_TRUE(std::filesystem::exists(file)) << file;
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST(Uuid, IsOfVersion4AndNeverTheSame) {
  const std::string id = newUuid();
  ASSERT_EQ(id.size(), 36U);
  EXPECT_EQ(id[14], '4');
  EXPECT_TRUE(std::string("89ab").find(id[19]) != std::string::npos);
  EXPECT_NE(id, newUuid());
  EXPECT_TRUE(isFileId(id));
  for (const char* bad : {"", "..", "a/b", "a.b", "a b"}) EXPECT_FALSE(isFileId(bad)) << bad;
  EXPECT_FALSE(isFileId(std::string(65, 'a')));
  EXPECT_TRUE(isUuid(id));
  for (const std::string& bad : {std::string(), id.substr(1), id + "0", std::string(36, 'a'), "g" + id.substr(1)})
    EXPECT_FALSE(isUuid(bad)) << bad;
}

}  // namespace
}  // namespace sojourn
