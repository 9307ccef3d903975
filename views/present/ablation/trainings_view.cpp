// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the trainings of a study: validation accuracy by epoch, and a list of the runs.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/ablation/ablation_views.h"
#include "views/present/chart/chart.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

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

class TrainingsPainter : RowsPainter {
 public:
  TrainingsPainter(const VariantsInput& input, const Canvas& canvas) : RowsPainter(canvas), m_input(input) {
    for (const StudyTraining& one : input.trainings) m_rows.push_back(&one);
    std::ranges::stable_sort(m_rows, [](const StudyTraining* a, const StudyTraining* b) {
      return std::pair(orderOf(*a), -a->wall) < std::pair(orderOf(*b), -b->wall);
    });
    m_listLeft = width() > 420 ? std::round(std::min(width() * 0.56F, width() - 260)) : 0;
    const float tall = std::max(120.0F, m_scene.size.height);
    m_fits = static_cast<std::size_t>(std::max(1.0F, (tall - headHeight - footHeight) / rowHeight));
  }

  Scene paint() {
    if (m_listLeft > 0) paintCurves();
    paintList();
    describe();
    return std::move(m_scene);
  }

 private:
  void paintCurves() {
    const Rect plot{40, 26, m_listLeft - 56, std::max(40.0F, m_scene.size.height - 26 - 44)};
    double last = 4;
    std::vector<double> values;
    for (const StudyTraining* one : m_rows) {
      if (!one->epochs.empty()) last = std::max(last, one->epochs.back());
      for (const double value : one->accuracy)
        if (std::isfinite(value)) values.push_back(value);
    }
    m_builder.text({12, 3, m_listLeft - 20, 16}, tr("Acc@1 on validation by epoch"), theme().text2, smallFont);
    if (values.empty()) {
      m_builder.text({plot.x, plot.y + plot.height / 2 - 8, plot.width, 16}, tr("No epoch is validated yet"),
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
    addChart(m_scene, m_builder, std::move(chart));
    for (const StudyTraining* one : m_rows)
      if (one->bestEpoch) {
        const Point at = placed.at(static_cast<double>(*one->bestEpoch), *one->bestAccuracy);
        hitOf({at.x - 5, at.y - 5, 10, 10}, *one);
      }
    m_builder.text({12, m_scene.size.height - 20, m_listLeft - 20, 15},
                   tr("Dot: lowest loss; accent: running, selected"), theme().text2, smallFont);
  }

  void hitOf(const Rect& area, const StudyTraining& one) {
    std::string label = tr("%1: %2", {one.run, runStateTitle(one.state)});
    if (one.bestEpoch)
      label += tr("; epoch %1 of %2 is best, validation Acc@1 %3; %4 of training",
                  {std::to_string(*one.bestEpoch), exactText(one.epochs.back()), fixedText(*one.bestAccuracy, 2),
                   minutesText(one.seconds)});
    HitArea& hit = m_builder.hit(area, {}, label, one.bestAccuracy ? exactText(*one.bestAccuracy) : std::string());
    hit.action = SelectStudyRun{one.run};
    addRunActions(hit, one.run, one.state == "finished", one.variant == "full_model");
  }

  void paintList() {
    const float left = m_listLeft + 12, right = width() - 10;
    m_builder.text({left, 3, 60, 18}, tr("Run"), theme().text2, smallFont);
    m_builder.text({right - 160, 3, 160, 18}, tr("epoch, Acc@1, time"), theme().text2, smallFont, Align::Right);
    m_builder.box({left, headHeight - 2, right - left, 1}, theme().line);
    const bool all = m_rows.size() <= m_fits;
    const std::size_t shown = all ? m_rows.size() : m_fits - 1;
    for (std::size_t i = 0; i < shown; ++i)
      paintTraining(*m_rows[i], {left, headHeight + rowHeight * static_cast<float>(i), right - left, rowHeight});
    if (!all)
      m_builder.text({left + 20, headHeight + rowHeight * static_cast<float>(shown), right - left - 20, rowHeight},
                     tr("and %1 more", {std::to_string(m_rows.size() - shown)}), theme().text2, textFont);
  }

  void paintTraining(const StudyTraining& one, const Rect& area) {
    const int order = orderOf(one);
    if (one.run == m_input.run) m_builder.box(area, theme().soft, 2);
    const Color ink = order == 0 ? theme().accent : order == 1 ? theme().err : order == 2 ? theme().ok : theme().text2;
    m_builder.icon({area.x, area.y + 4, 14, 14}, iconOf(one), ink);
    const float times = one.bestEpoch ? 118 : 64;
    m_builder.text({area.x + 20, area.y, area.width - 24 - times, area.height}, one.run,
                   order > 2 ? theme().text2 : theme().text, order == 0 ? boldFont : textFont);
    const float right = area.right();
    if (one.bestEpoch) {
      const std::string epoch = exactText(order == 0 ? one.epochs.back() : static_cast<double>(*one.bestEpoch));
      m_builder.text({right - 118, area.y, 26, area.height}, epoch, theme().text, textFont, Align::Right);
      m_builder.text({right - 88, area.y, 40, area.height}, fixedText(*one.bestAccuracy, 1), theme().text, textFont,
                     Align::Right);
      m_builder.text({right - 46, area.y, 46, area.height}, minutesText(one.seconds), theme().text2, textFont,
                     Align::Right);
    } else {
      m_builder.text({right - 90, area.y, 90, area.height}, runStateTitle(one.state), theme().text2, textFont,
                     Align::Right);
    }
    m_builder.box({area.x, area.bottom() - 1, area.width, 1}, theme().line);
    hitOf(area, one);
  }

  void describe() {
    std::array<std::size_t, 6> counts{};
    for (const StudyTraining* one : m_rows) ++counts.at(static_cast<std::size_t>(orderOf(*one)));
    std::string text = tr(
        "%1 trained, %2 running, %3 queued, %4 failed",
        {std::to_string(counts[2]), std::to_string(counts[0]), std::to_string(counts[4]), std::to_string(counts[1])});
    if (counts[3] + counts[5] > 0) text += tr(", %1 not trained", {std::to_string(counts[3] + counts[5])});
    m_scene.caption = tr("%1; validation", {text});
    m_scene.summary = tr("Trainings: %1.", {text});
    m_scene.table.columns = {"run", "variant", "seed", "state", "epochs", "best_epoch", "validation_acc@1", "seconds"};
    for (const StudyTraining* one : m_rows)
      m_scene.table.add(one->run, one->variant, one->seed, one->state, one->epochs.size(), one->bestEpoch,
                        one->bestAccuracy, one->seconds);
  }

  const VariantsInput& m_input;
  std::vector<const StudyTraining*> m_rows;
  float m_listLeft = 0;
  std::size_t m_fits = 1;
};

}  // namespace

ViewContent trainingsContent(const VariantsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingStudied(input)) return *nothing;
  return TrainingsPainter(input, canvas).paint();
}

}  // namespace sojourn::present
