// SPDX-License-Identifier: GPL-3.0-or-later
// The vocabulary of the filter line and how a line is split into words; shared by the parser and the completion.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sojourn::session {

enum class FilterField {
  Wrong,
  Right,
  Known,
  Unseen,
  InHistory,
  User,
  Index,
  Length,
  Hour,
  Weekday,
  LastSeen,
  HoursBefore,
  Stays,
  Error,
  Rank,
  Gate,
  CopyShare,
  TargetProbability,
  Target,
  Predicted,
  District,
  Bookmarked,
  Noted,
  Tag,
  OfModel,
};

/// What may stand behind a field's name.
enum class FilterValue {
  Nothing,       ///< wrong
  YesNo,         ///< in-history:no
  Whole,         ///< rank>10, len:8..20
  Share,         ///< gate<0.5
  Distance,      ///< error>1km, error:200m..2km
  UserName,      ///< user:3, user:"Anna"
  TagName,       ///< tag:odd
  DayName,       ///< weekday:mon, weekday:sat..sun
  DistrictName,  ///< district:"Old town"
  Place,         ///< target:14, target:"Bakery, Elm Street"
  Rank,          ///< A:right, B:wrong, C:top5, D:top10
};

struct FilterWord {
  const char* name;
  FilterField field;
  FilterValue value;
  const char* example;  ///< of correct use, for messages
};
/// Models that Compare names A to H: a filter asks them by their letters.
inline constexpr std::size_t mostModelLetters = 8;
/// Letter case does not matter; also knows "length" for len and "p-target" for p.
[[nodiscard]] const FilterWord* findFilterWord(std::string_view name);
/// The word that was probably meant, at most two typing errors away; null where none is near.
[[nodiscard]] const FilterWord* nearestFilterWord(std::string_view name);

/// A word of the line as it stands: name, operator, value. Quotes keep spaces together.
struct FilterToken {
  std::size_t position = 0;
  std::string_view text;
  std::string_view name;   ///< up to the operator
  std::string_view op;     ///< ":" "<" "<=" ">" ">=" "=" or empty
  std::string_view value;  ///< behind it, quotes included
  bool openQuote = false;  ///< a quote is not closed
};
[[nodiscard]] std::vector<FilterToken> splitFilter(std::string_view text);

/// Parts of a value between commas outside quotes.
struct FilterPart {
  std::size_t position = 0;  ///< within the value
  std::string_view text;
  bool quoted = false;  ///< `text` is what stood between the quotes
};
[[nodiscard]] std::vector<FilterPart> splitFilterValue(std::string_view value);

/// The filter with more terms, in place of those of the same names (any term of a model for one of a model); without
/// them where these terms are there already: what a click on a mark of a view does.
[[nodiscard]] std::string withFilterTerms(const std::string& filter, const std::string& terms);

/// As it stands behind a colon: in quotes where it has spaces or a comma; a quote within it is left out.
[[nodiscard]] std::string quotedFilterValue(std::string_view value);

[[nodiscard]] std::string lowerCase(std::string_view text);

}  // namespace sojourn::session
