// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a scenario, as a sequence in JSON and as one in text: what was read is in order, and what is written of
// it reads as the same again.
#include <cmath>

#include "model/data/edit/sequence_text.h"
#include "model/data/io/scenario.h"
#include "tests/fuzz/touch.h"

namespace {

using namespace sojourn;

void check(const Sequence& sequence) {
  if (sequence.visits.empty()) throw std::logic_error("a sequence without visits");
  for (const Visit& visit : sequence.visits) {
    if (visit.location < 0) throw std::logic_error("a place below 0");
    if (!std::isfinite(visit.durationMinutes) || visit.durationMinutes < 0)
      throw std::logic_error("a stay that is no length of time");
  }
}

/// `read` of what `write` makes of a value that was read.
template <class Value, class Write, class Read>
void checkAgain(const Result<Value>& value, const Write& write, const Read& read) {
  if (!value) {
    fuzz::touch(value.error());
    return;
  }
  const Result<Value> again = read(write(*value));
  if (!again || *again != *value) throw std::logic_error("what is written reads as something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);

  const auto scenario = parseScenario(text, "scenario.json");
  checkAgain(scenario, scenarioAsJson, [](const std::string& json) { return parseScenario(json, "again"); });
  if (scenario) {
    check(scenario->sequence);
    if (scenario->name.empty() || scenario->name.size() > longestScenarioName)
      throw std::logic_error("a name that no list shows");
  }

  const auto sequence = parseSequence(text, "sequence.json");
  checkAgain(sequence, sequenceAsJson, [](const std::string& json) { return parseSequence(json, "again"); });
  if (sequence) check(*sequence);

  const auto typed = sequenceFromText(text);
  const auto named = [](const Sequence& typedSequence) {
    return sequenceAsText(typedSequence, [](LocationId place) { return "#\n" + std::to_string(place); });
  };
  checkAgain(typed, named, sequenceFromText);
  if (typed) check(*typed);
  return 0;
}
