// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions of other programs: what is read, and what is refused with its line.
#include "model/evaluate/prediction_file.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/growth.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

class PredictionFile : public ::testing::Test {
 protected:
  PredictionFile() {
    for (const LocationId target : {5, 6}) m_set.append({.user = 1, .visits = {{.location = 5}}, .target = target});
  }
  Result<FilePredictions> read(const std::string& text) {
    std::ofstream(m_folder / "answers.csv") << text;
    return readPredictions(m_folder / "answers.csv", m_set);
  }
  /// The error of a file, "where: what".
  std::string refusal(const std::string& text) {
    const auto read = this->read(text);
    if (read) return "";
    EXPECT_EQ(read.error().kind, ErrorKind::BadInput);
    EXPECT_FALSE(read.error().remedy.empty());
    const std::string where = read.error().where;
    return where.substr(where.find("answers.csv") + 11) + ": " + read.error().what;
  }

  SequenceSet m_set;
  test::TempFolder m_folder;
};

TEST_F(PredictionFile, ReadsRanksAndProbabilities) {
  const auto read = this->read("probability1,index,rank1,rank2,probability2\n0.7,1,5,6,0.2\n0.5,0,9,8,0.5\n");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->probabilities);
  EXPECT_EQ(read->outcomes[0].prediction, 9);
  EXPECT_EQ(read->outcomes[0].rank, 0) << "not listed";
  EXPECT_EQ(read->outcomes[1].prediction, 5);
  EXPECT_FLOAT_EQ(read->outcomes[1].probability, 0.7F);
  EXPECT_EQ(read->outcomes[1].rank, 2);
  EXPECT_FLOAT_EQ(read->outcomes[1].targetProbability, 0.2F);
}

TEST_F(PredictionFile, HoldsRecordedIdsWhateverTheSetShows) {
  const auto pseudonyms = std::make_shared<const Pseudonyms>("17", 2, 12);
  m_set.usePseudonyms(pseudonyms);
  const auto read = this->read("index,rank1,rank2\n0,9,5\n1,6,11\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->outcomes[0].prediction, pseudonyms->location(9));
  EXPECT_EQ(read->outcomes[0].rank, 2);
  EXPECT_EQ(read->outcomes[1].rank, 1);
  EXPECT_EQ(read->locationsOf(1)[1], pseudonyms->location(11));
}

TEST_F(PredictionFile, RanksAloneAreEnough) {
  const auto read = this->read("index,rank1,rank2,rank3\n0,5,6,7\n1,6\n");
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->probabilities);
  EXPECT_TRUE(std::isnan(read->outcomes[0].probability));
  EXPECT_EQ(read->outcomes[1].rank, 1);
}

TEST_F(PredictionFile, IdsThatPandasMadeNumbersAreIds) {
  const auto read = this->read("index,rank1,rank2\n0.0,5.0,6.0\n1.0,6.0,\n");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(read->outcomes[0].prediction, 5);
  EXPECT_EQ(read->outcomes[1].prediction, 6);
  EXPECT_EQ(read->locationsOf(0).size(), 2U);
  EXPECT_EQ(read->locationsOf(1).size(), 1U);
}

TEST_F(PredictionFile, ReadsProbabilitiesBelowTheSmallestFloat) {
  const auto read = this->read("index,rank1,probability1\n0,5,1e-45\n1,6,1e-300\n");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->outcomes[1].targetProbability, 0);
}

/// By its size: no byte of it is read.
TEST_F(PredictionFile, ALargeFileForASmallSplitIsRefused) {
  std::ofstream(m_folder / "answers.csv") << "index,rank1\n";
  std::filesystem::resize_file(m_folder / "answers.csv", 990'000'000);
  const auto read = readPredictions(m_folder / "answers.csv", m_set);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().what.find("more than the"), std::string::npos) << read.error().what;
}

TEST_F(PredictionFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal("rank1\n5\n"), ": there is no column index or rank1");
  EXPECT_EQ(refusal("index,rank1\n0,5\n"), ": 1 samples of the split are missing, the first of them with index 1");
  EXPECT_EQ(refusal("index,rank1\n0,5\n0,6\n"), ", line 3: index 0 is there twice");
  EXPECT_EQ(refusal("index,rank1\n2,5\n"), ", line 2: the index is not one of the split's 2 samples");
  EXPECT_EQ(refusal("index,rank1\n-1,5\n"), ", line 2: the index is not one of the split's 2 samples");
  EXPECT_EQ(refusal("index,rank1\n0,office\n"), ", line 2: rank1 is no location id");
  EXPECT_EQ(refusal("index,rank1,rank2\n0,5,5\n"), ", line 2: location 5 has two ranks");
  for (const char* probability : {"nan", "-0.1", "1.5", "inf", ""})
    EXPECT_EQ(refusal(std::string("index,rank1,probability1\n0,5,") + probability + "\n"),
              ", line 2: probability1 is not from 0 to 1");
  EXPECT_EQ(refusal("index,rank1,rank2,probability1\n0,5,6,0.5\n"), ": there are more ranks than probabilities");
  EXPECT_EQ(refusal("index,rank1,rank2,probability1,probability2\n0,5,6,0.3,0.4\n"),
            ", line 2: probability2 is above the one before it");
  EXPECT_EQ(refusal("index,rank1,rank2,probability1,probability2\n0,5,6,0.6,0.5\n"),
            ", line 2: the probabilities add up to more than 1");
  EXPECT_EQ(refusal("index,rank1,rank1\n0,5,6\n"), ": the column rank1 is there twice");
  EXPECT_NE(refusal("index,rank1\n0,\"5\n"), "");
  EXPECT_NE(refusal(""), "");
}

TEST_F(PredictionFile, TakesTimeLinearInTheFile) {
  EXPECT_TRUE(test::takesLinearTime(4'000, [](std::size_t count) {
    SequenceSet set;
    std::string text = "index,rank1,rank2\n";
    for (std::size_t row = 0; row < count; ++row) {
      set.append({.user = 1, .visits = {{.location = 5}}, .target = 5});
      text += std::to_string(row) + ",5,6\n";
    }
    return [set, text] { EXPECT_TRUE(parsePredictions(text, "answers.csv", set)); };
  }));
  // Each line is refused only at the file's end: a row is missing.
  EXPECT_TRUE(test::takesLinearTime(4'000, [](std::size_t count) {
    SequenceSet set;
    for (std::size_t row = 0; row <= count; ++row) set.append({.user = 1, .visits = {{.location = 5}}, .target = 5});
    std::string text = "index,rank1\n";
    for (std::size_t row = count; row > 0; --row) text += std::to_string(row) + ",5\n";
    return [set, text] { EXPECT_FALSE(parsePredictions(text, "answers.csv", set)); };
  }));
}

}  // namespace
}  // namespace sojourn
