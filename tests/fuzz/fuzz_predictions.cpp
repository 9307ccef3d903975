// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as predictions of another program for a split of three samples.
#include "model/evaluate/prediction_file.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  static const SequenceSet set = [] {
    SequenceSet three;
    for (const LocationId target : {5, 6, 7}) three.append({.user = 1, .visits = {{.location = 5}}, .target = target});
    return three;
  }();
  const auto read = parsePredictions({reinterpret_cast<const char*>(data), size}, "predictions.csv", set);
  if (!read) {
    fuzz::touch(read.error());
    return 0;
  }
  if (read->outcomes.size() != set.size()) throw std::logic_error("a sample without a prediction");
  for (const Outcome& outcome : read->outcomes) {
    if (outcome.rank < 0 || outcome.rank > 10 || outcome.prediction < 0) throw std::logic_error("a rank that is none");
    if (read->probabilities && !(outcome.probability >= 0 && outcome.probability <= 1))
      throw std::logic_error("a probability that is none");
  }
  return 0;
}
