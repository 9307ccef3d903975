// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/changes.h"

#include <vector>

#include <gtest/gtest.h>

namespace sojourn::session {
namespace {

TEST(Changes, AreASet) {
  Changes changes{Change::Sample, Change::Names};
  EXPECT_TRUE(changes.has(Change::Sample));
  EXPECT_FALSE(changes.has(Change::Model));
  EXPECT_TRUE(changes.hasAny({Change::Model, Change::Names}));
  EXPECT_FALSE(changes.hasAny(Change::Jobs));
  EXPECT_TRUE(Changes{}.empty());
  EXPECT_TRUE(Changes::all().has(Change::Filter));
}

TEST(Observers, GatherWithinABatch) {
  Observers observers;
  std::vector<Changes> heard;
  const Subscription subscription = observers.subscribe([&](Changes changes) { heard.push_back(changes); });
  {
    const Observers::Batch outer(observers);
    {
      const Observers::Batch inner(observers);
      observers.announce(Change::Sample);
    }
    observers.announce(Change::Names);
    EXPECT_TRUE(heard.empty());
  }
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(heard[0], (Changes{Change::Sample, Change::Names}));
}

TEST(Observers, DeliverWhatCallbacksAnnounceAfterThem) {
  Observers observers;
  std::vector<Changes> first, second;
  const Subscription one = observers.subscribe([&](Changes changes) {
    first.push_back(changes);
    if (changes.has(Change::Sample)) observers.announce(Change::Jobs);
  });
  const Subscription two = observers.subscribe([&](Changes changes) { second.push_back(changes); });
  observers.announce(Change::Sample);
  const std::vector<Changes> expected{Change::Sample, Change::Jobs};
  EXPECT_EQ(first, expected);
  EXPECT_EQ(second, expected) << "nobody hears the second before the first";
}

TEST(Observers, ViewsHearOnceWhatFollowsFromAChange) {
  Observers observers;
  std::vector<Changes> view, session;
  const Subscription one = observers.subscribeView([&](Changes changes) { view.push_back(changes); });
  const Subscription two = observers.subscribe([&](Changes changes) {
    session.push_back(changes);
    if (changes.has(Change::Sample)) observers.announce(Change::Jobs);
  });
  observers.announce(Change::Sample);
  EXPECT_EQ(session, (std::vector<Changes>{Change::Sample, Change::Jobs}));
  EXPECT_EQ(view, (std::vector<Changes>{{Change::Sample, Change::Jobs}})) << "and once, after the others";
}

TEST(Observers, WhatAViewAnnouncesIsHeardByAllAfterIt) {
  Observers observers;
  std::vector<Changes> view, session;
  const Subscription one = observers.subscribeView([&](Changes changes) {
    view.push_back(changes);
    if (changes.has(Change::Sample)) observers.announce(Change::Jobs);
  });
  const Subscription two = observers.subscribe([&](Changes changes) { session.push_back(changes); });
  observers.announce(Change::Sample);
  const std::vector<Changes> expected{Change::Sample, Change::Jobs};
  EXPECT_EQ(session, expected);
  EXPECT_EQ(view, expected);
}

TEST(Observers, EndWithTheirSubscription) {
  Observers observers;
  int heard = 0;
  Subscription other;
  // The callback ends its own subscription and one that has not been called yet.
  Subscription self = observers.subscribe([&](Changes) {
    ++heard;
    self.reset();
    other.reset();
  });
  other = observers.subscribe([&](Changes) { heard += 100; });
  observers.announce(Change::Sample);
  observers.announce(Change::Sample);
  EXPECT_EQ(heard, 1);
  EXPECT_FALSE(self.active());
}

TEST(Observers, MayGoBeforeTheirSubscriptions) {
  Subscription subscription;
  {
    Observers observers;
    subscription = observers.subscribe([](Changes) {});
  }
  subscription.reset();
  EXPECT_FALSE(subscription.active());
}

}  // namespace
}  // namespace sojourn::session
