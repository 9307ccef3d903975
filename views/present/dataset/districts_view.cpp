// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how many targets lie in each district, next to training.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "model/core/translation.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

class DistrictsPainter : RowsPainter {
 public:
  DistrictsPainter(const DatasetInput& input, const Canvas& canvas)
      : RowsPainter(canvas),
        m_input(input),
        m_counts(countsOf(*input.facts)),
        m_train(input.split == Split::Train && !input.filtered ? nullptr
                                                               : input.splits[static_cast<std::size_t>(Split::Train)]) {
    if (m_train) m_trainCounts = countsOf(*m_train);
    m_order.resize(m_counts.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    std::ranges::stable_sort(m_order, std::ranges::greater{}, [this](std::size_t i) { return m_counts[i]; });
    fitRows(m_order.size(), {.head = 24, .least = 18, .most = 22, .foot = 20, .visible = 3});
  }

  Scene paint() {
    m_scene.table.columns = {"district", "targets", "share"};
    if (m_train) m_scene.table.columns.emplace_back("share_in_training");
    const float names = std::clamp(width() * 0.34F, 80.0F, 200.0F);
    const CellColumn count{names + 12, 46}, share{width() - 104, 44}, train{width() - 56, 48};
    const float barLeft = names + 66, barWidth = std::max(10.0F, width() - 112 - barLeft);
    m_builder.text(CellColumn{12, names}.at({0, 2, 0, 20}), tr("District"), theme().text2, smallFont);
    m_builder.text(count.at({0, 2, 0, 20}), tr("targets"), theme().text2, smallFont, Align::Right);
    m_builder.text(share.at({0, 2, 0, 20}), "%", theme().text2, smallFont, Align::Right);
    if (m_train) m_builder.text(train.at({0, 2, 0, 20}), tr("in train"), theme().text2, smallFont, Align::Right);
    rule(rowsTop() - 1, theme().border);
    const auto& districts = m_input.districts->names();
    const double most = std::max(shareOf(m_counts, *m_input.facts, m_order.front()), 1e-9);
    for (std::size_t r = 0; r < m_order.size(); ++r) {
      const std::size_t i = m_order[r];
      const Rect area = row(r);
      const bool named = i < districts.size();
      const std::string name = named ? districts[i] : tr("No district");
      const double own = shareOf(m_counts, *m_input.facts, i);
      m_builder.text({12, area.y, names, area.height}, m_builder.fittingName(name, names, textFont),
                     named ? theme().text : theme().text2, textFont);
      m_builder.text(count.at(area), grouped(m_counts[i]), theme().text, textFont, Align::Right);
      const float bar = barWidth * static_cast<float>(own / most);
      m_builder.box({barLeft, area.y + 5, bar, area.height - 10}, named ? theme().solid : theme().pale);
      m_builder.text(share.at(area), percent(100 * own), theme().text, textFont, Align::Right);
      m_scene.table.add(name, m_counts[i], own);
      std::string label = tr("%1: %2 targets, %3 %", {name, grouped(m_counts[i]), percent(100 * own)});
      if (m_train) {
        const double before = shareOf(m_trainCounts, *m_train, i);
        const float mark = barLeft + barWidth * static_cast<float>(std::min(before / most, 1.0));
        m_builder.box({mark - 1, area.y + 3, 2, area.height - 6}, theme().mid);
        m_builder.text(train.at(area), percent(100 * before), theme().text2, textFont, Align::Right);
        m_scene.table.extend(before);
        label += tr("; in train %1 %", {percent(100 * before)});
      }
      if (named)
        filterHit(m_builder, area, label, grouped(m_counts[i]), "district:\"" + name + "\"");
      else
        m_builder.hit(area, {}, label, grouped(m_counts[i]));
    }
    rule(rowsBottom(), theme().border);
    if (m_train)
      m_builder.text({12, rowsBottom() + 2, width() - 20, 16}, tr("vertical mark: share in train"), theme().text2,
                     smallFont);
    m_scene.caption = m_input.scope;
    const std::size_t first = m_order.front();
    m_scene.summary = tr("Most targets lie in %1: %2 %.",
                         {first < districts.size() ? districts[first] : tr("no district"), percent(100 * most)});
    return std::move(m_scene);
  }

 private:
  /// [districts + 1] targets; the last of none.
  [[nodiscard]] std::vector<std::size_t> countsOf(const DatasetFacts& facts) const {
    std::vector<std::size_t> counts(m_input.districts->names().size() + 1);
    std::size_t known = 0;
    for (const TargetCount& target : facts.targetCounts) {
      known += target.n;
      counts[m_input.districts->of(target.location).value_or(counts.size() - 1)] += target.n;
    }
    counts.back() += facts.n - std::min(facts.n, known);
    return counts;
  }
  [[nodiscard]] static double shareOf(const std::vector<std::size_t>& counts, const DatasetFacts& facts,
                                      std::size_t i) {
    return facts.n > 0 ? static_cast<double>(counts[i]) / static_cast<double>(facts.n) : 0;
  }

  const DatasetInput& m_input;
  std::vector<std::size_t> m_counts, m_trainCounts;
  const DatasetFacts* m_train;  ///< null: it is what is shown
  std::vector<std::size_t> m_order;
};

}  // namespace

ViewContent districtsContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingCounted(input)) return *nothing;
  if (!input.districts)
    return EmptyState{.title = tr("No districts are known"),
                      .detail = tr("Add a GeoJSON file of districts as a background in Places"),
                      .buttonText = tr("Open Places"),
                      .button = WindowCommand::OpenPlaces};
  return DistrictsPainter(input, canvas).paint();
}

}  // namespace sojourn::present
