// SPDX-License-Identifier: GPL-3.0-or-later
// Words that wrappers put before the names of a network's tensors.
#include "model/nets/plan/state_dict_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/nets/plan/checkpoint_plan.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

CheckpointFile prefixed(CheckpointFile checkpoint, const std::string& prefix) {
  for (NamedArray& tensor : checkpoint.tensors) tensor.name = prefix + tensor.name;
  return checkpoint;
}

void append(CheckpointFile& to, const CheckpointFile& more) {
  to.tensors.insert(to.tensors.end(), more.tensors.begin(), more.tensors.end());
}

/// The first tensor's name and what was said.
std::vector<std::string> strip(CheckpointFile& checkpoint) {
  const auto notices = stripPrefixes(checkpoint, "best.pt");
  if (!notices) return {notices.error().what, notices.error().remedy};
  std::vector<std::string> said{checkpoint.tensors.at(0).name};
  for (const Problem& notice : *notices) said.push_back(notice.what);
  return said;
}

TEST(StateDictNames, SharedPrefixesGoForEveryKind) {
  for (const CheckpointFile& plain : {smallPointerV45(), smallMhsa(), smallLstm(), smallLstmLocation(),
                                      smallLstmPointer(), smallDeepMove(), smallTransformer()}) {
    const Result<CheckpointPlan> expected = planNetwork(plain, "best.pt", headsOf(plain));
    ASSERT_TRUE(expected) << expected.error().sentence();
    for (const char* prefix :
         {"module.", "_orig_mod.", "model.", "net.", "model._orig_mod.", "model.net.module.", "my_project.network."}) {
      CheckpointFile checkpoint = prefixed(plain, prefix);
      const auto said = strip(checkpoint);
      ASSERT_EQ(said.size(), 2U);
      EXPECT_EQ(said[0], plain.tensors.at(0).name);
      EXPECT_EQ(said[1], "its tensors are named with \"" + std::string(prefix) + "\" first, which is left out");
      const Result<CheckpointPlan> plan = planNetwork(checkpoint, "best.pt", headsOf(plain));
      ASSERT_TRUE(plan) << plan.error().sentence();
      EXPECT_EQ(plan->kind, expected->kind);
      EXPECT_TRUE(plan->report.extra.empty());
    }
  }
}

TEST(StateDictNames, WhatIsKnownOrUnknownStaysAsItIs) {
  CheckpointFile plain = smallPointerV45();
  EXPECT_EQ(strip(plain).size(), 1U);
  CheckpointFile unknown;
  for (const char* name : {"a.b.weight", "a.b.bias", "a.c.weight"})
    unknown.tensors.push_back({name, {.dtype = DType::Float32, .shape = {1}, .data = Bytes(4)}});
  EXPECT_EQ(strip(unknown), std::vector<std::string>{"a.b.weight"});
}

TEST(StateDictNames, WeightsBesideTheNetworkAreNamedAndLeftOut) {
  CheckpointFile checkpoint = prefixed(smallPointerV45(), "model.");
  checkpoint.tensors.push_back({"criterion.weight", {.dtype = DType::Float32, .shape = {1}, .data = Bytes(4)}});
  const std::size_t tensors = checkpoint.tensors.size();
  const auto said = strip(checkpoint);
  ASSERT_EQ(said.size(), 3U);
  EXPECT_EQ(said[2], "the network is what begins with \"model.\"; 1 other tensors are not used: criterion.weight");
  EXPECT_EQ(checkpoint.tensors.size(), tensors - 1);
}

TEST(StateDictNames, OfTwoNetworksTheFirstIsReadAndTheOtherCanBeAskedFor) {
  CheckpointFile both = prefixed(smallPointerV45(), "online_model.");
  append(both, prefixed(smallPointerV45({}, 2), "ema_model."));
  CheckpointFile first = both;
  const auto notices = stripPrefixes(first, "best.pt");
  ASSERT_TRUE(notices);
  ASSERT_EQ(notices->size(), 2U);
  EXPECT_EQ((*notices)[1].severity, Severity::Warning);
  EXPECT_EQ((*notices)[1].remedy, "for another network open the file as FILE#ema_model");
  EXPECT_EQ(first.tensors.at(0).array.data, smallPointerV45().tensors.at(0).array.data);
  CheckpointFile asked = both;
  asked.wantedPrefix = "ema_model";
  ASSERT_TRUE(stripPrefixes(asked, "best.pt"));
  EXPECT_EQ(asked.tensors.at(0).array.data, smallPointerV45({}, 2).tensors.at(0).array.data);
  both.wantedPrefix = "student";
  const auto refused = strip(both);
  EXPECT_EQ(refused[0], "holds no network \"student\"");
  EXPECT_EQ(refused[1], "its networks are online_model, ema_model");
}

}  // namespace
}  // namespace sojourn
