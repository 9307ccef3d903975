// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what each head reads, against uniform attention and beside the roles that were claimed for heads.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

struct RolePanel {
  HeadFigure figure;
  const char* title;
  const char* brief;  ///< where the title has no room
  int decimals;       ///< of what uniform attention gives
};

constexpr std::array rolePanels{RolePanel{HeadFigure::Latest, "Latest other visit", "Latest", 3},
                                RolePanel{HeadFigure::First, "First visit", "First", 3},
                                RolePanel{HeadFigure::SamePlace, "Same place", "Place", 3},
                                RolePanel{HeadFigure::SameTime, "Within 90 min", "90 min", 3},
                                RolePanel{HeadFigure::Distance, "Mean distance", "Dist.", 1},
                                RolePanel{HeadFigure::EffectiveVisits, "Effective visits", "Effective", 1}};

/// A tenth away from uniform is worth a bold number.
constexpr double notable = 0.1;

/// Of the published descriptions of the two models, to be seen beside what is measured.
std::string claimedRoles(const Capabilities& has) {
  if (has.pointer) return tr("recency, same location, similar time, user preference");
  return has.causal ? tr("recency, repeat, first position, temporal") : std::string();
}

class HeadRolesPainter : RowsPainter {
 public:
  HeadRolesPainter(const DatasetInput& input, const Canvas& canvas) : RowsPainter(canvas), m_input(input) {
    const std::string claimed = claimedRoles(input.model->capabilities);
    if (!claimed.empty()) m_claimed = tr("Claimed: %1", {claimed});
    // Beside the choice of the model, or below it.
    const float choice = headModelsWidth(m_builder, input);
    m_besideChoice = choice > 0 && choice + m_builder.width(m_claimed, smallFont) + 40 <= width();
    m_claimedTop = m_besideChoice ? 5 : headModelsHeight(input) + 4;
    m_head = (m_besideChoice || m_claimed.empty() ? headModelsHeight(input) + 4 : m_claimedTop + 20) + 34;
    fitRows(input.read->heads.size(), {.head = m_head, .least = 13, .most = 24, .foot = 44, .margin = 2, .visible = 3});
    m_labels = headLabelsWidth(width());
  }

  Scene paint() {
    paintHeadModels(m_builder, m_scene, m_input, {12, 4}, width() - 24);
    if (!m_claimed.empty()) {
      const float left = m_besideChoice ? headModelsWidth(m_builder, m_input) + 24 : 12;
      m_builder.text({left, m_claimedTop, width() - 12 - left, 18}, m_claimed, theme().text2, smallFont);
    }
    const auto& heads = m_input.read->heads;
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const HeadRef ref{heads[h].layer, heads[h].head};
      if (m_input.focus.head == ref) ground(row(h), Emphasis::Selected);
      if (h > 0 && heads[h].layer != heads[h - 1].layer) rule(row(h).y, theme().line, 8);
    }
    const float pitch = std::floor((width() - m_labels - 12) / static_cast<float>(rolePanels.size()));
    for (std::size_t p = 0; p < rolePanels.size(); ++p)
      paintPanel(rolePanels[p], m_labels + 8 + pitch * static_cast<float>(p), pitch);
    for (std::size_t h = 0; h < heads.size(); ++h) paintHead(heads[h], row(h));
    paintNote();
    describe();
    return std::move(m_scene);
  }

 private:
  static const Estimate& times(const HeadRole& role, HeadFigure figure) {
    return role.timesUniform[static_cast<std::size_t>(figure)];
  }

  /// One scale for all heads, at least a quarter to either side of uniform.
  [[nodiscard]] Axis axisOf(HeadFigure figure, float left, float right) const {
    double low = 0.75, high = 1.25;
    for (const HeadRole& role : m_input.read->heads) {
      const Estimate& estimate = times(role, figure);
      for (const double value : {estimate.mean, estimate.low, estimate.high}) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
    const double room = 0.04 * (high - low);
    return {low - room, high + room, left, right};
  }

  void paintPanel(const RolePanel& panel, float left, float pitch) {
    const float number = pitch < 66 ? 0.0F : 34.0F;  // in a narrow column the dots alone
    const float plotWidth = std::max(8.0F, pitch - number - 12);
    const Rect plot{left, rowsTop(), plotWidth, rowsBottom() - rowsTop()};
    const float top = m_head - 34;
    std::string title = tr(panel.title);
    if (m_builder.width(title, mediumBoldFont) > pitch - 6) title = tr(panel.brief);
    m_builder.text({left, top, pitch - 4, 16}, title, theme().text, mediumBoldFont);
    const double uniform = m_input.read->uniform[static_cast<std::size_t>(panel.figure)];
    std::string beside = tr("uniform %1", {fixedText(uniform, panel.decimals)});
    if (m_builder.width(beside, smallFont) > pitch - 4) beside = fixedText(uniform, panel.decimals);
    m_builder.text({left, top + 15, pitch - 4, 15}, beside, theme().text2, smallFont);
    m_builder.box(plot, mix(theme().track, theme().panel, 0.5F));
    const Axis axis = axisOf(panel.figure, plot.x + 4, plot.right() - 4);
    const float one = std::round(axis.at(1));
    for (const Tick& tick : numberTicks(axis, 16))
      m_builder.box({std::round(axis.at(tick.value)), plot.y, 1, plot.height}, theme().grid);
    m_builder.box({one, plot.y, 1, plot.height}, theme().mid);
    for (std::size_t h = 0; h < m_input.read->heads.size(); ++h)
      paintDot(times(m_input.read->heads[h], panel.figure), axis, row(h), plot.right() + 4, number);
    m_builder.text({one - 20, rowsBottom() + 1, 40, 14}, "1\u00D7", theme().text2, smallFont, Align::Center);
  }

  void paintDot(const Estimate& estimate, const Axis& axis, const Rect& area, float numberLeft, float numberWidth) {
    if (!std::isfinite(estimate.mean)) return;
    const float middle = std::round(area.y + area.height / 2);
    if (estimate.hasInterval()) interval(axis.at(estimate.low), axis.at(estimate.high), middle, theme().solid);
    // Open: users do not tell it apart from uniform.
    const bool apart = estimate.hasInterval() && (estimate.low > 1 || estimate.high < 1);
    m_builder.circle({axis.at(estimate.mean), middle}, 3.5F, apart ? theme().solid : theme().panel, theme().solid,
                     1.2F);
    const bool far = std::abs(estimate.mean - 1) >= notable;
    if (numberWidth == 0) return;
    m_builder.text({numberLeft, area.y, numberWidth, area.height}, fixedText(estimate.mean, 2),
                   far ? theme().text : theme().text2, far ? mediumBoldFont : smallFont, Align::Right);
  }

  void paintHead(const HeadRole& role, const Rect& area) {
    const std::string layer = std::to_string(role.layer), head = std::to_string(role.head);
    m_builder.text({10, area.y, m_labels - 6, area.height}, headLabel(m_builder, role, m_labels - 8), theme().text,
                   textFont);
    std::string label = tr("Layer %1, head %2", {layer, head});
    for (const RolePanel& panel : rolePanels) {
      const Estimate& estimate = times(role, panel.figure);
      label += ", " + tr(panel.title) + " " + timesText(estimate.mean);
      if (estimate.hasInterval()) label += tr(" (%1 to %2)", {fixedText(estimate.low, 2), fixedText(estimate.high, 2)});
    }
    Focus focus;
    focus.head = HeadRef{role.layer, role.head};
    HitArea& hit = m_builder.hit(area, focus, label, label);
    hit.open = OpenView{"attention"};
    hit.openLabel = tr("Open attention map");
  }

  /// Whether any head reads the same place or the same time of the day more than others.
  void paintNote() {
    double most = 0;
    std::size_t leaning = 0;
    for (const HeadRole& role : m_input.read->heads) {
      most = std::max({most, times(role, HeadFigure::SamePlace).mean, times(role, HeadFigure::SameTime).mean});
      leaning += std::abs(times(role, HeadFigure::Latest).mean - 1) >= notable ? 1 : 0;
    }
    m_note =
        tr("%1 of %2 heads read the latest other visit at least a tenth more or less than uniform. Same place and "
           "similar time: no head beyond %3.",
           {std::to_string(leaning), std::to_string(m_input.read->heads.size()), timesText(most)});
    const float top = rowsBottom() + 15;
    m_builder.text({12, top, width() - 24, 14}, tr("Open dot: interval includes uniform. Bold: off by a tenth or more"),
                   theme().text2, smallFont);
    m_builder.text({12, top + 14, width() - 24, 14}, m_note, theme().text2, smallFont);
  }

  void describe() {
    m_scene.caption = tr("last query without itself, times uniform, %1", {modelScope(m_input)});
    m_scene.captionRight = tr("bars: 95 % by user");
    m_scene.summary = tr("Head roles over %1. ", {m_input.scope}) + m_note;
    Table& table = m_scene.table;
    table.columns = {"layer", "head"};
    for (const char* name : headFigureNames)
      for (const char* part : {"", " times uniform", " low", " high"})
        table.columns.push_back(std::string(name) + part);
    for (const char* part : {"intercept", "same_place", "time_distance", "age", "first", "explained"})
      table.columns.push_back(std::string("fit ") + part);
    table.add("uniform", "");
    for (std::size_t f = 0; f < headFigureCount; ++f)
      table.extend(m_input.read->uniform[f], 1, Table::absent, Table::absent);
    for (int part = 0; part < 6; ++part) table.extend(Table::absent);
    for (const HeadRole& role : m_input.read->heads) {
      table.add(role.layer, role.head);
      for (std::size_t f = 0; f < headFigureCount; ++f)
        table.extend(role.means[f], role.timesUniform[f].mean, role.timesUniform[f].low, role.timesUniform[f].high);
      const RoleFit& fit = role.fit;
      table.extend(fit.intercept, fit.samePlace, fit.timeDistance, fit.age, fit.first, fit.explained);
    }
  }

  const DatasetInput& m_input;
  std::string m_claimed, m_note;
  bool m_besideChoice = false;
  float m_head = 0, m_labels = 0, m_claimedTop = 0;
};

}  // namespace

ViewContent headRolesContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingOfHeads(input)) return *nothing;
  return HeadRolesPainter(input, canvas).paint();
}

}  // namespace sojourn::present
