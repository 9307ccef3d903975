// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the text of a filter, says word by word what is wrong with it, and decides which samples it shows.
#include "views/session/samples/sample_filter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/session/samples/filter_syntax.h"
#include "views/session/samples/filter_term.h"

namespace sojourn::session {

namespace {

/// What a person typed, fit to be repeated in a message.
std::string shown(std::string_view typed) {
  return escapeForDisplay(typed, 40);
}

/// The whole text as a number; no signs, no spaces, nothing behind it.
std::optional<double> number(std::string_view text) {
  if (text.empty() || (text[0] != '.' && (text[0] < '0' || text[0] > '9'))) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A number as `kind` takes it; distances are kilometres, or metres where "m" stands behind them.
std::optional<double> filterNumber(std::string_view text, FilterValue kind) {
  if (kind != FilterValue::Distance) return number(text);
  const std::string typed = lowerCase(text);
  const bool kilometres = typed.ends_with("km"), metres = !kilometres && typed.ends_with("m");
  const auto value = number(text.substr(0, text.size() - (kilometres ? 2 : metres ? 1 : 0)));
  return value && metres ? *value / 1000 : value;
}

bool fits(double value, FilterValue kind) {
  if (kind == FilterValue::Distance) return value >= 0;
  constexpr double largestId = 4294967295.0;
  if (kind == FilterValue::Share) return value >= 0 && value <= 1;
  return value >= 0 && value <= largestId && std::floor(value) == value;
}

/// "8..20", "8..", "..20" or "8".
std::optional<NumberRange> rangeOf(std::string_view text, FilterValue kind) {
  const auto dots = text.find("..");
  const std::string_view low = text.substr(0, std::min(dots, text.size()));
  const std::string_view high = dots == std::string_view::npos ? low : text.substr(dots + 2);
  if (low.empty() && high.empty()) return std::nullopt;
  NumberRange range;
  for (const auto& [part, end] : {std::pair{low, &range.low}, std::pair{high, &range.high}}) {
    if (part.empty()) continue;
    const auto value = filterNumber(part, kind);
    if (!value || !fits(*value, kind)) return std::nullopt;
    *end = *value;
  }
  if (range.low > range.high) return std::nullopt;
  return range;
}

/// "mon", "sat..sun"; days count from Monday.
std::optional<NumberRange> daysOf(std::string_view text) {
  constexpr std::array<std::string_view, 7> names{"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
  const auto dots = text.find("..");
  const std::string low = lowerCase(text.substr(0, std::min(dots, text.size())));
  const std::string high = dots == std::string_view::npos ? low : lowerCase(text.substr(dots + 2));
  const auto *const first = std::ranges::find(names, low), *const last = std::ranges::find(names, high);
  if (first == names.end() || last == names.end() || first > last) return std::nullopt;
  return NumberRange{.low = static_cast<double>(first - names.begin()),
                     .high = static_cast<double>(last - names.begin())};
}

NumberRange comparison(std::string_view op, double value) {
  NumberRange range;
  if (op == "<" || op == "<=") {
    range.high = value;
    range.highOpen = op == "<";
  } else {
    range.low = value;
    range.lowOpen = op == ">";
  }
  return range;
}

std::string wantedValue(FilterValue kind, bool comparing) {
  switch (kind) {
    case FilterValue::YesNo:
      return tr("yes or no");
    case FilterValue::Share:
      return comparing ? tr("a number from 0 to 1") : tr("numbers from 0 to 1 or a range");
    case FilterValue::Distance:
      return comparing ? tr("a distance in km or m") : tr("distances in km or m, or a range");
    case FilterValue::UserName:
      return tr("user numbers or a name in quotes");
    case FilterValue::Place:
      return tr("place numbers or a name in quotes");
    case FilterValue::DistrictName:
      return tr("the name of a district, in quotes where it has spaces");
    case FilterValue::TagName:
      return tr("a tag");
    case FilterValue::DayName:
      return tr("days from mon to sun");
    case FilterValue::Rank:
      return tr("right, wrong, top5, top10 or a range of P such as 0.5..0.6");
    default:
      return comparing ? tr("a whole number") : tr("whole numbers or a range");
  }
}

std::string exampleFor(const FilterWord& word, std::string_view op) {
  const std::string name(word.name);
  const std::string typedOp(op);
  if (op == ":") {
    if (word.value == FilterValue::Share) return name + ":0.2..0.4";
    if (word.value == FilterValue::Distance) return name + ":200m..2km";
    if (word.field == FilterField::Length) return "len:8..20";
    if (word.field == FilterField::Rank) return "rank:2..5";
    return word.example;
  }
  if (word.value == FilterValue::Distance) return name + typedOp + "1km";
  if (word.value == FilterValue::Share)
    return name + typedOp + (word.field == FilterField::TargetProbability ? "0.01" : "0.5");
  return name + typedOp + (word.field == FilterField::Rank ? "10" : "20");
}

/// Turns tokens into terms; stops at the first word that is wrong.
class FilterParser {
 public:
  FilterParser(const PlaceNaming* naming, const NotesOfRows* notes, const OutcomesOfModels* models,
               std::int32_t zoneOffset)
      : m_naming(naming), m_notes(notes), m_models(models), m_zoneOffset(zoneOffset) {}

  std::optional<FilterError> parse(const FilterToken& token, FilterTerm& term) const {
    if (token.openQuote) return wrong(token, tr("a quote is not closed"));
    const FilterWord* word = findFilterWord(token.name);
    if (!word) return unknown(token);
    term.field = word->field;
    term.zoneOffset = m_zoneOffset;
    if (word->value == FilterValue::Nothing) {
      if (term.field == FilterField::Bookmarked) addNoted(term, [](const SampleNote& note) { return note.bookmarked; });
      if (term.field == FilterField::Noted) addNoted(term, [](const SampleNote& note) { return !note.text.empty(); });
      if (token.op.empty()) return std::nullopt;
      return wrong(token, tr("%1 takes no value", {word->name}));
    }
    if (token.op.empty()) return wrong(token, needs(*word, ":"));
    if (word->value == FilterValue::Rank) return parseModel(token, *word, term);
    const bool numbers =
        word->value == FilterValue::Whole || word->value == FilterValue::Share || word->value == FilterValue::Distance;
    if (token.op != ":" && token.op != "=" && !numbers) {
      return wrong(token, tr("%1 takes a colon, as in %2", {word->name, word->example}));
    }
    if (token.op != ":" && token.op != "=") return parseComparison(token, *word, term);
    return parseValues(token, *word, term);
  }

 private:
  static FilterError wrong(const FilterToken& token, std::string message) {
    return {token.position, token.text.size(), std::move(message)};
  }

  static std::string needs(const FilterWord& word, std::string_view op) {
    const bool comparing = op != ":" && op != "=";
    return tr("%1%2 needs %3, as in %4",
              {word.name, op, wantedValue(word.value, comparing), exampleFor(word, op == "=" ? ":" : op)});
  }

  static FilterError unknown(const FilterToken& token) {
    if (!token.text.empty() && token.text.front() == '"') {
      return wrong(token, tr("say which place that is, as in target:%1", {shown(token.text)}));
    }
    if (number(token.text))
      return wrong(token, tr("a number needs a name before it, as in index:%1", {shown(token.text)}));
    if (token.name.empty()) return wrong(token, tr("a name is missing before %1, as in gate<0.5", {shown(token.op)}));
    const std::string name = shown(token.name);
    if (const FilterWord* near = nearestFilterWord(token.name)) {
      return wrong(token, tr("%1 is not a filter; did you mean %2, as in %3?", {name, near->name, near->example}));
    }
    return wrong(token, tr("%1 is not a filter; try wrong, user:3 or gate<0.5", {name}));
  }

  static std::optional<FilterError> parseComparison(const FilterToken& token, const FilterWord& word,
                                                    FilterTerm& term) {
    const auto value = filterNumber(token.value, word.value);
    if (!value || !fits(*value, word.value)) return wrong(token, needs(word, token.op));
    term.ranges.push_back(comparison(token.op, *value));
    return std::nullopt;
  }

  std::optional<FilterError> parseModel(const FilterToken& token, const FilterWord& word, FilterTerm& term) const {
    const auto model = static_cast<std::size_t>(word.name[0] - 'A');
    if (token.op != ":" && token.op != "=")
      return wrong(token, tr("%1 takes a colon, as in %2", {word.name, word.example}));
    if (!m_models || model >= m_models->size())
      return wrong(token, tr("no model %1 is compared; add one in the Compare workspace", {word.name}));
    std::vector<bool (*)(std::int32_t rank)> wanted;
    std::vector<NumberRange> probabilities;
    for (const FilterPart& part : splitFilterValue(token.value)) {
      const std::string answer = lowerCase(part.text);
      // Rank 0: the answer does not list the target.
      if (answer == "right")
        wanted.push_back([](std::int32_t rank) { return rank == 1; });
      else if (answer == "wrong")
        wanted.push_back([](std::int32_t rank) { return rank != 1; });
      else if (answer == "top5")
        wanted.push_back([](std::int32_t rank) { return rank >= 1 && rank <= 5; });
      else if (answer == "top10")
        wanted.push_back([](std::int32_t rank) { return rank >= 1 && rank <= 10; });
      else if (const auto range = rangeOf(answer, FilterValue::Share))
        probabilities.push_back(*range);
      else
        return wrong(
            token, tr("%1%2 needs %3, as in %4", {word.name, token.op, wantedValue(word.value, false), word.example}));
    }
    const OutcomesPtr& outcomes = (*m_models)[model];
    for (std::size_t row = 0; outcomes && row < outcomes->size(); ++row)
      if (std::ranges::any_of(wanted, [&](auto* holds) { return holds((*outcomes)[row].rank); }) ||
          std::ranges::any_of(probabilities, [&](const NumberRange& range) {
            return range.holds(static_cast<double>((*outcomes)[row].probability));
          }))
        term.rows.push_back(static_cast<SampleIndex>(row));
    return std::nullopt;
  }

  std::optional<FilterError> parseValues(const FilterToken& token, const FilterWord& word, FilterTerm& term) const {
    for (const FilterPart& part : splitFilterValue(token.value)) {
      if (part.text.empty()) return wrong(token, needs(word, token.op));
      if (word.value == FilterValue::TagName) {
        addNoted(term, [&](const SampleNote& note) {
          return std::ranges::any_of(note.tags, [&](const std::string& tag) { return sameTag(tag, part.text); });
        });
        continue;
      }
      if (word.value == FilterValue::DistrictName) {
        if (auto error = addDistrict(token, part, term)) return error;
        continue;
      }
      if (word.value == FilterValue::YesNo) {
        const std::string answer = lowerCase(part.text);
        if (answer != "yes" && answer != "no") return wrong(token, needs(word, token.op));
        term.yes = answer == "yes";
        continue;
      }
      if (word.value == FilterValue::DayName) {
        const auto days = daysOf(part.text);
        if (!days) return wrong(token, needs(word, token.op));
        term.ranges.push_back(*days);
        continue;
      }
      if (!part.quoted) {
        if (const auto range = rangeOf(part.text, word.value)) {
          term.ranges.push_back(*range);
          continue;
        }
      }
      const bool named = word.value == FilterValue::UserName || word.value == FilterValue::Place;
      if (!named) return wrong(token, needs(word, token.op));
      if (!addNamed(part.text, word.value, term)) {
        const char* none = word.value == FilterValue::Place ? "no place is called \"%1\"" : "no user is called \"%1\"";
        const std::size_t quotes = part.quoted ? 2 : 0;
        return FilterError{token.position + token.name.size() + token.op.size() + part.position,
                           part.text.size() + quotes, tr(none, {shown(part.text)})};
      }
    }
    std::ranges::sort(term.ids);
    return std::nullopt;
  }

  bool addNamed(std::string_view name, FilterValue kind, FilterTerm& term) const {
    if (!m_naming) return false;
    const std::vector<std::int32_t> ids =
        kind == FilterValue::UserName ? m_naming->usersNamed(name) : m_naming->placesNamed(name);
    term.ids.insert(term.ids.end(), ids.begin(), ids.end());
    if (kind == FilterValue::UserName) return !ids.empty();
    const auto own = m_naming->placesNamedForUsers(name);
    for (const auto& [user, locations] : own) {
      auto& places = term.idsOfUser[user];
      places.insert(places.end(), locations.begin(), locations.end());
    }
    return !ids.empty() || !own.empty();
  }

  std::optional<FilterError> addDistrict(const FilterToken& token, const FilterPart& part, FilterTerm& term) const {
    if (!m_naming || !m_naming->districts())
      return wrong(token, tr("no districts are known; open a GeoJSON file of districts as a background in Places"));
    const auto places = m_naming->placesInDistrict(part.text);
    if (!places) return wrong(token, tr("no district is called \"%1\"", {shown(part.text)}));
    term.ids.insert(term.ids.end(), places->begin(), places->end());
    return std::nullopt;
  }

  static bool sameTag(std::string_view a, std::string_view b) { return lowerCase(a) == lowerCase(b); }

  template <class Wanted>
  void addNoted(FilterTerm& term, const Wanted& wanted) const {
    if (!m_notes) return;
    for (const auto& [row, note] : *m_notes)
      if (wanted(note)) term.rows.push_back(row);
    std::ranges::sort(term.rows);
  }

  const PlaceNaming* m_naming;
  const NotesOfRows* m_notes;
  const OutcomesOfModels* m_models;
  std::int32_t m_zoneOffset;
};

}  // namespace

bool SampleFilter::empty() const {
  return m_terms->empty();
}

bool SampleFilter::readsModels() const {
  return std::ranges::find(*m_terms, FilterField::OfModel, &FilterTerm::field) != m_terms->end();
}

SampleFilter SampleFilter::withoutModels() const {
  std::vector<FilterTerm> rest;
  std::ranges::copy_if(*m_terms, std::back_inserter(rest),
                       [](const FilterTerm& term) { return term.field != FilterField::OfModel; });
  SampleFilter filter;
  filter.m_terms = std::make_shared<const std::vector<FilterTerm>>(std::move(rest));
  return filter;
}

bool SampleFilter::needsOutcomes() const {
  return std::ranges::any_of(*m_terms, [](const FilterTerm& term) { return term.needsOutcome(); });
}

bool SampleFilter::matches(const SampleTable& table, SampleIndex row) const {
  return std::ranges::all_of(*m_terms, [&](const FilterTerm& term) { return term.holds(table, row); });
}

std::vector<SampleIndex> SampleFilter::apply(const SampleTable& table) const {
  std::vector<SampleIndex> rows(table.size());
  std::iota(rows.begin(), rows.end(), SampleIndex{0});
  // Term by term, so that each loop reads one column.
  for (const FilterTerm& term : *m_terms) {
    std::erase_if(rows, [&](SampleIndex row) { return !term.holds(table, row); });
  }
  return rows;
}

SampleFilter::Parsed SampleFilter::parse(std::string_view text, const PlaceNaming* naming, const NotesOfRows* notes,
                                         const OutcomesOfModels* models, std::int32_t zoneOffsetMinutes) {
  const FilterParser parser(naming, notes, models, zoneOffsetMinutes);
  std::vector<FilterTerm> terms;
  for (const FilterToken& token : splitFilter(text)) {
    FilterTerm term;
    if (auto error = parser.parse(token, term)) return {.error = std::move(error)};
    terms.push_back(std::move(term));
  }
  Parsed parsed;
  parsed.filter.m_terms = std::make_shared<const std::vector<FilterTerm>>(std::move(terms));
  return parsed;
}

}  // namespace sojourn::session
