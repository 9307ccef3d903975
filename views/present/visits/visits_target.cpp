// SPDX-License-Identifier: GPL-3.0-or-later
// The card of the next visit: prediction, target and how they were reached.
#include <algorithm>
#include <functional>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/visits/visits_frame.h"

namespace sojourn::present {
namespace {

constexpr Font headFont{.size = 12.5F, .weight = Weight::SemiBold};
constexpr Font bigFont{.size = 13, .weight = Weight::SemiBold};
constexpr float cardTop = 28, predictionCardHeight = 54, cardPitch = 60;

/// The target as the output ranks it; absent without a target.
const Candidate* targetCandidate(const Inspection& inspection) {
  if (!inspection.targetRank || *inspection.targetRank == 0) return nullptr;
  if (*inspection.targetRank > inspection.ranking.size()) return nullptr;
  return &inspection.ranking[*inspection.targetRank - 1];
}

std::string massText(const SampleContext& context, const Candidate& candidate) {
  std::string text = tr("%1, P %2", {placeText(context, candidate.location), exactText(candidate.probability)});
  if (context.model->capabilities.pointer)
    text += tr(": copied %1, generated %2", {exactText(candidate.copied), exactText(candidate.generated)});
  return text;
}

std::string rankText(const Inspection& inspection) {
  return tr("rank %1 of %2", {grouped(*inspection.targetRank), grouped(inspection.ranking.size())});
}

/// One of the two cards: a heading, the place with its probability, a line below. `below` says what that line has room
/// for; a name that is whole only without the probability beside it leaves that to the line.
void paintCard(const SampleContext& context, SceneBuilder& builder, Rect card, const std::string& heading,
               const Candidate& candidate, const std::function<std::string(float)>& below) {
  const Theme& theme = builder.theme();
  const Emphasis emphasis = emphasisOfPlace(context, candidate.location);
  const bool selected = emphasis == Emphasis::Selected;
  builder.frame(card, selected ? theme.accent : theme.border, selected ? 2 : 1, 4,
                emphasis == Emphasis::None ? theme.panel : theme.soft);
  builder.placeFill({card.x + 2, card.y + 6, 4, card.height - 12}, swatchOf(context, candidate.location));
  const Rect inner{card.x + 12, card.y, card.width - 20, card.height};
  builder.text({inner.x, card.y + 4, inner.width, 16}, heading, theme.text2, smallFont);
  const std::string number = probability(candidate.probability);
  const float numberWidth = builder.width(number, bigFont) + 1;
  const std::string name = placeText(context, candidate.location);
  const float beside = std::max(0.0F, inner.width - numberWidth - 6);
  constexpr Font leastFont{.size = 11, .weight = Weight::SemiBold};  // of placeName()
  const bool cut = builder.width(builder.briefName(name), leastFont) > beside;
  builder.placeName({inner.x, card.y + 18, cut ? inner.width : beside, 18}, name, theme.text, bigFont);
  builder.text({inner.right() - numberWidth, card.y + (cut ? 34.0F : 18.0F), numberWidth, cut ? 16.0F : 18.0F}, number,
               theme.text, bigFont, Align::Right);
  const float room = cut ? beside : inner.width;
  if (const std::string text = below(room); builder.width(text, smallFont) <= room)
    builder.text({inner.x, card.y + 34, room, 16}, text, theme.text2, smallFont);
  builder.hit(card, focusOnPlace(candidate.location), heading + " " + massText(context, candidate),
              exactText(candidate.probability));
}

/// What was there before: "was Office 0.471", "was 0.471" where it is the same place.
std::string predictedBefore(const SampleContext& context, float width, SceneBuilder& builder) {
  const Candidate& was = context.reference->inspection->best();
  const std::string number = probability(was.probability);
  if (was.location == context.inspection->best().location) return tr("was %1", {number});
  const std::string name = placeText(context, was.location);
  const std::string full = tr("was %1 %2", {name, number});
  // Half a number is a wrong one: where both have no room the name goes.
  if (builder.width(full, smallFont) <= width) return full;
  const float room = width - builder.width(tr("was %1 %2", {"", number}), smallFont);
  constexpr float leastName = 30;
  return room < leastName ? tr("was %1", {number})
                          : tr("was %1 %2", {builder.fittingName(name, room, smallFont), number});
}

/// "rank 106 of 1 187", without the last number where it has no room; with a reference "rank 1 to 2", "rank 1, was
/// 0.471".
std::string targetText(const SampleContext& context, const Candidate& target, bool compared, float width,
                       const SceneBuilder& builder) {
  const std::size_t now = *context.inspection->targetRank;
  const std::string rank = tr("rank %1", {grouped(now)});
  const auto fitting = [&](const std::string& full, const std::string& brief) {
    return builder.width(full, smallFont) <= width ? full : brief;
  };
  if (!compared) return fitting(rankText(*context.inspection), rank);
  const RankedCandidate was = candidateOf(*context.reference->inspection, target.location);
  if (!was.candidate) return rank;
  if (was.rank != now) return tr("rank %1 to %2", {grouped(was.rank), grouped(now)});
  const std::string before = probability(was.candidate->probability);
  return fitting(tr("rank %1, was %2", {grouped(now), before}), tr("was %1", {before}));
}

/// A state is never only a colour: icon and word.
void paintVerdict(SceneBuilder& builder, Rect card, bool right) {
  const Theme& theme = builder.theme();
  const Color color = right ? theme.ok : theme.err;
  const std::string word = right ? tr("right") : tr("wrong");
  const float width = builder.width(word, smallFont) + 1;
  const float x = card.right() - 8 - 14;
  builder.icon({x, card.y + 5, 14, 14}, right ? "check" : "cross", color);
  builder.text({x - 3 - width, card.y + 4, width, 16}, word, color, smallFont, Align::Right);
}

/// A line below the cards. Its words may be elided, its number never.
struct Note {
  std::string text;
  std::string number;
};

std::vector<Note> notesBelow(const SampleContext& context, float width, SceneBuilder& builder) {
  const Inspection& inspection = *context.inspection;
  const auto& visits = inspection.sequence.visits;
  std::vector<Note> notes;
  if (!context.model->capabilities.pointer) {
    notes.push_back({tr("%1 has no pointer:", {context.model->title}), {}});
    notes.push_back({tr("nothing is copied"), {}});
  }
  if (inspection.sequence.target) {
    const auto times = std::ranges::count(visits, *inspection.sequence.target, &Visit::location);
    const std::string of = tr("%1 of %2", {std::to_string(times), countText(visits.size(), "visit", "visits")});
    notes.push_back({tr("In history: %1", {times == 0 ? tr("never") : of}), {}});
  }
  if (inspection.ranking.size() > 1) {
    const Candidate& second = inspection.ranking[1];
    const std::string name = placeText(context, second.location);
    const std::string number = probability(second.probability);
    const auto roomAfter = [&](const std::string& head) {
      return width - builder.width(head, smallFont) - builder.width(number, smallFont) - 6;
    };
    const bool whole = builder.width(builder.briefName(name), smallFont) <= roomAfter(tr("Second: "));
    const std::string head = whole ? tr("Second: ") : tr("2nd: ");
    notes.push_back({head + builder.fittingName(name, roomAfter(head), smallFont), number});
    notes.push_back({width < 128 ? tr("Lead") : tr("Lead over second"),
                     probability(inspection.best().probability - second.probability)});
  }
  return notes;
}

void paintNote(SceneBuilder& builder, Rect line, const Note& note) {
  const float numberWidth = note.number.empty() ? 0 : builder.width(note.number, smallFont) + 1;
  const float gap = note.number.empty() ? 0 : 4;
  const float room = std::max(0.0F, line.width - numberWidth - gap);
  const float textWidth = std::min(builder.width(note.text, smallFont) + 1, room);
  builder.text({line.x, line.y, textWidth, line.height}, note.text, builder.theme().text2, smallFont);
  if (note.number.empty()) return;
  builder.text({line.x + textWidth + gap, line.y, numberWidth, line.height}, note.number, builder.theme().text2,
               smallFont);
}

/// Where the model does not rank the target: what the record says of it.
void paintRecordedTarget(const SampleContext& context, SceneBuilder& builder, Rect card,
                         std::optional<LocationId> target) {
  const Theme& theme = builder.theme();
  builder.frame(card, theme.border, 1, 4, theme.panel);
  builder.text({card.x + 12, card.y + 4, card.width - 20, 16}, tr("Target"), theme.text2, smallFont);
  const Rect name{card.x + 12, card.y + 18, card.width - 20, 18};
  if (!target) return builder.text(name, tr("None recorded"), theme.text2, smallFont);
  builder.placeFill({card.x + 2, card.y + 6, 4, card.height - 12}, swatchOf(context, *target));
  builder.placeName(name, placeText(context, *target), theme.text, bigFont);
  builder.hit(card, focusOnPlace(*target), tr("Target %1", {placeText(context, *target)}), std::to_string(*target));
}

}  // namespace

void paintNextVisit(const SampleContext& context, const VisitsLayout& layout, SceneBuilder& builder) {
  const Theme& theme = builder.theme();
  const Inspection& inspection = *context.inspection;
  const Rect column = layout.target;
  builder.box({column.x, 0, 1, column.height}, theme.border);
  const float left = column.x + 9;
  const float width = std::max(24.0F, column.right() - 12 - left);

  // The target's weekday is known only as recorded: with times shown elsewhere in the world it might be another.
  float textLeft = left;
  const auto& visits = inspection.sequence.visits;
  if (context.displayOffsetMinutes == 0) {
    const std::int64_t weekday = (std::int64_t{visits.back().weekday} + visits.back().daysAgo) % 7;
    const std::string day = weekdayText(weekday);
    builder.text({left, 6, width, 18}, day, theme.text, headFont);
    textLeft += std::max(30.0F, builder.width(day, headFont) + 6);
  }
  builder.text({textLeft, 6, std::max(0.0F, left + width - textLeft), 18}, tr("next visit"), theme.text2, smallFont);
  const Rect predicted{left, cardTop, width, predictionCardHeight};
  if (inspection.ranking.empty()) {
    paintRecordedTarget(context, builder, predicted, inspection.sequence.target);
    paintLines(builder, {left, predicted.bottom() + 8}, width, tr("Open a checkpoint to see what a model predicts"),
               theme.text2, smallFont, 15);
    return;
  }

  const Candidate& best = inspection.best();
  const bool compared = hasReference(context) && !context.reference->inspection->ranking.empty();
  const std::string origin = context.model->capabilities.pointer ? tr("%1 of it copied", {probability(best.copied)})
                                                                 : tr("all of it generated");
  paintCard(context, builder, predicted, tr("Predicted"), best,
            [&](float room) { return compared ? predictedBefore(context, room, builder) : origin; });

  const Rect target{left, cardTop + cardPitch, width, predictionCardHeight};
  if (const Candidate* candidate = targetCandidate(inspection)) {
    paintCard(context, builder, target, tr("Target"), *candidate,
              [&](float room) { return targetText(context, *candidate, compared, room, builder); });
    paintVerdict(builder, target, *inspection.targetRank == 1);
  } else {
    paintRecordedTarget(context, builder, target, std::nullopt);
  }
  float y = target.bottom() + 8;
  const float noteWidth = column.right() - 4 - left;
  for (const Note& note : notesBelow(context, noteWidth, builder)) {
    if (y + 16 > column.height) break;
    paintNote(builder, {left, y, noteWidth, 16}, note);
    y += 16;
  }
}

std::string nextVisitSummary(const SampleContext& context) {
  const Inspection& inspection = *context.inspection;
  if (inspection.ranking.empty()) return tr("No model is open.");
  std::string text = tr("Predicted %1 with %2",
                        {placeText(context, inspection.best().location), probability(inspection.best().probability)});
  if (const Candidate* target = targetCandidate(inspection))
    text += tr("; the target, %1, has %2", {placeText(context, target->location), rankText(inspection)});
  text += ".";
  if (!hasReference(context) || context.reference->inspection->ranking.empty()) return text;
  const Inspection& before = *context.reference->inspection;
  text += tr(" Before it was %1 with %2",
             {placeText(context, before.best().location), probability(before.best().probability)});
  if (before.targetRank && inspection.targetRank && *before.targetRank != *inspection.targetRank)
    text += tr(", the target's rank %1", {grouped(*before.targetRank)});
  return text + ".";
}

}  // namespace sojourn::present
