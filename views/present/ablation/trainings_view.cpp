// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the trainings of a study: validation accuracy by epoch, and a list of the runs.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/ablation/ablation_views.h"
#include "views/present/chart/chart.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

constexpr float rowHeight = 22, headHeight = 24, footHeight = 24;

/// What is being trained first, then what ended last, then what waits.
int orderOf(const StudyTraining& training) {
  if (training.state == "running" || training.state == "paused") return 0;
  if (training.state == "failed" || training.state == "unreadable") return 1;
  if (training.state == "finished") return 2;
  if (training.state == "interrupted") return 3;
  return training.state == "waiting" ? 4 : 5;
}

const char* iconOf(const StudyTraining& training) {
  constexpr std::array icons{"play", "warn", "check", "stop", "clock", "minus"};
  return training.state == "paused" ? "pause" : icons.at(static_cast<std::size_t>(orderOf(training)));
}

/// "1:09"
std::string minutesText(double seconds) {
  const auto whole = static_cast<long long>(std::lround(seconds));
  const std::string rest = std::to_string(whole % 60);
  return std::to_string(whole / 60) + (rest.size() < 2 ? ":0" : ":") + rest;
}

class TrainingsView {
 public:
  TrainingsView(const VariantsInput& input, const Canvas& canvas) : m_input(input), m_canvas(canvas) {
    for (const StudyTraining& one : input.trainings) m_rows.push_back(&one);
    std::ranges::stable_sort(m_rows, [](const StudyTraining* a, const StudyTraining* b) {
      return std::pair(orderOf(*a), -a->wall) < std::pair(orderOf(*b), -b->wall);
    });
    const float width = canvas.size.width;
    m_listLeft = width > 420 ? std::round(std::min(width * 0.56F, width - 260)) : 0;
  }

  Scene scene() {
    Scene scene = drawTable(list(), m_canvas).scene;
    SceneBuilder builder(scene, m_canvas);
    if (m_listLeft > 0) paintCurves(builder, scene);
    describe(scene);
    return scene;
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_canvas.theme; }

  [[nodiscard]] RowTable list() const {
    RowTable table{.columns = {{.title = tr("Run"), .width = restWidth(40)},
                               {.title = tr("epoch"), .width = fixedWidth(34), .align = Align::Right},
                               {.title = tr("Acc@1"), .width = fixedWidth(38), .align = Align::Right},
                               {.title = tr("time"), .width = fixedWidth(44), .align = Align::Right}},
                   .heights = {.head = headHeight, .least = rowHeight, .most = rowHeight, .foot = footHeight},
                   .right = 10,
                   .begin = m_listLeft};
    const float room = std::max(120.0F, m_canvas.size.height) - headHeight - footHeight;
    const auto fits = static_cast<std::size_t>(std::max(1.0F, room / rowHeight));
    const std::size_t shown = m_rows.size() <= fits ? m_rows.size() : fits - 1;
    for (std::size_t i = 0; i < shown; ++i) table.rows.push_back(rowOf(*m_rows[i]));
    if (shown < m_rows.size())
      table.rows.push_back({.cells = {{.text = tr("and %1 more", {std::to_string(m_rows.size() - shown)}),
                                       .ink = theme().text2,
                                       .spans = true}},
                            .rule = theme().line});
    return table;
  }

  [[nodiscard]] TableRow rowOf(const StudyTraining& one) const {
    const int order = orderOf(one);
    const Color ink = order == 0 ? theme().accent : order == 1 ? theme().err : order == 2 ? theme().ok : theme().text2;
    TableRow row{.cells = {{.text = one.run,
                            .ink = order > 2 ? theme().text2 : theme().text,
                            .font = order == 0 ? boldFont : textFont,
                            .icon = std::pair(std::string(iconOf(one)), ink)}},
                 .hit = hitOf(one),
                 .rule = theme().line};
    if (one.bestEpoch) {
      const double epoch = order == 0 ? one.epochs.back() : static_cast<double>(*one.bestEpoch);
      row.cells.push_back({.text = exactText(epoch)});
      row.cells.push_back({.text = fixedText(*one.bestAccuracy, 1)});
      row.cells.push_back({.text = minutesText(one.seconds), .ink = theme().text2});
    } else {
      row.cells.push_back({.text = runStateTitle(one.state), .ink = theme().text2, .spans = true});
    }
    if (one.run == m_input.run) row.emphasis = Emphasis::Selected;
    return row;
  }

  void paintCurves(SceneBuilder& builder, Scene& scene) const {
    const Rect plot{40, 26, m_listLeft - 56, std::max(40.0F, scene.size.height - 26 - 44)};
    double last = 4;
    std::vector<double> values;
    for (const StudyTraining* one : m_rows) {
      if (!one->epochs.empty()) last = std::max(last, one->epochs.back());
      for (const double value : one->accuracy)
        if (std::isfinite(value)) values.push_back(value);
    }
    builder.text({12, 3, m_listLeft - 20, 16}, tr("Acc@1 on validation by epoch"), theme().text2, smallFont);
    if (values.empty()) {
      builder.text({plot.x, plot.y + plot.height / 2 - 8, plot.width, 16}, tr("No epoch is validated yet"),
                   theme().text2, smallFont, Align::Center);
      return;
    }
    const auto [low, high] = std::ranges::minmax(values);
    const double room = std::max(0.5, 0.05 * (high - low));
    Chart chart{.plot = plot,
                .x = {.from = 1, .to = last + 0.3, .numbers = ChartNumbers{.gap = 44, .whole = true}},
                .y = {.from = std::max(0.0, low - room),
                      .to = std::min(100.0, high + room),
                      .numbers = ChartNumbers{.gap = 34},
                      .grid = theme().grid},
                .tickColor = theme().text2,
                .zoom = ChartZoom::Both};
    const Color thin = mix(theme().panel, theme().solid, theme().dark ? 0.45F : 0.4F);
    const auto add = [&](const StudyTraining& one, Color ink, float thick) {
      chart.series.push_back({.name = one.run, .x = one.epochs, .y = one.accuracy, .color = ink, .width = thick});
    };
    ChartSeries best{.kind = SeriesKind::Scatter, .name = tr("best epoch"), .color = theme().solid, .radius = 2.5F};
    const auto addBest = [](ChartSeries& dots, const StudyTraining& one) {
      if (!one.bestEpoch) return;
      dots.x.push_back(static_cast<double>(*one.bestEpoch));
      dots.y.push_back(*one.bestAccuracy);
    };
    std::vector<const StudyTraining*> front;
    for (const StudyTraining* one : m_rows) {
      if (orderOf(*one) == 0 || one->run == m_input.run)
        front.push_back(one);
      else
        add(*one, thin, 1);
      addBest(best, *one);
    }
    chart.series.push_back(std::move(best));
    ChartSeries frontBest{.kind = SeriesKind::Scatter, .name = {}, .color = theme().accent, .radius = 3.5F};
    for (const StudyTraining* one : front) {
      add(*one, theme().accent, 2);
      addBest(frontBest, *one);
    }
    chart.series.push_back(std::move(frontBest));
    const Chart placed = chart;
    addChart(scene, builder, std::move(chart));
    for (const StudyTraining* one : m_rows)
      if (one->bestEpoch) {
        const Point at = placed.at(static_cast<double>(*one->bestEpoch), *one->bestAccuracy);
        HitArea& hit = scene.hits.emplace_back(hitOf(*one));
        hit.rect = {at.x - 5, at.y - 5, 10, 10};
      }
    builder.text({12, scene.size.height - 20, m_listLeft - 20, 15}, tr("Dot: lowest loss; accent: running, selected"),
                 theme().text2, smallFont);
  }

  [[nodiscard]] HitArea hitOf(const StudyTraining& one) const {
    std::string label = tr("%1: %2", {one.run, runStateTitle(one.state)});
    if (one.bestEpoch)
      label += tr("; epoch %1 of %2 is best, validation Acc@1 %3; %4 of training",
                  {std::to_string(*one.bestEpoch), exactText(one.epochs.back()), fixedText(*one.bestAccuracy, 2),
                   minutesText(one.seconds)});
    HitArea hit = present::hitOf({}, label, one.bestAccuracy ? exactText(*one.bestAccuracy) : std::string());
    hit.action = SelectStudyRun{one.run};
    addRunActions(hit, one.run, one.state == "finished", one.variant == "full_model");
    return hit;
  }

  void describe(Scene& scene) const {
    std::array<std::size_t, 6> counts{};
    for (const StudyTraining* one : m_rows) ++counts.at(static_cast<std::size_t>(orderOf(*one)));
    std::string text = tr(
        "%1 trained, %2 running, %3 queued, %4 failed",
        {std::to_string(counts[2]), std::to_string(counts[0]), std::to_string(counts[4]), std::to_string(counts[1])});
    if (counts[3] + counts[5] > 0) text += tr(", %1 not trained", {std::to_string(counts[3] + counts[5])});
    scene.caption = tr("%1; validation", {text});
    scene.summary = tr("Trainings: %1.", {text});
    scene.table.columns = {"run", "variant", "seed", "state", "epochs", "best_epoch", "validation_acc@1", "seconds"};
    for (const StudyTraining* one : m_rows)
      scene.table.add(one->run, one->variant, one->seed, one->state, one->epochs.size(), one->bestEpoch,
                      one->bestAccuracy, one->seconds);
  }

  const VariantsInput& m_input;
  const Canvas& m_canvas;
  std::vector<const StudyTraining*> m_rows;
  float m_listLeft = 0;
};

}  // namespace

ViewContent trainingsContent(const VariantsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingStudied(input)) return *nothing;
  return TrainingsView(input, canvas).scene();
}

}  // namespace sojourn::present
