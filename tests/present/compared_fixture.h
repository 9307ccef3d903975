// SPDX-License-Identifier: GPL-3.0-or-later
// A fake sample beside the fake reference that it is compared with, for the presenters' tests.
#pragma once

#include <optional>

#include "tests/present/present_fixtures.h"

namespace sojourn::present {

/// Every visit is the reference's with the same index, as far as the reference has it, until a test says otherwise.
struct ComparedSample {
  FixtureSample now;
  FixtureSample then;
  Reference reference;

  ComparedSample(const FixtureOptions& nowOptions, const FixtureOptions& thenOptions)
      : now(nowOptions), then(thenOptions) {
    reference.inspection = &then.inspection;
    reference.name = "sample 3376 as recorded";
    reference.change = "2 edits";
    for (std::size_t i = 0; i < nowOptions.visits; ++i) {
      reference.before.push_back(i < thenOptions.visits ? std::optional<std::size_t>(i) : std::nullopt);
    }
  }
  ComparedSample(const ComparedSample&) = delete;
  ComparedSample& operator=(const ComparedSample&) = delete;

  /// Valid while this pair lives.
  [[nodiscard]] SampleContext context() const {
    SampleContext context = now.context();
    context.reference = &reference;
    return context;
  }
};

}  // namespace sojourn::present
