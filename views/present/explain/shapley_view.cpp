// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the Shapley values of places, days and features.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "model/core/translation.h"
#include "model/results/explanation.h"
#include "views/present/chart/axis.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float margin = 12, top = 6, rowHeight = 22, gameHead = 20, noteLine = 15, gapBelow = 12, shareBar = 6;
/// Blocks stand side by side where each gets this width.
constexpr float blockLeast = 230;

constexpr std::array<const char*, visitFeatureCount> featureTitles{
    "Location", "User", "Time of day", "Weekday", "Recency", "Duration", "Position from end"};

std::string titleOf(Players players) {
  return players == Players::Places ? tr("Places") : players == Players::Days ? tr("Days") : tr("Features");
}

/// "exact, over all 64 coalitions" or what is done where there are too many of them, and how an absent player is
/// absent.
std::string methodText(const ShapleyExplanation& game) {
  const std::string how =
      game.result.exact ? tr("exact, all %1 coalitions", {grouped(std::size_t{1} << game.names.size())})
                        : tr("too many coalitions for an exact value: %1 random orders, each \u00b1 its standard error",
                             {std::to_string(game.result.orders)});
  const std::string absent = game.players == Players::Places ? tr("an absent place is masked")
                             : game.players == Players::Days ? tr("an absent day is masked")
                                                             : tr("an absent feature is 0 in every visit");
  return how + "; " + absent;
}

struct Player {
  std::string name;
  std::optional<LocationId> place;
  std::span<const std::size_t> visits;
  double value = 0;
  std::optional<double> error;
};

struct GameBlock {
  const ShapleyExplanation* game = nullptr;
  std::vector<Player> players = {};
  std::size_t methodLines = 0, sumLines = 0;
  float left = 0, top = 0, width = 0;

  [[nodiscard]] float rowsTop() const { return top + gameHead + noteLine * static_cast<float>(methodLines) + 2; }
  [[nodiscard]] float sumTop() const { return rowsTop() + rowHeight * static_cast<float>(players.size()) + 4; }
  [[nodiscard]] float bottom() const { return sumTop() + noteLine * static_cast<float>(sumLines); }
};

class ShapleyPainter : RowsPainter {
 public:
  ShapleyPainter(const ShapleyInput& input, const Canvas& canvas)
      : RowsPainter(canvas), m_input(input), m_sample(input.sample) {
    for (const ShapleyExplanation& game : input.games) m_blocks.push_back({.game = &game, .players = playersOf(game)});
    for (const GameBlock& block : m_blocks)
      for (const Player& player : block.players) {
        m_largest = std::max(m_largest, std::abs(player.value) + player.error.value_or(0));
        m_number = std::max(m_number, m_builder.width(numberText(player), textFont) + 4);
        m_name = std::max(m_name, m_builder.width(player.name, textFont) + 22);
      }
    layOut(canvas.size);
  }

  Scene paint() {
    for (const GameBlock& block : m_blocks) paintBlock(block);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] std::vector<Player> playersOf(const ShapleyExplanation& game) const {
    std::vector<Player> players;
    for (std::size_t p = 0; p < game.names.size(); ++p) {
      Player& player = players.emplace_back();
      player.value = game.result.values[p];
      if (!game.result.exact) player.error = game.result.errors[p];
      if (game.players == Players::Features) {
        player.name = featureTitle(game.names[p]);
        continue;
      }
      player.visits = game.visits[p];
      const Visit& first = m_sample.inspection->sequence.visits[player.visits.front()];
      if (game.players == Players::Places) player.place = first.location;
      player.name = player.place ? placeText(m_sample, *player.place) : daysAgoText(first.daysAgo);
    }
    // Days and features have an order of their own.
    if (game.players == Players::Places) std::ranges::stable_sort(players, std::greater<>(), &Player::value);
    return players;
  }
  static std::string featureTitle(const std::string& name) {
    for (std::size_t f = 0; f < visitFeatureCount; ++f)
      if (name == visitFeatureName(static_cast<VisitFeature>(f))) return tr(featureTitles[f]);
    return name;
  }
  static std::string numberText(const Player& player) {
    return signedProbability(player.value) + (player.error ? " \u00b1 " + fixedText(*player.error, 3) : "");
  }

  void layOut(Size size) {
    const auto count = static_cast<float>(m_blocks.size());
    const bool beside = size.width >= count * blockLeast;
    const float width = beside ? std::floor(size.width / count) : size.width;
    float y = top, x = 0, lowest = 0;
    for (GameBlock& block : m_blocks) {
      block.left = x;
      block.top = y;
      block.width = width;
      block.methodLines = wrapText(m_builder, methodText(*block.game), smallFont, width - 2 * margin).size();
      block.sumLines = wrapText(m_builder, sumText(*block.game), textFont, width - 2 * margin).size();
      lowest = std::max(lowest, block.bottom());
      (beside ? x : y) = beside ? x + width : block.bottom() + gapBelow;
    }
    m_scene.contentSize.height = std::max(size.height, lowest + 6);
    m_name = std::min(m_name, (width - 2 * margin - m_number) * 0.55F);
  }

  void paintBlock(const GameBlock& block) {
    const float left = block.left + margin, width = block.width - 2 * margin;
    m_builder.text({left, block.top, width, gameHead}, titleOf(block.game->players), theme().text, boldFont);
    paintLines(m_builder, {left, block.top + gameHead}, width, methodText(*block.game), theme().text2, smallFont,
               noteLine);
    const Axis bars = barsOf(block);
    const float rows = rowHeight * static_cast<float>(block.players.size());
    if (bars.length() >= 12) m_builder.box({std::round(bars.at(0)), block.rowsTop(), 1, rows}, theme().mid);
    for (std::size_t p = 0; p < block.players.size(); ++p)
      paintPlayer(block, block.players[p], block.rowsTop() + rowHeight * static_cast<float>(p));
    m_builder.box({left, block.sumTop() - 2, width, 1}, theme().border);
    paintLines(m_builder, {left, block.sumTop()}, width, sumText(*block.game), theme().text, textFont, noteLine);
    m_builder.hit({left, block.sumTop(), width, block.bottom() - block.sumTop()}, {}, sumLabel(*block.game),
                  exactText(block.game->result.whole));
  }

  [[nodiscard]] Axis barsOf(const GameBlock& block) const {
    const float left = block.left + margin + m_name + 6, right = block.left + block.width - margin - m_number;
    return {-m_largest, m_largest, left, std::max(left, right - 4)};
  }

  void paintPlayer(const GameBlock& block, const Player& player, float y) {
    const float left = block.left + margin, width = block.width - 2 * margin;
    const Rect row{left - 4, y, width + 8, rowHeight};
    ground(row, emphasisOf(player));
    const float indent = player.place ? 16 : 0;
    if (player.place) m_builder.swatch({left, std::round(y + rowHeight / 2 - 5)}, swatchOf(m_sample, *player.place));
    m_builder.placeName({left + indent, y, m_name - indent, rowHeight}, player.name, theme().text, textFont);
    const Axis bars = barsOf(block);
    if (bars.length() >= 12) {
      const float middle = std::round(y + rowHeight / 2);
      m_builder.box(between(bars.at(0), bars.at(player.value), middle - 3, shareBar),
                    changeFill(theme(), player.value));
      if (player.error)
        interval(bars.at(player.value - *player.error), bars.at(player.value + *player.error), middle, theme().text, 1);
    }
    m_builder.text({left + width - m_number, y, m_number, rowHeight}, numberText(player), theme().text, textFont,
                   Align::Right);
    HitArea& hit = m_builder.hit(row, player.place ? focusOnPlace(*player.place) : Focus{}, label(player),
                                 exactText(player.value));
    if (player.visits.empty()) return;
    hit.action = SelectVisits{{player.visits.begin(), player.visits.end()}};
  }

  /// A player whose visits are all chosen is chosen itself.
  [[nodiscard]] Emphasis emphasisOf(const Player& player) const {
    if (player.visits.empty()) return Emphasis::None;
    const auto is = [&](Emphasis wanted) {
      return std::ranges::all_of(player.visits,
                                 [&](std::size_t visit) { return emphasisOfVisit(m_sample, visit) >= wanted; });
    };
    return is(Emphasis::Selected) ? Emphasis::Selected : is(Emphasis::Tint) ? Emphasis::Tint : Emphasis::None;
  }

  [[nodiscard]] std::string label(const Player& player) const {
    std::string text = player.name + ": " + exactText(player.value);
    if (player.error) text += " \u00b1 " + exactText(*player.error);
    if (player.visits.empty()) return tr("%1, as a feature of every visit", {text});
    text += ", " + countText(player.visits.size(), "visit", "visits");
    constexpr std::size_t named = 6;
    for (std::size_t v = 0; v < std::min(named, player.visits.size()); ++v)
      text += (v == 0 ? ": " : "; ") + visitText(m_sample, player.visits[v]);
    if (player.visits.size() > named) text += tr("; and %1 more", {std::to_string(player.visits.size() - named)});
    return text;
  }

  /// "no players 0.012, all players +0.459 = P(Office) 0.471; gap 0"
  [[nodiscard]] std::string sumText(const ShapleyExplanation& game) const {
    const ShapleyValues& result = game.result;
    return tr(
        "no players %1, all players %2 = %3 %4; gap %5",
        {fixedText(result.empty, 3), signedProbability(sumOf(result)), targetText(m_sample, m_input.target),
         fixedText(result.whole, 3), std::abs(result.gap()) < 1e-6 ? tr("below 0.000001") : exactText(result.gap())});
  }
  static double sumOf(const ShapleyValues& result) {
    return std::accumulate(result.values.begin(), result.values.end(), 0.0);
  }
  [[nodiscard]] std::string sumLabel(const ShapleyExplanation& game) const {
    const ShapleyValues& result = game.result;
    return tr(
        "Without any of them the model gives %1, with all %2; the values sum to %3, which differs from that change by "
        "%4",
        {exactText(result.empty), exactText(result.whole), exactText(sumOf(result)), exactText(result.gap())});
  }

  void describe() {
    m_scene.caption = tr("%1; Shapley values of %2", {scopeText(m_sample), targetText(m_sample, m_input.target)});
    m_scene.captionRight = tr("bars to \u00b1%1", {fixedText(m_largest, 3)});
    m_scene.summary = tr("Shapley values of %1.", {targetText(m_sample, m_input.target)});
    for (const GameBlock& block : m_blocks) {
      if (block.players.empty()) continue;
      const auto strongest =
          std::ranges::max_element(block.players, {}, [](const Player& player) { return std::abs(player.value); });
      m_scene.summary += tr(" %1: most by %2, %3.",
                            {titleOf(block.game->players), strongest->name, signedProbability(strongest->value)});
    }
    fillTable();
  }

  void fillTable() {
    Table& table = m_scene.table;
    constexpr double none = Table::absent;
    table.columns = {"players", "player", "location", "visits", "value", "standard error"};
    for (const GameBlock& block : m_blocks) {
      const std::string players = playersName(block.game->players);
      for (const Player& player : block.players)
        table.add(players, player.name, player.place,
                  player.visits.empty() ? none : static_cast<double>(player.visits.size()), player.value,
                  player.error.value_or(block.game->result.exact ? 0 : none));
      const ShapleyValues& result = block.game->result;
      for (const auto& [name, value] : {std::pair{"(none)", result.empty}, std::pair{"(sum)", sumOf(result)},
                                        std::pair{"(all)", result.whole}, std::pair{"(gap)", result.gap()}})
        table.add(players, name, none, none, value, none);
    }
  }

  const ShapleyInput& m_input;
  const SampleContext& m_sample;
  std::vector<GameBlock> m_blocks;
  double m_largest = 1e-9;
  float m_number = 40, m_name = 40;
};

}  // namespace

ViewContent shapleyContent(const ShapleyInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (!input.failure.empty())
    return EmptyState{.title = tr("No Shapley values for this sample"), .detail = input.failure};
  if (input.stopped)
    return EmptyState{.title = tr("The computation was stopped"),
                      .detail = tr("The model evaluates every coalition of up to 10 places or days"),
                      .buttonText = tr("Compute"),
                      .button = ExplainCommand::ResumeShapley};
  if (input.games.empty())
    return EmptyState{.title = tr("Computing the Shapley values of this sample"), .detail = tr("This takes a moment")};
  return ShapleyPainter(input, canvas).paint();
}

}  // namespace sojourn::present
