// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/step_line.h"

#include <charconv>
#include <limits>

namespace sojourn {
namespace {

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
