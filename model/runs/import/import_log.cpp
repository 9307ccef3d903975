// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the text that a training script printed: lines with "Epoch 3/50" and named numbers.
#include <algorithm>
#include <chrono>
#include <map>

#include "model/core/text.h"
#include "model/runs/import/import_readers.h"

namespace sojourn {
namespace {

constexpr std::size_t longestLogLine = 16'384;
constexpr std::size_t mostMeanings = 30;  // are reported

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// What the name of a figure consists of, spaces apart.
bool isOfName(char c) {
  return isLetter(c) || isDigit(c) || c == '@' || c == '_' || c == '/' || c == '-' || c == '.';
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return made;
}

/// What stands behind "Epoch": its number, that of all if given, and the rest of the line.
struct EpochLine {
  double epoch = 0;
  std::optional<double> planned;
  std::string_view rest;
};

std::string_view takeNumber(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  return number;
}

std::optional<EpochLine> epochLineOf(std::string_view line) {
  const std::string words = lower(line);
  const std::size_t at = words.find("epoch");
  if (at == std::string::npos || (at > 0 && (isLetter(words[at - 1]) || words[at - 1] == '_'))) return std::nullopt;
  std::string_view rest = line.substr(at + 5);
  rest.remove_prefix(std::min(rest.find_first_not_of(" :=[#"), rest.size()));
  const auto epoch = numberOfText(takeNumber(rest));
  if (!epoch) return std::nullopt;
  EpochLine found{.epoch = *epoch, .planned = {}, .rest = {}};
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  if (rest.starts_with('/')) {
    rest.remove_prefix(1);
    found.planned = numberOfText(takeNumber(rest));
  }
  found.rest = rest;
  return found;
}

struct NamedNumber {
  std::string name;
  double value = 0;
  bool percent = false;
};

/// "Train: 4.2286 | Val loss=3.2382, Acc@1: 38.63%": a name, a colon or an equals sign, a number.
std::vector<NamedNumber> namedNumbers(std::string_view text) {
  std::vector<NamedNumber> found;
  for (std::size_t sign = text.find_first_of(":="); sign != std::string_view::npos;
       sign = text.find_first_of(":=", sign + 1)) {
    std::size_t begin = sign;
    while (begin > 0 && (isOfName(text[begin - 1]) || text[begin - 1] == ' ')) --begin;
    std::string_view name = trimmed(text.substr(begin, sign - begin));
    // What stands before a dash or a gap is the logger's: "INFO -   Acc@1".
    for (const std::string_view gap : {" - ", "  "}) {
      if (const std::size_t at = name.rfind(gap); at != std::string_view::npos) name.remove_prefix(at + gap.size());
    }
    // The number before a name is none of its words: "loss 3.2 acc: 4".
    while (!name.empty() && !isLetter(name.front())) name.remove_prefix(1);
    std::size_t from = sign + 1;
    while (from < text.size() && text[from] == ' ') ++from;
    std::size_t end = from;
    while (end < text.size() && (isLetter(text[end]) || isDigit(text[end]) || text[end] == '.' || text[end] == '+' ||
                                 text[end] == '-' || text[end] == '%'))
      ++end;
    NamedNumber number{.name = std::string(name), .value = 0, .percent = false};
    const auto value = numberOfText(text.substr(from, end - from), &number.percent);
    if (!value || name.empty()) continue;
    number.value = *value;
    found.push_back(std::move(number));
  }
  return found;
}

/// Reads the lines one by one.
class LogReader {
 public:
  explicit LogReader(const std::string& where) : m_builder(where) {}

  void line(std::string_view text) {
    const auto wall = timeOfText(text);
    if (wall) m_times = true;
    const std::string words = lower(text);
    if (words.find("test result") != std::string::npos) m_inTest = true;
    if (words.find("early stop") != std::string::npos && words.find("patience") == std::string::npos) m_ended = true;
    if (const auto epoch = epochLineOf(text)) {
      if (epochLine(*epoch, wall)) return;
    } else if (m_inTest) {
      testLine(text);
      return;
    }
    // Training begins with the last time before its first epoch's end.
    if (wall && !m_begun) m_before = wall;
    describe(text, words);
  }

  [[nodiscard]] Result<ImportedRun> finish() {
    ImportedRun run;
    run.format = ImportFormat::TrainingLog;
    for (const auto& [name, meaning] : m_meanings) {
      std::string& list = meaning ? m_read : m_unread;
      if (!list.empty()) list += ", ";
      list += escapeForDisplay(name, 60);
      if (meaning) list += " = " + std::string(measureTitle(meaning->measure));
    }
    if (!m_read.empty()) run.notes.push_back("read: " + m_read);
    if (!m_unread.empty()) run.notes.push_back("not shown: " + m_unread);
    if (m_times) run.notes.emplace_back("its times say no zone and are taken as UTC");
    if (!m_about.empty()) run.notes.push_back("it says: " + m_about);
    run.model = m_model;
    run.plannedEpochs = m_planned;
    run.parameters = m_parameters;
    run.ended = m_ended || m_inTest;
    if (const Status done = m_builder.finish(run); !done) return done.error();
    return run;
  }

  [[nodiscard]] bool full() const { return m_builder.full(); }

 private:
  bool epochLine(const EpochLine& epoch, std::optional<double> wall) {
    ImportRow row;
    bool any = false;
    // The names of a line explain each other.
    const std::vector<NamedNumber> numbers = namedNumbers(epoch.rest);
    std::vector<std::string> names;
    for (const NamedNumber& number : numbers) names.push_back(number.name);
    const MetricNameResolver meanings(names);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto& meaning = meanings.at(i);
      if (m_meanings.size() < mostMeanings) m_meanings.try_emplace(names[i], meaning);
      if (!meaning) continue;
      any = true;
      row.setNamed(*meaning, numbers[i].value);
      if (numbers[i].percent) row.setPercent();
    }
    if (!any) return false;
    if (!m_begun && m_before) m_builder.started(*m_before);
    m_begun = true;
    row.set(Measure::Epoch, epoch.epoch);
    if (wall) row.set(Measure::Wall, *wall);
    if (epoch.planned && *epoch.planned >= 1 && *epoch.planned <= 1e9)
      m_planned = static_cast<std::int64_t>(*epoch.planned);
    m_builder.add(row);
    return true;
  }

  /// One figure a line: "Acc@1:  53.97%". They make one row.
  void testLine(std::string_view text) {
    for (const NamedNumber& number : namedNumbers(text)) {
      auto meaning = MetricNameResolver({number.name}).at(0);
      if (!meaning || meaning->measure < Measure::ValidationLoss) continue;
      meaning->test = true;
      m_test.setNamed(*meaning, number.value);
      if (number.percent) m_test.setPercent();
    }
    if (m_test.hasTest()) m_builder.add(m_test);
  }

  void describe(std::string_view text, const std::string& words) {
    for (const NamedNumber& number : namedNumbers(text)) {
      if (lower(number.name).find("parameters") == std::string::npos) continue;
      // With its thousands: the number ends at the first comma.
      std::string whole;
      for (const char c : text.substr(text.rfind(':') == std::string_view::npos ? 0 : text.rfind(':')))
        if (isDigit(c)) whole += c;
      if (whole.size() <= 15) m_parameters = static_cast<std::int64_t>(numberOfText(whole).value_or(0));
    }
    if (m_model.empty() && words.find("pointer") != std::string::npos && words.find("v45") != std::string::npos) {
      m_model = "pointer_v45";
      const std::size_t from = text.rfind(" - ");
      m_about = escapeForDisplay(trimmed(from == std::string_view::npos ? text : text.substr(from + 3)), 120);
    }
    if (m_model.empty() && words.find("mhsa") != std::string::npos) m_model = "mhsa";
  }

  ImportBuilder m_builder;
  std::map<std::string, std::optional<NamedMeasure>> m_meanings;
  ImportRow m_test;
  std::optional<double> m_before;
  std::string m_read, m_unread, m_model, m_about;
  std::int64_t m_planned = 0, m_parameters = 0;
  bool m_begun = false, m_inTest = false, m_ended = false, m_times = false;
};

}  // namespace

std::string_view takeUntil(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

std::optional<double> timeOfText(std::string_view line) {
  constexpr std::string_view form = "0000-00-00 00:00:00";  // a 0 stands for any digit
  line = trimmed(line);
  if (line.starts_with('[')) line.remove_prefix(1);
  const auto fits = [](char c, char place) {
    return place == '0' ? isDigit(c) : c == place || (place == ' ' && c == 'T');
  };
  if (!std::ranges::equal(line.substr(0, form.size()), form, fits)) return std::nullopt;
  const auto number = [&](std::size_t from, std::size_t count) {
    int value = 0;
    for (const char c : line.substr(from, count)) value = value * 10 + (c - '0');
    return value;
  };
  const int hour = number(11, 2), minute = number(14, 2), second = number(17, 2);
  const std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  double wall = static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) * 86'400 + hour * 3600 +
                minute * 60 + second;
  if (line.size() > 20 && (line[19] == ',' || line[19] == '.')) {
    double unit = 0.1;
    for (std::size_t i = 20; i < line.size() && isDigit(line[i]); ++i, unit /= 10) wall += unit * (line[i] - '0');
  }
  return wall;
}

bool looksLikeTrainingLog(std::string_view head) {
  for (std::size_t begin = 0; begin < head.size();) {
    const std::size_t end = std::min(head.find('\n', begin), head.size());
    const std::string_view line = head.substr(begin, std::min(end - begin, longestLogLine));
    begin = end + 1;
    const auto epoch = epochLineOf(line);
    if (!epoch) continue;
    for (const NamedNumber& number : namedNumbers(epoch->rest)) {
      if (MetricNameResolver({number.name}).anyFigure()) return true;
    }
  }
  return false;
}

Result<ImportedRun> importTrainingLog(std::string_view text, const std::string& where, const CancelToken& cancel) {
  LogReader reader(where);
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < text.size() && !reader.full();) {
    if (++lines % 1024 == 0 && cancel.cancelled()) return Error{ErrorKind::Cancelled, where, "was not finished", ""};
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end - begin <= longestLogLine) reader.line(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return reader.finish();
}

}  // namespace sojourn
