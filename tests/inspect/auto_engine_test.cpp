// SPDX-License-Identifier: GPL-3.0-or-later
// Which device a model is asked on, by times that are given to it, and what happens when a GPU fails. The GPU is the
// model on the CPU under another name.
#include "model/inspect/auto_engine.h"

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/inspect/network_passes.h"
#include "tests/nets/small_models.h"
#include "tests/support/forwarding_engine.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using namespace test;
using testing::HasSubstr;

std::shared_ptr<const Engine> smallEngine() {
  auto engine = Engine::fromCheckpoint(smallPointerV45(), "small.pt", {.device = Device::Cpu, .heads = 4});
  if (!engine) throw std::runtime_error(engine.error().sentence());
  return *engine;
}

/// Counts what it is asked, and can be made to fail.
class FakeGpu final : public ForwardingEngine {
 public:
  using ForwardingEngine::ForwardingEngine;
  mutable std::atomic<int> inspections = 0, evaluations = 0;
  std::atomic<bool> fails = false;

  [[nodiscard]] std::string deviceName() const override { return "CUDA 0: Fake"; }
  [[nodiscard]] Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                  const InspectOptions& options) const override {
    ++inspections;
    if (fails) return failure();
    return ForwardingEngine::inspect(sequence, options);
  }
  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      const CancelToken& cancel,
                                                      const Progress& progress) const override {
    ++evaluations;
    if (fails) return failure();
    return ForwardingEngine::evaluate(set, rows, cancel, progress);
  }

 private:
  [[nodiscard]] static Error failure() { return {ErrorKind::Failed, "small.pt", "CUDA out of memory", ""}; }
};

class AutoEngineTest : public testing::Test {
 protected:
  AutoEngineTest() {
    file.keep(timesKey(cpu->description(), "CPU"), {.start = 0, .inspection = 0.002, .sequence = 0.001, .step = 0});
    set = setOf(fakeSequences({3, 5, 7, 7}));
  }
  void gpuTakes(const DeviceTimes& times) { file.keep(timesKey(cpu->description(), "Fake"), times); }
  AutoEngine engine(bool measured = true) {
    return AutoEngine({.cpu = cpu,
                       .openGpu = [this]() -> Result<std::shared_ptr<const Engine>> {
                         ++opened;
                         if (cannotOpen) return Error{ErrorKind::Failed, "CUDA", "no device", ""};
                         return std::shared_ptr<const Engine>(gpu);
                       },
                       .findGpu =
                           [this] {
                             ++lookedFor;
                             return gpuName;
                           },
                       .measured = measured,
                       .times = file});
  }
  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const Engine& engine) const {
    return engine.evaluate(set, std::vector<std::size_t>{0, 1, 2, 3}, {}, {});
  }

  TempFolder folder;
  DeviceTimesFile file{folder.path() / "cache" / "device_times.json"};
  std::shared_ptr<const Engine> cpu = smallEngine();
  std::shared_ptr<FakeGpu> gpu = std::make_shared<FakeGpu>(cpu);
  SequenceSet set;
  std::string gpuName = "Fake";
  bool cannotOpen = false;
  int opened = 0, lookedFor = 0;
};

TEST_F(AutoEngineTest, GivesEachKindOfWorkTheFasterDevice) {
  gpuTakes({.start = 1, .inspection = 0.004, .sequence = 0.0001, .step = 0});
  const AutoEngine engine = this->engine();
  EXPECT_EQ(engine.deviceName(), "CPU");
  EXPECT_TRUE(engine.settleDevice());
  EXPECT_EQ(engine.deviceName(), "CPU; CUDA 0: Fake for many sequences");
  EXPECT_THAT(engine.deviceReason(), HasSubstr("an inspection takes 2.0 ms on the CPU and 4.0 ms on the GPU"));
  ASSERT_TRUE(engine.inspect(set.sequence(0), {}).ok());
  ASSERT_TRUE(evaluate(engine).ok());
  EXPECT_EQ(gpu->inspections, 0);
  EXPECT_EQ(gpu->evaluations, 1);
  EXPECT_TRUE(engine.settleDevice()) << "once is enough";
  EXPECT_EQ(opened, 1);
}

TEST_F(AutoEngineTest, OpensNoGpuThatIsSlowerForEverything) {
  gpuTakes({.start = 1, .inspection = 0.004, .sequence = 0.002, .step = 0});
  const AutoEngine engine = this->engine();
  EXPECT_FALSE(engine.settleDevice());
  EXPECT_EQ(engine.deviceName(), "CPU");
  EXPECT_EQ(opened, 0);
}

TEST_F(AutoEngineTest, CountsTheStartWhereTheWorkIsKnown) {
  gpuTakes({.start = 1, .inspection = 0.002, .sequence = 0.0001, .step = 0});
  const AutoEngine little = engine(), some = engine(), much = engine();
  little.settle(ExpectedWork{.inspections = 1, .sequences = 100, .steps = 0});  // 0.1 s
  EXPECT_EQ(lookedFor, 0) << "a GPU has not even started by then";
  EXPECT_THAT(little.deviceReason(), HasSubstr("before a GPU has started"));
  some.settle(ExpectedWork{.inspections = 0, .sequences = 900, .steps = 0});  // 0.9 s against 1.09 s
  EXPECT_EQ(some.deviceName(), "CPU");
  EXPECT_EQ(some.deviceReason(), "about 900 ms on the CPU and 1.1 s on the GPU");
  EXPECT_EQ(opened, 0);
  much.settle(ExpectedWork{.inspections = 0, .sequences = 10000, .steps = 0});  // 10 s against 2 s
  EXPECT_EQ(much.deviceName(), "CUDA 0: Fake");
}

TEST_F(AutoEngineTest, MeasuresOnceAndKeepsIt) {
  const AutoEngine engine = this->engine(), again = this->engine();
  static_cast<void>(engine.settleDevice());
  EXPECT_EQ(opened, 1) << "to measure it";
  EXPECT_GT(gpu->evaluations, 0);
  const auto times = file.find(timesKey(cpu->description(), "Fake"));
  ASSERT_TRUE(times);
  EXPECT_GE(times->start, 0.4);
  EXPECT_GT(times->inspection, 0);
  EXPECT_GT(times->sequence, 0);
  gpu->evaluations = 0;
  static_cast<void>(again.settleDevice());
  EXPECT_EQ(gpu->evaluations, 0);
}

TEST_F(AutoEngineTest, AnswersOnTheCpuWhatAGpuFailsToAnswer) {
  gpuTakes({.start = 1, .inspection = 0.001, .sequence = 0.0001, .step = 0});
  const AutoEngine engine = this->engine();
  ASSERT_TRUE(engine.settleDevice());
  gpu->fails = true;
  EXPECT_TRUE(evaluate(engine).ok());
  EXPECT_EQ(engine.deviceTrouble(), "CUDA out of memory");
  EXPECT_EQ(engine.deviceName(), "CPU");
  EXPECT_TRUE(engine.inspect(set.sequence(0), {}).ok());
  EXPECT_EQ(gpu->inspections, 0) << "it is not asked again";
}

TEST_F(AutoEngineTest, GoesOnOnTheCpuWhereWorkWithTheNetworkFails) {
  gpuTakes({.start = 1, .inspection = 0.001, .sequence = 0.0001, .step = 0});
  const AutoEngine engine = this->engine();
  ASSERT_TRUE(engine.settleDevice());
  int calls = 0;
  const Result<int> answer = withNetwork(engine, [&](const Network&) -> Result<int> {
    if (++calls == 1) throw std::runtime_error("CUDA error: device lost\nand a trace");
    return 7;
  });
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(*answer, 7);
  EXPECT_EQ(engine.deviceTrouble(), "CUDA error: device lost");
  const Result<int> failed =
      withNetwork(*cpu, [](const Network&) -> Result<int> { throw std::runtime_error("a fault of ours"); });
  EXPECT_FALSE(failed.ok());
}

TEST_F(AutoEngineTest, SaysWhyTheGpuThatWasAskedForIsNotThere) {
  cannotOpen = true;
  const AutoEngine wanted = engine(false);
  wanted.settle(std::nullopt);
  EXPECT_EQ(wanted.deviceTrouble(), "no device");
  EXPECT_TRUE(evaluate(wanted).ok());
  gpuTakes({.start = 1, .inspection = 0.001, .sequence = 0.0001, .step = 0});
  const AutoEngine automatic = engine();
  EXPECT_FALSE(automatic.settleDevice());
  EXPECT_EQ(automatic.deviceTrouble(), "") << "it was not asked for";
  EXPECT_EQ(automatic.deviceReason(), "no device");
}

TEST(DeviceTimesFile, IsAsIfThereWasNoneWhereItCannotBeRead) {
  const TempFolder folder;
  const std::filesystem::path path = folder.path() / "times.json";
  const DeviceTimesFile file(path);
  EXPECT_FALSE(file.find("a"));
  for (const char* text : {"", "{", "[]", "{\"schema\":\"sojourn.device_times/1\",\"times\":3}",
                           "{\"schema\":\"sojourn.device_times/1\",\"times\":{\"a\":{\"start\":\"NaN\"}}}",
                           "{\"schema\":\"sojourn.device_times/1\",\"times\":{\"a\":{\"start\":-1}}}",
                           "{\"schema\":\"another\",\"times\":{\"a\":{\"start\":1}}}"}) {
    ASSERT_TRUE(writeFileAtomically(path, std::string_view(text)));
    EXPECT_FALSE(file.find("a")) << text;
  }
  const DeviceTimes times{.start = 0.5, .inspection = 0.25, .sequence = 1e-5, .step = 0.125};
  for (int k = 0; k < 1200; k += 100) file.keep(std::to_string(k), times);
  ASSERT_TRUE(file.find("0"));
  EXPECT_EQ(*file.find("0"), times);
}

TEST(Devices, HaveTexts) {
  for (const char* text : {"auto", "cpu", "cuda", "cuda:1", "cuda:12"}) {
    const auto device = deviceFromText(text);
    ASSERT_TRUE(device) << text;
    EXPECT_EQ(textOf(*device), text);
  }
  EXPECT_EQ(deviceFromText("cuda:0"), Device::Cuda);
  for (const char* text : {"", "gpu", "cuda:", "cuda:-1", "cuda:1x", "cuda:99", "CPU"})
    EXPECT_FALSE(deviceFromText(text));
}

}  // namespace
}  // namespace sojourn
