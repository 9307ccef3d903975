// SPDX-License-Identifier: GPL-3.0-or-later
// Reads JSON lines: events of ours, or whatever another program says of its steps, an object a line. And files that are
// one value, over however many lines, with such objects in it.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "model/formats/text/json_fields.h"
#include "model/formats/text/json_reader.h"
#include "model/runs/import/import_readers.h"
#include "model/runs/log/event_json.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longestLine = maxEventLineBytes;
constexpr std::size_t mostNames = 1000;
constexpr std::size_t mostColumns = 100;  // of a file with lists by names: each row's keys are searched one by one
constexpr int deepest = 3;
constexpr std::array<std::string_view, 3> nonFiniteWords{"NaN", "Infinity", "-Infinity"};
/// A file that is one value is parsed whole, which takes about thirty times as much memory.
constexpr std::size_t largestWhole = 16U << 20U;
/// So much of a file is looked at for the names that occur in it.
constexpr std::size_t namesWithin = 16U << 20U;

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

/// The text with quotes around NaN, Infinity and -Infinity, which Python's json writes bare: no JSON, but values.
std::string withQuotedNumbers(std::string_view text) {
  std::string made;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size();) {
    if (!quoted) {
      const auto word =
          std::ranges::find_if(nonFiniteWords, [&](std::string_view one) { return text.substr(i).starts_with(one); });
      if (word != nonFiniteWords.end()) {
        made.append(1, '"').append(*word).append(1, '"');
        i += word->size();
        continue;
      }
    }
    if (quoted && text[i] == '\\' && i + 1 < text.size()) {
      made.append(text.substr(i, 2));
      i += 2;
      continue;
    }
    if (text[i] == '"') quoted = !quoted;
    made += text[i++];
  }
  return made;
}

bool mayHaveBareWords(std::string_view text) {
  return text.find("NaN") != std::string_view::npos || text.find("Infinity") != std::string_view::npos;
}

/// As parseJsonObject(), with numbers that are none as Python's json writes them.
Result<Json> parseLine(std::string_view line, const std::string& where) {
  auto object = parseJsonObject(line, where);
  if (object || !mayHaveBareWords(line)) return object;
  auto again = parseJsonObject(withQuotedNumbers(line), where);
  return again ? std::move(again) : std::move(object);
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

/// The names of numbers in objects, in the order in which they occur.
class Names {
 public:
  explicit Names(Keys& keys) : m_keys(keys) {}
  void add(const Json& object) {
    const std::string split = splitBefore(object);
    forNumbers(object, {}, 0, [&](const std::string& key, double) {
      const std::string& name = m_keys.with(split, key);
      if (!name.empty() && !full() && m_seen.insert(name).second) m_names.push_back(name);
    });
  }
  [[nodiscard]] bool full() const { return m_names.size() >= mostNames; }
  [[nodiscard]] const std::vector<std::string>& all() const { return m_names; }

 private:
  Keys& m_keys;
  std::vector<std::string> m_names;
  std::set<std::string> m_seen;
};

std::vector<std::string> namesOf(std::string_view text, Keys& keys) {
  text = text.substr(0, namesWithin);
  Names names(keys);
  while (!text.empty() && !names.full()) {
    const std::string_view line = takeUntil(text, '\n');
    if (line.size() > longestLine || isBlank(line)) continue;
    if (const auto object = parseLine(line, "line")) names.add(*object);
  }
  return names.all();
}

std::vector<std::string> namesOf(const std::vector<Json>& rows, Keys& keys) {
  Names names(keys);
  for (const Json& row : rows) names.add(row);
  return names.all();
}

/// A list of numbers, or an object whose keys are their places.
bool isColumn(const Json& value) {
  if (value.empty() || !(value.is_array() || value.is_object())) return false;
  for (const auto& [key, one] : value.items()) {
    if (key.find_first_not_of("0123456789") != std::string::npos || !(one.is_null() || realOfJson(one))) return false;
  }
  return true;
}

/// What a whole file that is one value logs, an object for each step: a list of objects, `log_history` of Hugging
/// Face's trainer_state.json, or lists of equal lengths by names, as Keras' History.history (by pandas: objects with
/// the rows' numbers). Empty where it is something else.
std::vector<Json> loggedIn(const Json& whole) {
  std::vector<Json> rows;
  const auto takeObjects = [&](const Json& list) {
    for (const Json& row : list)
      if (row.is_object()) rows.push_back(row);
    return rows;
  };
  if (whole.is_array()) return takeObjects(whole);
  if (const auto history = whole.find("log_history"); history != whole.end() && history->is_array())
    return takeObjects(*history);
  Json others = Json::object();
  std::size_t columns = 0;
  for (const auto& [key, value] : whole.items()) {
    if (columns >= mostColumns || !isColumn(value)) {
      others[key] = value;
      continue;
    }
    if (!rows.empty() && value.size() != rows.size()) return {};
    ++columns;
    rows.resize(value.size(), Json::object());
    std::size_t place = 0;
    for (const Json& one : value) rows[place++][key] = one;
  }
  Keys keys;
  // With figures beside the lists it is one line of a log.
  if (MetricNameResolver(namesOf(std::vector<Json>{std::move(others)}, keys)).anyFigure()) rows.clear();
  return rows;
}

/// The rows of a text that is one value; empty where it is none, or one without anything to draw.
std::vector<Json> rowsOfWhole(std::string_view text) {
  if (text.size() > largestWhole) return {};
  ParsedJson whole = parseJson(text);
  if (whole.fault && mayHaveBareWords(text)) whole = parseJson(withQuotedNumbers(text));
  if (whole.fault) return {};
  std::vector<Json> rows = loggedIn(whole.value);
  Keys keys;
  if (!MetricNameResolver(namesOf(rows, keys)).anyFigure()) rows.clear();
  return rows;
}

/// Whether a text that ends somewhere begins as a value of which rowsOfWhole() takes rows.
bool beginsLikeRows(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.starts_with('[')) {
    const std::size_t begin = text.find('{'), end = text.find('}');
    if (end == std::string_view::npos || begin > end) return false;
    return !rowsOfWhole(std::string("[").append(text.substr(begin, end + 1 - begin)).append("]")).empty();
  }
  if (!text.starts_with('{')) return false;
  if (text.find("\"log_history\"") != std::string_view::npos) return true;
  // The first of the lists by names: {"loss": [4.2, ...
  const std::size_t list = text.find_first_of("[{", 1);
  const std::size_t stop = list == std::string_view::npos ? list : text.find(',', list);
  if (stop == std::string_view::npos) return false;
  const char close = text[list] == '[' ? ']' : '}';
  return !rowsOfWhole(std::string(text.substr(0, stop)).append(1, close).append("}")).empty();
}

/// Objects into rows, by what their keys mean.
class RowMaker {
 public:
  RowMaker(const std::vector<std::string>& names, Keys& keys) : m_keys(keys), m_meanings(names) {
    for (std::size_t i = 0; i < names.size(); ++i) m_places[names[i]] = i;
  }
  [[nodiscard]] const MetricNameResolver& meanings() const { return m_meanings; }
  [[nodiscard]] ImportRow row(const Json& object) {
    ImportRow row;
    const std::string split = splitBefore(object);
    forNumbers(object, {}, 0, [&](const std::string& key, double value) {
      const auto place = m_places.find(m_keys.with(split, key));
      if (place == m_places.end()) return;
      if (const auto& meaning = m_meanings.at(place->second)) row.setNamed(*meaning, value);
    });
    return row;
  }

 private:
  Keys& m_keys;
  MetricNameResolver m_meanings;
  std::map<std::string, std::size_t> m_places;
};

/// Whether the first whole line is an event of ours.
bool holdsEvents(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = takeUntil(text, '\n');
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
    const std::string_view line = takeUntil(text, '\n');
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
  if (!rowsOfWhole(head).empty() || beginsLikeRows(head)) return true;
  while (!head.empty()) {
    const bool whole = head.find('\n') != std::string_view::npos;
    const std::string_view line = takeUntil(head, '\n');
    if (isBlank(line)) continue;
    if (line.size() > longestLine || !line.substr(line.find_first_not_of(" \t")).starts_with('{')) return false;
    const auto object = parseLine(line, "line");
    if (!object) return false;
    if (parseEventLine(line, "line")) return true;
    // One object over the whole file is a configuration as well as a line: there must be something to draw.
    Keys keys;
    if (MetricNameResolver(namesOf(std::vector<Json>{*object}, keys)).anyFigure()) return true;
    if (!whole) return false;
  }
  return false;
}

Result<ImportedRun> importJsonLines(std::string_view text, const std::string& where, const CancelToken& cancel) {
  if (holdsEvents(text)) return importEvents(text, where, cancel);
  const std::vector<Json> whole = rowsOfWhole(text);
  Keys keys;
  RowMaker maker(whole.empty() ? namesOf(text, keys) : namesOf(whole, keys), keys);
  ImportBuilder builder(where);
  ImportedRun run;
  run.format = ImportFormat::JsonLines;
  run.notes = maker.meanings().notes();
  for (const Json& object : whole) builder.add(maker.row(object));
  if (!whole.empty()) text = {};
  std::size_t lines = 0;
  while (!text.empty() && !builder.full()) {
    if (++lines % 1024 == 0 && cancel.cancelled()) return Error{ErrorKind::Cancelled, where, "was not finished", ""};
    const bool last = text.find('\n') == std::string_view::npos;
    const std::string_view line = takeUntil(text, '\n');
    if (isBlank(line)) continue;
    const std::string at = where + ", line " + std::to_string(lines);
    if (line.size() > longestLine) {
      builder.refuse({ErrorKind::BadInput, at, "is longer than 64 kB", "it is left out"});
      continue;
    }
    const auto object = parseLine(line, at);
    if (object) {
      builder.add(maker.row(*object));
    } else if (!last) {
      // A half-written last line is what a living log ends with.
      builder.refuse(object.error());
    }
  }
  if (const Status done = builder.finish(run); !done) return done.error();
  return run;
}

}  // namespace sojourn
