// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace's file: what it says comes back, what is wrong in it is named, and what moved with it is found.
#include "views/session/files/workspace_file.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_workspace.h"
#include "tests/support/growth.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using test::fakeWorkspace;
using ::testing::HasSubstr;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(WorkspaceFile, EverythingComesBack) {
  const test::TempFolder folder;
  const auto file = folder / "deep" / "er" / "study.sojourn.json";
  const WorkspaceState state = fakeWorkspace();
  ASSERT_TRUE(writeWorkspaceFile(file, state).ok());
  const auto read = readWorkspaceFile(file);
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(*read, state);
  EXPECT_TRUE(isWorkspaceFile(file));
  EXPECT_EQ(workspaceName(file), "study");
  EXPECT_FALSE(isWorkspaceFile("study.json"));
}

TEST(WorkspaceFile, AnEmptyOneAndTheDemoComeBack) {
  WorkspaceState state;
  for (const bool demo : {false, true}) {
    state.demo = demo;
    const auto read = parseWorkspace(formatWorkspace(state, {}), "here");
    ASSERT_TRUE(read.ok()) << read.error().sentence();
    EXPECT_EQ(*read, state);
  }
  const auto least = parseWorkspace(R"({"schema":"sojourn.workspace/2"})", "here");
  ASSERT_TRUE(least.ok()) << least.error().sentence();
  EXPECT_EQ(*least, WorkspaceState{});
}

TEST(WorkspaceFile, APersonCanReadIt) {
  const std::string text = formatWorkspace(fakeWorkspace(), {});
  EXPECT_THAT(text, HasSubstr("\n \"split\":\"validation\",\n \"index\":3376,\n"));
  EXPECT_THAT(text, HasSubstr(R"("kind":"insert_visit")"));
  EXPECT_THAT(text, HasSubstr(R"({"column":"Gate","descending":true})"));
}

TEST(WorkspaceFile, FilesThatMovedWithItAreFound) {
  const test::TempFolder folder;
  const auto makeStudy = [](const std::filesystem::path& place) {
    std::filesystem::create_directories(place / "data" / "town");
    std::filesystem::create_directories(place / "runs" / "s42");
    std::ofstream(place / "data" / "town" / "town_test.pk") << "x";
    std::ofstream(place / "best.pt") << "x";
  };
  const auto old = folder / "old", moved = folder / "moved";
  makeStudy(old);
  WorkspaceState state;
  state.dataset = SavedPath{.path = old / "data" / "town" / "town"};
  state.checkpoint = SavedPath{.path = old / "best.pt"};
  state.runs = {{.path = old / "runs" / "s42"}};
  ASSERT_TRUE(writeWorkspaceFile(old / "notes" / "a.sojourn.json", state).ok());
  EXPECT_EQ(readWorkspaceFile(old / "notes" / "a.sojourn.json")->dataset->path, state.dataset->path);

  std::filesystem::rename(old, moved);
  const auto read = readWorkspaceFile(moved / "notes" / "a.sojourn.json");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  EXPECT_EQ(read->dataset->path, moved / "data" / "town" / "town");
  EXPECT_EQ(read->checkpoint->path, moved / "best.pt");
  EXPECT_EQ(read->runs[0].path, moved / "runs" / "s42");

  // A copy means the data beside it, although the old data is there.
  makeStudy(old);
  EXPECT_EQ(readWorkspaceFile(moved / "notes" / "a.sojourn.json")->checkpoint->path, moved / "best.pt");
  // The file alone was moved: the data is where it was.
  std::filesystem::create_directories(folder / "else" / "where");
  std::filesystem::rename(moved / "notes" / "a.sojourn.json", folder / "else" / "where" / "a.sojourn.json");
  const auto alone = readWorkspaceFile(folder / "else" / "where" / "a.sojourn.json");
  EXPECT_EQ(alone->checkpoint->path, old / "best.pt");
  EXPECT_EQ(alone->dataset->path, old / "data" / "town" / "town");
}

TEST(WorkspaceFile, WhatIsWrongIsNamed) {
  const std::string whole = formatWorkspace(fakeWorkspace(), {});
  const struct {
    std::string text, where, what;
  } cases[] = {
      {"", "study", "is not JSON"},
      {"[]", "study", "is not an object"},
      {"null", "study", "is not an object"},
      {"{}", "study, schema", "is not sojourn.workspace/2"},
      {R"({"schema":"sojourn.workspace/1"})", "study, schema", "is not sojourn.workspace/2"},
      {R"({"schema":"sojourn.workspace/3"})", "study, schema", "is not sojourn.workspace/2"},
      {replaced(whole, "\"index\":3376", "\"index\":-1"), "study, index", "is -1"},
      {replaced(whole, "\"index\":3376", "\"index\":1e300"), "study, index", "is 1e+300"},
      {replaced(whole, "\"index\":3376", "\"index\":NaN"), "study", "is not JSON"},
      {replaced(whole, "\"index\":3376", "\"index\":\"9\""), "study, index", "is \"9\""},
      {replaced(whole, "\"index\":3376", "\"indices\":3376"), "study", "unknown key indices"},
      {replaced(whole, "\"heads\":8", "\"heads\":8,\"heads\":8"), "study", "has the key heads twice"},
      {replaced(whole, "\"heads\":8", "\"heads\":0"), "study, heads", "is 0"},
      {replaced(whole, "\"split\":\"validation\",\n", "\"split\":\"holdout\",\n"), "study, split", "holdout"},
      {replaced(whole, "\"column\":\"Gate\"", "\"column\":\"Gates\""), "study, sort, column", "Gates"},
      {replaced(whole, "\"layer\":1,", ""), "study, selection", "only one of layer and head"},
      {replaced(whole, "/data/geo life/town", "/data\\u0000/town"), "study, dataset, path", "no file name has"},
      {replaced(whole, "/data/geo life/town", std::string(5000, 'x')), "study, dataset, path", "5000 bytes long"},
      {replaced(whole, "/data/geo life/town", ""), "study, dataset, path", "is empty"},
      {replaced(whole, "\"position\":1", "\"position\":3"), "study, history 0, position", "is 3"},
      {replaced(whole, "\"ids\":[7,1]", "\"ids\":[1,1]"), "study, history 0, edit 1, ids", "every visit once"},
      {replaced(whole, "\"ids\":[7,1]", "\"ids\":[7]"), "study, history 0, edit 1, ids", "every visit once"},
      {replaced(whole, "\"kind\":\"insert_visit\"", "\"kind\":\"guess\""), "study, history 0, edit 1, kind", "guess"},
      {replaced(whole, "\"weekday\":6", "\"weekday\":7"), "study, reference, sequence, visit 1, weekday", "is 7"},
      {replaced(whole, "\"name\":\"Late Thursday\"", "\"name\":\"\""), "study, scenario 0, name", "is empty"},
      {replaced(whole, "\"kind\":\"state\"", "\"kind\":\"recorded\""), "study, reference, kind", "is recorded"},
      {replaced(whole, "\"front\":\"what_if\"", "\"front\":[]"), "study, front", "is not a text"},
      {replaced(whole, "\"evaluations\":[", "\"evaluations\":[0,"), "study, evaluation 0", "is not an object"},
      {replaced(whole, "\"samples\":12", "\"samples\":81"), "study, evaluation 0, samples", "is 81"},
      {replaced(whole, "\"samples\":12", "\"samples\":0"), "study, evaluation 0, samples", "is 0"},
      {replaced(whole, "\"samples\":12", "\"samples\":11"), "study, evaluation 0, method 0, masked, comprehensiveness",
       "is 12"},
      {replaced(whole, "\"filtered\":594", "\"filtered\":79"), "study, evaluation 0, asked", "is 80"},
      {replaced(whole, "\"users\":7", "\"users\":13"), "study, evaluation 0, users", "is 13"},
      {replaced(whole, "\"with_causes\":5", "\"with_causes\":-1"), "study, evaluation 0, with_causes", "is -1"},
      {replaced(whole, "\"rows\":\"1844", "\"rows\":\"91844"), "study, evaluation 0, rows", "below 2^64"},
      {replaced(whole, "\"rows\":\"1844", "\"rows\":\"01844"), "study, evaluation 0, rows", "below 2^64"},
      {replaced(whole, "\"explained\":\"target\"", "\"explained\":\"both\""), "study, evaluation 0, explained", "both"},
      {replaced(whole, "\"name\":\"random\"", "\"name\":\"mask_one\""), "study, evaluation 0, method 1", "comes twice"},
      {replaced(whole, "\"gain\":[0.31,", "\"gain\":[1e300,"), "study, evaluation 0, method 0, masked, gain",
       "is 1e+300"},
      {replaced(whole, "\"gain\":[0.31,", "\"gain\":[null,"), "study, evaluation 0, method 0, masked, gain", "is null"},
      {replaced(whole, "\"gain\":[0.31,", "\"gain\":[\"0\","), "study, evaluation 0, method 0, masked, gain",
       "is \"0\""},
      {replaced(whole, "\"gain\":[0.31,", "\"gain\":["), "study, evaluation 0, method 0, masked, gain",
       "not a mean with"},
      {replaced(whole, "\"gain\":[0.31,", "\"gain\":[NaN,"), "study", "is not JSON"},
      {replaced(whole, "\"cause_rank\":[0.1,0.0,", "\"cause_rank\":[0.1,0.2,"),
       "study, evaluation 0, method 0, cause_rank", "ends before it begins"},
      {replaced(whole, "\"tied_share\":[null,", "\"tied_share\":[0.5,"), "study, evaluation 0, method 1, tied_share",
       "is 0.5 with 0 samples"},
      {replaced(whole, ",\"tied_share\":[null,null,null,0]", ""), "study, evaluation 0, method 1", "no key tied_share"},
      {replaced(whole, "\"explain\":\"\"", "\"explain\":7"), "study, layouts", "is not a text"},
      {replaced(whole, "\"gate\":{}", "\"gate\":\"hour\""), "study, options", "is not an object of objects"},
      {replaced(whole, "\"runs\":[", "\"runs\":[7,"), "study, runs, 0", "is not an object"},
      {R"({"schema":"sojourn.workspace/2","dataset":"town"})", "study, dataset", "not \"demo\""},
      {R"({"schema":"sojourn.workspace/2","x":)" + std::string(200'000, '[') + "}", "study", "nested too deep"},
      {"{\"schema\":\"sojourn.workspace/2\",\"filter\":\"\xff\"}", "study", "is not JSON"},
  };
  for (const auto& one : cases) {
    const auto read = parseWorkspace(one.text, "study");
    ASSERT_FALSE(read.ok()) << one.where << ": " << one.what;
    EXPECT_EQ(read.error().kind, ErrorKind::BadInput);
    EXPECT_EQ(read.error().where, one.where) << one.what;
    EXPECT_THAT(read.error().what, HasSubstr(one.what));
    EXPECT_FALSE(read.error().remedy.empty()) << one.where;
  }
}

TEST(WorkspaceFile, ResultsAreFewAndSmallAndWhatIsNoNumberComesBackAsNone) {
  WorkspaceState state;
  state.evaluations = {test::fakeEvaluation()};
  const auto read = parseWorkspace(formatWorkspace(state, {}), "here");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  const ExplanationSummary& summary = *read->evaluations.at(0).summary;
  EXPECT_EQ(summary.methods.at(0).masked.comprehensiveness.mean, 0.1 / 3) << "to the last bit";
  EXPECT_EQ(summary.methods.at(0).causeRank.high, 1e-17);
  EXPECT_TRUE(std::isnan(summary.methods.at(1).removed.gain.mean));
  EXPECT_EQ(summary.methods.at(1).removed.gain.n, 0U);

  // What no file can hold is written as not measured, not as a file that cannot be read.
  ExplanationSummary strange = test::fakeSummary();
  strange.methods[0].completenessGap = {.mean = std::numeric_limits<double>::infinity(), .low = 0, .high = 1, .n = 12};
  state.evaluations[0].summary = std::make_shared<const ExplanationSummary>(strange);
  const auto again = parseWorkspace(formatWorkspace(state, {}), "here");
  ASSERT_TRUE(again.ok()) << again.error().sentence();
  EXPECT_EQ(again->evaluations.at(0).summary->methods.at(0).completenessGap.n, 0U);

  state.evaluations.assign(mostSavedEvaluations + 1, test::fakeEvaluation());
  const auto many = parseWorkspace(formatWorkspace(state, {}), "here");
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().where, "here, evaluations");

  // As many as are kept, of twice the methods that there are: no burden for an autosave.
  strange.methods.assign(40, strange.methods[0]);
  for (std::size_t i = 0; i < strange.methods.size(); ++i) strange.methods[i].name = "method " + std::to_string(i);
  state.evaluations.assign(mostSavedEvaluations, test::fakeEvaluation());
  for (SavedEvaluation& evaluation : state.evaluations)
    evaluation.summary = std::make_shared<const ExplanationSummary>(strange);
  EXPECT_LT(formatWorkspace(state, {}).size(), 1'000'000U);
  EXPECT_TRUE(parseWorkspace(formatWorkspace(state, {}), "here").ok());
}

TEST(WorkspaceFile, AResultOfFewUsersComesBackWithoutIntervals) {
  ExplanationSummary summary = test::fakeSummary();
  Estimate& lead = summary.methods[0].masked.overRandom;
  lead.low = lead.high = std::nan("");
  WorkspaceState state;
  state.evaluations = {test::fakeEvaluation()};
  state.evaluations[0].summary = std::make_shared<const ExplanationSummary>(summary);
  const auto written = parseWorkspace(formatWorkspace(state, {}), "here");
  ASSERT_TRUE(written.ok()) << written.error().sentence();
  const Estimate& read = written->evaluations.at(0).summary->methods.at(0).masked.overRandom;
  EXPECT_EQ(read.mean, lead.mean) << "the mean stands without an interval";
  EXPECT_EQ(read.n, 12U);
  EXPECT_FALSE(read.hasInterval());

  // An interval of one user in a file is none.
  summary = test::fakeSummary();
  summary.users = 1;
  state.evaluations[0].summary = std::make_shared<const ExplanationSummary>(summary);
  const auto alone = parseWorkspace(formatWorkspace(state, {}), "here");
  ASSERT_TRUE(alone.ok());
  EXPECT_FALSE(alone->evaluations.at(0).summary->methods.at(0).masked.gain.hasInterval());
  EXPECT_EQ(alone->evaluations.at(0).summary->methods.at(0).masked.gain.mean, 0.31);
}

TEST(WorkspaceFile, AnyDamageIsSurvived) {
  const std::string whole = formatWorkspace(fakeWorkspace(), {});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto read = parseWorkspace(std::string_view(whole).substr(0, length), "here");
    EXPECT_TRUE(!read.ok() || length + 1 == whole.size()) << "only the final line end may be missing: " << length;
  }
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    const auto read = parseWorkspace(damaged, "here");
    EXPECT_TRUE(read.ok() || !read.error().what.empty());
  }
}

TEST(WorkspaceFile, FilesThatCannotBeReadOrWrittenAreErrors) {
  const test::TempFolder folder;
  EXPECT_FALSE(readWorkspaceFile(folder / "none.sojourn.json").ok());
  EXPECT_FALSE(readWorkspaceFile(folder.path()).ok());
  std::ofstream(folder / "file") << "x";
  const Status written = writeWorkspaceFile(folder / "file" / "a.sojourn.json", {});
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().kind, ErrorKind::Failed);

  WorkspaceState huge;
  huge.filter = std::string(33'000'000, 'x');
  EXPECT_FALSE(writeWorkspaceFile(folder / "huge.sojourn.json", huge).ok()) << "it could not be read again";
  std::ofstream(folder / "huge.sojourn.json") << std::string(33'000'000, ' ');
  EXPECT_FALSE(readWorkspaceFile(folder / "huge.sojourn.json").ok());
}

TEST(WorkspaceFile, LookingAboutIsNoChangeOfSubstance) {
  const WorkspaceState state = fakeWorkspace();
  WorkspaceState looked = state;
  looked.index = 1;
  looked.split = Split::Train;
  looked.selection = {};
  looked.sort = {};
  looked.front = "explain";
  looked.layouts["inspect"] = "B";
  EXPECT_EQ(substanceOf(looked), substanceOf(state));
  looked.whatIf.histories[0].position = 0;
  EXPECT_NE(substanceOf(looked), substanceOf(state));
  looked.whatIf = state.whatIf;
  looked.evaluations.clear();
  EXPECT_NE(substanceOf(looked), substanceOf(state)) << "a result took minutes";
}

TEST(WorkspaceFile, TakesTimeLinearInItsLists) {
  EXPECT_TRUE(test::takesLinearTime(1'000, [](std::size_t count) {
    WorkspaceState state;
    for (std::size_t i = 0; i < count; ++i) {
      state.notes.push_back({.sample = {.dataset = "town", .fingerprint = "00", .split = Split::Test, .index = i},
                             .note = {.bookmarked = true, .text = "n", .tags = {"odd"}}});
      state.referenceLines["/runs/" + std::to_string(i)] = true;
    }
    return [text = formatWorkspace(state, {})] { EXPECT_TRUE(parseWorkspace(text, "here")); };
  }));
}

}  // namespace
}  // namespace sojourn::session
