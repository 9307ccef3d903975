// SPDX-License-Identifier: GPL-3.0-or-later
// What the filter line offers while one types.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "model/core/translation.h"
#include "views/session/samples/filter_syntax.h"
#include "views/session/samples/sample_filter.h"

namespace sojourn::session {
namespace {

constexpr std::size_t mostValues = 12;

struct Offer {
  const char* text;
  const char* caption;
  FilterField field;
};

/// In the order of usefulness; what is typed only moves the fitting ones to the front.
constexpr std::array offers{
    Offer{"wrong", "the prediction is not the target", FilterField::Wrong},
    Offer{"user:", "one user, or several: user:3,5", FilterField::User},
    Offer{"gate<0.5", "gate below a value", FilterField::Gate},
    Offer{"gate>0.9", "gate above a value", FilterField::Gate},
    Offer{"in-history:no", "target is not in the window", FilterField::InHistory},
    Offer{"unseen", "target is location 1", FilterField::Unseen},
    Offer{"rank>10", "target ranks below ten", FilterField::Rank},
    Offer{"p<0.01", "P of the target", FilterField::TargetProbability},
    Offer{"len>20", "more than twenty visits", FilterField::Length},
    Offer{"len:8..20", "number of visits in a range", FilterField::Length},
    Offer{"hour:18..23", "hour when the last visit began", FilterField::Hour},
    Offer{"weekday:sat..sun", "day when the last visit began", FilterField::Weekday},
    Offer{"last-seen:1..3", "visits since the target was visited", FilterField::LastSeen},
    Offer{"hours-before:20..24", "a visit began so many hours before the end", FilterField::HoursBefore},
    Offer{"stays:yes", "target is the last visit's place", FilterField::Stays},
    Offer{"error>1km", "distance from the prediction to the target", FilterField::Error},
    Offer{"target:", "where the user went next", FilterField::Target},
    Offer{"predicted:", "the predicted place", FilterField::Predicted},
    Offer{"right", "the prediction is the target", FilterField::Right},
    Offer{"known", "target occurs in training", FilterField::Known},
    Offer{"in-history:yes", "target is in the window", FilterField::InHistory},
    Offer{"copy<0.5", "copy share of the prediction", FilterField::CopyShare},
    Offer{"index:100..200", "samples by their index", FilterField::Index},
    Offer{"district:", "where the user went next", FilterField::District},
    Offer{"bookmarked", "samples with a bookmark", FilterField::Bookmarked},
    Offer{"tag:", "samples with a tag", FilterField::Tag},
    Offer{"noted", "samples with a note", FilterField::Noted},
};

/// Terms that exclude each other or say the same count as one.
FilterField topicOf(FilterField field) {
  if (field == FilterField::Right) return FilterField::Wrong;
  if (field == FilterField::Unseen) return FilterField::Known;
  return field;
}

bool startsWith(std::string_view text, std::string_view beginning) {
  return lowerCase(text.substr(0, beginning.size())) == lowerCase(beginning);
}

/// Whether a word of the caption begins with what is typed: "window" finds in-history.
bool means(const std::string& caption, std::string_view typed) {
  constexpr std::size_t fewestLetters = 3;
  return typed.size() >= fewestLetters && lowerCase(" " + caption).find(" " + lowerCase(typed)) != std::string::npos;
}

/// A name as the filter reads it back: in quotes; a quote within it cannot be typed, so such a place goes by its id.
std::string placeValue(LocationId location, const PlaceNaming* naming) {
  if (naming && naming->source(location) > NameSource::Proposed) {
    const std::string name = naming->name(location);
    if (name.find('"') == std::string::npos) return "\"" + name + "\"";
  }
  return std::to_string(location);
}

template <class Id>
std::vector<std::pair<Id, std::size_t>> mostFrequent(std::span<const Id> ids) {
  std::map<Id, std::size_t> counts;
  for (const Id id : ids) ++counts[id];
  std::vector<std::pair<Id, std::size_t>> ordered(counts.begin(), counts.end());
  std::ranges::stable_sort(ordered, [](const auto& a, const auto& b) { return a.second > b.second; });
  return ordered;
}

std::string samplesText(std::size_t count) {
  return count == 1 ? tr("1 sample") : tr("%1 samples", {std::to_string(count)});
}

/// Values for "user:", "target:" and "predicted:", the most frequent ones of the split that fit what is typed.
std::vector<FilterSuggestion> offerValues(const FilterToken& token, const FilterWord& word, const PlaceNaming* naming,
                                          const SampleTable& table) {
  std::vector<FilterSuggestion> found;
  const std::string head = std::string(word.name) + ":";
  std::string_view typed = token.value;
  if (!typed.empty() && typed.front() == '"') typed.remove_prefix(1);
  if (!typed.empty() && typed.back() == '"') typed.remove_suffix(1);
  const auto add = [&](const std::string& value, const std::string& name, const std::string& caption) {
    if (found.size() < mostValues && (startsWith(value, typed) || startsWith(name, typed))) {
      found.push_back({head + value, caption});
    }
  };
  if (word.value == FilterValue::UserName) {
    for (const auto& [user, count] : mostFrequent(table.sequences()->users())) {
      const std::string name = naming ? naming->userName(user) : "";
      add(std::to_string(user), name,
          naming && naming->hasUserName(user) ? name + ", " + samplesText(count) : samplesText(count));
    }
  } else {
    for (const auto& [place, count] : mostFrequent(table.sequences()->targets())) {
      const std::string name = naming ? naming->name(place) : "";
      add(placeValue(place, naming), name, tr("target of %1", {samplesText(count)}));
    }
  }
  return found;
}

/// The districts of the targets, most samples first.
std::vector<FilterSuggestion> offerDistricts(std::string_view typed, const PlaceDistricts& districts,
                                             const SampleTable& table) {
  std::vector<std::size_t> ofTargets;
  for (const LocationId target : table.sequences()->targets())
    if (const auto district = districts.of(target)) ofTargets.push_back(*district);
  std::vector<FilterSuggestion> found;
  if (typed.starts_with('"')) typed.remove_prefix(1);
  for (const auto& [district, count] : mostFrequent(std::span<const std::size_t>(ofTargets))) {
    const std::string& name = districts.names()[district];
    if (found.size() < mostValues && startsWith(name, typed))
      found.push_back({"district:" + quotedFilterValue(name), tr("target of %1", {samplesText(count)})});
  }
  return found;
}

std::vector<FilterSuggestion> offerTags(std::string_view typed, const NotesOfRows& notes) {
  std::map<std::string, std::size_t> tags;
  for (const auto& [row, note] : notes)
    for (const std::string& tag : note.tags) ++tags[tag];
  std::vector<FilterSuggestion> found;
  for (const auto& [tag, count] : tags)
    if (found.size() < mostValues && startsWith(tag, typed)) found.push_back({"tag:" + tag, samplesText(count)});
  return found;
}

/// What can be asked of each model; the letter's own terms first once it is typed.
std::vector<FilterSuggestion> offerModels(const OutcomesOfModels& models) {
  static constexpr std::array<std::pair<const char*, const char*>, 4> answers{
      {{"right", "model %1 is right"},
       {"wrong", "model %1 is wrong"},
       {"top5", "target among the first five of model %1"},
       {"top10", "target among the first ten of model %1"}}};
  std::vector<FilterSuggestion> found;
  if (models.size() < 2) return found;
  for (const auto& [answer, caption] : answers)
    for (std::size_t model = 0; model < models.size(); ++model) {
      const std::string letter(1, static_cast<char>('A' + model));
      found.push_back({letter + ":" + answer, tr(caption, {letter})});
    }
  return found;
}

const FilterToken* tokenAt(const std::vector<FilterToken>& tokens, std::size_t cursor) {
  const auto at = std::ranges::find_if(tokens, [cursor](const FilterToken& token) {
    return cursor > token.position && cursor <= token.position + token.text.size();
  });
  return at == tokens.end() ? nullptr : &*at;
}

}  // namespace

FilterCompletion completeFilter(std::string_view text, std::size_t cursor, const PlaceNaming* naming,
                                const SampleTable* table, const NotesOfRows* notes, const OutcomesOfModels* models) {
  cursor = std::min(cursor, text.size());
  const std::vector<FilterToken> tokens = splitFilter(text);
  const FilterToken* token = tokenAt(tokens, cursor);
  FilterCompletion completion{.position = token ? token->position : cursor, .length = token ? token->text.size() : 0};
  const FilterWord* word = token ? findFilterWord(token->name) : nullptr;
  const bool named = word && (word->value == FilterValue::UserName || word->value == FilterValue::Place);
  if (named && token->op == ":" && table && table->sequences()) {
    completion.suggestions = offerValues(*token, *word, naming, *table);
    return completion;
  }

  if (word && word->value == FilterValue::TagName && token->op == ":" && notes) {
    completion.suggestions = offerTags(token->value, *notes);
    return completion;
  }

  if (word && word->value == FilterValue::DistrictName && token->op == ":" && naming && naming->districts() && table &&
      table->sequences()) {
    completion.suggestions = offerDistricts(token->value, *naming->districts(), *table);
    return completion;
  }

  const auto used = [&](FilterField field) {
    return std::ranges::any_of(tokens, [&](const FilterToken& other) {
      if (&other == token) return false;
      const FilterWord* otherWord = findFilterWord(other.name);
      return otherWord && topicOf(otherWord->field) == topicOf(field);
    });
  };
  std::vector<FilterSuggestion> fitting, meant, sameField, rest;
  for (const Offer& offer : offers) {
    if (used(offer.field)) continue;
    const std::string caption = tr(offer.caption);
    auto& group = token && startsWith(offer.text, token->text) ? fitting
                  : token && means(caption, token->text)       ? meant
                  : word && word->field == offer.field         ? sameField
                                                               : rest;
    group.push_back({offer.text, caption});
  }
  if (models) {
    for (FilterSuggestion& offer : offerModels(*models)) {
      auto& group = token && startsWith(offer.text, token->text) ? fitting : rest;
      group.push_back(std::move(offer));
    }
  }
  completion.suggestions = std::move(fitting);
  completion.suggestions.insert(completion.suggestions.end(), meant.begin(), meant.end());
  if (completion.suggestions.empty()) {
    completion.suggestions = std::move(sameField);
    completion.suggestions.insert(completion.suggestions.end(), rest.begin(), rest.end());
  }
  return completion;
}

}  // namespace sojourn::session
