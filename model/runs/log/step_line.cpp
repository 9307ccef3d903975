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
  StepEvent& step = read.step;
  Scanner scanner(line);
  scanner.expect(R"({"v":1,"seq":)").count(read.seq);
  scanner.expect(R"(,"t":"step","wall":)").real(read.wall);
  scanner.expect(R"(,"step":)").count(step.step);
  scanner.expect(R"(,"epoch":)").count(step.epoch);
  scanner.expect(R"(,"loss":)").real(step.loss);
  scanner.expect(R"(,"learning_rate":)").real(step.learningRate);
  scanner.expect(R"(,"gradient_norm":)").real(step.gradientNorm);
  scanner.expect(R"(,"clipped_gradient_norm":)").real(step.clippedGradientNorm);
  scanner.expect(R"(,"sequences_per_s":)").real(step.sequencesPerSecond);
  scanner.expect(R"(,"tokens_per_s":)").real(step.tokensPerSecond);
  if (!scanner.expect("}").atEnd()) return std::nullopt;
  return read;
}

}  // namespace sojourn
