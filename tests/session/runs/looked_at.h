// SPDX-License-Identifier: GPL-3.0-or-later
// A library of runs that somebody looks at.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/store/ids_and_times.h"
#include "tests/runs/fake_run.h"
#include "tests/session/pumped_library.h"
#include "tests/support/temp_folder.h"
#include "views/session/runs/run_digest.h"
#include "views/session/runs/run_library.h"

namespace sojourn::session {

using test::FakeRun;
using test::FakeRunOptions;
using test::TempFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

inline FakeRunOptions shortRun(std::int64_t epochs, RunState state = RunState::Finished) {
  FakeRunOptions options;
  options.epochs = epochs;
  options.stepsPerEpoch = 5;
  options.state = state;
  return options;
}

/// A library that counts how often it has looked at its folder.
class LookedAt : public Pumped {
 public:
  LookedAt() : LookedAt(std::make_shared<std::atomic<int>>(0)) {}
  [[nodiscard]] int looks() const { return *m_looks; }

 private:
  explicit LookedAt(const std::shared_ptr<std::atomic<int>>& count)
      : Pumped({}, std::chrono::milliseconds(5), [count](const std::filesystem::path&) { ++*count; }), m_looks(count) {}
  std::shared_ptr<std::atomic<int>> m_looks;
};

}  // namespace sojourn::session
