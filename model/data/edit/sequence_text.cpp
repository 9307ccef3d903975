// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/edit/sequence_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"

namespace sojourn {
namespace {

constexpr std::size_t mostVisits = 10'000;
constexpr const char* visitForm = "write a visit as: days ago, weekday, start, minutes, place; as in 7 Fri 11:07 84 15";

/// Why a part of a line cannot be read; thrown, and never leaves this file.
struct Refusal {
  std::string what, remedy;
};

std::vector<std::string_view> wordsOf(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  constexpr std::string_view blanks = " \t\r,;";
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;
       at = line.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string quoted(std::string_view word) {
  return "\"" + escapeForDisplay(word, 40) + "\"";
}

std::int32_t whole(std::string_view word, const char* what, std::int32_t least, std::int32_t most) {
  const auto number = plainNumber<std::int32_t>(word);
  if (number && *number >= least && *number <= most) return *number;
  throw Refusal{std::string(what) + " is " + quoted(word),
                "it must be a whole number from " + std::to_string(least) + " to " + std::to_string(most)};
}

std::int32_t weekday(std::string_view word) {
  for (std::int32_t day = 0; day < 7; ++day) {
    if (word == weekdayText(day)) return day;
  }
  if (const auto number = plainNumber<std::int16_t>(word)) return *number;
  throw Refusal{"the weekday is " + quoted(word), "it must be one of Mon, Tue, Wed, Thu, Fri, Sat, Sun"};
}

std::int32_t clock(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon != std::string_view::npos && word.size() - colon == 3) {
    const auto hour = plainNumber<std::int32_t>(word.substr(0, colon));
    const auto minute = plainNumber<std::int32_t>(word.substr(colon + 1));
    if (hour && minute && *hour >= 0 && *hour < 24 && *minute >= 0 && *minute < 60) return *hour * 60 + *minute;
  }
  if (const auto number = plainNumber<std::int16_t>(word)) return *number;
  throw Refusal{"the start is " + quoted(word), "it must be a time from 00:00 to 23:59"};
}

double minutes(std::string_view word) {
  const auto number = plainNumber<double>(word);
  if (number && std::isfinite(*number) && *number >= 0) return *number;
  throw Refusal{"the duration is " + quoted(word), "it must be a number of minutes from 0, usually up to 2880"};
}

Visit visitOf(const std::vector<std::string_view>& words) {
  if (words.size() != 5) throw Refusal{"has " + std::to_string(words.size()) + " parts", visitForm};
  Visit visit;
  visit.daysAgo = whole(words[0], "days ago", -32'768, 32'767);
  visit.weekday = weekday(words[1]);
  visit.startMinute = clock(words[2]);
  visit.durationMinutes = minutes(words[3]);
  visit.location = whole(words[4], "the place", 0, largestId);
  return visit;
}

/// The number in a line before the visits: "user 42", "target 14".
std::int32_t idOf(const std::vector<std::string_view>& words, const char* what) {
  if (words.size() != 2) {
    throw Refusal{"has " + std::to_string(words.size()) + " parts",
                  "write it as: " + std::string(words[0]) + ", then its number"};
  }
  return whole(words[1], what, 0, largestId);
}

// A record may hold days and minutes that do not exist; as bare numbers they survive.
std::string weekdayWord(std::int32_t weekday) {
  return weekday >= 0 && weekday < 7 ? weekdayText(weekday) : std::to_string(weekday);
}

std::string startWord(std::int32_t minute) {
  return minute >= 0 && minute < minutesPerDay ? clockText(minute) : std::to_string(minute);
}

std::string shortest(double value) {
  std::array<char, 64> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), written.ptr};
}

}  // namespace

std::string sequenceAsText(const Sequence& sequence, const std::function<std::string(LocationId)>& name) {
  const auto remark = [&](LocationId location) {
    return name ? "  # " + escapeForDisplay(name(location), 120) : std::string();
  };
  std::string text = "user " + std::to_string(sequence.user) + "\n";
  if (sequence.target) text += "target " + std::to_string(*sequence.target) + remark(*sequence.target) + "\n";
  for (const Visit& visit : sequence.visits) {
    text += std::to_string(visit.daysAgo) + " " + weekdayWord(visit.weekday) + " " + startWord(visit.startMinute) +
            " " + shortest(visit.durationMinutes) + " " + std::to_string(visit.location) + remark(visit.location) +
            "\n";
  }
  return text;
}

Result<Sequence> sequenceFromText(std::string_view text) {
  Sequence sequence;
  bool hasUser = false;
  std::size_t number = 0;
  const auto once = [](bool there, std::string_view word) {
    if (there) throw Refusal{"names the " + std::string(word) + " again", "keep one of the lines"};
  };
  try {
    while (!text.empty()) {
      ++number;
      const std::size_t end = std::min(text.find('\n'), text.size());
      const auto words = wordsOf(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (words.empty()) continue;
      if (words[0] == "user") {
        once(std::exchange(hasUser, true), words[0]);
        sequence.user = idOf(words, "the user");
      } else if (words[0] == "target") {
        once(sequence.target.has_value(), words[0]);
        sequence.target = idOf(words, "the target");
      } else {
        if (sequence.visits.size() == mostVisits) throw Refusal{"is visit 10 001", "give at most 10 000"};
        sequence.visits.push_back(visitOf(words));
      }
    }
    ++number;
    if (!hasUser) throw Refusal{"there is no line for the user", "begin with: user, then its number"};
    if (sequence.visits.empty()) throw Refusal{"there is no visit", visitForm};
    return sequence;
  } catch (const Refusal& refusal) {
    return Error{ErrorKind::BadInput, "line " + std::to_string(number), refusal.what, refusal.remedy};
  }
}

}  // namespace sojourn
