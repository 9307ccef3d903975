// SPDX-License-Identifier: GPL-3.0-or-later
// Scenario files: what is read, and a sentence of its own for everything that is not.
#include "model/data/io/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/growth.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;
using Form = nlohmann::json;

Scenario late() {
  return {.name = "Late \"Thursday\" \u2192",
          .origin = {.dataset = "geolife", .fingerprint = "0123abcd", .split = Split::Validation, .index = 3376},
          .edits = {"Remove Bakery, Tue 08:15", "Move Home, Wed 20:46 to 19:46"},
          .sequence = {.user = 42,
                       .visits = {{.location = 3, .weekday = 2, .startMinute = 1, .durationMinutes = 0.1, .daysAgo = 7},
                                  {.location = 1, .weekday = 3, .startMinute = 5, .durationMinutes = 3, .daysAgo = 6}},
                       .target = std::nullopt},
          .recorded = {4, std::nullopt}};
}

Form form() {
  return Form::parse(scenarioAsJson(late()));
}

std::string refusal(const Form& form) {
  const auto scenario = parseScenario(form.dump(), "s.json");
  return scenario ? "accepted" : scenario.error().sentence();
}

TEST(ScenarioFile, ComesBackAsItWas) {
  const auto scenario = parseScenario(scenarioAsJson(late()), "s.json");
  ASSERT_TRUE(scenario) << scenario.error().sentence();
  EXPECT_EQ(*scenario, late());
  const test::TempFolder folder;
  ASSERT_TRUE(writeScenarioFile(folder.path() / "s.json", late()));
  EXPECT_EQ(*readScenarioFile(folder.path() / "s.json"), late());
  EXPECT_FALSE(readScenarioFile(folder.path() / "none.json"));
  EXPECT_FALSE(writeScenarioFile(folder.path() / "none" / "s.json", late()));
}

TEST(ScenarioFile, OfEarlierVersionsSaysNothingOfTheRecord) {
  Form old = form();
  old.erase("recorded");
  const auto scenario = parseScenario(old.dump(), "s.json");
  ASSERT_TRUE(scenario) << scenario.error().sentence();
  EXPECT_TRUE(scenario->recorded.empty());
}

TEST(ScenarioFile, NamesTheKey) {
  Form bad = form();
  bad["sequence"]["visits"][1]["weekday"] = 7;
  EXPECT_THAT(refusal(bad), HasSubstr("s.json, sequence, visit 1, weekday: is 7"));
  bad = form();
  bad["origin"]["split"] = "exam";
  EXPECT_THAT(refusal(bad), HasSubstr("origin, split: is \"exam\""));
  bad = form();
  bad["origin"]["index"] = -1;
  EXPECT_THAT(refusal(bad), HasSubstr("origin, index: is -1"));
  bad = form();
  bad["origin"].erase("fingerprint");
  EXPECT_THAT(refusal(bad), HasSubstr("origin: has no key fingerprint"));
  bad = form();
  bad["name"] = "";
  EXPECT_THAT(refusal(bad), HasSubstr("name: is empty"));
  bad["name"] = std::string(201, 'x');
  EXPECT_THAT(refusal(bad), HasSubstr("name: is 201 bytes long"));
  bad["name"] = 3;
  EXPECT_THAT(refusal(bad), HasSubstr("name: is not a text"));
  bad = form();
  bad["edits"][1] = nullptr;
  EXPECT_THAT(refusal(bad), HasSubstr("edit 1: is not a text"));
  bad["edits"] = "none";
  EXPECT_THAT(refusal(bad), HasSubstr("edits: is not a list"));
  bad = form();
  bad["schema"] = "sojourn.sequence/1";
  EXPECT_THAT(refusal(bad), HasSubstr("is not sojourn.scenario/1"));
  bad = form();
  bad["recorded"] = Form::array({1});
  EXPECT_THAT(refusal(bad), HasSubstr("recorded: is not a list of 2 elements"));
  bad["recorded"] = Form::array({1, 1});
  EXPECT_THAT(refusal(bad), HasSubstr("recorded, visit 1: is 1 again"));
  bad["recorded"] = Form::array({1, -1});
  EXPECT_THAT(refusal(bad), HasSubstr("recorded, visit 1: is -1"));
  bad = form();
  bad["more"] = 1;
  EXPECT_THAT(refusal(bad), HasSubstr("unknown key more"));
  EXPECT_THAT(parseScenario(std::string(100'000, '['), "s.json").error().what, HasSubstr("nested too deep"));
  EXPECT_THAT(parseScenario("{\"name\":\"\xff\"}", "s.json").error().what, HasSubstr("is not JSON"));
  EXPECT_THAT(parseScenario("", "s.json").error().what, HasSubstr("is not JSON"));
}

TEST(ScenarioFile, TakesTimeLinearInItsVisits) {
  EXPECT_TRUE(test::takesLinearTime(2'000, [](std::size_t count) {
    Scenario scenario{.name = "long", .origin = {.dataset = "town", .fingerprint = "00"}, .edits = {}, .sequence = {}};
    for (std::size_t i = 0; i < count; ++i) {
      scenario.sequence.visits.push_back({.location = 2, .weekday = 1, .startMinute = 600, .durationMinutes = 60});
      scenario.recorded.emplace_back(i);
      scenario.edits.emplace_back("Move a visit");
    }
    return [text = scenarioAsJson(scenario)] { EXPECT_TRUE(parseScenario(text, "here")); };
  }));
}

}  // namespace
}  // namespace sojourn
