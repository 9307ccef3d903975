// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn inspect` against the reference captures of both models, and on sequence files.
#include <cmath>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using nlohmann::json;
using test::runSojourn;
using ::testing::HasSubstr;

const char* const pointerCheckpoint = "checkpoints/pointer_v45_geolife_full_model_best.pt";
const char* const mhsaCheckpoint = "checkpoints/mhsa_geolife_checkpoint.pt";

std::vector<std::string> inspection(const std::filesystem::path& data, const char* checkpoint,
                                    const std::vector<std::string>& more) {
  std::vector<std::string> words{"inspect", "--data", (data / "geolife").string(), "--checkpoint",
                                 (data / checkpoint).string()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

json referenceOf(const std::filesystem::path& data, const char* file, int index) {
  std::ifstream stream(data / "reference" / file);
  for (const json& sample : json::parse(stream)) {
    if (sample["index"] == index) return sample;
  }
  return nullptr;
}

/// All numbers of two equally shaped nested lists agree.
void expectNear(const json& actual, const json& expected, double tolerance, const std::string& what) {
  if (expected.is_array()) {
    ASSERT_TRUE(actual.is_array()) << what;
    ASSERT_EQ(actual.size(), expected.size()) << what;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expectNear(actual[i], expected[i], tolerance, what + "[" + std::to_string(i) + "]");
    }
    return;
  }
  ASSERT_TRUE(actual.is_number()) << what;
  EXPECT_NEAR(actual.get<double>(), expected.get<double>(), tolerance) << what;
}

void expectTopAgrees(const json& answer, const json& reference) {
  ASSERT_EQ(answer["top"].size(), 10U);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(answer["top"][i]["location"], reference["top"][i]["location"]) << i;
    expectNear(answer["top"][i]["log_probability"], reference["top"][i]["log_probability"], 1e-4, "log_probability");
    EXPECT_NEAR(answer["top"][i]["probability"].get<double>(),
                std::exp(reference["top"][i]["log_probability"].get<double>()), 2e-5);
  }
  expectNear(answer["target_log_probability"], reference["target_log_probability"], 1e-4, "target_log_probability");
}

TEST(CliInspect, PointerV45AgreesWithTheReferenceCapture) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn(inspection(data, pointerCheckpoint, {"--index", "2222", "--maps", "--json", "-"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const json answer = run.json();
  const json reference = referenceOf(data, "pointer_v45_geolife_test.json", 2222);
  EXPECT_EQ(answer["schema"], "sojourn.inspection/1");
  EXPECT_EQ(answer["model"], "pointer_v45");
  EXPECT_EQ(answer["index"], 2222);
  EXPECT_EQ(answer["user"], reference["user"]);
  EXPECT_EQ(answer["target"], reference["target"]);
  EXPECT_EQ(answer["length"], reference["length"]);
  expectTopAgrees(answer, reference);
  expectNear(answer["gate"], reference["gate"], 2e-5, "gate");
  expectNear(answer["content_score"], reference["content_score"], 1e-4, "content_score");
  expectNear(answer["position_bias"], reference["position_bias"], 1e-4, "position_bias");
  expectNear(answer["pointer_weight"], reference["pointer_weight"], 2e-5, "pointer_weight");
  expectNear(answer["attention"], reference["attention"], 2e-5, "attention");

  double copied = 0;
  const std::size_t length = answer["length"].get<std::size_t>();
  ASSERT_EQ(answer["visits"].size(), length);
  for (std::size_t i = 0; i < length; ++i) {
    EXPECT_EQ(answer["visits"][i]["location"], reference["locations"][i]);
    EXPECT_EQ(answer["visits"][i]["position_from_end"], length - i);
    EXPECT_NEAR(answer["score"][i].get<double>(),
                answer["content_score"][i].get<double>() + answer["position_bias"][i].get<double>(), 1e-5);
    copied += answer["copied_mass"][i].get<double>();
  }
  EXPECT_NEAR(copied, answer["gate"].get<double>(), 1e-5) << "copied mass sums to the gate";
  for (const json& candidate : answer["top"]) {
    EXPECT_NEAR(candidate["copied"].get<double>() + candidate["generated"].get<double>(),
                candidate["probability"].get<double>(), 1e-6);
  }
}

TEST(CliInspect, MhsaAgreesWithTheReferenceCaptureAndHasNoPointer) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn(inspection(data, mhsaCheckpoint, {"--index", "2222", "--maps", "--json", "-"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const json answer = run.json();
  const json reference = referenceOf(data, "mhsa_geolife_test.json", 2222);
  EXPECT_EQ(answer["model"], "mhsa");
  expectTopAgrees(answer, reference);
  expectNear(answer["attention"], reference["attention"], 2e-5, "attention");
  for (const char* key : {"gate", "content_score", "position_bias", "score", "pointer_weight", "copied_mass"}) {
    ASSERT_TRUE(answer.contains(key)) << key;
    EXPECT_TRUE(answer[key].is_null()) << key;
  }
  for (const json& candidate : answer["top"]) {
    EXPECT_TRUE(candidate["copied"].is_null());
    EXPECT_EQ(candidate["generated"], candidate["probability"]);
  }
}

TEST(CliInspect, AttentionComesOnlyWhenAskedFor) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn(inspection(data, pointerCheckpoint, {"--index", "0", "--json", "-"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_FALSE(run.json().contains("attention"));
  expectNear(run.json()["pointer_weight"], referenceOf(data, "pointer_v45_geolife_test.json", 0)["pointer_weight"],
             2e-5, "pointer_weight");
}

TEST(CliInspect, AnIndexOutsideTheSplitSaysWhichThereAre) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  for (const char* index : {"3502", "-1", "99999999999"}) {
    const auto run = runSojourn(inspection(data, pointerCheckpoint, {"--index", index}));
    EXPECT_EQ(run.exitCode, 3) << index;
    EXPECT_THAT(run.err, HasSubstr("from 0 to 3501")) << index;
  }
}

TEST(CliInspect, HeadsThatDoNotDivideTheWidthAreRefused) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn(inspection(data, pointerCheckpoint, {"--index", "0", "--heads", "7"}));
  EXPECT_THAT(run.exitCode, ::testing::AnyOf(2, 3)) << run.err;
  EXPECT_THAT(run.err, HasSubstr("7"));
  const auto other =
      runSojourn(inspection(data, pointerCheckpoint, {"--index", "2222", "--heads", "8", "--maps", "--json", "-"}));
  ASSERT_EQ(other.exitCode, 0) << other.err;
  EXPECT_EQ(other.json()["attention"][0].size(), 8U);
}

TEST(CliInspect, ASequenceFileOfASampleGivesTheSameAnswer) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto sample = runSojourn(inspection(data, pointerCheckpoint, {"--index", "2222", "--json", "-"})).json();
  json file{{"schema", "sojourn.sequence/1"}, {"user", sample["user"]}, {"target", sample["target"]}};
  for (json visit : sample["visits"]) {
    visit.erase("position_from_end");
    file["visits"].push_back(visit);
  }
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "mine.json", file.dump()));
  const auto run =
      runSojourn(inspection(data, pointerCheckpoint, {"--sequence", (folder / "mine.json").string(), "--json", "-"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  json answer = run.json();
  EXPECT_TRUE(answer["index"].is_null());
  answer["index"] = 2222;
  EXPECT_EQ(answer, sample);

  file["target"] = nullptr;
  ASSERT_TRUE(writeFileAtomically(folder / "open.json", file.dump()));
  const auto open =
      runSojourn(inspection(data, pointerCheckpoint, {"--sequence", (folder / "open.json").string(), "--json", "-"}));
  ASSERT_EQ(open.exitCode, 0) << open.err;
  EXPECT_TRUE(open.json()["target"].is_null());
  EXPECT_TRUE(open.json()["target_rank"].is_null());
  EXPECT_TRUE(open.json()["target_log_probability"].is_null());
  EXPECT_EQ(open.json()["top"], sample["top"]);
}

TEST(CliInspect, SequencesThatTheModelCannotReadAreRefusedWithBothNumbers) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const auto write = [&](std::size_t length, int location, int user) {
    json file{{"schema", "sojourn.sequence/1"}, {"user", user}};
    for (std::size_t i = 0; i < length; ++i) {
      file["visits"].push_back(
          {{"location", location}, {"weekday", 0}, {"start_minute", 0}, {"duration_minutes", 30}, {"days_ago", 1}});
    }
    EXPECT_TRUE(writeFileAtomically(folder / "s.json", file.dump()));
    return runSojourn(inspection(data, pointerCheckpoint, {"--sequence", (folder / "s.json").string(), "--json", "-"}));
  };
  const auto tooLong = write(65, 5, 1);
  EXPECT_EQ(tooLong.exitCode, 3);
  EXPECT_THAT(tooLong.err, ::testing::AllOf(HasSubstr("65"), HasSubstr("64"), HasSubstr("s.json")));
  const auto place = write(3, 1187, 1);
  EXPECT_EQ(place.exitCode, 3);
  EXPECT_THAT(place.err, HasSubstr("1187"));
  const auto user = write(3, 5, 46);
  EXPECT_EQ(user.exitCode, 3);
  EXPECT_THAT(user.err, HasSubstr("46"));
  EXPECT_EQ(write(64, 5, 1).exitCode, 0);
  EXPECT_EQ(write(1, 5, 1).exitCode, 0);
}

TEST(CliInspect, PrintsTablesForPeople) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn(inspection(data, pointerCheckpoint, {"--index", "2222"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_THAT(run.out, ::testing::AllOf(HasSubstr("gate"), HasSubstr("copied"), HasSubstr("target")));
}

}  // namespace
}  // namespace sojourn
