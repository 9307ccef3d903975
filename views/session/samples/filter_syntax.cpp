// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/filter_syntax.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "model/core/typing_errors.h"

namespace sojourn::session {
namespace {

constexpr std::array words{
    FilterWord{"wrong", FilterField::Wrong, FilterValue::Nothing, "wrong"},
    FilterWord{"right", FilterField::Right, FilterValue::Nothing, "right"},
    FilterWord{"known", FilterField::Known, FilterValue::Nothing, "known"},
    FilterWord{"unseen", FilterField::Unseen, FilterValue::Nothing, "unseen"},
    FilterWord{"in-history", FilterField::InHistory, FilterValue::YesNo, "in-history:no"},
    FilterWord{"user", FilterField::User, FilterValue::UserName, "user:3"},
    FilterWord{"index", FilterField::Index, FilterValue::Whole, "index:100..200"},
    FilterWord{"len", FilterField::Length, FilterValue::Whole, "len>20"},
    FilterWord{"hour", FilterField::Hour, FilterValue::Whole, "hour:18..23"},
    FilterWord{"weekday", FilterField::Weekday, FilterValue::DayName, "weekday:sat..sun"},
    FilterWord{"last-seen", FilterField::LastSeen, FilterValue::Whole, "last-seen:1..3"},
    FilterWord{"hours-before", FilterField::HoursBefore, FilterValue::Whole, "hours-before:20..24"},
    FilterWord{"stays", FilterField::Stays, FilterValue::YesNo, "stays:yes"},
    FilterWord{"error", FilterField::Error, FilterValue::Distance, "error>1km"},
    FilterWord{"rank", FilterField::Rank, FilterValue::Whole, "rank>10"},
    FilterWord{"gate", FilterField::Gate, FilterValue::Share, "gate<0.5"},
    FilterWord{"copy", FilterField::CopyShare, FilterValue::Share, "copy<0.5"},
    FilterWord{"p", FilterField::TargetProbability, FilterValue::Share, "p<0.01"},
    FilterWord{"target", FilterField::Target, FilterValue::Place, "target:14"},
    FilterWord{"predicted", FilterField::Predicted, FilterValue::Place, "predicted:14"},
    FilterWord{"district", FilterField::District, FilterValue::DistrictName, "district:Center"},
    FilterWord{"bookmarked", FilterField::Bookmarked, FilterValue::Nothing, "bookmarked"},
    FilterWord{"noted", FilterField::Noted, FilterValue::Nothing, "noted"},
    FilterWord{"tag", FilterField::Tag, FilterValue::TagName, "tag:odd"},
};

constexpr std::array<FilterWord, mostModelLetters> modelText{
    {{"A", FilterField::OfModel, FilterValue::Rank, "A:right"},
     {"B", FilterField::OfModel, FilterValue::Rank, "B:wrong"},
     {"C", FilterField::OfModel, FilterValue::Rank, "C:right"},
     {"D", FilterField::OfModel, FilterValue::Rank, "D:right"},
     {"E", FilterField::OfModel, FilterValue::Rank, "E:right"},
     {"F", FilterField::OfModel, FilterValue::Rank, "F:right"},
     {"G", FilterField::OfModel, FilterValue::Rank, "G:right"},
     {"H", FilterField::OfModel, FilterValue::Rank, "H:right"}}};

struct OtherName {
  const char* other;
  const char* name;
};
constexpr std::array otherNames{OtherName{"length", "len"}, OtherName{"p-target", "p"}, OtherName{"correct", "right"},
                                OtherName{"prediction", "predicted"}, OtherName{"copy-share", "copy"}};

bool isSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool isOperator(char c) {
  return c == ':' || c == '<' || c == '>' || c == '=';
}

FilterToken makeToken(std::string_view text, std::size_t position, bool openQuote) {
  FilterToken token{.position = position, .text = text, .name = text, .op = {}, .value = {}, .openQuote = openQuote};
  const auto at = static_cast<std::size_t>(
      std::ranges::find_if(text, [](char c) { return isOperator(c) || c == '"'; }) - text.begin());
  if (at == text.size() || text[at] == '"') return token;
  const bool twoLetters = (text[at] == '<' || text[at] == '>') && at + 1 < text.size() && text[at + 1] == '=';
  token.name = text.substr(0, at);
  token.op = text.substr(at, twoLetters ? 2 : 1);
  token.value = text.substr(at + token.op.size());
  return token;
}

}  // namespace

std::string quotedFilterValue(std::string_view value) {
  std::string text(value);
  std::erase(text, '"');
  const bool plain = !text.empty() && std::ranges::none_of(text, [](char c) { return isSpace(c) || c == ','; });
  return plain ? text : '"' + text + '"';
}

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

const FilterWord* findFilterWord(std::string_view name) {
  std::string wanted = lowerCase(name);
  if (wanted.size() == 1 && wanted[0] >= 'a' && wanted[0] < 'a' + static_cast<char>(mostModelLetters))
    return &modelText[static_cast<std::size_t>(wanted[0] - 'a')];
  for (const OtherName& entry : otherNames) {
    if (wanted == entry.other) wanted = entry.name;
  }
  const auto* const found =
      std::ranges::find(words, wanted, [](const FilterWord& word) { return std::string_view(word.name); });
  return found == words.end() ? nullptr : &*found;
}

const FilterWord* nearestFilterWord(std::string_view name) {
  constexpr std::size_t longestName = 20;
  if (name.empty() || name.size() > longestName) return nullptr;
  const std::string wanted = lowerCase(name);
  const FilterWord* nearest = nullptr;
  std::size_t fewest = 3;
  for (const FilterWord& word : words) {
    const std::string_view candidate(word.name);
    const std::size_t errors = typingErrors(wanted, candidate);
    // Two errors in a word of three letters are another word.
    if (errors < fewest && errors * 2 < candidate.size()) {
      fewest = errors;
      nearest = &word;
    }
  }
  return nearest;
}

std::vector<FilterToken> splitFilter(std::string_view text) {
  std::vector<FilterToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (isSpace(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    bool quoted = false;
    while (at < text.size() && (quoted || !isSpace(text[at]))) {
      if (text[at] == '"') quoted = !quoted;
      ++at;
    }
    tokens.push_back(makeToken(text.substr(begin, at - begin), begin, quoted));
  }
  return tokens;
}

std::vector<FilterPart> splitFilterValue(std::string_view value) {
  std::vector<FilterPart> parts;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t at = 0; at <= value.size(); ++at) {
    if (at < value.size() && value[at] == '"') quoted = !quoted;
    if (at < value.size() && (quoted || value[at] != ',')) continue;
    FilterPart part{.position = begin, .text = value.substr(begin, at - begin), .quoted = false};
    if (part.text.size() >= 2 && part.text.front() == '"' && part.text.back() == '"') {
      part.text = part.text.substr(1, part.text.size() - 2);
      part.quoted = true;
    }
    parts.push_back(part);
    begin = at + 1;
  }
  return parts;
}

std::string withFilterTerms(const std::string& filter, const std::string& terms) {
  const std::vector<FilterToken> added = splitFilter(terms);
  if (added.empty()) return filter;
  const auto topic = [](const FilterToken& token) {
    const FilterWord* word = findFilterWord(token.name);
    if (!word) return std::string(token.name);
    // Of these only one can hold.
    if (word->field == FilterField::Right) return std::string("wrong");
    if (word->field == FilterField::Unseen) return std::string("known");
    // "A:right" is another set of samples than "A:right B:wrong".
    if (word->field == FilterField::OfModel) return std::string("model");
    return std::string(word->name);
  };
  std::string result;
  const auto append = [&result](std::string_view text) { result += (result.empty() ? "" : " ") + std::string(text); };
  const std::vector<FilterToken> before = splitFilter(filter);
  std::size_t replacedTerms = 0;
  for (const FilterToken& token : before) {
    const bool replaced =
        std::ranges::any_of(added, [&](const FilterToken& one) { return topic(one) == topic(token); });
    if (replaced)
      ++replacedTerms;
    else
      append(token.text);
  }
  const bool isThere =
      replacedTerms == added.size() && std::ranges::all_of(added, [&](const FilterToken& one) {
        return std::ranges::any_of(before, [&](const FilterToken& token) { return token.text == one.text; });
      });
  if (!isThere) append(terms);
  return result;
}

}  // namespace sojourn::session
