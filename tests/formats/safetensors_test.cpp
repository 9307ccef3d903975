// SPDX-License-Identifier: GPL-3.0-or-later
// Safetensors that are sound, and each way of not being so.
#include <gmock/gmock.h>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/pickle/pickle_json.h"
#include "tests/formats/python.h"
#include "tests/support/growth.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Bytes file(const std::string& header, std::size_t dataSize) {
  Bytes bytes;
  appendLittle(bytes, std::uint64_t{header.size()});
  for (const char c : header) bytes.push_back(static_cast<std::byte>(c));
  bytes.resize(bytes.size() + dataSize, std::byte{0x40});
  return bytes;
}

Result<CheckpointFile> read(const std::string& header, std::size_t dataSize) {
  return readCheckpoint(file(header, dataSize), "test.safetensors");
}

Error refusal(const std::string& header, std::size_t dataSize) {
  const auto checkpoint = read(header, dataSize);
  if (checkpoint) {
    ADD_FAILURE() << "was read: " << header;
    return {};
  }
  EXPECT_THAT(checkpoint.error().where, ::testing::StartsWith("test.safetensors, "));
  EXPECT_FALSE(checkpoint.error().remedy.empty());
  return checkpoint.error();
}

TEST(SafetensorsTest, TensorsAndMetadata) {
  const auto checkpoint = read(
      R"({"b":{"dtype":"BF16","shape":[],"data_offsets":[8,10]},"__metadata__":{"format":"pt","epoch":"8","config":"{\"nhead\":4}","text":"\"quoted\""},)"
      R"("a":{"data_offsets":[0,8],"shape":[2,1],"dtype":"F32"}} )",
      10);
  ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().sentence();
  ASSERT_EQ(checkpoint->tensors.size(), 2U);
  EXPECT_EQ(checkpoint->tensors[0].name, "b");
  EXPECT_EQ(checkpoint->tensors[0].array.dtype, DType::BFloat16);
  EXPECT_THAT(checkpoint->tensors[1].array.toDoubles(), ElementsAre(3.0039215087890625, 3.0039215087890625));
  EXPECT_EQ(checkpoint->metadata["format"], "pt");
  EXPECT_EQ(checkpoint->metadata["epoch"], 8);
  EXPECT_EQ(checkpoint->metadata["config"]["nhead"], 4);
  EXPECT_EQ(checkpoint->metadata["text"], "\"quoted\"");
  EXPECT_TRUE(read("{}", 0).ok());
}

TEST(SafetensorsTest, RangesThatLie) {
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,12]}})", 8).what,
              HasSubstr("bytes 0 to 12 of 8"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", 8).what, HasSubstr("bytes 8 to 0"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})", 8).what,
              HasSubstr("float32 [1] but has 8 bytes"));
  EXPECT_THAT(
      refusal(
          R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[6],"data_offsets":[2,8]}})",
          8)
          .what,
      HasSubstr("overlaps the tensor before it"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}})", 8).what, HasSubstr("leaves a hole"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", 8).what,
              HasSubstr("belong to no tensor"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,8]}})", 8).what,
              HasSubstr("but has 8 bytes"));
}

TEST(SafetensorsTest, HeadersThatAreWrong) {
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F8_E4M3","shape":[8],"data_offsets":[0,8]}})", 8).what,
              HasSubstr("type F8_E4M3"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", 8).what,
              HasSubstr("the number -2"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})", 8).what,
              HasSubstr("the number 2.0"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8,8]}})", 8).what,
              HasSubstr("too many numbers"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0]}})", 8).what, HasSubstr("not a pair"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[2]}})", 8).what, HasSubstr("lacks dtype, shape or data_offsets"));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1}})", 8).what,
              HasSubstr("unknown key \"x\""));
  EXPECT_THAT(refusal(R"({"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8).what,
              HasSubstr("a text where none belongs"));
  EXPECT_THAT(
      refusal(
          R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"a":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}})",
          8)
          .what,
      HasSubstr("names the tensor \"a\" twice"));
  EXPECT_THAT(refusal(R"({"a":7})", 0).what, HasSubstr("a number where none belongs"));
  EXPECT_THAT(refusal(R"({"__metadata__":{"a":1}})", 0).what, HasSubstr("a number where none belongs"));
  EXPECT_THAT(refusal(R"({"a":)", 0).what, HasSubstr("not well-formed JSON"));
  EXPECT_THAT(refusal("{\"\xff\":{}}", 0).what, HasSubstr("not well-formed JSON"));
  EXPECT_THAT(refusal("{\"a\":{\"shape\":" + std::string(1'000'000, '['), 0).what,
              HasSubstr("a list where none belongs"));
}

TEST(SafetensorsTest, EveryTruncation) {
  const Bytes whole = file(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(readCheckpoint(std::span(whole).first(length), "test").ok());
  }
  Bytes absurd = whole;
  absurd[5] = std::byte{0xFF};
  EXPECT_FALSE(readCheckpoint(absurd, "test").ok());
}

TEST(SafetensorsTest, MetadataThatNestsWithoutEndStaysText) {
  const std::string deep(5000, '[');
  const auto checkpoint = read(R"({"__metadata__":{"x":")" + deep + R"("}})", 0);
  ASSERT_TRUE(checkpoint.ok());
  EXPECT_EQ(checkpoint->metadata["x"], deep);
}

TEST(SafetensorsTest, TheOriginalReadsOurs) {
  SOJOURN_NEEDS_PYTHON(python, "safetensors.torch");
  const test::TempFolder folder;
  CheckpointFile checkpoint;
  checkpoint.tensors.push_back({"w", makeArray({2}, std::array<float, 2>{1.5F, -2})});
  checkpoint.metadata["epoch"] = 3;
  ASSERT_TRUE(writeSafetensors(folder / "w.safetensors", checkpoint).ok());
  const auto answer = test::runPython(python, R"(
import sys, safetensors.torch
tensors = safetensors.torch.load_file(sys.argv[1])
assert tensors['w'].tolist() == [1.5, -2.0]
)",
                                      {(folder / "w.safetensors").string()});
  EXPECT_EQ(answer.exitCode, 0) << answer.output;
}

/// Well within the 16 MB that a header may have.
TEST(SafetensorsTest, ManyMetadataAndJsonInThemTakeTimeLinearInTheFile) {
  EXPECT_TRUE(test::takesLinearTime(30'000, [](std::size_t count) {
    std::string json = "{", entries;
    for (std::size_t i = 0; i < std::max(count / 5, 20'000UL); ++i)
      json += (i > 0 ? ",\\\"" : "\\\"") + std::to_string(i) + "\\\":0";
    for (std::size_t i = 0; i < count; ++i) entries += ",\"m" + std::to_string(i) + "\":\"x\"";
    return [count, bytes = file(R"({"__metadata__":{"config":")" + json + "}\"" + entries + "}}", 0)] {
      auto read = readCheckpoint(bytes, "test");
      ASSERT_TRUE(read) << read.error().sentence();
      EXPECT_EQ(read->metadata.size(), count + 1);
      EXPECT_TRUE(read->metadata["config"].is_string()) << "more keys than are read stay a text";
    };
  }));
}

TEST(SafetensorsTest, ManySmallTensorsAreWrittenInLinearTime) {
  EXPECT_TRUE(test::takesLinearTime(6'000, [](std::size_t count) {
    CheckpointFile many;
    for (std::size_t i = 0; i < count; ++i) {
      NamedArray& tensor = many.tensors.emplace_back();
      tensor.name = "layers." + std::to_string(i) + ".weight";
      tensor.array.dtype = DType::UInt8;
      tensor.array.shape = {1};
      tensor.array.data.push_back(static_cast<std::byte>(i));
      appendMember(many.metadata, "key" + std::to_string(i), "value");
    }
    return [many = std::move(many)] {
      const auto bytes = encodeSafetensors(many);
      ASSERT_TRUE(bytes.ok()) << bytes.error().sentence();
    };
  }));
}

TEST(SafetensorsTest, NamesThatOccurTwiceAreNotWritten) {
  const auto refused = [](const CheckpointFile& checkpoint, const std::string& where) {
    const auto bytes = encodeSafetensors(checkpoint);
    ASSERT_FALSE(bytes.ok()) << where;
    EXPECT_EQ(bytes.error().where, where);
  };
  CheckpointFile twice;
  twice.tensors = {{.name = "a", .array = {}}, {.name = "b", .array = {}}, {.name = "a", .array = {}}};
  refused(twice, "tensor a");
  CheckpointFile reserved;
  reserved.tensors = {{.name = "__metadata__", .array = {}}};
  refused(reserved, "tensor __metadata__");
  CheckpointFile metadata;
  metadata.metadata = nlohmann::ordered_json::object();
  for (int i = 0; i < 2; ++i) appendMember(metadata.metadata, "epoch", i);
  refused(metadata, "metadata epoch");
}

}  // namespace
}  // namespace sojourn
