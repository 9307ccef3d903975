// SPDX-License-Identifier: GPL-3.0-or-later
// Reads JSON lines: events of ours, or whatever another program says of its steps, an object a line.
#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "model/formats/text/json_fields.h"
#include "model/runs/import/import_readers.h"
#include "model/runs/log/event_json.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longestLine = maxEventLineBytes;
constexpr std::size_t mostNames = 1000;
constexpr int deepest = 3;
/// So much of a file is looked at for the names that occur in it.
constexpr std::size_t namesWithin = 16U << 20U;

std::string_view nextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool isBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// Calls `take` with "outer/inner" and its number.
template <class Take>
void forNumbers(const Json& object, const std::string& before, int depth, const Take& take) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      if (depth < deepest) forNumbers(value, before + key + "/", depth + 1, take);
    } else if (const auto number = realOfJson(value)) {
      take(before + key, *number);
    }
  }
}

std::string splitBefore(const Json& object) {
  for (const char* key : {"split", "mode", "phase"}) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) continue;
    const std::string_view split = splitNamed(found->get_ref<const std::string&>());
    if (!split.empty()) return std::string(split) + "/";
  }
  return {};
}

/// "step" and "epoch" are places, whatever the split.
bool isPlace(const std::string& key) {
  const auto meaning = MetricNameResolver({key}).at(0);
  return meaning && meaning->measure < Measure::Loss;
}

/// The split's word before every key but the places.
class Keys {
 public:
  const std::string& with(const std::string& split, const std::string& key) {
    auto& known = m_made[split];
    if (const auto found = known.find(key); found != known.end()) return found->second;
    if (known.size() >= mostNames) return m_none;
    return known.emplace(key, split.empty() || isPlace(key) ? key : split + key).first->second;
  }

 private:
  std::map<std::string, std::map<std::string, std::string>> m_made;
  std::string m_none;
};

std::vector<std::string> namesOf(std::string_view text, Keys& keys) {
  text = text.substr(0, namesWithin);
  std::vector<std::string> names;
  std::set<std::string> seen;
  while (!text.empty() && names.size() < mostNames) {
    const std::string_view line = nextLine(text);
    if (line.size() > longestLine || isBlank(line)) continue;
    const auto object = parseJsonObject(line, "line");
    if (!object) continue;
    const std::string split = splitBefore(*object);
    forNumbers(*object, {}, 0, [&](const std::string& key, double) {
      const std::string& name = keys.with(split, key);
      if (!name.empty() && names.size() < mostNames && seen.insert(name).second) names.push_back(name);
    });
  }
  return names;
}

/// Whether the first whole line is an event of ours.
bool holdsEvents(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = nextLine(text);
    if (isBlank(line) || line.size() > longestLine) continue;
    return parseEventLine(line, "line").ok();
  }
  return false;
}

Result<ImportedRun> importEvents(std::string_view text, const std::string& where, const CancelToken& cancel) {
  ImportedRun run;
  run.format = ImportFormat::JsonLines;
  std::size_t lines = 0, bad = 0;
  while (!text.empty()) {
    if (++lines % 1024 == 0 && cancel.cancelled()) return Error{ErrorKind::Cancelled, where, "was not finished", ""};
    const std::string_view line = nextLine(text);
    if (isBlank(line)) continue;
    if (const auto event = parseEventLine(line, "line"))
      run.history.add(*event);
    else
      ++bad;
  }
  run.notes.emplace_back("read: the events of a run of this program");
  const auto& states = run.history.states;
  run.ended = !states.empty() && isOver(states.back().event.state);
  if (bad > 0) {
    run.problems.push_back({ErrorKind::BadInput, where, "holds " + std::to_string(bad) + " lines that are not events",
                            "they are left out"});
  }
  return run;
}

}  // namespace

bool looksLikeJsonLines(std::string_view head) {
  while (!head.empty()) {
    const bool whole = head.find('\n') != std::string_view::npos;
    const std::string_view line = nextLine(head);
    if (isBlank(line)) continue;
    if (line.size() > longestLine || !line.substr(line.find_first_not_of(" \t")).starts_with('{')) return false;
    const auto object = parseJsonObject(line, "line");
    if (!object) return false;
    if (parseEventLine(line, "line")) return true;
    // One object over the whole file is a configuration as well as a line: there must be something to draw.
    std::vector<std::string> names;
    const std::string split = splitBefore(*object);
    forNumbers(*object, {}, 0, [&](const std::string& key, double) { names.push_back(split + key); });
    if (names.size() <= mostNames && MetricNameResolver(names).anyFigure()) return true;
    if (!whole) return false;
  }
  return false;
}

Result<ImportedRun> importJsonLines(std::string_view text, const std::string& where, const CancelToken& cancel) {
  if (holdsEvents(text)) return importEvents(text, where, cancel);
  Keys keys;
  const std::vector<std::string> names = namesOf(text, keys);
  const MetricNameResolver meanings(names);
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) places[names[i]] = i;
  ImportBuilder builder(where);
  ImportedRun run;
  run.format = ImportFormat::JsonLines;
  run.notes = meanings.notes();
  std::size_t lines = 0;
  while (!text.empty() && !builder.full()) {
    if (++lines % 1024 == 0 && cancel.cancelled()) return Error{ErrorKind::Cancelled, where, "was not finished", ""};
    const bool last = text.find('\n') == std::string_view::npos;
    const std::string_view line = nextLine(text);
    if (isBlank(line)) continue;
    const std::string at = where + ", line " + std::to_string(lines);
    if (line.size() > longestLine) {
      builder.refuse({ErrorKind::BadInput, at, "is longer than 64 kB", "it is left out"});
      continue;
    }
    const auto object = parseJsonObject(line, at);
    if (!object) {
      // A half-written last line is what a living log ends with.
      if (!last) builder.refuse(object.error());
      continue;
    }
    ImportRow row;
    const std::string split = splitBefore(*object);
    forNumbers(*object, {}, 0, [&](const std::string& key, double value) {
      const auto place = places.find(keys.with(split, key));
      if (place == places.end()) return;
      if (const auto& meaning = meanings.at(place->second)) row.setNamed(*meaning, value);
    });
    builder.add(row);
  }
  if (const Status done = builder.finish(run); !done) return done.error();
  return run;
}

}  // namespace sojourn
