// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/tail_reader.h"

#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "model/runs/log/event_json.h"
#include "tests/runs/sample_events.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// Writes an events.jsonl as a trainer and its accidents would.
class Log {
 public:
  explicit Log(fs::path path) : m_path(std::move(path)) {}
  Log& add(const EventBody& body) {
    return raw(eventLine({.seq = m_seq++, .wall = 100.0 + static_cast<double>(m_seq), .body = body}));
  }
  Log& steps(std::int64_t from, std::int64_t to, std::int64_t epoch) {
    for (std::int64_t step = from; step <= to; ++step) add(test::sampleStep(step, epoch));
    return *this;
  }
  Log& raw(const std::string& text) {
    std::ofstream(m_path, std::ios::app | std::ios::binary) << text;
    return *this;
  }
  Log& replace() {
    fs::remove(m_path);
    return *this;
  }

 private:
  fs::path m_path;
  std::int64_t m_seq = 0;
};

/// Polls until there is nothing more.
TailUpdate readAll(TailReader& reader, RunStore& store) {
  TailUpdate update;
  do {
    update = reader.poll();
    store.apply(update);
  } while (update.more);
  return update;
}

std::vector<std::int64_t> range(std::int64_t from, std::int64_t to) {
  std::vector<std::int64_t> numbers;
  for (; from <= to; ++from) numbers.push_back(from);
  return numbers;
}

struct TailReaderTest : testing::Test {
  test::TempFolder folder;
  fs::path path = folder / "events.jsonl";
  Log log{path};
  TailReader reader{path};
  RunStore store;
};

TEST_F(TailReaderTest, FollowsWhatIsAppended) {
  EXPECT_TRUE(readAll(reader, store).problem) << "not there yet";
  for (const EventBody& body : test::oneOfEachEvent()) log.add(body);
  const TailUpdate update = readAll(reader, store);
  EXPECT_FALSE(update.problem);
  EXPECT_TRUE(update.complete);
  EXPECT_EQ(update.share, 1);
  EXPECT_EQ(update.badLines, 0);
  // The sample's rewind to step 11 takes back what belongs to step 12.
  EXPECT_EQ(store.history().steps.size(), 0U);
  EXPECT_TRUE(store.history().evals.empty());
  EXPECT_EQ(store.history().states.size(), 1U);
  EXPECT_EQ(store.history().controls.size(), 2U);
  EXPECT_EQ(store.history().system.size(), 2U);
  EXPECT_EQ(store.history().logs.size(), 1U);
  log.steps(12, 14, 2).add(test::sampleEval(2));
  readAll(reader, store);
  EXPECT_EQ(store.history().steps.step, range(12, 14));
  EXPECT_EQ(store.history().steps.loss[2], test::sampleStep(14, 2).loss);
  ASSERT_EQ(store.history().evals.size(), 1U);
  EXPECT_EQ(store.history().evals[0].event, test::sampleEval(2));
  EXPECT_EQ(store.history().evals[0].afterStep, 14);
}

TEST_F(TailReaderTest, AHalfWrittenLineWaits) {
  const std::string line = eventLine({.seq = 5, .wall = 1, .body = test::sampleStep(1, 1)});
  for (std::size_t i = 0; i < line.size(); ++i) {
    log.raw(line.substr(i, 1));
    const TailUpdate update = readAll(reader, store);
    EXPECT_EQ(store.history().steps.size(), i + 1 == line.size() ? 1U : 0U);
    EXPECT_EQ(update.badLines, 0);
  }
}

TEST_F(TailReaderTest, ARewindDropsWhatLiesBeyond) {
  log.add(test::sampleEval(0)).steps(1, 10, 1).add(EpochEvent{1, 3, 1}).add(test::sampleEval(1));
  log.add(CheckpointEvent{1, 10, "checkpoints/last.pt", "epoch"}).add(ProbeEvent{1, "probes/0001.safetensors"});
  log.steps(11, 20, 2).add(EpochEvent{2, 2, 1}).add(test::sampleEval(2));
  log.add(CheckpointEvent{2, 20, "checkpoints/best.pt", "best"}).add(LogEvent{"info", "stays"});
  readAll(reader, store);
  ASSERT_EQ(store.history().steps.size(), 20U);
  const std::uint64_t before = store.history().drops();
  log.add(RewindEvent{10}).steps(11, 13, 2);
  readAll(reader, store);
  const RunHistory& history = store.history();
  EXPECT_EQ(history.steps.step, range(1, 13));
  ASSERT_EQ(history.epochs.size(), 1U);
  EXPECT_EQ(history.epochs[0].event.epoch, 1);
  ASSERT_EQ(history.evals.size(), 2U);
  EXPECT_EQ(history.evals[0].event.epoch, 0);
  ASSERT_EQ(history.checkpoints.size(), 1U);
  EXPECT_EQ(history.checkpoints[0].event.step, 10);
  EXPECT_EQ(history.probes.size(), 1U);
  EXPECT_EQ(history.logs.size(), 1U);
  EXPECT_GT(store.history().drops(), before);
}

TEST_F(TailReaderTest, AStepThatComesAgainTakesThePlaceOfTheOld) {
  log.steps(1, 10, 1).steps(6, 7, 1);
  readAll(reader, store);
  EXPECT_EQ(store.history().steps.step, range(1, 7));
}

TEST_F(TailReaderTest, SkipsAndCountsWhatIsNoEvent) {
  log.steps(1, 2, 1).raw("rubbish\n").raw("{\"v\":1,\"seq\"\n").raw(std::string(1'000'000, 'x') + "\n");
  log.raw(R"({"v":2,"seq":9,"t":"step","wall":1,"step":{}})"
          "\n")
      .raw(R"({"v":1,"seq":9,"t":"dream","wall":1})"
           "\n");
  log.raw("\n").steps(3, 3, 1);
  const TailUpdate update = readAll(reader, store);
  EXPECT_EQ(store.history().steps.step, range(1, 3));
  EXPECT_EQ(update.badLines, 3);
  EXPECT_EQ(update.laterLines, 2);
  ASSERT_TRUE(update.lastBad);
  EXPECT_EQ(update.lastBad->what, "is longer than an event may be");
  EXPECT_FALSE(update.problem);
}

TEST_F(TailReaderTest, BeginsAgainWhenTheFileIsTruncatedReplacedOrWrittenAgain) {
  log.steps(1, 10, 1);
  readAll(reader, store);

  fs::resize_file(path, 0);
  EXPECT_TRUE(readAll(reader, store).restarted);
  EXPECT_EQ(store.history().steps.size(), 0U);

  log.steps(1, 5, 1);
  readAll(reader, store);
  log.replace().steps(3, 30, 1);
  readAll(reader, store);
  EXPECT_EQ(store.history().steps.step, range(3, 30));

  // The same file and longer than before, but another content.
  fs::resize_file(path, 0);
  log.steps(100, 150, 1);
  readAll(reader, store);
  EXPECT_EQ(store.history().steps.step, range(100, 150));
}

TEST_F(TailReaderTest, WhatWasReadStaysWhenTheFileVanishes) {
  log.steps(1, 5, 1);
  readAll(reader, store);
  fs::rename(path, folder / "away");
  const TailUpdate update = readAll(reader, store);
  ASSERT_TRUE(update.problem);
  EXPECT_EQ(update.problem->where, path.string());
  EXPECT_EQ(store.history().steps.step, range(1, 5));
  fs::rename(folder / "away", path);
  log.steps(6, 6, 1);
  EXPECT_FALSE(readAll(reader, store).problem);
  EXPECT_EQ(store.history().steps.step, range(1, 6));
}

/// A log with everything that a long run meets, cut into stretches as small as they can be.
TEST_F(TailReaderTest, TheLatestPartFirstGivesTheSameInTheEnd) {
  std::mt19937 random(3);
  std::int64_t step = 1;
  for (int part = 0; part < 300; ++part) {
    const auto next = step + static_cast<std::int64_t>(random() % 20);
    log.steps(step, next, part).add(EpochEvent{part, 1, 1}).add(test::sampleEval(part));
    log.add(CheckpointEvent{part, next, "checkpoints/last.pt", "epoch"});
    step = next + 1;
    if (random() % 10 == 0) {
      step = std::max<std::int64_t>(1, step - static_cast<std::int64_t>(random() % 100));
      log.add(RewindEvent{step - 1});
    }
    if (random() % 10 == 0) log.raw("torn\n").add(LogEvent{"info", "resumed"});
  }
  TailReader whole(path, {.recentBytes = 1U << 30U, .chunkBytes = 1U << 30U});
  RunStore expected;
  readAll(whole, expected);
  ASSERT_GT(expected.history().steps.size(), 1000U);

  for (const std::uint64_t recent : {10'000U, 200'000U, 700'000U}) {
    TailReader pieces(path, {.recentBytes = recent, .chunkBytes = 1});
    RunStore got;
    TailUpdate update = pieces.poll();
    got.apply(update);
    while (update.newer) {
      update = pieces.poll();
      got.apply(update);
    }
    EXPECT_FALSE(got.complete());
    EXPECT_EQ(got.history().steps.step.back(), expected.history().steps.step.back()) << "the latest is there first";
    while (update.more) {
      update = pieces.poll();
      got.apply(update);
    }
    ASSERT_TRUE(got.complete());
    const RunHistory& a = got.history();
    const RunHistory& b = expected.history();
    EXPECT_EQ(a.steps.step, b.steps.step);
    EXPECT_EQ(a.steps.wall, b.steps.wall);
    EXPECT_EQ(a.steps.loss, b.steps.loss);
    const auto numbers = [](const auto& events) {
      std::vector<std::int64_t> all;
      for (const auto& event : events) all.insert(all.end(), {event.seq, event.afterStep});
      return all;
    };
    EXPECT_EQ(numbers(a.epochs), numbers(b.epochs));
    EXPECT_EQ(numbers(a.evals), numbers(b.evals));
    EXPECT_EQ(numbers(a.checkpoints), numbers(b.checkpoints));
    EXPECT_EQ(numbers(a.rewinds), numbers(b.rewinds));
    EXPECT_EQ(a.logs.size(), b.logs.size());
    EXPECT_EQ(a.lastStep(), b.lastStep());
    EXPECT_EQ(update.share, 1);
  }
}

}  // namespace
}  // namespace sojourn
