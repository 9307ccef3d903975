// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/data/io/read_split.h"
#include "tests/data/record_bytes.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::goodRecord;
using test::Record;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Read {
  std::optional<SequenceSet> set;
  std::string error;
  std::vector<Problem> problems;
};

Read readBytes(const Bytes& bytes, const PickleLimits& limits = splitLimits(datasetMemory)) {
  Read read;
  MemorySource source(bytes);
  auto set = readSplit(source, "t.pk", limits, read.problems);
  if (set) {
    read.set = std::move(*set);
  } else {
    read.error = set.error().sentence();
  }
  return read;
}

Read readRecords(const std::vector<Record>& records) {
  return readBytes(test::splitOf(records));
}

/// The good record with one key replaced (or added).
Record with(const std::string& key, test::Put value) {
  Record record = goodRecord();
  record[key] = std::move(value);
  return record;
}

TEST(ReadSequences, ReadsARecord) {
  const Read read = readRecords({goodRecord(), goodRecord()});
  ASSERT_TRUE(read.set) << read.error;
  EXPECT_THAT(read.problems, IsEmpty());
  EXPECT_EQ(read.set->size(), 2U);
  EXPECT_EQ(
      read.set->sequence(1),
      (Sequence{.user = 4,
                .visits = {{.location = 2, .weekday = 0, .startMinute = 0, .durationMinutes = 30, .daysAgo = 7},
                           {.location = 3, .weekday = 1, .startMinute = 600, .durationMinutes = 45.5, .daysAgo = 6},
                           {.location = 2, .weekday = 6, .startMinute = 1439, .durationMinutes = 2880, .daysAgo = 0}},
                .target = 5}));
}

TEST(ReadSequences, AcceptsWhatOccursInTheWild) {
  Record record = goodRecord();
  record["X"] = test::list({2, 3, 2});
  record["user_X"] = test::typed<std::int32_t>(DType::Int32, {4, 4, 4});
  record["weekday_X"] = test::typed<std::uint8_t>(DType::UInt8, {0, 1, 6});
  record["start_min_X"] = test::typed<float>(DType::Float32, {0, 600, 1439});
  record["dur_X"] = test::typed<float>(DType::Float32, {30, 45.5F, 2880});
  record["diff"] = [](PickleWriter& pickle) {
    pickle.beginTuple();
    pickle.integer(7);
    pickle.real(6.0);
    pickle.boolean(false);
    pickle.end();
  };
  record["Y"] = test::typed<std::int64_t>(DType::Int64, {5});
  record["poi_X"] = test::text("ignored");
  record["weekday_Y"] = test::integer(3);
  const Read read = readRecords({record});
  ASSERT_TRUE(read.set) << read.error;
  EXPECT_THAT(read.problems, IsEmpty());
  EXPECT_EQ(read.set->sequence(0), readRecords({goodRecord()}).set->sequence(0));
}

TEST(ReadSequences, EachBadRecordHasItsOwnSentence) {
  const auto errorOf = [](const std::string& key, test::Put value) {
    const Read read = readRecords({goodRecord(), with(key, std::move(value))});
    EXPECT_FALSE(read.set) << key;
    return read.error;
  };
  EXPECT_EQ(
      errorOf("weekday_X", test::wholes({1, 2})),
      "t.pk, record 1, key weekday_X: holds 2 values, but X holds 3: give every key of a record one value per visit");
  EXPECT_EQ(errorOf("X", test::wholes({2, -3, 2})),
            "t.pk, record 1, key X: holds the location id -3: number locations from 0");
  EXPECT_EQ(
      errorOf("X", test::wholes({2, 10'000'000, 2})),
      "t.pk, record 1, key X: holds the location id 10000000: number locations from 0 without large gaps; ids up to "
      "9999999 are read");
  EXPECT_EQ(errorOf("user_X", test::wholes({4, 4, -1})),
            "t.pk, record 1, key user_X: holds the user id -1: number users from 0");
  EXPECT_EQ(errorOf("Y", test::integer(-2)),
            "t.pk, record 1, key Y: holds the location id -2: number locations from 0");
  EXPECT_EQ(errorOf("X", test::wholes({})),
            "t.pk, record 1, key X: holds no visit: leave out sequences without visits");
  EXPECT_EQ(errorOf("dur_X", test::reals({1, std::nan(""), 2})),
            "t.pk, record 1, key dur_X: holds a duration that is not a finite number: save durations in minutes");
  EXPECT_THAT(errorOf("dur_X", test::reals({1, std::numeric_limits<double>::infinity(), 2})),
              HasSubstr("not a finite"));
  EXPECT_THAT(errorOf("X", test::reals({2, 2.5, 2})), HasSubstr("key X: holds something that is not a whole number"));
  EXPECT_THAT(errorOf("diff", test::text("7")), HasSubstr("key diff: is the text"));
  EXPECT_THAT(errorOf("Y", test::text("home")), HasSubstr("not a location id: save one whole number"));
  EXPECT_THAT(errorOf("Y", [](PickleWriter& pickle) { pickle.none(); }), HasSubstr("key Y: is None"));
  EXPECT_THAT(errorOf("X",
                      [](PickleWriter& pickle) {
                        const std::int64_t shape[] = {1, 3};
                        const std::int64_t values[] = {2, 3, 2};
                        pickle.array(DType::Int64, shape, std::as_bytes(std::span(values)));
                      }),
              HasSubstr("shape [1, 3]: save it with one dimension"));
}

TEST(ReadSequences, EveryMissingKeyIsNamed) {
  for (const char* key : {"X", "user_X", "weekday_X", "start_min_X", "dur_X", "diff", "Y"}) {
    Record record = goodRecord();
    record.erase(key);
    EXPECT_THAT(readRecords({record}).error, HasSubstr("record 0: has no key " + std::string(key) + ": ")) << key;
  }
}

TEST(ReadSequences, RefusesWhatIsNoListOfRecords) {
  EXPECT_THAT(readRecords({}).error, HasSubstr("t.pk: holds no sequence"));
  PickleWriter number;
  number.integer(3);
  EXPECT_THAT(readBytes(number.finish()).error, HasSubstr("not a list of records"));
  PickleWriter nested;
  nested.beginList();
  nested.beginList();
  nested.end();
  nested.end();
  EXPECT_THAT(readBytes(nested.finish()).error, HasSubstr("record 0: is a list"));
  EXPECT_THAT(readBytes({}).error, HasSubstr("t.pk"));
}

TEST(ReadSequences, ValuesOutOfRangeAreProblemsOnceAKind) {
  const Read read = readRecords({goodRecord(), with("weekday_X", test::wholes({0, 7, -1})),
                                 with("weekday_X", test::wholes({0, 9, 0})), with("diff", test::wholes({8, 0, 0})),
                                 with("dur_X", test::reals({-1, 2, 3})),
                                 with("start_min_X", test::wholes({std::int64_t{1} << 40, 0, 1440}))});
  ASSERT_TRUE(read.set) << read.error;
  ASSERT_THAT(read.problems, SizeIs(4));
  EXPECT_EQ(read.problems[0].where, "t.pk, record 1, key weekday_X");
  EXPECT_EQ(read.problems[0].what, "is outside 0 (Monday) to 6 (Sunday) in 2 records, this the first");
  EXPECT_EQ(read.problems[1].where, "t.pk, record 5, key start_min_X");
  EXPECT_EQ(read.problems[2].what, "is outside 0 to 2880 minutes in 1 record");
  EXPECT_EQ(read.problems[3].where, "t.pk, record 3, key diff");
  EXPECT_EQ(read.set->visit(1, 1).weekday, 7) << "kept as recorded; a model clamps";
  EXPECT_EQ(read.set->visit(5, 0).startMinute, 32767) << "the nearest that 16 bits hold; out of range all the same";
}

TEST(ReadSequences, PaddingIdsAndMixedUsersAreProblems) {
  const Read read = readRecords({with("X", test::wholes({0, 2, 2})), with("Y", test::integer(0)),
                                 with("user_X", test::wholes({4, 5, 4})), with("user_X", test::wholes({0, 0, 0}))});
  ASSERT_TRUE(read.set) << read.error;
  ASSERT_THAT(read.problems, SizeIs(4));
  EXPECT_EQ(read.problems[2].where, "t.pk, record 2, key user_X");
  EXPECT_EQ(read.set->user(2), 4);
}

TEST(ReadSequences, CausesAreReadAndStrayOnesAreLeftOut) {
  const Read read =
      readRecords({with("cause_visits", test::list({0, 2})), with("cause_visits", test::wholes({1, 3, -1})),
                   with("cause_visits", test::text("all")), goodRecord()});
  ASSERT_TRUE(read.set) << read.error;
  EXPECT_THAT(read.set->causes(0), ElementsAre(0, 2));
  EXPECT_THAT(read.set->causes(1), ElementsAre(1));
  EXPECT_THAT(read.set->causes(2), IsEmpty());
  EXPECT_THAT(read.set->causes(3), IsEmpty());
  ASSERT_THAT(read.problems, SizeIs(1));
  EXPECT_EQ(read.problems[0].where, "t.pk, record 1, key cause_visits");
}

/// One record, to which a list then refers two million times by the memo: a small file, a huge dataset.
Bytes manyReferences(std::size_t references, std::size_t visits) {
  PickleWriter pickle(2);
  pickle.beginDict();
  for (const char* key : {"X", "user_X", "weekday_X", "start_min_X", "dur_X", "diff"}) {
    pickle.text(key);
    test::list(std::vector<std::int64_t>(visits, 2))(pickle);
  }
  pickle.text("Y");
  pickle.integer(2);
  pickle.end();
  Bytes bytes = pickle.finish();
  bytes.pop_back();  // STOP
  const auto add = [&](std::string_view text) {
    const auto more = asBytes(text);
    bytes.insert(bytes.end(), more.begin(), more.end());
  };
  add("q\xc8"
      "0](");  // BINPUT 200, POP, EMPTY_LIST, MARK
  for (std::size_t i = 0; i < references; ++i) add("h\xc8");
  add("e.");
  return bytes;
}

TEST(ReadSequences, AFileThatRefersToItselfOverAndOverIsRefused) {
  EXPECT_TRUE(readBytes(manyReferences(1000, 5)).set) << "a little of it is harmless";
  const Read read = readBytes(manyReferences(2'000'000, 100));
  ASSERT_FALSE(read.set);
  EXPECT_THAT(read.error, HasSubstr("more than a file of its size can hold"));
}

/// Small pieces of the file, and all values forgotten after every batch of records, as only large files need it.
PickleLimits smallPieces(std::size_t pieceBytes, std::uint64_t memoryBytes = datasetMemory) {
  PickleLimits limits = splitLimits(memoryBytes);
  limits.pieceBytes = pieceBytes;
  limits.foldBytes = 0;
  return limits;
}

TEST(ReadSequences, OneSequenceTooManyIsNamed) {
  const Bytes bytes = test::splitOf({goodRecord(), goodRecord(), goodRecord()});
  const auto read = [&](std::size_t most) {
    MemorySource source(bytes);
    std::vector<Problem> problems;
    return readSplit(source, "t.pk", splitLimits(datasetMemory), problems, most);
  };
  ASSERT_TRUE(read(3).ok());
  const auto refused = read(2);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().sentence(), HasSubstr("record 2: is one more than the 2 that one split may hold"));
}

TEST(ReadSequences, InPiecesTheSameIsRead) {
  std::vector<Record> records;
  for (std::int64_t i = 0; i < 2500; ++i) {  // three batches, as picklers write them
    Record record = with("Y", test::integer(i % 90));
    if (i % 3 == 0) record["X"] = test::list({i, i + 1, 2});
    if (i % 5 == 0) record["cause_visits"] = test::list({i % 3});
    record["a text of its own " + std::to_string(i % 7)] = test::text("value " + std::to_string(i));
    records.push_back(std::move(record));
  }
  const Bytes bytes = test::splitOf(records);
  const Read whole = readBytes(bytes);
  ASSERT_TRUE(whole.set) << whole.error;
  ASSERT_EQ(whole.set->size(), records.size());
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1000}, bytes.size()}) {
    const Read read = readBytes(bytes, smallPieces(piece));
    ASSERT_TRUE(read.set) << read.error;
    ASSERT_EQ(read.set->size(), records.size());
    for (std::size_t row = 0; row < records.size(); ++row) {
      ASSERT_EQ(read.set->sequence(row), whole.set->sequence(row)) << row;
      ASSERT_TRUE(std::ranges::equal(read.set->causes(row), whole.set->causes(row))) << row;
    }
  }
  EXPECT_THAT(readBytes(Bytes(bytes.begin(), bytes.end() - 100), smallPieces(64)).error, HasSubstr("damaged"));
}

TEST(ReadSequences, OnlyTheColumnsOfALargeFileStayInMemory) {
  constexpr std::size_t sequences = 20'000, visits = 24;
  SequenceSet set;
  Sequence sequence{.user = 1, .visits = std::vector<Visit>(visits), .target = 7};
  for (std::size_t i = 0; i < sequences; ++i) {
    for (Visit& visit : sequence.visits) visit.location = static_cast<LocationId>(2 + i % 1000);
    set.append(sequence);
  }
  const Bytes bytes = encodeSequences(set);
  ASSERT_GT(bytes.size(), 20'000'000U);
  const std::uint64_t columns = sequences * (SequenceSet::rowBytes + visits * SequenceSet::visitBytes);
  EXPECT_EQ(set.memoryBytes(), columns);
  // A batch of 1000 records and what was read ahead for it.
  const Read read = readBytes(bytes, smallPieces(std::size_t{1} << 20U, columns + 8'000'000));
  ASSERT_TRUE(read.set) << read.error;
  EXPECT_EQ(read.set->sequence(sequences - 1), sequence);
  EXPECT_THAT(readBytes(bytes, smallPieces(std::size_t{1} << 20U, columns / 2)).error,
              HasSubstr("beyond what one dataset may take in memory"));
}

TEST(ReadSequences, EveryTruncationIsAnErrorValue) {
  const Bytes whole = test::splitOf({goodRecord(), with("cause_visits", test::list({1}))});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(readBytes(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))).set) << size;
  }
}

TEST(ReadSequences, EveryFlippedByteIsReadOrRefused) {
  const Bytes whole = test::splitOf({goodRecord()});
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const unsigned flip : {0x01U, 0x80U, 0xffU}) {
      Bytes broken = whole;
      broken[at] ^= static_cast<std::byte>(flip);
      const Read read = readBytes(std::move(broken));
      if (!read.set) {
        EXPECT_FALSE(read.error.empty());
        continue;
      }
      for (std::size_t row = 0; row < read.set->size(); ++row) {
        EXPECT_GE(read.set->target(row), 0);
        for (const LocationId location : read.set->locations(row)) EXPECT_GE(location, 0);
      }
    }
  }
}

TEST(ReadSequences, NamesTheFileThatCannotBeRead) {
  const test::TempFolder folder;
  std::filesystem::create_directory(folder / "a_test.pk");
  const auto read = readDataset({folder.path(), "a"});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::BadInput);
  EXPECT_EQ(read.error().where, (folder / "a_test.pk").string());
}

}  // namespace
}  // namespace sojourn
