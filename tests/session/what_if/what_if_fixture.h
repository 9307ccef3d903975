// SPDX-License-Identifier: GPL-3.0-or-later
// A sample that is edited, with the demo of a week.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {

using test::FakeEngine;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

inline Focus visitFocus(std::size_t index) {
  return {.visit = index, .query = {}, .location = {}, .head = {}};
}

/// A day of one visit each: Mon .. Sun before a target on the next Monday.
inline std::shared_ptr<const Dataset> week() {
  auto dataset = std::make_shared<Dataset>(*test::fakeDataset());
  SequenceSet set;
  for (int row = 0; row < 6; ++row) {
    Sequence sequence{.user = 2, .visits = {}, .target = 3};
    for (int i = 0; i < 5; ++i) {
      sequence.visits.push_back({.location = 2 + (i + row) % 9,
                                 .weekday = i,
                                 .startMinute = 480 + 60 * i,
                                 .durationMinutes = 90.5 + row,
                                 .daysAgo = 7 - i});
    }
    set.append(sequence);
  }
  dataset->splits[static_cast<std::size_t>(Split::Test)] = set;
  return dataset;
}

class WhatIfTest : public ::testing::Test {
 protected:
  WhatIfTest() {
    m_studio.dataset = [](const std::filesystem::path&) { return Result<DatasetPtr>(week()); };
    m_studio.engine = [this](const std::filesystem::path&, const EngineOptions&) {
      return Result<EnginePtr>(m_engine);
    };
    m_studio.openAll();
    m_whatIf = std::make_unique<WhatIf>(m_studio.workspace());
  }
  ~WhatIfTest() override {
    m_engine->inspectDoor.open();
    m_subscription.reset();
    m_whatIf.reset();
  }

  bool settled() {
    return m_studio.until([&] { return !m_studio->inspectionOutdated(); });
  }
  bool until(const std::function<bool()>& condition) {
    return test::eventually([&] {
      m_studio->drain();
      return condition();
    });
  }
  const Sequence& now() { return *m_studio->sequence(); }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const EditState& state : m_whatIf->history()->states()) all.push_back(state.name);
    return all;
  }

  test::TempFolder m_folder;
  std::shared_ptr<FakeEngine> m_engine = std::make_shared<FakeEngine>();
  Studio m_studio;
  std::unique_ptr<WhatIf> m_whatIf;
  Subscription m_subscription;
};

}  // namespace sojourn::session
