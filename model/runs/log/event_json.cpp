// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/event_json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "model/core/text.h"
#include "model/formats/text/json_fields.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

/// Bytes of a text in an event; escaped it may take six times as many, and a line holds at most three.
constexpr std::size_t longestText = 3'000;

/// Puts a JSON object together without building a tree: a step event costs half a microsecond and no allocation but
/// the line's.
class LineBuilder : public JsonWriterRules<LineBuilder> {
 public:
  LineBuilder() { m_line.reserve(256); }

  template <class T>
  void operator()(std::string_view key, const T& value) {
    begin(key);
    if constexpr (JsonStruct<T>) {
      m_line += jsonOf(value).dump();
    } else if constexpr (std::is_same_v<T, std::vector<std::pair<std::string, double>>>) {
      Json named = Json::object();
      for (const auto& [name, one] : value) named[name] = jsonReal(one);
      m_line += named.dump(-1, ' ', false, Json::error_handler_t::replace);
    } else if constexpr (std::is_same_v<T, bool>) {
      m_line += value ? "true" : "false";
    } else if constexpr (std::is_arithmetic_v<T>) {
      append(value);
    } else {
      const std::string_view text = value;
      const std::string shown = text.size() > longestText ? escapeForDisplay(text, longestText) : std::string(text);
      m_line += Json(shown).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  }
  template <class Enum, std::size_t N>
  void operator()(std::string_view key, Enum value, const NameTable<N>& names) {
    (*this)(key, nameIn(names, value));
  }
  void null(std::string_view key) {
    begin(key);
    m_line += "null";
  }
  /// Microseconds are enough, and shorter.
  void time(std::string_view key, double seconds) {
    begin(key);
    append(seconds, std::chars_format::fixed, 6);
  }
  [[nodiscard]] std::string finish() {
    m_line += "}\n";
    return std::move(m_line);
  }

 private:
  void begin(std::string_view key) {
    m_line += m_line.empty() ? "{\"" : ",\"";
    m_line += key;
    m_line += "\":";
  }
  template <class Number, class... Format>
  void append(Number value, Format... format) {
    if constexpr (std::is_floating_point_v<Number>) {
      if (!std::isfinite(value)) {
        m_line += jsonReal(value).dump();
        return;
      }
    }
    std::array<char, sizeof...(Format) == 0 ? 32 : 352> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, format...).ptr;
    m_line.append(digits.data(), end);
  }

  std::string m_line;
};

/// The event of that kind; UnknownEvent where it is of none of these.
template <class... Events>
EventBody readBody(const std::string& kind, JsonFields& json) {
  EventBody body = UnknownEvent{.version = eventVersion, .kind = kind};
  const auto readAs = [&]<class One>(One event) {
    if (One::kind != kind) return false;
    One::fields(json, event);
    body = std::move(event);
    return true;
  };
  static_cast<void>((readAs(Events{}) || ...));
  return body;
}

/// Walks over a line; the first thing that is not as expected makes everything after it fail.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) {}

  Scanner& expect(std::string_view word) {
    if (static_cast<std::size_t>(m_end - m_at) < word.size() || std::string_view(m_at, word.size()) != word) {
      return fail();
    }
    m_at += word.size();
    return *this;
  }

  /// A member after another one, as StepEvent::fields() lists them.
  template <class T>
  void operator()(std::string_view key, T& value) {
    expect(",\"").expect(key).expect("\":");
    if constexpr (std::is_same_v<T, double>)
      real(value);
    else
      count(value);
  }

  Scanner& count(std::int64_t& value) {
    constexpr std::int64_t largest = 1'000'000'000'000'000;
    const char* const begin = m_at;
    if (!startsNumber(begin) || *begin == '-') return fail();
    const auto [end, error] = std::from_chars(begin, m_end, value);
    if (error != std::errc() || value > largest) return fail();
    m_at = end;
    return *this;
  }

  Scanner& real(double& value) {
    const char* const begin = m_at;
    if (begin != m_end && *begin == '"') return notFinite(value);
    if (!startsNumber(begin)) return fail();
    const auto [end, error] = std::from_chars(begin, m_end, value);
    if (error != std::errc()) return fail();
    // from_chars takes "1." too, which is no JSON.
    const auto point = std::string_view(begin, static_cast<std::size_t>(end - begin)).find('.');
    if (point != std::string_view::npos && (begin + point + 1 == end || !isDigit(begin[point + 1]))) return fail();
    m_at = end;
    return *this;
  }

  [[nodiscard]] bool atEnd() const { return m_good && m_at == m_end; }

 private:
  static bool isDigit(char c) { return c >= '0' && c <= '9'; }

  /// A digit, perhaps after a minus; no zero before another digit.
  [[nodiscard]] bool startsNumber(const char* at) const {
    if (at != m_end && *at == '-') ++at;
    if (at == m_end || !isDigit(*at)) return false;
    return *at != '0' || at + 1 == m_end || !isDigit(at[1]);
  }

  Scanner& notFinite(double& value) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::string_view rest(m_at, static_cast<std::size_t>(m_end - m_at));
    if (rest.starts_with("\"NaN\"")) {
      value = std::numeric_limits<double>::quiet_NaN();
      return expect("\"NaN\"");
    }
    value = rest.starts_with("\"-") ? -infinity : infinity;
    return expect(value < 0 ? "\"-Infinity\"" : "\"Infinity\"");
  }

  Scanner& fail() {
    m_good = false;
    m_at = m_end;
    return *this;
  }

  const char* m_at;
  const char* m_end;
  bool m_good = true;
};

}  // namespace

std::string eventLine(const Event& event) {
  LineBuilder line;
  line("v", eventVersion);
  line("seq", event.seq);
  std::visit(
      [&]<class Body>(const Body& body) {
        line("t", std::string_view(body.kind));
        line.time("wall", event.wall);
        if constexpr (!std::is_same_v<Body, UnknownEvent>) Body::fields(line, body);
      },
      event.body);
  return line.finish();
}

Result<Event> parseEventLine(std::string_view line, const std::string& where) {
  if (line.size() > maxEventLineBytes) {
    return Error{ErrorKind::BadInput, where, "is longer than an event may be", "it was not written by this program"};
  }
  const auto parsed = parseJsonObject(line, where);
  if (!parsed) return parsed.error();
  JsonFields json(*parsed, where);
  std::int64_t version = 0;
  std::string kind;
  Event event{.seq = 0, .wall = 0, .body = UnknownEvent{}};
  json("v", version);
  json("seq", event.seq);
  json("t", kind);
  json("wall", event.wall);
  if (!json.error()) {
    if (version == eventVersion)
      event.body = readBody<StepEvent, EpochEvent, EvalEvent, OwnMetricsEvent, ProbeEvent, CheckpointEvent, StateEvent,
                            ControlEvent, RewindEvent, SystemEvent, LogEvent>(kind, json);
    else
      event.body = UnknownEvent{.version = version, .kind = kind};
  }
  if (json.error()) return *json.error();
  return event;
}

std::optional<StepLine> parseStepLine(std::string_view line) {
  StepLine read;
  Scanner scanner(line);
  scanner.expect(R"({"v":1,"seq":)").count(read.seq);
  scanner.expect(R"(,"t":"step","wall":)").real(read.wall);
  StepEvent::fields(scanner, read.step);
  if (!scanner.expect("}").atEnd()) return std::nullopt;
  return read;
}

}  // namespace sojourn
