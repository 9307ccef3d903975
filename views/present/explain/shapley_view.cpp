// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the Shapley values of places, days and features.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "model/core/translation.h"
#include "model/results/explanation.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

constexpr float margin = 12, top = 6, rowHeight = 22, gameHead = 20, noteLine = 15, gapBelow = 12;
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
  const ShapleyExplanation* game;
  std::vector<Player> players;
};

std::string featureTitle(const std::string& name) {
  for (std::size_t f = 0; f < visitFeatureCount; ++f)
    if (name == visitFeatureName(static_cast<VisitFeature>(f))) return tr(featureTitles[f]);
  return name;
}

std::string numberText(const Player& player) {
  return signedProbability(player.value) + (player.error ? " \u00b1 " + fixedText(*player.error, 3) : "");
}

double sumOf(const ShapleyValues& result) {
  return std::accumulate(result.values.begin(), result.values.end(), 0.0);
}

std::vector<Player> playersOf(const ShapleyExplanation& game, const SampleContext& sample) {
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
    const Visit& first = sample.inspection->sequence.visits[player.visits.front()];
    if (game.players == Players::Places) player.place = first.location;
    player.name = player.place ? placeText(sample, *player.place) : daysAgoText(first.daysAgo);
  }
  // Days and features have an order of their own.
  if (game.players == Players::Places) std::ranges::stable_sort(players, std::greater<>(), &Player::value);
  return players;
}

/// A player whose visits are all chosen is chosen itself.
Emphasis emphasisOf(const Player& player, const SampleContext& sample) {
  const auto is = [&](Emphasis wanted) {
    return !player.visits.empty() && std::ranges::all_of(player.visits, [&](std::size_t visit) {
      return emphasisOfVisit(sample, visit) >= wanted;
    });
  };
  return is(Emphasis::Selected) ? Emphasis::Selected : is(Emphasis::Tint) ? Emphasis::Tint : Emphasis::None;
}

std::string labelOf(const Player& player, const SampleContext& sample) {
  std::string text = player.name + ": " + exactText(player.value);
  if (player.error) text += " \u00b1 " + exactText(*player.error);
  if (player.visits.empty()) return tr("%1, as a feature of every visit", {text});
  text += ", " + countText(player.visits.size(), "visit", "visits");
  constexpr std::size_t named = 6;
  for (std::size_t v = 0; v < std::min(named, player.visits.size()); ++v)
    text += (v == 0 ? ": " : "; ") + visitText(sample, player.visits[v]);
  if (player.visits.size() > named) text += tr("; and %1 more", {std::to_string(player.visits.size() - named)});
  return text;
}

/// "no players 0.012, all players +0.459 = P(Office) 0.471; gap 0"
std::string sumText(const ShapleyValues& result, const std::string& target) {
  return tr("no players %1, all players %2 = %3 %4; gap %5",
            {fixedText(result.empty, 3), signedProbability(sumOf(result)), target, fixedText(result.whole, 3),
             std::abs(result.gap()) < 1e-6 ? tr("below 0.000001") : exactText(result.gap())});
}

std::string sumLabel(const ShapleyValues& result) {
  return tr(
      "Without any of them the model gives %1, with all %2; the values sum to %3, which differs from that change by "
      "%4",
      {exactText(result.empty), exactText(result.whole), exactText(sumOf(result)), exactText(result.gap())});
}

TableRow rowOf(const Player& player, const SampleContext& sample, const Theme& theme) {
  RowCell name{.text = player.name, .name = true};
  if (player.place) name.swatch = swatchOf(sample, *player.place);
  RowCell value{.bar = CellBar{.to = player.value, .fill = changeFill(theme, player.value)}};
  if (player.error)
    value.dots = {{.at = Table::absent,
                   .low = player.value - *player.error,
                   .high = player.value + *player.error,
                   .fill = theme.text,
                   .thickness = 1}};
  TableRow row{.cells = {std::move(name), std::move(value), {.text = numberText(player)}},
               .hit = hitOf(player.place ? focusOnPlace(*player.place) : Focus{}, labelOf(player, sample),
                            exactText(player.value)),
               .emphasis = emphasisOf(player, sample)};
  if (!player.visits.empty()) row.hit->action = SelectVisits{{player.visits.begin(), player.visits.end()}};
  return row;
}

Table valuesOf(const std::vector<GameBlock>& blocks) {
  Table table;
  constexpr double none = Table::absent;
  table.columns = {"players", "player", "location", "visits", "value", "standard error"};
  for (const GameBlock& block : blocks) {
    const std::string players = playersName(block.game->players);
    const ShapleyValues& result = block.game->result;
    for (const Player& player : block.players)
      table.add(players, player.name, player.place,
                player.visits.empty() ? none : static_cast<double>(player.visits.size()), player.value,
                player.error.value_or(result.exact ? 0 : none));
    for (const auto& [name, value] : {std::pair{"(none)", result.empty}, std::pair{"(sum)", sumOf(result)},
                                      std::pair{"(all)", result.whole}, std::pair{"(gap)", result.gap()}})
      table.add(players, name, none, none, value, none);
  }
  return table;
}

Scene shapleyScene(const ShapleyInput& input, const Canvas& canvas) {
  const SampleContext& sample = input.sample;
  const std::string target = targetText(sample, input.target);
  std::vector<GameBlock> blocks;
  double largest = 1e-9;
  float number = 40, name = 40;
  for (const ShapleyExplanation& game : input.games)
    for (const Player& player : blocks.emplace_back(&game, playersOf(game, sample)).players) {
      largest = std::max(largest, std::abs(player.value) + player.error.value_or(0));
      number = std::max(number, canvas.text.width(numberText(player), textFont) + 4);
      name = std::max(name, canvas.text.width(player.name, textFont) + 22);
    }
  const auto count = static_cast<float>(blocks.size());
  const bool beside = canvas.size.width >= count * blockLeast;
  const float width = beside ? std::floor(canvas.size.width / count) : canvas.size.width, inside = width - 2 * margin;
  name = std::min(name, (inside - number) * 0.55F);

  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = canvas.theme;
  scene.caption = tr("%1; Shapley values of %2", {scopeText(sample), target});
  scene.captionRight = tr("bars to \u00b1%1", {fixedText(largest, 3)});
  scene.summary = tr("Shapley values of %1.", {target});
  float left = 0, y = top;
  for (const GameBlock& block : blocks) {
    const std::string title = titleOf(block.game->players);
    builder.text({left + margin, y, inside, gameHead}, title, theme.text, boldFont);
    const float method = paintLines(builder, {left + margin, y + gameHead}, inside, methodText(*block.game),
                                    theme.text2, smallFont, noteLine);
    RowTable table{.columns = {{.width = fixedWidth(name)},
                               {.width = restWidth(0), .scale = ColumnScale{.from = -largest, .to = largest}},
                               {.width = fixedWidth(number), .align = Align::Right}},
                   .heights = {.least = rowHeight, .most = rowHeight},
                   .right = margin};
    for (const Player& player : block.players) table.rows.push_back(rowOf(player, sample, theme));
    const float sum = drawTable(std::move(table), canvas, {left, method + 2}, width, scene) + 4;
    builder.box({left + margin, sum - 2, inside, 1}, theme.border);
    const ShapleyValues& result = block.game->result;
    const float bottom =
        paintLines(builder, {left + margin, sum}, inside, sumText(result, target), theme.text, textFont, noteLine);
    builder.hit({left + margin, sum, inside, bottom - sum}, {}, sumLabel(result), exactText(result.whole));
    scene.contentSize.height = std::max(scene.contentSize.height, bottom + 6);
    (beside ? left : y) = beside ? left + width : bottom + gapBelow;
    if (block.players.empty()) continue;
    const auto strongest =
        std::ranges::max_element(block.players, {}, [](const Player& player) { return std::abs(player.value); });
    scene.summary += tr(" %1: most by %2, %3.", {title, strongest->name, signedProbability(strongest->value)});
  }
  scene.table = valuesOf(blocks);
  return scene;
}

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
  return shapleyScene(input, canvas);
}

}  // namespace sojourn::present
