// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the table of splits with the samples of each user below it.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float margin = 12, splitRow = 20;

struct SplitColumn {
  const char* title;
  const char* meaning;
  std::string (*text)(const DatasetFacts& facts);
};

std::string share(std::size_t part, const DatasetFacts& facts) {
  return facts.n > 0 ? percent(100.0 * static_cast<double>(part) / static_cast<double>(facts.n)) : "\u2013";
}

constexpr std::array splitColumns{
    SplitColumn{"Samples", "Sequences", [](const DatasetFacts& facts) { return grouped(facts.n); }},
    SplitColumn{"Users", "Users", [](const DatasetFacts& facts) { return grouped(facts.users.size()); }},
    SplitColumn{"Visits", "Mean number of visits",
                [](const DatasetFacts& facts) { return percent(facts.meanLength()); }},
    SplitColumn{"Unseen", "Percent of targets that training does not contain",
                [](const DatasetFacts& facts) { return share(facts.unseen, facts); }},
    SplitColumn{"In history", "Percent of targets that occur in the window",
                [](const DatasetFacts& facts) { return share(facts.targetInWindow, facts); }},
    SplitColumn{"Stays", "Percent of targets that are the last visit's place",
                [](const DatasetFacts& facts) { return share(facts.stays, facts); }}};

constexpr std::array splitTitles{"Train", "Validation", "Test"};

/// Returns how large it is: wider than `room` where its columns need that.
Size paintSplits(SceneBuilder& builder, const DatasetInput& input, float room) {
  const Theme& theme = builder.theme();
  constexpr float apart = 6;
  const float first = builder.width(tr("Validation"), boldFont) + 4;
  // As wide as their titles and numbers, and what is left over in equal parts.
  std::array<float, splitColumns.size()> widths{};
  float taken = 0;
  for (std::size_t c = 0; c < splitColumns.size(); ++c) {
    widths[c] = builder.width(tr(splitColumns[c].title), smallFont);
    for (const DatasetFacts* facts : input.splits)
      if (facts) widths[c] = std::max(widths[c], builder.width(splitColumns[c].text(*facts), boldFont));
    taken += widths[c] += apart;
  }
  const float width = std::max(room, first + 2 * margin + taken);
  const float spare = (width - first - 2 * margin - taken) / static_cast<float>(splitColumns.size());
  const auto cell = [&](std::size_t column, float y) {
    float left = margin + first;
    for (std::size_t c = 0; c < column; ++c) left += widths.at(c) + spare;
    return Rect{left, y, std::max(0.0F, widths.at(column) + spare), splitRow};
  };
  builder.text({margin, 4, first, splitRow}, tr("Split"), theme.text2, smallFont);
  for (std::size_t c = 0; c < splitColumns.size(); ++c) {
    builder.text(cell(c, 4), tr(splitColumns[c].title), theme.text2, smallFont, Align::Right);
    builder.hit(cell(c, 4), {}, tr(splitColumns[c].meaning));
  }
  float y = 4 + splitRow;
  for (const Split split : allSplits) {
    const DatasetFacts* facts = input.splits.at(static_cast<std::size_t>(split));
    if (!facts) continue;
    const Rect row{0, y, width, splitRow};
    const bool open = split == input.split;
    if (open) builder.box(row, theme.soft);
    if (open) builder.box({0, y, 3, splitRow}, theme.accent);
    const std::string title = tr(splitTitles.at(static_cast<std::size_t>(split)));
    builder.text({margin, y, first, splitRow}, title, theme.text, open ? boldFont : textFont);
    std::string label = title;
    for (std::size_t c = 0; c < splitColumns.size(); ++c) {
      const std::string text = splitColumns[c].text(*facts);
      builder.text(cell(c, y), text, theme.text, open ? boldFont : textFont, Align::Right);
      label += ", " + tr(splitColumns[c].title) + " " + text;
    }
    builder.hit(row, {}, label, label).action = SetSplit{split};
    y += splitRow;
  }
  return {width, y};
}

/// Users whose samples are at most this share of all, dark in the chart: few who decide most.
std::size_t usersOfHalf(const DatasetFacts& facts) {
  std::size_t sum = 0, users = 0;
  while (users < facts.users.size() && 2 * sum < facts.n) sum += facts.users[users++].n;
  return users;
}

void paintUsers(SceneBuilder& builder, Scene& scene, const DatasetInput& input, Rect area) {
  const Theme& theme = builder.theme();
  const DatasetFacts& facts = *input.facts;
  const auto most = static_cast<double>(facts.users.front().n);
  const std::size_t half = usersOfHalf(facts);
  ChartSeries dark{.kind = SeriesKind::Bars, .color = theme.solid, .barWidth = 0.85},
      pale{.kind = SeriesKind::Bars, .color = theme.mid, .barWidth = 0.85};
  for (std::size_t u = 0; u < facts.users.size(); ++u) {
    ChartSeries& series = u < half ? dark : pale;
    series.x.push_back(static_cast<double>(u));
    series.y.push_back(static_cast<double>(facts.users[u].n));
  }
  const Rect plot{area.x, area.y + 18, area.width, area.height - 18};
  Chart chart{.plot = plot,
              .x = {.from = 0, .to = static_cast<double>(facts.users.size())},
              .y = {.from = 0, .to = most},
              .under = {{.vertical = false, .at = 0, .color = theme.line}},
              .zoom = ChartZoom::X};
  chart.series = {std::move(dark), std::move(pale)};
  builder.text({area.x, area.y, area.width, 16}, tr("Samples per user"), theme.text, mediumBoldFont);
  addChart(scene, builder, std::move(chart));
  const std::string note = tr("%1 hold half of the samples; the first has %2",
                              {countText(half, "user", "users"), grouped(facts.users[0].n)});
  builder.text({area.x + 110, area.y, std::max(0.0F, area.width - 110), 16}, note, theme.text2, smallFont,
               Align::Right);
  const float step = plot.width / static_cast<float>(facts.users.size());
  // Bars so narrow cannot be pointed at one by one, even where they are enlarged.
  if (step < 0.25F) return;
  for (std::size_t u = 0; u < facts.users.size(); ++u) {
    const std::string user = std::to_string(facts.users[u].user);
    filterHit(builder, {plot.x + step * static_cast<float>(u), plot.y, step, plot.height},
              tr("User %1: %2", {user, countText(facts.users[u].n, "sample", "samples")}),
              std::to_string(facts.users[u].n), "user:" + user);
  }
}

}  // namespace

ViewContent splitsContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingCounted(input)) return *nothing;
  const DatasetFacts& facts = *input.facts;
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Size table = paintSplits(builder, input, canvas.size.width);
  scene.contentSize.width = std::max(canvas.size.width, table.width);
  float y = table.height + 4;
  const std::string note =
      tr("Percent of targets. Every place that training lacks is one place, \u201CUnseen\u201D: %1 "
         "of the %2 that stay are Unseen after Unseen.",
         {grouped(facts.unseenStays), grouped(facts.stays)});
  y = paintLines(builder, {margin, y}, canvas.size.width - 2 * margin, note, canvas.theme.text2, smallFont, 15) + 4;
  constexpr float leastChart = 54, mostChart = 160;
  const float chart = std::clamp(canvas.size.height - y - 6, leastChart, mostChart);
  paintUsers(builder, scene, input, {margin, y, canvas.size.width - 2 * margin, chart});
  scene.contentSize.height = std::max(canvas.size.height, y + chart + 6);
  scene.caption = input.scope;
  scene.summary =
      tr("%1 of %2: %3 visits on average, %4 of targets in the window, %5 unseen, %6 equal to the last place.",
         {input.scope, countText(facts.users.size(), "user", "users"), percent(facts.meanLength()),
          shareText(facts.targetInWindow, facts.n), shareText(facts.unseen, facts.n), shareText(facts.stays, facts.n)});
  scene.table.columns = {"split", "user", "samples", "users", "mean visits", "unseen", "in window", "stays"};
  for (const Split split : allSplits)
    if (const DatasetFacts* all = input.splits.at(static_cast<std::size_t>(split)))
      scene.table.add(splitName(split), "", all->n, all->users.size(), all->meanLength(), all->unseen,
                      all->targetInWindow, all->stays);
  for (const UserSamples& user : facts.users) {
    scene.table.add(splitName(input.split), std::to_string(user.user), user.n);
    for (int empty = 0; empty < 5; ++empty) scene.table.extend(Table::absent);
  }
  return scene;
}

}  // namespace sojourn::present
