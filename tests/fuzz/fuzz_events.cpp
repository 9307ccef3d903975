// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an events.jsonl: the quick parser agrees with the careful one, and the columns stay in order.
#include <algorithm>
#include <functional>

#include "model/runs/log/event_json.h"
#include "model/runs/log/run_history.h"
#include "tests/fuzz/touch.h"

namespace {

using namespace sojourn;

void readLine(std::string_view line, RunHistory& history) {
  const auto quick = parseStepLine(line);
  const auto event = parseEventLine(line, "events.jsonl");
  if (!event) {
    fuzz::touch(event.error());
    if (quick) throw std::logic_error("the quick parser takes what the careful one refuses");
    return;
  }
  const std::string again = eventLine(*event);
  if (quick && again != eventLine({.seq = quick->seq, .wall = quick->wall, .body = quick->step})) {
    throw std::logic_error("the quick parser reads another event than the careful one");
  }
  if (!std::holds_alternative<UnknownEvent>(event->body) && !parseEventLine(again, "again")) {
    throw std::logic_error("what was read and written cannot be read again");
  }
  history.add(*event);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  RunHistory history;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    readLine(text.substr(0, end), history);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (std::ranges::adjacent_find(history.steps.step, std::greater_equal<>()) != history.steps.step.end()) {
    throw std::logic_error("steps that do not rise");
  }
  return 0;
}
