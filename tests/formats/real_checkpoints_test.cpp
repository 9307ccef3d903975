// SPDX-License-Identifier: GPL-3.0-or-later
// The published checkpoints, as far as their files go.
#include <numeric>

#include <gmock/gmock.h>

#include "model/formats/checkpoint/checkpoint_file.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

CheckpointFile mustRead(const std::filesystem::path& path) {
  auto file = readCheckpointFile(path);
  EXPECT_TRUE(file.ok());
  if (!file) {
    ADD_FAILURE() << file.error().sentence();
    return {};
  }
  return std::move(*file);
}

/// Sum over all elements of all tensors, in double.
double sumOf(const CheckpointFile& file) {
  double sum = 0;
  for (const NamedArray& tensor : file.tensors) {
    const auto values = tensor.array.toDoubles();
    sum = std::accumulate(values.begin(), values.end(), sum);
  }
  return sum;
}

TEST(RealCheckpointsTest, PointerV45WithItsOptimizer) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const CheckpointFile file = mustRead(data / "checkpoints" / "pointer_v45_geolife_full_model_best.pt");
  EXPECT_EQ(file.container, "torch zip");
  EXPECT_EQ(file.stateKey, "model_state_dict");
  ASSERT_EQ(file.tensors.size(), 47U);
  EXPECT_EQ(file.tensors[0].name, "position_bias");
  EXPECT_EQ(file.tensors[2].name, "loc_emb.weight");
  EXPECT_EQ(file.tensors[2].array.shapeText(), "[1187, 64]");
  EXPECT_NEAR(sumOf(file), 1045.59987, 1e-4);
  EXPECT_EQ(file.metadata["epoch"], 8);
  EXPECT_EQ(file.metadata["config"]["model"]["nhead"], 4);
  EXPECT_EQ(file.metadata["ablation_name"], "full_model");
  ASSERT_TRUE(file.optimizer);
  EXPECT_EQ(file.optimizer->slots.size(), 46U);
  EXPECT_EQ(file.optimizer->slots[3].tensors.size(), 3U);
  EXPECT_EQ(file.optimizer->paramGroups[0]["betas"][1], 0.98);
  EXPECT_TRUE(file.problems.empty());
}

TEST(RealCheckpointsTest, MhsaAsABareStateDict) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const CheckpointFile file = mustRead(data / "checkpoints" / "mhsa_geolife_checkpoint.pt");
  EXPECT_EQ(file.stateKey, "");
  EXPECT_EQ(file.tensors.size(), 44U);
  EXPECT_NEAR(sumOf(file), 21988.19573, 1e-3);
  EXPECT_FALSE(file.optimizer);
}

TEST(RealCheckpointsTest, InitialWeightsByTorch2) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const CheckpointFile file = mustRead(data / "reference" / "training_v45_initial.pt");
  EXPECT_EQ(file.tensors.size(), 47U);
  EXPECT_NEAR(sumOf(file), 1917.986717, 1e-4);
}

TEST(RealCheckpointsTest, OtherFilesAreNamed) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto dataset = readCheckpointFile(data / "geolife" / "geolife_eps20_prev7_test.pk");
  ASSERT_FALSE(dataset.ok());
  EXPECT_THAT(dataset.error().what, ::testing::HasSubstr("bare pickle"));
  const auto folder = readCheckpointFile(data);
  ASSERT_FALSE(folder.ok());
}

}  // namespace
}  // namespace sojourn
