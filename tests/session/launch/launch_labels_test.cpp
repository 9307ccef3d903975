// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the Launch form as both programs show them, and what a launch may start from.
#include <algorithm>

#include <gmock/gmock.h>

#include "views/session/launch/launch_form.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;

class LaunchFields : public ::testing::Test {
 protected:
  [[nodiscard]] FormField field(const std::string& key, const std::vector<LaunchError>& errors = {}) const {
    for (const FormSection& section : formSections(form, place, errors))
      for (const FormField& one : section.fields)
        if (one.key == key) return one;
    ADD_FAILURE() << key << " has no field";
    return {};
  }
  void type(const char* key, const char* text) { form.setText(*findConfigField(key), text); }

  LaunchForm form;
  LaunchPlace place;
};

TEST_F(LaunchFields, EveryFieldThatAModelReadsIsThereOnce) {
  std::vector<std::string> keys;
  for (const FormSection& section : formSections(form, place, {}))
    for (const FormField& one : section.fields)
      if (one.shown) keys.push_back(one.key);
  for (const ConfigField& config : configFields())
    EXPECT_EQ(std::ranges::count(keys, config.key), shownInForm(config, "pointer_v45") ? 1 : 0) << config.key;
  EXPECT_EQ(keys.front(), "where.data");
}

TEST_F(LaunchFields, AChangeSaysWhatItWasAndIsTakenBack) {
  const FormField before = field("training.learning_rate");
  EXPECT_FALSE(before.changed);
  EXPECT_EQ(before.note, findConfigField("training.learning_rate")->help);
  type("training.learning_rate", "1e-3, 1e-4");
  type("seed", "7");
  EXPECT_TRUE(field("training.learning_rate").changed);
  EXPECT_EQ(field("training.learning_rate").values, 2U);
  EXPECT_EQ(field("training.learning_rate").note, "2 values, was 0.00065");
  form.reset(*findConfigField("training.learning_rate"));
  EXPECT_EQ(field("training.learning_rate").text, before.text);
  EXPECT_FALSE(field("training.learning_rate").changed);
  EXPECT_EQ(field("seed").text, "7") << "the other change stays";
  EXPECT_THAT(form.yaml(), HasSubstr("learning_rate: 0.00065"));
}

TEST_F(LaunchFields, AnotherModelHidesWhatItDoesNotRead) {
  EXPECT_TRUE(field("model.ablation").shown);
  type("model.name", "mhsa");
  EXPECT_FALSE(field("model.ablation").shown);
  EXPECT_EQ(field("model.name").note, "was pointer_v45") << "in the base, not in the recipe of the chosen model";
  EXPECT_FALSE(field("model.hidden_size").shown);
  type("model.ablation", "no_gate");
  EXPECT_TRUE(field("model.ablation").shown) << "what was changed can be changed back";
  type("model.name", "lstm");
  EXPECT_TRUE(field("model.hidden_size").shown);
  EXPECT_FALSE(field("model.nhead").shown || field("model.dim_feedforward").shown);
  form.reset(*findConfigField("model.name"));
  EXPECT_EQ(form.model(), "pointer_v45");
}

TEST_F(LaunchFields, AnErrorStandsAtItsFieldAndChoicesHaveWords) {
  const std::vector<LaunchError> errors{{"where.threads", "first", 0}, {"where.threads", "second", 0}};
  EXPECT_EQ(field("where.threads", errors).error, "first");
  EXPECT_EQ(field("where.device", errors).error, "");
  EXPECT_TRUE(field("where.device").typed) << "cuda:1 is no choice, but a device";
  EXPECT_FALSE(field("model.name").typed) << "a model is one of those that there are";
  EXPECT_EQ(field("model.name").choices.front(), (FormChoice{"pointer_v45", "V45"}));
  EXPECT_TRUE(field("training.use_amp").typed) << "true, false";
  *placeText(place, "where.threads") = "4";
  EXPECT_EQ(field("where.threads").text, "4");
  EXPECT_EQ(placeText(place, "seed"), nullptr);
}

TEST(LaunchSources, AreRecipesFilesAndRunsWithAConfiguration) {
  auto run = std::make_shared<FollowedRun>();
  run->entry.paths.folder = "/runs/hot";
  auto broken = std::make_shared<FollowedRun>(*run);
  run->entry.record = std::make_shared<RunRecord>();
  const std::vector<FollowedRunPtr> runs{run, broken};
  const std::vector<std::filesystem::path> files{"/home/ada/small.yaml"};
  EXPECT_EQ(launchSources(runs, files, "/home/ada"),
            (std::vector<FormChoice>{{"recipe:pointer_v45", "V45, recipe"},
                                     {"recipe:mhsa", "MHSA, recipe"},
                                     {"recipe:lstm", "LSTM, recipe"},
                                     {"recipe:lstm_location", "Location LSTM, recipe"},
                                     {"recipe:transformer", "Transformer, recipe"},
                                     {"recipe:lstm_pointer", "LSTM pointer, recipe"},
                                     {"recipe:deepmove", "DeepMove, recipe"},
                                     {"file:/home/ada/small.yaml", "~/small.yaml"},
                                     {"run:/runs/hot", "hot"}}));
  EXPECT_EQ(proposedRunFolder("/home/ada/runs", "/home/ada"), "~/runs/{model}-{seed}");
  EXPECT_EQ(proposedRunFolder({}, "/home/ada"), "~/sojourn/runs/{model}-{seed}");
}

}  // namespace
}  // namespace sojourn::session
