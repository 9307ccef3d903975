// SPDX-License-Identifier: GPL-3.0-or-later
// The command line on checkpoints that are odd, but not unreadable: other containers, weights that are no numbers,
// unknown models.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/data/demo/demo_files.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::runSojourn;
using ::testing::HasSubstr;

class CliCheckpoint : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(writeDemoFiles(city()));
    auto read = readCheckpointFile(city() / demoCheckpointName);
    ASSERT_TRUE(read) << read.error().sentence();
    checkpoint = std::move(*read);
  }

  [[nodiscard]] std::filesystem::path city() const { return folder / "city"; }
  [[nodiscard]] test::ProgramRun evaluate(const std::filesystem::path& file) const {
    return runSojourn(
        {"evaluate", "--data", city().string(), "--checkpoint", file.string(), "--device", "cpu", "--json", "-"});
  }

  test::TempFolder folder;
  CheckpointFile checkpoint;
};

TEST_F(CliCheckpoint, SafetensorsGiveTheSameFigures) {
  ASSERT_TRUE(writeSafetensors(city() / "demo_city_pointer_v45.safetensors", checkpoint));
  const auto torch = evaluate(city() / demoCheckpointName);
  const auto safe = evaluate(city() / "demo_city_pointer_v45.safetensors");
  ASSERT_EQ(torch.exitCode, 0) << torch.err;
  ASSERT_EQ(safe.exitCode, 0) << safe.err;
  EXPECT_EQ(torch.json()["metrics"]["all"]["correct@1"], safe.json()["metrics"]["all"]["correct@1"]);
  EXPECT_EQ(torch.json()["metrics"]["all"]["mrr"], safe.json()["metrics"]["all"]["mrr"]);
}

TEST_F(CliCheckpoint, WeightsThatAreNoNumbersAreListedAndRefused) {
  for (NamedArray& tensor : checkpoint.tensors) {
    if (tensor.name != "gen_head.weight") continue;
    std::vector<float> values = tensor.array.toFloats();
    values[3] = std::numeric_limits<float>::quiet_NaN();
    tensor.array = makeArray(tensor.array.shape, std::span<const float>(values));
  }
  ASSERT_TRUE(writeTorchCheckpoint(folder / "nan.pt", checkpoint));
  const auto info = runSojourn({"info", (folder / "nan.pt").string(), "--json", "-"});
  EXPECT_EQ(info.exitCode, 0) << info.err;
  EXPECT_EQ(info.json()["model"], "pointer_v45");
  EXPECT_THAT(info.json()["problems"].dump(), HasSubstr("gen_head.weight"));
  const auto run = evaluate(folder / "nan.pt");
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("nan.pt"));
}

TEST_F(CliCheckpoint, AModelNobodyKnowsIsStillACheckpoint) {
  checkpoint.tensors.resize(1);
  checkpoint.tensors[0].name = "conv.weight";
  ASSERT_TRUE(writeTorchCheckpoint(folder / "other.pt", checkpoint));
  const auto info = runSojourn({"info", (folder / "other.pt").string(), "--json", "-"});
  EXPECT_EQ(info.exitCode, 0) << info.err;
  EXPECT_EQ(info.json()["kind"], "checkpoint");
  EXPECT_TRUE(info.json()["model"].is_null());
  EXPECT_EQ(info.json()["tensors"][0]["name"], "conv.weight");
  ASSERT_FALSE(info.json()["problems"].empty());
  EXPECT_EQ(evaluate(folder / "other.pt").exitCode, 3);
}

TEST_F(CliCheckpoint, NamesFromAFileReachTheTerminalEscaped) {
  checkpoint.tensors.resize(1);
  checkpoint.tensors[0].name = "\x1b[2Jcleared";
  ASSERT_TRUE(writeTorchCheckpoint(folder / "evil.pt", checkpoint));
  const auto info = runSojourn({"info", (folder / "evil.pt").string()});
  EXPECT_EQ(info.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(info.err.find('\x1b'), std::string::npos);
  const auto json = runSojourn({"info", (folder / "evil.pt").string(), "--json", "-"});
  EXPECT_EQ(json.out.find('\x1b'), std::string::npos);
}

TEST_F(CliCheckpoint, WhereThereIsNoGpuCudaIsFailedWork) {
  if (std::filesystem::exists("/dev/nvidiactl")) GTEST_SKIP() << "there is a GPU here";
  const auto run = runSojourn({"evaluate", "--data", city().string(), "--checkpoint",
                               (city() / demoCheckpointName).string(), "--device", "cuda", "--json", "-"});
  EXPECT_EQ(run.exitCode, 4) << run.err;
  EXPECT_EQ(run.out, "");
  const auto automatic = runSojourn(
      {"evaluate", "--data", city().string(), "--checkpoint", (city() / demoCheckpointName).string(), "--json", "-"});
  EXPECT_EQ(automatic.json()["device"], "cpu") << automatic.err;
  EXPECT_EQ(automatic.json()["device_reason"], "there is no GPU");
  const auto asked = runSojourn({"inspect", "--data", city().string(), "--checkpoint",
                                 (city() / demoCheckpointName).string(), "--index", "0", "--json", "-"});
  EXPECT_EQ(asked.json()["device"], "cpu") << asked.err;
  const auto unknown = runSojourn({"evaluate", "--data", city().string(), "--checkpoint",
                                   (city() / demoCheckpointName).string(), "--device", "cuda:x"});
  EXPECT_EQ(unknown.exitCode, 2);
  EXPECT_NE(unknown.err.find("`cuda:x` is none of auto, cpu, cuda, cuda:1"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace sojourn
