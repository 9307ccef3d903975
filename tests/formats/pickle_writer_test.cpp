// SPDX-License-Identifier: GPL-3.0-or-later
// What we write is what we read, and what Python reads.
#include "model/formats/pickle/pickle_writer.h"

#include <array>
#include <cmath>

#include <gmock/gmock.h>

#include "model/formats/pickle/pickle_reader.h"
#include "tests/formats/python.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;

/// A list of `rows` dicts as a dataset has them.
Bytes dataset(std::size_t rows) {
  PickleWriter pickle;
  pickle.beginList();
  for (std::size_t row = 0; row < rows; ++row) {
    const auto id = static_cast<std::int64_t>(row);
    pickle.beginDict();
    pickle.text("X");
    pickle.array(std::array<std::int64_t, 3>{id, -id, std::int64_t{1} << 40});
    pickle.text("dur_X");
    pickle.array(std::array<double, 2>{0.5, 2880.0});
    pickle.text("Y");
    pickle.integer(id);
    pickle.end();
  }
  pickle.end();
  return pickle.finish();
}

TEST(PickleWriterTest, TheSmallestDatasetByteByByte) {
  PickleWriter pickle(2);
  pickle.beginList();
  pickle.beginDict();
  pickle.text("Y");
  pickle.integer(300);
  pickle.end();
  pickle.end();
  const Bytes bytes = pickle.finish();
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_EQ(text, std::string("\x80\x02](}(X\x01\x00\x00\x00Yq\x00M\x2c\x01ue.", 20));
}

TEST(PickleWriterTest, DatasetsComeBack) {
  for (const std::size_t rows : {0, 1, 999, 1000, 1001, 2500}) {
    const auto document = readPickle(dataset(rows), "written");
    ASSERT_TRUE(document.ok()) << document.error().sentence();
    const auto items = document->root().items();
    ASSERT_EQ(items.size(), rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto id = static_cast<std::int64_t>(row);
      ASSERT_EQ(items[row].find("Y")->asInteger(), id);
      const PickleArray& locations = *items[row].find("X")->asArray();
      EXPECT_EQ(locations.dtype, DType::Int64);
      ASSERT_THAT(locations.toNdArray().toDoubles(), ElementsAre(row, -static_cast<double>(row), 0x1p40));
      ASSERT_THAT(items[row].find("dur_X")->asArray()->toNdArray().toDoubles(), ElementsAre(0.5, 2880.0));
    }
  }
}

TEST(PickleWriterTest, EveryKindOfValueComesBack) {
  PickleWriter pickle;
  pickle.beginTuple();
  pickle.none();
  pickle.boolean(true);
  for (const std::int64_t value : std::initializer_list<std::int64_t>{0, 255, 256, 65536, -1, INT64_MIN, INT64_MAX})
    pickle.integer(value);
  pickle.real(-0.1);
  pickle.real(std::nan(""));
  pickle.text("Z\xc3\xbcrich");
  pickle.text(std::string(70'000, 'x'));
  pickle.binary(asBytes("raw"));
  pickle.beginOrderedDict();
  for (int i = 0; i < 1500; ++i) {
    pickle.integer(i);
    pickle.none();
  }
  pickle.end();
  pickle.beginDict();
  pickle.end();
  pickle.array(DType::Float16, std::array<std::int64_t, 2>{2, 0}, {});
  pickle.array(DType::Bool, {}, asBytes("\x01"));
  pickle.end();
  const auto document = readPickle(pickle.finish(), "written");
  ASSERT_TRUE(document.ok()) << document.error().sentence();
  const auto items = document->root().items();
  ASSERT_EQ(items.size(), 18U);
  EXPECT_EQ(items[3].asInteger(), 255);
  EXPECT_EQ(items[7].asInteger(), INT64_MIN);
  EXPECT_EQ(items[8].asInteger(), INT64_MAX);
  EXPECT_EQ(items[9].asNumber(), -0.1);
  EXPECT_TRUE(std::isnan(*items[10].asNumber()));
  EXPECT_EQ(items[11].asText(), "Z\xc3\xbcrich");
  EXPECT_EQ(items[12].asText()->size(), 70'000U);
  EXPECT_EQ(items[13].bytes().size(), 3U);
  EXPECT_EQ(items[14].entries().size(), 1500U);
  EXPECT_EQ(items[14].entries()[1499].key.asInteger(), 1499);
  EXPECT_TRUE(items[15].entries().empty());
  EXPECT_THAT(items[16].asArray()->shape, ElementsAre(2, 0));
  EXPECT_TRUE(items[17].asArray()->shape.empty());
}

TEST(PickleWriterTest, PythonReadsIt) {
  SOJOURN_NEEDS_PYTHON(python, "numpy");
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "data.pk", dataset(1234)).ok());
  const auto answer = test::runPython(python, R"(
import pickle, sys, numpy
rows = pickle.load(open(sys.argv[1], 'rb'))
assert len(rows) == 1234, len(rows)
for i, row in enumerate(rows):
    assert list(row) == ['X', 'dur_X', 'Y']
    assert row['X'].dtype == numpy.int64 and row['X'].tolist() == [i, -i, 2**40], row
    assert row['dur_X'].dtype == numpy.float64 and row['dur_X'].tolist() == [0.5, 2880.0]
    assert row['Y'] == i
rows[0]['X'][0] = 7  # arrays are writable
)",
                                      {(folder / "data.pk").string()});
  EXPECT_EQ(answer.exitCode, 0) << answer.output;
}

}  // namespace
}  // namespace sojourn
