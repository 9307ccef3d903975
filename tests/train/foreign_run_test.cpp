// SPDX-License-Identifier: GPL-3.0-or-later
// Resuming in a run directory that somebody else has changed: links, probes that the data lacks, files left half written.
#include <fstream>
#include <iterator>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/core/guarded_path.h"
#include "model/runs/store/probe_file.h"
#include "model/train/run/run_training.h"
#include "tests/support/temp_folder.h"
#include "tests/train/ruled_dataset.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class ForeignRun : public ::testing::Test {
 protected:
  ForeignRun() {
    m_dataset.fingerprint = "the same";
    m_config.training.numEpochs = 3;
  }
  /// A run that was interrupted after some steps.
  void SetUp() override {
    const CancelToken interrupt;
    TrainObserver observer;
    observer.step = [&](std::size_t step, std::size_t) {
      if (step == 3) interrupt.cancel();
    };
    const auto end = beginRun(request(), observer, interrupt);
    ASSERT_TRUE(end.ok()) << end.error().sentence();
    ASSERT_EQ(*end, RunEnd::Interrupted);
    fs::create_directories(m_outside);
  }
  [[nodiscard]] RunRequest request() const {
    return {.folder = m_run.folder,
            .dataset = &m_dataset,
            .config = m_config,
            .threads = 1,
            .device = Device::Cpu,
            .command = "sojourn train",
            .versions = {}};
  }
  [[nodiscard]] Result<RunEnd> resume() const {
    const auto run = findRun(m_run.folder);
    if (!run) return run.error();
    return resumeRun(request(), run->record, {}, {});
  }
  [[nodiscard]] std::map<std::string, std::string> outside() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(m_outside)) {
      std::ifstream in(entry.path());
      files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
    }
    return files;
  }

  test::TempFolder m_temp;
  Dataset m_dataset = test::ruledDataset();
  TrainingConfig m_config = test::tinyConfig();
  RunPaths m_run{m_temp / "run"};
  fs::path m_outside = m_temp / "outside";
};

TEST_F(ForeignRun, NoLinkIsFollowed) {
  for (const char* name : {"events.jsonl", "settings.json", "00000000-0000-4000-8000-000000000001.json", ".last.pt.1-0.tmp"})
    std::ofstream(m_outside / name) << "theirs";
  const auto before = outside();
  for (const GuardedPath& path : {m_run.control(), m_run.probes(), m_run.checkpoints(), m_run.events()}) {
    fs::rename(path, m_temp / "kept");
    fs::create_symlink(path == m_run.events() ? m_outside / "events.jsonl" : m_outside, path);
    const auto end = resume();
    ASSERT_FALSE(end.ok()) << path;
    EXPECT_EQ(end.error().where, path.string());
    EXPECT_EQ(end.error().kind, ErrorKind::BadInput);
    EXPECT_THAT(end.error().what, HasSubstr("link"));
    fs::remove(path);
    fs::rename(m_temp / "kept", path);
    EXPECT_EQ(outside(), before) << path;
  }
  const auto end = resume();
  EXPECT_TRUE(end.ok()) << end.error().sentence();
}

TEST_F(ForeignRun, OnlyTrainersAndCommandsFilesAreDeletedInItsFolders) {
  const fs::path kept[] = {m_run.control() / "settings.json", m_run.checkpoints() / ".notes.tmp",
                           m_run.probes() / "0007.json", m_run.folder / ".mine.json.1-0.tmp"};
  for (const fs::path& file : kept) std::ofstream(file) << "theirs";
  const auto end = resume();
  ASSERT_TRUE(end.ok()) << end.error().sentence();
  for (const fs::path& file : kept) EXPECT_TRUE(fs::exists(file)) << file;
}

TEST_F(ForeignRun, WhatKilledTrainersLeftHalfWrittenIsDeleted) {
  const fs::path gone[] = {m_run.folder / ".status.json.101-0.tmp", m_run.folder / ".results.json.102-7.tmp",
                           m_run.checkpoints() / ".best.pt.103-1.tmp", m_run.probes() / ".0002.safetensors.104-2.tmp"};
  for (const fs::path& file : gone) std::ofstream(file) << "{";
  ASSERT_TRUE(resume().ok());
  for (const fs::path& file : gone) EXPECT_FALSE(fs::exists(file)) << file;
}

TEST_F(ForeignRun, ProbesThatTheDataLacksAreRefused) {
  const auto whole = readRunRecord(m_run.record());
  ASSERT_TRUE(whole.ok());
  const auto sequences = static_cast<std::int64_t>(m_dataset.split(Split::Validation)->size());
  for (const std::vector<std::int64_t>& probes :
       {std::vector<std::int64_t>{sequences}, std::vector<std::int64_t>{100'000},
        std::vector<std::int64_t>{1'000'000'000'000'000}, std::vector<std::int64_t>(mostProbes + 1, 0)}) {
    RunRecord damaged = *whole;
    damaged.probes = probes;
    fs::remove(m_run.record());
    ASSERT_TRUE(writeRunRecord(m_run.record(), damaged).ok());
    const auto end = resume();
    ASSERT_FALSE(end.ok()) << probes.front();
    EXPECT_EQ(end.error().kind, ErrorKind::BadInput);
    EXPECT_THAT(end.error().where, HasSubstr("run.json, key probes"));
  }
}

TEST_F(ForeignRun, NoMoreProbesAreWrittenThanReadersTake) {
  m_config.training.probes.assign(mostProbes + 1, 0);
  RunRequest many = request();
  many.folder = m_temp / "many";
  const auto end = beginRun(many, {}, {});
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().kind, ErrorKind::BadInput);
  EXPECT_FALSE(fs::exists(many.folder)) << "nothing is written of what is refused";
}

}  // namespace
}  // namespace sojourn
