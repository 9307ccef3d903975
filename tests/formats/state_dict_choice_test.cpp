// SPDX-License-Identifier: GPL-3.0-or-later
// Where a checkpoint keeps its state dict, and which one is read where there are several.
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/pickle/pickle_writer.h"
#include "tests/formats/zip_bytes.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;

/// A dict of so many arrays, each of the one number `value`.
void putState(PickleWriter& pickle, double value, int arrays = 4) {
  pickle.beginDict();
  for (int i = 0; i < arrays; ++i) {
    pickle.text("w" + std::to_string(i));
    pickle.array(std::array{value});
  }
  pickle.end();
}

Bytes archiveOf(PickleWriter& pickle) {
  const Bytes content = pickle.finish();
  return test::buildZip(
      {{.name = "x/data.pkl", .content = std::string(asText(content))}, {.name = "x/version", .content = "3\n"}});
}

/// {"epoch": 3, KEY: state of 1, KEY: state of 2, ...}
Bytes checkpointWith(const std::vector<std::string>& keys) {
  PickleWriter pickle(4);
  pickle.beginDict();
  pickle.text("epoch");
  pickle.integer(3);
  double value = 0;
  for (const std::string& key : keys) {
    pickle.text(key);
    putState(pickle, ++value);
  }
  pickle.end();
  return archiveOf(pickle);
}

struct Read {
  std::string key;
  double value = 0;
  std::vector<std::string> said;
};

Read read(const Bytes& bytes, const std::string& part = {}) {
  const auto file = readCheckpoint(bytes, "runs/best.pt", part);
  if (!file) {
    ADD_FAILURE() << file.error().sentence();
    return {};
  }
  Read made{file->stateKey, file->tensors.at(0).array.toDoubles()[0], {}};
  for (const Problem& problem : file->problems) made.said.push_back(problem.what + ": " + problem.remedy);
  return made;
}

TEST(StateDictChoiceTest, EveryUsualContainerIsFound) {
  for (const char* key :
       {"model_state_dict", "state_dict", "model", "net", "ema", "weights", "model_state", "my_network"}) {
    const Read one = read(checkpointWith({key}));
    EXPECT_EQ(one.key, key);
    EXPECT_TRUE(one.said.empty()) << key;
  }
}

TEST(StateDictChoiceTest, TwoLevelsDown) {
  PickleWriter pickle(4);
  pickle.beginDict();
  pickle.text("checkpoint");
  pickle.beginDict();
  pickle.text("model");
  putState(pickle, 5);
  pickle.text("step");
  pickle.integer(7);
  pickle.end();
  pickle.end();
  EXPECT_EQ(read(archiveOf(pickle)).key, "checkpoint.model");
}

TEST(StateDictChoiceTest, OfSeveralThePlainWeightsAreReadAndTheOthersNamed) {
  const Bytes bytes = checkpointWith({"ema", "teacher", "model"});
  const Read first = read(bytes);
  EXPECT_EQ(first.key, "model");
  EXPECT_EQ(first.value, 3);
  ASSERT_EQ(first.said.size(), 1U);
  EXPECT_EQ(first.said[0],
            "holds several state dicts; shown is model, others are ema, teacher: for another one open best.pt#ema");
  const Read ema = read(bytes, "ema");
  EXPECT_EQ(ema.key, "ema");
  EXPECT_EQ(ema.value, 1);
  EXPECT_TRUE(ema.said.empty());
}

TEST(StateDictChoiceTest, OptimizersAndSingleTensorsAreNone) {
  PickleWriter pickle(4);
  pickle.beginDict();
  pickle.text("optimizer_states");
  putState(pickle, 9, 20);
  pickle.text("callbacks");
  putState(pickle, 8, 1);
  pickle.text("state_dict");
  putState(pickle, 2);
  pickle.end();
  const Read one = read(archiveOf(pickle));
  EXPECT_EQ(one.key, "state_dict");
  EXPECT_TRUE(one.said.empty());
}

TEST(StateDictChoiceTest, APartIsNamedBehindTheFile) {
  const test::TempFolder folder;
  const Bytes bytes = checkpointWith({"model", "ema"});
  ASSERT_TRUE(writeFileAtomically(folder / "best.pt", std::span<const std::byte>(bytes)));
  ASSERT_TRUE(writeFileAtomically(folder / "run#3.pt", std::span<const std::byte>(bytes)));
  const auto keyOf = [&](const char* name) {
    const auto file = readCheckpointFile(folder / name);
    return file ? file->stateKey : file.error().what;
  };
  EXPECT_EQ(keyOf("best.pt"), "model");
  EXPECT_EQ(keyOf("best.pt#ema"), "ema");
  EXPECT_EQ(keyOf("run#3.pt"), "model") << "a file of that name";
  EXPECT_EQ(keyOf("run#3.pt#ema"), "ema");
  EXPECT_THAT(keyOf("none.pt#ema"), HasSubstr("cannot be opened"));
  EXPECT_EQ(readCheckpointFile(folder / "best.pt#student")->wantedPrefix, "student") << "for the names of its tensors";
}

}  // namespace
}  // namespace sojourn
