// SPDX-License-Identifier: GPL-3.0-or-later
// Torch archives with tensors that are not there, and files that are no checkpoints at all.

#include <gmock/gmock.h>

#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/pickle/pickle_writer.h"
#include "model/formats/zip/zip_archive.h"
#include "tests/formats/zip_bytes.h"
#include "tests/support/cpu_time.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Numbers = std::vector<std::int64_t>;

/// How a tensor is described in a pickle, rightly or wrongly.
struct Described {
  std::string storageType = "FloatStorage";
  std::string key = "0";
  std::int64_t count = 6;
  std::int64_t offset = 0;
  Numbers shape{2, 3};
  Numbers strides{3, 1};
};

void putNumbers(PickleWriter& pickle, const Numbers& numbers) {
  pickle.beginTuple();
  for (const std::int64_t number : numbers) pickle.integer(number);
  pickle.end();
}

void putTensor(PickleWriter& pickle, const Described& tensor) {
  pickle.beginCall("torch._utils", "_rebuild_tensor_v2");
  pickle.beginReference();
  pickle.text("storage");
  pickle.name("torch", tensor.storageType);
  pickle.text(tensor.key);
  pickle.text("cpu");
  pickle.integer(tensor.count);
  pickle.end();
  pickle.integer(tensor.offset);
  putNumbers(pickle, tensor.shape);
  putNumbers(pickle, tensor.strides);
  pickle.boolean(false);
  pickle.beginOrderedDict();
  pickle.end();
  pickle.end();
}

/// An archive with the given pickle, a storage "0" of six floats 0 to 5, and further records.
Bytes archive(PickleWriter& pickle, const std::string& order = "little", const std::string& version = "3\n",
              std::size_t storageBytes = 24) {
  ZipWriter zip;
  zip.add("x/data.pkl", pickle.finish());
  const std::array<float, 6> values{0, 1, 2, 3, 4, 5};
  zip.add("x/data/0", std::as_bytes(std::span(values)).first(storageBytes));
  zip.add("x/byteorder", asBytes(order));
  zip.add("x/version", asBytes(version));
  return *zip.finish();
}

Bytes archiveOf(const Described& tensor, std::size_t storageBytes = 24) {
  PickleWriter pickle(2);
  pickle.beginDict();
  pickle.text("w");
  putTensor(pickle, tensor);
  pickle.end();
  return archive(pickle, "little", "3\n", storageBytes);
}

Error checkpointRefusal(std::span<const std::byte> bytes) {
  const test::CpuTime time;
  const auto file = readCheckpoint(bytes, "test.pt");
  EXPECT_LT(time.seconds(), 100 * 0.05);
  if (file) {
    ADD_FAILURE() << "was read";
    return {};
  }
  EXPECT_EQ(file.error().kind, ErrorKind::BadInput);
  EXPECT_THAT(file.error().where, ::testing::StartsWith("test.pt"));
  EXPECT_FALSE(file.error().remedy.empty());
  return file.error();
}

std::vector<double> valuesOf(const Described& tensor) {
  const auto file = readCheckpoint(archiveOf(tensor), "test.pt");
  if (!file) {
    ADD_FAILURE() << file.error().sentence();
    return {};
  }
  return file->tensors.at(0).array.toDoubles();
}

/// Three gigabytes of nothing, which take no space on the disk.
TEST(CheckpointFileTest, ALargeFileOfAnotherKindIsRefusedByItsBeginning) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "video.mp4", "not a checkpoint"));
  std::filesystem::resize_file(folder / "video.mp4", 3'000'000'000);
  std::size_t read = 0;
  const auto bytes = readCheckpointBytes(folder / "video.mp4", [&](std::size_t done, std::size_t) { read = done; });
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().what, "is neither a torch.save archive nor safetensors");
  EXPECT_EQ(read, 0U) << "no piece beyond the first";
}

TEST(TorchArchiveTest, ViewsAreGatheredInCOrder) {
  EXPECT_THAT(valuesOf({}), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(valuesOf({.shape = {3, 2}, .strides = {1, 3}}), ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(valuesOf({.offset = 1, .shape = {2}, .strides = {4}}), ElementsAre(1, 5));
  EXPECT_THAT(valuesOf({.offset = 5, .shape = {2, 2}, .strides = {0, 0}}), ElementsAre(5, 5, 5, 5));
  EXPECT_THAT(valuesOf({.offset = 2, .shape = {}, .strides = {}}), ElementsAre(2));
  EXPECT_THAT(valuesOf({.shape = {0, 3}, .strides = {3, 1}}), ElementsAre());
  EXPECT_THAT(valuesOf({.shape = {1, 2, 1, 2}, .strides = {9, 3, 7, 1}}), ElementsAre(0, 1, 3, 4));
}

TEST(TorchRefusalTest, TensorsBeyondTheirStorage) {
  const Error beyond = checkpointRefusal(archiveOf({.shape = {2, 4}, .strides = {4, 1}}));
  EXPECT_THAT(beyond.where, HasSubstr("test.pt, record x/data.pkl, byte "));
  EXPECT_THAT(beyond.what,
              HasSubstr("a tensor [2, 4] at offset 0 with strides [4, 1], which reaches beyond the 6 elements"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.offset = 1})).what, HasSubstr("at offset 1"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.offset = -1})).what, HasSubstr("at offset -1"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.offset = INT64_MAX})).what, HasSubstr("reaches beyond"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.shape = {3}, .strides = {INT64_MAX}})).what, HasSubstr("reaches beyond"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.shape = {INT64_MAX, INT64_MAX}, .strides = {0, 0}})).what,
              HasSubstr("reaches beyond"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.strides = {3, -1}})).what, HasSubstr("the integer -1 in its strides"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.strides = {3, -1}})).remedy, HasSubstr("negative steps"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.shape = {-2, 3}})).what, HasSubstr("the integer -2 in its shape"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.strides = {1}})).what, HasSubstr("shape [2, 3] with 1 strides"));
}

TEST(TorchRefusalTest, StoragesShorterThanTheyClaim) {
  const Error error = checkpointRefusal(archiveOf({}, 20));
  EXPECT_EQ(error.where, "test.pt, record x/data/0");
  EXPECT_THAT(error.what, HasSubstr("20 bytes, too few for the 6 elements"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.key = "7"})).where, HasSubstr("record x/data/7"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.key = "../0"})).what, HasSubstr("is not there"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.count = -1})).what, HasSubstr("refers to a storage in a way that is none"));
}

TEST(TorchRefusalTest, OtherTypes) {
  EXPECT_THAT(checkpointRefusal(archiveOf({.storageType = "ComplexFloatStorage"})).what, HasSubstr("not real numbers"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.storageType = "StrangeStorage"})).what,
              HasSubstr("asks for torch.StrangeStorage"));
  EXPECT_THAT(checkpointRefusal(archiveOf({.storageType = "float32"})).what,
              HasSubstr("takes torch.float32 for a storage"));
}

/// A storage of 24 bytes, seen as a tensor of 400 million elements.
TEST(TorchRefusalTest, ExpandedTensorsHitTheCeiling) {
  const Error error = checkpointRefusal(archiveOf({.shape = {20'000, 20'000}, .strides = {0, 0}}));
  EXPECT_EQ(error.where, "test.pt, tensor w");
  EXPECT_THAT(error.what, HasSubstr("unfolds to 1.6 GB, more than one file may take"));
}

TEST(TorchRefusalTest, ManyViewsHitTheCeilingTogether) {
  PickleWriter pickle(2);
  pickle.beginDict();
  for (int i = 0; i < 100; ++i) {
    pickle.text("w" + std::to_string(i));
    putTensor(pickle, {.shape = {1000, 5000}, .strides = {0, 0}});
  }
  pickle.end();
  EXPECT_THAT(checkpointRefusal(archive(pickle)).what, HasSubstr("unfolds to 20.0 MB, more than one file may take"));
}

TEST(TorchRefusalTest, SettingsThatMultiply) {
  // {"config": a, "w": tensor} where a is a list of two references to a list of two references ..., 30 levels.
  PickleWriter inner(2);
  inner.beginDict();
  inner.text("model");
  inner.beginDict();
  inner.text("w");
  putTensor(inner, {});
  inner.end();
  inner.text("config");
  inner.none();
  inner.end();
  Bytes bytes = inner.finish();
  bytes.erase(bytes.end() - 3, bytes.end());  // without None, SETITEMS and STOP
  std::string levels = "]q\xC8";              // memo 200: an empty list
  for (char level = 1; level < 30; ++level) {
    const auto number = static_cast<char>(200 + level);
    const auto previous = static_cast<char>(200 + level - 1);
    levels += std::string("0](h") + previous + "h" + previous + "eq" + number;
  }
  levels += "u.";
  for (const char c : levels) bytes.push_back(static_cast<std::byte>(c));
  ZipWriter zip;
  zip.add("x/data.pkl", bytes);
  zip.add("x/data/0", Bytes(24));
  zip.add("x/version", asBytes("3\n"));
  const Error error = checkpointRefusal(*zip.finish());
  EXPECT_EQ(error.where, "test.pt, key config");
  EXPECT_THAT(error.what, HasSubstr("unfolds to more data"));
}

/// An optimizer with sixty thousand parameters that all share one state of a thousand numbers.
TEST(TorchRefusalTest, OptimizersThatMultiply) {
  PickleWriter pickle(2);
  pickle.beginDict();
  pickle.text("model");
  pickle.beginDict();
  pickle.text("w");
  putTensor(pickle, {});
  pickle.end();
  pickle.text("optimizer");
  pickle.beginDict();
  pickle.text("param_groups");
  pickle.beginList();
  pickle.end();
  pickle.text("state");
  pickle.none();
  pickle.end();
  pickle.end();
  Bytes bytes = pickle.finish();
  bytes.erase(bytes.end() - 4, bytes.end());  // without None, two SETITEMS and STOP
  std::string state("}(K\x00}(", 6);
  for (int i = 0; i < 1000; ++i) state += "X\x04" + std::string(3, '\0') + std::to_string(1000 + i) + "K\x07";
  state += "uq\xC8";
  for (int i = 1; i < 60'000; ++i) {
    state += "M";
    state += static_cast<char>(i % 256);
    state += static_cast<char>(i / 256);
    state += "h\xC8";
  }
  state += "uuu.";
  for (const char c : state) bytes.push_back(static_cast<std::byte>(c));
  ZipWriter zip;
  zip.add("x/data.pkl", bytes);
  zip.add("x/data/0", Bytes(24));
  zip.add("x/version", asBytes("3\n"));
  EXPECT_THAT(checkpointRefusal(*zip.finish()).what, HasSubstr("needs more memory than one file may take"));
}

TEST(TorchRefusalTest, EntriesThatAreNoTensorsAreNamed) {
  PickleWriter pickle(2);
  pickle.beginDict();
  pickle.text("w");
  putTensor(pickle, {});
  for (int i = 0; i < 100; ++i) {
    pickle.text("x" + std::to_string(i));
    pickle.integer(i);
  }
  pickle.end();
  const auto file = readCheckpoint(archive(pickle), "test.pt");
  ASSERT_TRUE(file.ok()) << file.error().sentence();
  ASSERT_EQ(file->problems.size(), 21U);
  EXPECT_EQ(file->problems[3].where, "test.pt, tensor x3");
  EXPECT_EQ(file->problems[3].what, "is the integer 3 and not a tensor, so it is skipped");
  EXPECT_THAT(file->problems[20].what, HasSubstr("more entries that are not tensors"));
}

TEST(TorchRefusalTest, UnknownNamesInside) {
  PickleWriter pickle(2);
  pickle.beginDict();
  pickle.text("model");
  pickle.beginCall("mymodels.net", "Net");
  pickle.end();
  pickle.end();
  const Error error = checkpointRefusal(archive(pickle));
  EXPECT_THAT(error.where, HasSubstr("record x/data.pkl, byte "));
  EXPECT_THAT(error.what, HasSubstr("mymodels.net.Net"));
}

TEST(TorchRefusalTest, ByteOrderVersionAndProgrammes) {
  const auto withTensor = [](const std::string& order, const std::string& version) {
    PickleWriter pickle(2);
    pickle.beginDict();
    pickle.text("w");
    putTensor(pickle, {});
    pickle.end();
    return archive(pickle, order, version);
  };
  EXPECT_TRUE(readCheckpoint(withTensor("little", "10\n"), "test.pt").ok());
  const Error big = checkpointRefusal(withTensor("big", "3\n"));
  EXPECT_EQ(big.where, "test.pt, record byteorder");
  EXPECT_THAT(big.what, HasSubstr("big-endian"));
  EXPECT_THAT(checkpointRefusal(withTensor("middle", "3\n")).what, HasSubstr("says \"middle\""));
  EXPECT_THAT(checkpointRefusal(withTensor("little", "11\n")).what,
              HasSubstr("says \"11\\x0a\", where 1 to 10 are known"));
  EXPECT_THAT(checkpointRefusal(
                  test::buildZip({{.name = "x/data.pkl", .content = ""}, {.name = "x/constants.pkl", .content = ""}}))
                  .what,
              HasSubstr("TorchScript program"));
  EXPECT_THAT(checkpointRefusal(test::buildZip({{.name = "word/document.xml", .content = ""}})).what,
              HasSubstr("not a checkpoint"));
}

TEST(TorchRefusalTest, NoStateDict) {
  PickleWriter settings(2);
  settings.beginDict();
  settings.text("epoch");
  settings.integer(3);
  settings.text("weights");
  settings.beginDict();
  settings.end();
  settings.end();
  const Error error = checkpointRefusal(archive(settings));
  EXPECT_EQ(error.where, "test.pt, the top");
  EXPECT_EQ(error.what, "holds no state dict (its keys: epoch, weights)");
  EXPECT_THAT(error.remedy, HasSubstr("model.state_dict(), bare or under model_state_dict"));
  PickleWriter list(2);
  list.beginList();
  list.end();
  EXPECT_THAT(checkpointRefusal(archive(list)).what, HasSubstr("is a list of 0 and no dict"));
  PickleWriter numbers(2);
  numbers.beginDict();
  numbers.integer(1);
  putTensor(numbers, {});
  numbers.end();
  EXPECT_THAT(checkpointRefusal(archive(numbers)).what, HasSubstr("the integer 1 as the name of a tensor"));
}

TEST(TorchRefusalTest, EveryTruncationOfASmallFile) {
  const Bytes whole = archiveOf({});
  for (std::size_t length = 0; length < whole.size(); ++length) checkpointRefusal(std::span(whole).first(length));
}

TEST(TorchRefusalTest, FlippedBitsAreNoticedOrHarmless) {
  const Bytes whole = archiveOf({});
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes flipped = whole;
    flipped[at] ^= std::byte{0x10};
    const auto file = readCheckpoint(flipped, "test.pt");
    if (!file) {
      ++refused;
      EXPECT_FALSE(file.error().what.empty());
    } else {
      EXPECT_THAT(file->tensors.at(0).array.toDoubles(), ElementsAre(0, 1, 2, 3, 4, 5)) << "byte " << at;
    }
  }
  EXPECT_GT(refused, whole.size() / 2);
}

TEST(CheckpointKindTest, OtherFilesAreNamed) {
  using std::string_literals::operator""s;
  EXPECT_EQ(checkpointRefusal({}).what, "is empty");
  EXPECT_THAT(checkpointRefusal(asBytes("hello, world")).what,
              HasSubstr("neither a torch.save archive nor safetensors"));
  const Error legacy =
      checkpointRefusal(asBytes("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03."s));
  EXPECT_THAT(legacy.what, HasSubstr("before PyTorch 1.6"));
  EXPECT_THAT(legacy.remedy, HasSubstr("torch.save(torch.load("));
  EXPECT_THAT(checkpointRefusal(asBytes("\x80\x04]."s)).what, HasSubstr("bare pickle"));
  EXPECT_THAT(checkpointRefusal(asBytes("PK\x03\x04"s)).what, HasSubstr("too short for a zip archive"));
}

}  // namespace
}  // namespace sojourn
