// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints that we write: read again by us byte for byte, and by the original.
#include <cmath>
#include <cstring>

#include <gmock/gmock.h>

#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/zip/zip_archive.h"
#include "tests/formats/python.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::array allTypes{DType::Bool,     DType::UInt8,   DType::Int8,   DType::UInt16, DType::Int16,
                              DType::UInt32,   DType::Int32,   DType::UInt64, DType::Int64,  DType::Float16,
                              DType::BFloat16, DType::Float32, DType::Float64};

/// A checkpoint with a tensor of each type, empty and scalar tensors, an optimizer and settings.
CheckpointFile sample() {
  CheckpointFile file;
  file.stateKey = "model_state_dict";
  for (const DType type : allTypes) {
    NdArray array{.dtype = type, .shape = {2, 3}, .data = Bytes(6 * sizeOf(type))};
    for (std::size_t i = 0; i < 6; ++i) array.data[i * sizeOf(type)] = static_cast<std::byte>(i % 2);
    file.tensors.push_back({nameOf(type), std::move(array)});
  }
  file.tensors.push_back({"empty", makeArray({0, 4}, std::span<const float>{})});
  file.tensors.push_back({"scalar", makeArray({}, std::array<float, 1>{2.5F})});
  file.tensors.push_back({"not a number", makeArray({1}, std::array<double, 1>{std::nan("")})});
  OptimizerState optimizer;
  optimizer.slots.push_back({0,
                             {{"step", makeArray({}, std::array<float, 1>{7})},
                              {"exp_avg", makeArray({2}, std::array<float, 2>{0.5F, -0.5F})}}});
  optimizer.paramGroups = nlohmann::ordered_json::parse(R"([{"lr": 0.00065, "betas": [0.9, 0.98], "params": [0]}])");
  file.optimizer = std::move(optimizer);
  file.metadata = nlohmann::ordered_json::parse(
      R"({"epoch": 8, "best_val_loss": "NaN", "config": {"seed": 42, "name": "Zürich", "deep": [[], {}, null, true]}})");
  return file;
}

void expectSame(const NdArray& a, const NdArray& b) {
  EXPECT_EQ(a.dtype, b.dtype);
  EXPECT_EQ(a.shape, b.shape);
  EXPECT_EQ(a.data, b.data);
}

TEST(TorchWriterTest, EverythingComesBack) {
  const CheckpointFile written = sample();
  const auto bytes = encodeTorchCheckpoint(written);
  ASSERT_TRUE(bytes.ok()) << bytes.error().sentence();
  const auto read = readCheckpoint(*bytes, "written.pt");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(read->stateKey, "model_state_dict");
  ASSERT_EQ(read->tensors.size(), written.tensors.size());
  for (std::size_t i = 0; i < written.tensors.size(); ++i) {
    EXPECT_EQ(read->tensors[i].name, written.tensors[i].name);
    expectSame(read->tensors[i].array, written.tensors[i].array);
  }
  ASSERT_TRUE(read->optimizer);
  ASSERT_EQ(read->optimizer->slots.size(), 1U);
  EXPECT_EQ(read->optimizer->slots[0].tensors[1].name, "exp_avg");
  EXPECT_EQ(read->optimizer->paramGroups, written.optimizer->paramGroups);
  EXPECT_EQ(read->metadata, written.metadata);
  EXPECT_TRUE(read->problems.empty());
}

TEST(TorchWriterTest, TheSameCheckpointGivesTheSameBytes) {
  EXPECT_EQ(*encodeTorchCheckpoint(sample()), *encodeTorchCheckpoint(sample()));
}

TEST(TorchWriterTest, RecordsAreStoredAndAligned) {
  const auto bytes = encodeTorchCheckpoint(sample());
  ASSERT_TRUE(bytes.ok());
  const auto zip = ZipArchive::open(*bytes, "written.pt");
  ASSERT_TRUE(zip.ok()) << zip.error().sentence();
  ASSERT_NE(zip->find("archive/data.pkl"), nullptr);
  ASSERT_NE(zip->find("archive/byteorder"), nullptr);
  ASSERT_NE(zip->find("archive/version"), nullptr);
  for (const ZipEntry& entry : zip->entries()) {
    EXPECT_FALSE(entry.deflated);
    EXPECT_EQ(entry.dataOffset % 64, 0U) << entry.name;
  }
}

/// The first bytes of the pickle of a one-tensor state dict, instruction by instruction.
TEST(TorchWriterTest, ThePickleByteByByte) {
  CheckpointFile file;
  file.tensors.push_back({"w", makeArray({1}, std::array<float, 1>{1.0F})});
  const auto bytes = encodeTorchCheckpoint(file);
  ASSERT_TRUE(bytes.ok());
  const auto zip = ZipArchive::open(*bytes, "w.pt");
  MemoryBudget budget(1 << 20);
  const auto content = zip->read(*zip->find("archive/data.pkl"), budget);
  ASSERT_TRUE(content.ok());
  const std::string text(reinterpret_cast<const char*>(content->bytes().data()), content->bytes().size());
  using std::string_literals::operator""s;
  EXPECT_EQ(text,
            "\x80\x02"
            "ccollections\nOrderedDict\nq\x00)R("
            "X\x01\x00\x00\x00wq\x01"
            "ctorch._utils\n_rebuild_tensor_v2\nq\x02("
            "(X\x07\x00\x00\x00storageq\x03"
            "ctorch\nFloatStorage\nq\x04"
            "X\x01\x00\x00\x00"
            "0q\x05"
            "X\x03\x00\x00\x00"
            "cpuq\x06K\x01tQ"
            "K\x00(K\x01t(K\x01t\x89h\x00)RtRu."s);
}

TEST(TorchWriterTest, BareStateDictsAndRefusals) {
  CheckpointFile bare = sample();
  bare.stateKey.clear();
  EXPECT_THAT(encodeTorchCheckpoint(bare).error().what, HasSubstr("beside a bare state dict"));
  bare.optimizer.reset();
  bare.metadata = nlohmann::ordered_json::object();
  const auto bytes = encodeTorchCheckpoint(bare);
  ASSERT_TRUE(bytes.ok());
  const auto read = readCheckpoint(*bytes, "bare.pt");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->stateKey, "");
  EXPECT_EQ(read->tensors.size(), bare.tensors.size());
  bare.tensors.push_back(bare.tensors[0]);
  EXPECT_THAT(encodeTorchCheckpoint(bare).error().what, HasSubstr("there twice"));
  bare.tensors.pop_back();
  bare.tensors[0].array.data.pop_back();
  EXPECT_THAT(encodeTorchCheckpoint(bare).error().what, HasSubstr("as many bytes as its shape needs"));
}

TEST(TorchWriterTest, PythonLoadsItWithWeightsOnly) {
  SOJOURN_NEEDS_PYTHON(python, "torch");
  const test::TempFolder folder;
  ASSERT_TRUE(writeTorchCheckpoint(folder / "sample.pt", sample()).ok());
  const auto answer = test::runPython(python, R"(
import math, sys, torch
d = torch.load(sys.argv[1], weights_only=True)
assert list(d) == ['epoch', 'best_val_loss', 'config', 'model_state_dict', 'optimizer_state_dict'], list(d)
assert d['epoch'] == 8 and math.isnan(d['best_val_loss'])
assert d['config'] == {'seed': 42, 'name': 'Z\u00fcrich', 'deep': [[], {}, None, True]}
s = d['model_state_dict']
for name in 'bool uint8 int8 uint16 int16 uint32 int32 uint64 int64 float16 bfloat16 float32 float64'.split():
    t = s[name]
    assert t.dtype == getattr(torch, name) and tuple(t.shape) == (2, 3) and t.is_contiguous(), name
    raw = t.flatten().view(torch.uint8).tolist()
    size = t.element_size()
    assert raw == [(i // size) % 2 if i % size == 0 else 0 for i in range(6 * size)], (name, raw)
assert tuple(s['empty'].shape) == (0, 4) and s['scalar'].item() == 2.5 and math.isnan(s['not a number'].item())
p = torch.nn.Parameter(torch.zeros(2))
o = torch.optim.AdamW([p], lr=1.0)
group = dict(o.state_dict()['param_groups'][0], **d['optimizer_state_dict']['param_groups'][0])
o.load_state_dict({'state': d['optimizer_state_dict']['state'], 'param_groups': [group]})
assert o.state[p]['exp_avg'].tolist() == [0.5, -0.5] and o.param_groups[0]['lr'] == 0.00065
)",
                                      {(folder / "sample.pt").string()});
  EXPECT_EQ(answer.exitCode, 0) << answer.output;
}

TEST(TorchWriterTest, PythonLoadsARewrittenModelStrictly) {
  SOJOURN_NEEDS_PYTHON(python, "torch");
  const test::TempFolder folder;
  const auto made = test::runPython(python, R"(
import sys, torch
torch.manual_seed(1)
model = torch.nn.TransformerEncoderLayer(16, 4, 32, norm_first=True, batch_first=True)
torch.save({'epoch': 3, 'model_state_dict': model.state_dict()}, sys.argv[1])
)",
                                    {(folder / "python.pt").string()});
  ASSERT_EQ(made.exitCode, 0) << made.output;
  const auto read = readCheckpointFile(folder / "python.pt");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  ASSERT_TRUE(writeTorchCheckpoint(folder / "ours.pt", *read).ok());
  const auto answer = test::runPython(python, R"(
import sys, torch
a = torch.load(sys.argv[1], weights_only=True)
b = torch.load(sys.argv[2], weights_only=True)
model = torch.nn.TransformerEncoderLayer(16, 4, 32, norm_first=True, batch_first=True)
model.load_state_dict(b['model_state_dict'], strict=True)
assert b['epoch'] == 3 and list(a['model_state_dict']) == list(b['model_state_dict'])
assert all(torch.equal(a['model_state_dict'][k], b['model_state_dict'][k]) for k in a['model_state_dict'])
)",
                                      {(folder / "python.pt").string(), (folder / "ours.pt").string()});
  EXPECT_EQ(answer.exitCode, 0) << answer.output;
}

TEST(TorchWriterTest, TheRealCheckpointsSurviveRewriting) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto original = readCheckpointFile(data / "checkpoints" / "pointer_v45_geolife_full_model_best.pt");
  ASSERT_TRUE(original.ok());
  const auto bytes = encodeTorchCheckpoint(*original);
  ASSERT_TRUE(bytes.ok());
  const auto again = readCheckpoint(*bytes, "again.pt");
  ASSERT_TRUE(again.ok()) << again.error().sentence();
  for (std::size_t i = 0; i < original->tensors.size(); ++i) {
    expectSame(again->tensors[i].array, original->tensors[i].array);
  }
  EXPECT_EQ(again->metadata, original->metadata);
  EXPECT_EQ(again->optimizer->paramGroups, original->optimizer->paramGroups);
}

TEST(SafetensorsWriterTest, EverythingComesBack) {
  const CheckpointFile written = sample();
  const test::TempFolder folder;
  ASSERT_TRUE(writeSafetensors(folder / "sample.safetensors", written).ok());
  const auto read = readCheckpointFile(folder / "sample.safetensors");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(read->container, "safetensors");
  ASSERT_EQ(read->tensors.size(), written.tensors.size());
  for (std::size_t i = 0; i < written.tensors.size(); ++i) {
    EXPECT_EQ(read->tensors[i].name, written.tensors[i].name);
    expectSame(read->tensors[i].array, written.tensors[i].array);
  }
  EXPECT_EQ(read->metadata, written.metadata);
}

/// 18 million parameters with the optimizer's two moments: a training must be able to read what it has written.
TEST(CheckpointWriterTest, WhatIsWrittenIsReadHoweverLarge) {
  CheckpointFile file{
      .container = "torch zip", .stateKey = "model_state_dict", .tensors = {}, .optimizer = {}, .problems = {}};
  for (const char* name : {"weight", "exp_avg", "exp_avg_sq"}) {
    NdArray array{.dtype = DType::Float32, .shape = {18'200, 1000}, .data = {}};
    array.data.resize(array.elements() * sizeof(float), std::byte{0x3D});
    file.tensors.push_back({.name = name, .array = std::move(array)});
  }
  auto bytes = encodeTorchCheckpoint(file);
  ASSERT_TRUE(bytes);
  ASSERT_GT(bytes->size(), 218'000'000U);
  file = {};
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "best.pt", *bytes));
  *bytes = Bytes();
  const auto read = readCheckpointFile(folder / "best.pt");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->tensors.size(), 3U);
  EXPECT_EQ(read->tensors[2].array.data.back(), std::byte{0x3D});
  EXPECT_GT(read->sourceBytes, 218'000'000U);
}

}  // namespace
}  // namespace sojourn
