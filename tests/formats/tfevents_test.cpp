// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/tensorboard/tfevents.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/tensorboard/tfevents.h"
#include "tests/support/growth.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

std::span<const std::byte> bytesOf(const Bytes& bytes) {
  return bytes;
}

/// A file with a hundred points of two curves, and where each of its records begins.
struct Sample {
  Bytes file;
  std::vector<std::size_t> begins{0};

  Sample() {
    TfEventsWriter writer(100);
    for (int step = 1; step <= 50; ++step) {
      for (const char* tag : {"loss/train", "learning_rate"}) {
        append(writer);
        writer.add(tag, 100.5 + step, step, (tag[1] == 'o' ? 4.0 : 1e-3) / step);
      }
    }
    append(writer);
    begins.pop_back();
  }
  void append(TfEventsWriter& writer) {
    const Bytes more = writer.take();
    file.insert(file.end(), more.begin(), more.end());
    begins.push_back(file.size());
  }
};

TfEvents parse(std::span<const std::byte> bytes) {
  TfEventsParser parser;
  parser.feed(bytes);
  return std::move(parser).take();
}

std::size_t points(const TfEvents& events) {
  std::size_t count = 0;
  for (const ScalarSeries& series : events.series) count += series.value.size();
  return count;
}

Bytes record(const Bytes& data) {
  Bytes bytes;
  appendLittle<std::uint64_t>(bytes, data.size());
  appendLittle(bytes, tfevents::maskedCrc(bytesOf(bytes).first(8)));
  bytes.insert(bytes.end(), data.begin(), data.end());
  appendLittle(bytes, tfevents::maskedCrc(data));
  return bytes;
}

TEST(Crc32c, IsCastagnolis) {
  EXPECT_EQ(crc32c(asBytes("123456789")), 0xE3069283U);
  EXPECT_EQ(crc32c({}), 0U);
  // RFC 3720, B.4: 32 bytes of zero, and of ones.
  EXPECT_EQ(crc32c(Bytes(32, std::byte{0})), 0x8A9136AAU);
  EXPECT_EQ(crc32c(Bytes(32, std::byte{0xFF})), 0x62A8AB43U);
}

TEST(Crc32c, TheInstructionAndTheTablesAgree) {
  std::mt19937 random(1);
  Bytes bytes(1000);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  for (std::size_t from = 0; from < 9; ++from) {
    for (std::size_t size = 0; from + size <= bytes.size(); size += 7) {
      const auto part = bytesOf(bytes).subspan(from, size);
      ASSERT_EQ(crc32c(part), crc32cByTable(part)) << from << " " << size;
    }
  }
}

TEST(TfEvents, ReadsBackWhatItWrote) {
  TfEventsWriter writer(1.76e9);
  writer.add("loss/train", 1.76e9 + 0.25, 1, 4.25);
  writer.add("Zürich", 2, 1'000'000'000'000, std::numeric_limits<double>::quiet_NaN());
  writer.add("loss/train", 3, -5, -std::numeric_limits<double>::infinity());
  const TfEvents events = parse(writer.take());
  EXPECT_EQ(events.records, 4);
  EXPECT_EQ(events.badRecords, 0);
  EXPECT_EQ(events.tornBytes, 0U);
  ASSERT_EQ(events.series.size(), 2U);
  EXPECT_EQ(events.series[0].tag, "loss/train");
  EXPECT_EQ(events.series[0].step, (std::vector<std::int64_t>{1, -5}));
  EXPECT_EQ(events.series[0].wall, (std::vector<double>{1.76e9 + 0.25, 3}));
  EXPECT_EQ(events.series[0].value, (std::vector<double>{4.25, -std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(events.series[1].step, (std::vector<std::int64_t>{1'000'000'000'000}));
  EXPECT_TRUE(std::isnan(events.series[1].value[0]));
}

TEST(TfEvents, PiecesMayEndAnywhere) {
  const Sample sample;
  for (const std::size_t size : {1U, 7U, 64U, 1000U}) {
    TfEventsParser parser;
    for (std::size_t at = 0; at < sample.file.size(); at += size) {
      parser.feed(bytesOf(sample.file).subspan(at, std::min(size, sample.file.size() - at)));
    }
    EXPECT_EQ(points(parser.events()), 100U);
    EXPECT_EQ(parser.events().badRecords, 0);
    EXPECT_EQ(parser.events().tornBytes, 0U);
  }
}

TEST(TfEvents, ATornTailIsNoError) {
  const Sample sample;
  for (std::size_t size = sample.begins[99]; size < sample.begins[100]; ++size) {
    const TfEvents events = parse(bytesOf(sample.file).first(size));
    EXPECT_EQ(points(events), 98U);
    EXPECT_EQ(events.badRecords, 0);
    EXPECT_EQ(events.tornBytes, size - sample.begins[99]);
  }
}

TEST(TfEvents, ADamagedRecordIsCountedAndSkippedWhereverTheDamageIs) {
  const Sample sample;
  for (std::size_t at = sample.begins[50]; at < sample.begins[51]; ++at) {
    Bytes damaged = sample.file;
    damaged[at] ^= std::byte{0x10};
    const TfEvents events = parse(damaged);
    EXPECT_EQ(events.badRecords, 1) << at;
    EXPECT_EQ(points(events), 99U) << at;
    EXPECT_EQ(events.tornBytes, 0U) << at;
  }
}

TEST(TfEvents, ARecordCutShortInTheMiddleCostsNoOther) {
  const Sample sample;
  for (std::size_t cut = 1; cut < sample.begins[51] - sample.begins[50]; ++cut) {
    Bytes damaged = sample.file;
    const auto begin = damaged.begin() + static_cast<std::ptrdiff_t>(sample.begins[50] + cut);
    damaged.erase(begin, damaged.begin() + static_cast<std::ptrdiff_t>(sample.begins[51]));
    const TfEvents events = parse(damaged);
    EXPECT_EQ(points(events), 99U) << cut;
    EXPECT_EQ(events.badRecords, 1) << cut;
  }
}

TEST(TfEvents, AHugeLengthIsNeverBelieved) {
  for (const std::uint64_t length : {std::uint64_t{1} << 25U, std::uint64_t{1} << 40U, UINT64_MAX - 8}) {
    Bytes bytes;
    appendLittle(bytes, length);
    appendLittle(bytes, tfevents::maskedCrc(bytesOf(bytes).first(8)));
    const Sample sample;
    bytes.insert(bytes.end(), sample.file.begin(), sample.file.end());
    const TfEvents events = parse(bytes);
    // Where the length may be true it is skipped, where it cannot be the rest is read.
    EXPECT_EQ(points(events), length > UINT64_MAX / 2 ? 100U : 0U);
  }
}

/// A header that says a megabyte, again and again: each of them is true, none of the data it speaks of.
TEST(TfEvents, HeadersWithoutTheirDataTakeTimeLinearInTheFile) {
  Bytes header;
  appendLittle(header, std::uint64_t{1} << 20U);
  appendLittle(header, tfevents::maskedCrc(bytesOf(header).first(8)));
  const Sample sample;
  const auto withHeaders = [&](std::size_t count) {
    Bytes bytes = sample.file;
    for (std::size_t i = 0; i < count; ++i) bytes.insert(bytes.end(), header.begin(), header.end());
    return bytes;
  };
  EXPECT_TRUE(test::takesLinearTime(140'000, [&](std::size_t count) {
    return [bytes = withHeaders(count)] { EXPECT_EQ(points(parse(bytes)), 100U); };
  }));
  const Bytes bytes = withHeaders(140'000);
  const TfEvents events = parse(bytes);
  EXPECT_EQ(points(events), 100U);
  EXPECT_EQ(events.badRecords, 1);

  TfEventsParser pieces;
  for (std::size_t at = 0; at < bytes.size(); at += 300'000)
    pieces.feed(bytesOf(bytes).subspan(at, std::min<std::size_t>(300'000, bytes.size() - at)));
  EXPECT_EQ(pieces.events().tornBytes, events.tornBytes) << "where records are given up does not depend on the pieces";
}

TEST(TfEvents, ReadsTheScalarsOfTensorFlow2AndCountsTheRest) {
  // Event {step: 3, summary {value {tag: "t", tensor {dtype: DT_FLOAT, tensor_shape {}, float_val: 2.5}}}}, packed.
  const auto event = [](std::string_view value) {
    Bytes data;
    const auto put = [&](std::string_view text) {
      for (const char c : text) data.push_back(static_cast<std::byte>(c));
    };
    put("\x10\x03\x2a");
    data.push_back(static_cast<std::byte>(value.size() + 2));
    put("\x0a");
    data.push_back(static_cast<std::byte>(value.size()));
    put(value);
    return record(data);
  };
  using namespace std::string_view_literals;
  const std::pair<std::string_view, double> scalars[] = {
      {"\x0a\x01t\x42\x0a\x08\x01\x12\x00\x2a\x04\x00\x00\x20\x40"sv, 2.5},          // float_val, packed
      {"\x0a\x01t\x42\x09\x08\x01\x12\x00\x2d\x00\x00\x20\x40"sv, 2.5},              // float_val, unpacked
      {"\x0a\x01t\x42\x0a\x08\x01\x12\x00\x22\x04\x00\x00\x20\x40"sv, 2.5},          // tensor_content
      {"\x0a\x01t\x42\x0c\x08\x02\x22\x08\x00\x00\x00\x00\x00\x00\x04\x40"sv, 2.5},  // DT_DOUBLE
  };
  for (const auto& [value, expected] : scalars) {
    const TfEvents events = parse(event(value));
    ASSERT_EQ(events.series.size(), 1U);
    EXPECT_EQ(events.series[0].value, std::vector<double>{expected});
    EXPECT_EQ(events.series[0].step, std::vector<std::int64_t>{3});
  }
  const std::string_view others[] = {
      "\x0a\x01t\x42\x0c\x08\x01\x22\x08\x00\x00\x00\x00\x00\x00\x04\x40"sv,  // two floats
      "\x0a\x01t\x22\x02\x08\x01"sv,                                          // an image
      "\x0a\x01t\x42\x7f\x08\x01"sv,                                          // a tensor longer than the value
  };
  for (const std::string_view value : others) {
    const TfEvents events = parse(event(value));
    EXPECT_TRUE(events.series.empty());
    EXPECT_EQ(events.otherValues, 1);
    EXPECT_EQ(events.records, 1);
  }
  const TfEvents broken = parse(record(Bytes(3, std::byte{0xFF})));
  EXPECT_EQ(broken.badRecords, 1) << "a good checksum over what is no message";
}

TEST(TfEvents, FilesThatAreNoneAreRefused) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "text", std::string(5000, 'x')));
  const auto text = readTfEvents(folder / "text");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().kind, ErrorKind::BadInput);
  EXPECT_FALSE(readTfEvents(folder / "absent"));
  EXPECT_FALSE(readTfEvents(folder.path()));
  ASSERT_TRUE(writeFileAtomically(folder / "empty", ""));
  EXPECT_TRUE(readTfEvents(folder / "empty")) << "TensorBoard's writer has just begun";
  const CancelToken cancel;
  cancel.cancel();
  const auto cancelled = readTfEvents(folder / "empty", cancel);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sojourn
