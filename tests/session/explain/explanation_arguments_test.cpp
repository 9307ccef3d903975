// SPDX-License-Identifier: GPL-3.0-or-later
// The question of Explain as arguments: every one comes back as it was.
#include "views/session/explain/explanation_arguments.h"

#include <sstream>

#include <gtest/gtest.h>

#include "views/session/settings/kept_options.h"

namespace sojourn::session {
namespace {

using Of = ExplanationChoice::Of;
using Against = ExplanationChoice::Against;

TEST(ExplanationArguments, WhatIsAskedByItselfNeedsNone) {
  EXPECT_EQ(explanationArguments({}), "");
  EXPECT_EQ(explanationArguments({.of = Of::Location, .location = 14, .removal = Removal::Removed}),
            " --explain 14 --operator removed");
}

TEST(ExplanationArguments, EveryQuestionComesBack) {
  for (const Of of : {Of::Prediction, Of::Target, Of::Location})
    for (const Against against : {Against::Nothing, Against::RunnerUp, Against::Target, Against::Location})
      for (const Removal removal : {Removal::Masked, Removal::Removed})
        for (const Baseline baseline : {Baseline::Zero, Baseline::Padding, Baseline::MeanLocation}) {
          ExplanationChoice asked{.of = of, .against = against, .baseline = baseline, .removal = removal};
          if (of == Of::Location) asked.location = 14;
          if (against == Against::Location) asked.againstLocation = 7;
          std::istringstream words(explanationArguments(asked));
          ExplanationChoice read;
          for (std::string option, value; words >> option >> value;)
            EXPECT_TRUE(readExplanationOption(option, value, read)) << option << " " << value;
          EXPECT_EQ(read, asked) << words.str();
          KeptOptions kept;
          keepOptions(kept, "explain", asked);
          EXPECT_EQ(optionsOf<ExplanationChoice>(kept, "explain"), asked) << words.str();
        }
}

TEST(ExplanationArguments, RefusesWhatIsNone) {
  ExplanationChoice choice;
  for (const auto& [option, value] : {std::pair{"--explain", "office"},
                                      {"--explain", "-3"},
                                      {"--explain", "14x"},
                                      {"--explain", "99999999999"},
                                      {"--explain", ""},
                                      {"--rather-than", "prediction"},
                                      {"--operator", "deleted"},
                                      {"--baseline", "one"},
                                      {"--colour", "zero"}})
    EXPECT_FALSE(readExplanationOption(option, value, choice)) << option << " " << value;
  EXPECT_EQ(choice, ExplanationChoice());
}

}  // namespace
}  // namespace sojourn::session
