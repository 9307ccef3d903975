// SPDX-License-Identifier: GPL-3.0-or-later
// The real program on small files that ask for much: SPEC 8.3's 600 MB. Its five seconds are for a machine of one's
// own; here is a limit that only work beyond all bounds reaches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/data/dataset/dataset.h"
#include "model/formats/bytes/little_endian.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/pickle/pickle_writer.h"
#include "model/formats/tensorboard/tfevents.h"
#include "model/formats/zip/zip_archive.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::ProgramRun;
using test::runSojourn;
using ::testing::HasSubstr;

using Shape = std::vector<std::int64_t>;

/// The run of a program that ended by itself, within its means.
ProgramRun cheap(const std::vector<std::string>& arguments, const std::string& folder = {}) {
  ProgramRun run = runSojourn(arguments, folder);
  EXPECT_LT(run.cpuSeconds, 100 * 0.5) << arguments[0];
  EXPECT_LT(run.peakBytes, 600'000'000U) << arguments[0];
  EXPECT_LT(run.exitCode, 128) << arguments[0];
  return run;
}

/// Writes a state dict of BOOL tensors that are views of the one element of one storage.
void writeViews(const std::filesystem::path& file, const std::vector<std::pair<std::string, Shape>>& tensors) {
  PickleWriter pickle(2);
  pickle.beginDict();
  for (const auto& [name, shape] : tensors) {
    pickle.text(name);
    pickle.beginCall("torch._utils", "_rebuild_tensor_v2");
    pickle.beginReference();
    pickle.text("storage");
    pickle.name("torch", "BoolStorage");
    pickle.text("0");
    pickle.text("cpu");
    pickle.integer(1);
    pickle.end();
    pickle.integer(0);
    for (const bool strides : {false, true}) {
      pickle.beginTuple();
      for (const std::int64_t extent : shape) pickle.integer(strides ? 0 : extent);
      pickle.end();
    }
    pickle.boolean(false);
    pickle.beginOrderedDict();
    pickle.end();
    pickle.end();
  }
  pickle.end();
  ZipWriter zip;
  zip.add("m/data.pkl", pickle.finish());
  zip.add("m/data/0", asBytes("\x01"));
  zip.add("m/byteorder", asBytes("little"));
  zip.add("m/version", asBytes("3\n"));
  ASSERT_TRUE(writeFileAtomically(file, *zip.finish()));
}

NamedArray zeros(const std::string& name, const Shape& shape) {
  NdArray array{.dtype = DType::Float32, .shape = shape, .data = {}};
  array.data.resize(array.elements() * sizeof(float));
  return {.name = name, .array = std::move(array)};
}

TEST(CliLimits, ViewsOfOneElement) {
  const test::TempFolder folder;
  const std::string layer = "transformer.layers.0.";
  writeViews(folder / "m.pt", {{"loc_emb.weight", {20'000'000, 4}},
                               {"input_proj.weight", {4, 9}},
                               {layer + "self_attn.in_proj_weight", {12, 4}},
                               {layer + "linear1.weight", {1, 4}},
                               {"gen_head.weight", {4, 4}}});
  const ProgramRun run = cheap({"info", (folder / "m.pt").string()});
  EXPECT_THAT(run.out + run.err, HasSubstr("m.pt"));
}

TEST(CliLimits, ATableOfPositionsWithoutNumbers) {
  const test::TempFolder folder;
  const std::string layer = "transformer.layers.0.";
  CheckpointFile file;
  file.tensors = {zeros("pos_encoding", {1, 50'000'000, 0}),
                  zeros("loc_emb.weight", {4, 8}),
                  zeros("user_emb.weight", {3, 8}),
                  zeros("input_proj.weight", {8, 26}),
                  zeros(layer + "self_attn.in_proj_weight", {24, 8}),
                  zeros(layer + "linear1.weight", {8, 8}),
                  zeros("gen_head.weight", {4, 8}),
                  zeros("pointer_query.weight", {8, 8}),
                  zeros("filler", {4096})};
  ASSERT_TRUE(writeSafetensors(folder / "m.safetensors", file));
  const ProgramRun run = cheap({"info", (folder / "m.safetensors").string()});
  EXPECT_THAT(run.out + run.err, HasSubstr("contradict each other"));
}

TEST(CliLimits, ThousandsOfEmptyLayers) {
  const test::TempFolder folder;
  CheckpointFile file;
  file.tensors = {zeros("loc_emb.weight", {4, 4}), zeros("input_proj.weight", {4, 13}),
                  zeros("gen_head.weight", {4, 4}), zeros("transformer.layers.0.linear1.weight", {1, 4}),
                  zeros("filler", {1'500'000})};
  for (int i = 0; i < 60'000; ++i)
    file.tensors.push_back(zeros("transformer.layers." + std::to_string(i) + ".self_attn.in_proj_weight",
                                 i == 0 ? Shape{12, 4} : Shape{0}));
  ASSERT_TRUE(writeSafetensors(folder / "m.safetensors", file));
  const ProgramRun run = cheap({"info", (folder / "m.safetensors").string()});
  EXPECT_THAT(run.out + run.err, HasSubstr("has 60000 layers"));
}

TEST(CliLimits, ATrainingWithAPlaceFarBeyondAllOthers) {
  const test::TempFolder folder;
  Dataset dataset;
  dataset.prefix = "tiny";
  for (const Split split : allSplits) {
    SequenceSet& set = dataset.splits[static_cast<std::size_t>(split)].emplace();
    Sequence sequence{.user = 1, .visits = {}, .target = 3};
    for (const int place : {2, 3, split == Split::Train ? 9'999'999 : 2})
      sequence.visits.push_back(
          {.location = place, .weekday = 1, .startMinute = 480, .durationMinutes = 60, .daysAgo = 1});
    set.append(sequence);
  }
  std::filesystem::create_directory(folder / "data");
  ASSERT_TRUE(writeDataset(dataset, folder / "data"));
  ASSERT_TRUE(writeFileAtomically(folder / "c.yaml", "{}\n"));
  const ProgramRun run = cheap({"train", "--config", "c.yaml", "--data", "data", "--run-dir", "run", "--device", "cpu"},
                               folder.path().string());
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.err, HasSubstr("has locations up to 9999999, but only 3 of them occur"));
  EXPECT_FALSE(std::filesystem::exists(folder / "run" / "run.json")) << "refused before anything is begun";
}

TEST(CliLimits, RecordHeadersWithoutTheirData) {
  const test::TempFolder folder;
  Bytes header;
  appendLittle(header, std::uint64_t{1} << 20U);
  appendLittle(header, tfevents::maskedCrc(header));
  Bytes bytes = TfEventsWriter(1).take();
  while (bytes.size() < 4'000'000) bytes.insert(bytes.end(), header.begin(), header.end());
  ASSERT_TRUE(writeFileAtomically(folder / "events.out.tfevents.1", bytes));
  cheap({"info", (folder / "events.out.tfevents.1").string()});
}

TEST(CliLimits, JsonOfManyKeys) {
  const test::TempFolder folder;
  std::string keys = "{\"schema\":\"sojourn.run/1\"";
  for (int i = 0; i < 95'000; ++i) keys += ",\"" + std::to_string(i) + "\":0";
  keys += "}";
  ASSERT_LT(keys.size(), 1'000'000U);
  for (const char* name : {"run.json", "status.json", "sequence.json"})
    ASSERT_TRUE(writeFileAtomically(folder / name, keys));
  const ProgramRun run = cheap({"info", folder.path().string()});
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.err, HasSubstr("has more than 10000 keys in one object"));
}

}  // namespace
}  // namespace sojourn
