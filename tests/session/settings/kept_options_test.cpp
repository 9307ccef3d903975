// SPDX-License-Identifier: GPL-3.0-or-later
// Options of views as JSON: only what was changed is written, and nothing that a file says harms them.
#include "views/session/settings/kept_options.h"

#include <gtest/gtest.h>

#include "views/present/attention/attention_view.h"
#include "views/present/gate/gate_view.h"
#include "views/session/what_if/searches.h"

namespace sojourn::session {
namespace {

TEST(KeptOptions, AreWrittenWhereTheyWereChangedAndComeBack) {
  KeptOptions kept;
  keepOptions(kept, "attention", present::AttentionOptions());
  EXPECT_TRUE(kept.empty());
  const present::AttentionOptions pinned{.scale = present::AttentionScale::Head,
                                         .pinned = present::ColorScale{.diverging = true, .low = -0.1, .high = 0.1},
                                         .zoomedCell = 24};
  keepOptions(kept, "attention", pinned);
  const auto read = optionsOf<present::AttentionOptions>(kept, "attention");
  EXPECT_EQ(read.scale, pinned.scale);
  EXPECT_EQ(read.pinned, pinned.pinned) << "to the last digit";
  EXPECT_EQ(read.pinnedChange, std::nullopt);
  EXPECT_EQ(read.zoomedCell, 24);
  keepOptions(kept, "attention", present::AttentionOptions());
  EXPECT_TRUE(kept.empty()) << "back as at first";
}

TEST(KeptOptions, ThatMakeNoSenseAreAsAtFirst) {
  for (const char* text :
       {"", "{", "[]", "7", R"({"scale":"sideways","cell":1e9})", R"({"scale":3,"cell":-1})",
        R"({"pinned":{"diverging":false,"low":2,"high":1}})", R"({"pinned":{"diverging":false,"low":0,"high":1e300}})",
        R"({"pinned":{"diverging":false,"low":"NaN","high":1}})", R"({"pinned":7})", R"({"pinned":{}})"}) {
    const auto read = optionsOf<present::AttentionOptions>({{"attention", text}}, "attention");
    EXPECT_EQ(read.scale, present::AttentionScale::Model) << text;
    EXPECT_EQ(read.zoomedCell, 0) << text;
    EXPECT_TRUE(!read.pinned || read.pinned->isValid()) << text;
  }
  EXPECT_EQ(optionsOf<present::GateOptions>({{"gate", R"({"split_by":"moon"})"}}, "gate").splitBy,
            SliceBy::Correctness);
  EXPECT_EQ(optionsOf<SearchOptions>({{"searches", R"({"counterfactual_changes":99})"}}, "searches"), SearchOptions());
}

}  // namespace
}  // namespace sojourn::session
