// SPDX-License-Identifier: GPL-3.0-or-later
// The schema table itself: every key can be read, written and described, and every default lies in its range.
#include "model/config/config_schema.h"

#include <set>

#include <gtest/gtest.h>

#include "model/config/trainable_models.h"

namespace sojourn {
namespace {

TEST(ConfigSchema, KeysAreUniqueAndDefaultsAllowed) {
  std::set<std::string> keys;
  for (const TrainableModel& trainable : trainableModels()) {
    const std::string& model = trainable.name();
    const TrainingConfig recipe = recipeFor(model);
    EXPECT_EQ(recipe, trainable.recipe);
    for (const std::string_view key : trainable.unread) EXPECT_TRUE(findConfigField(key)) << key;
    for (const ConfigField& field : configFields()) {
      keys.insert(field.key);
      EXPECT_TRUE(field.check(field.get(recipe))) << field.key << " of " << model;
      EXPECT_FALSE(field.help.empty()) << field.key;
    }
  }
  EXPECT_EQ(keys.size(), configFields().size());
  EXPECT_EQ(keys.size(), 30U);
}

TEST(ConfigSchema, SetChangesExactlyTheFieldThatGetReads) {
  for (const ConfigField& field : configFields()) {
    TrainingConfig config;
    const ConfigValue before = field.get(config);
    ConfigValue other;
    switch (field.type) {
      case ConfigType::Integer:
        other = std::get<std::int64_t>(before) + 1;
        break;
      case ConfigType::Real:
        other = std::get<double>(before) / 2 + 0.001;
        break;
      case ConfigType::Boolean:
        other = !std::get<bool>(before);
        break;
      case ConfigType::Text:
        other = std::string("x");
        break;
      case ConfigType::Choice:
        other = field.choices.back();
        break;
      case ConfigType::IntegerList:
        other = std::vector<std::int64_t>{4};
        break;
    }
    field.set(config, other);
    EXPECT_EQ(field.get(config), other) << field.key;
    for (const ConfigField& rest : configFields()) {
      if (rest.key == field.key) continue;
      EXPECT_EQ(rest.get(config), rest.get(TrainingConfig{})) << field.key << " moved " << rest.key;
    }
  }
}

TEST(ConfigSchema, RealsKeepAPointForOtherReaders) {
  EXPECT_EQ(realText(1e-6), "1.0e-06");
  EXPECT_EQ(realText(0.00065), "0.00065");
  EXPECT_EQ(realText(10), "10.0");
  EXPECT_EQ(realText(0), "0.0");
  EXPECT_EQ(realText(1.5e300), "1.5e+300");
}

TEST(ConfigSchema, SectionAndName) {
  EXPECT_EQ(findConfigField("training.batch_size")->section(), "training");
  EXPECT_EQ(findConfigField("training.batch_size")->name(), "batch_size");
  EXPECT_EQ(findConfigField("seed")->section(), "");
  EXPECT_EQ(findConfigField("seed")->name(), "seed");
  EXPECT_EQ(findConfigField("batch_size"), nullptr);
}

}  // namespace
}  // namespace sojourn
