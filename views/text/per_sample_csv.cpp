// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/per_sample_csv.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

namespace sojourn::text {
namespace {

/// The shortest decimal of a float, or nothing where it is not a number.
std::string cell(float value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

std::string perSampleCsv(const SequenceSet& set, std::span<const Outcome> outcomes) {
  assert(outcomes.size() == set.size());
  std::string csv =
      "index,user,length,target,prediction,correct,probability,target_probability,rank,gate,copy_share,in_history,"
      "unseen\n";
  for (std::size_t row = 0; row < set.size(); ++row) {
    const Outcome& outcome = outcomes[row];
    const LocationId target = set.target(row);
    for (const std::string& value :
         {std::to_string(row), std::to_string(set.user(row)), std::to_string(set.length(row)), std::to_string(target),
          std::to_string(outcome.prediction), std::string(outcome.prediction == target ? "1" : "0"),
          cell(outcome.probability), cell(outcome.targetProbability), std::to_string(outcome.rank), cell(outcome.gate),
          cell(outcome.copyShare), std::string(set.targetInWindow(row) ? "1" : "0")}) {
      csv += value + ",";
    }
    csv += target == unseenLocation ? "1\n" : "0\n";
  }
  return csv;
}

}  // namespace sojourn::text
