// SPDX-License-Identifier: GPL-3.0-or-later
// The Agreement view of Compare: who is right where the other is wrong.
#include <algorithm>

#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float margin = 12, cellHeight = 22, cellGap = 2, markColumn = 74;

class AgreementMatrixPainter {
 public:
  AgreementMatrixPainter(const CompareContext& context, const Canvas& canvas)
      : m_context(context), m_comparison(*context.comparison), m_builder(m_scene, canvas) {
    m_scene.size = m_scene.contentSize = canvas.size;
    m_scene.table.columns = {"right", "wrong", "samples", "percent"};
  }

  Scene paint() {
    float y = 6;
    if (placeInComparison(m_context, m_context.first) && placeInComparison(m_context, m_context.second))
      y = paintPair(y);
    if (m_context.compared.size() > 2) y = paintAll(y + 8);
    m_scene.contentSize.height = std::max(m_scene.size.height, y);
    m_scene.caption = tr("first place, %1", {m_context.scope});
    if (m_scene.summary.empty()) m_scene.summary = tr("How often each model is right where another is wrong.");
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  /// Samples where a is right and b is wrong; where a is b, where it is right.
  [[nodiscard]] std::size_t countOf(std::size_t a, std::size_t b) const {
    const std::size_t placeA = *placeInComparison(m_context, a), placeB = *placeInComparison(m_context, b);
    for (const ModelPair& pair : m_comparison.pairs) {
      if (a == b && pair.a == placeA) return pair.all.bothRight + pair.all.onlyA;
      if (a == b && pair.b == placeA) return pair.all.bothRight + pair.all.onlyB;
      if (pair.a == placeA && pair.b == placeB) return pair.all.onlyA;
      if (pair.a == placeB && pair.b == placeA) return pair.all.onlyB;
    }
    return 0;
  }

  void cell(const Rect& rect, std::size_t count, const std::string& filter, const std::string& text) {
    const float share = m_comparison.n == 0 ? 0 : static_cast<float>(count) / static_cast<float>(m_comparison.n);
    m_builder.box(rect, mix(theme().track, theme().mid, std::min(1.0F, share * 1.6F)));
    const bool chosen = filterHas(m_context, filter);
    if (chosen) m_builder.frame(rect, theme().accent, 2);
    m_builder.text({rect.x, rect.y, rect.width - 8, rect.height}, grouped(count), theme().text, textFont, Align::Right);
    const double percentOfAll = 100.0 * static_cast<double>(share);
    HitArea& hit = m_builder.hit(rect, {}, tr("%1: %2 samples, %3 %", {text, grouped(count), percent(percentOfAll)}),
                                 std::to_string(count));
    hit.action = filterAction(filter);
  }

  float paintPair(float y) {
    const std::size_t a = m_context.first, b = m_context.second;
    const std::string letterA = modelMark(a), letterB = modelMark(b);
    const std::size_t onlyA = countOf(a, b), onlyB = countOf(b, a), rightA = countOf(a, a), rightB = countOf(b, b);
    const std::size_t both = rightA - onlyA, n = m_comparison.n;
    m_builder.text({margin, y, 84, 18}, tr("First place"), theme().text, boldFont);
    const float left = margin + markColumn;
    const float pitch = std::clamp((m_scene.size.width - left - 12) / 3, 48.0F, 92.0F);
    for (int column = 0; column < 2; ++column) {
      const float x = left + pitch * static_cast<float>(column) + 6;
      paintModelMark(m_builder, {x, y + 1}, b);
      m_builder.text({x + 19, y, pitch - 20, 18}, column == 0 ? tr("right") : tr("wrong"), theme().text2, mediumFont);
    }
    y += 22;
    for (int line = 0; line < 2; ++line) {
      const float top = y + (cellHeight + cellGap) * static_cast<float>(line);
      paintModelMark(m_builder, {margin + 8, top + 3}, a);
      m_builder.text({margin + 28, top, 44, cellHeight}, line == 0 ? tr("right") : tr("wrong"), theme().text2,
                     mediumFont);
      for (int column = 0; column < 2; ++column) {
        const std::size_t count =
            line == 0 ? (column == 0 ? both : onlyA) : (column == 0 ? onlyB : n - both - onlyA - onlyB);
        const std::string filter =
            letterA + (line == 0 ? ":right " : ":wrong ") + letterB + (column == 0 ? ":right" : ":wrong");
        cell({left + pitch * static_cast<float>(column), top, pitch - cellGap, cellHeight}, count, filter, filter);
        m_scene.table.add(
            line == 0 ? (column == 0 ? letterA + letterB : letterA) : (column == 0 ? letterB : std::string()),
            line == 0 ? (column == 0 ? std::string() : letterB) : (column == 0 ? letterA : letterA + letterB), count,
            100.0 * static_cast<double>(count) / static_cast<double>(n));
      }
      m_builder.text({left + 2 * pitch, top, pitch - 8, cellHeight}, grouped(line == 0 ? rightA : n - rightA),
                     theme().text2, textFont, Align::Right);
    }
    y += 2 * (cellHeight + cellGap);
    for (int column = 0; column < 2; ++column)
      m_builder.text({left + pitch * static_cast<float>(column), y, pitch - 8 - cellGap, 18},
                     grouped(column == 0 ? rightB : n - rightB), theme().text2, textFont, Align::Right);
    m_builder.text({left + 2 * pitch, y, pitch - 8, 18}, grouped(n), theme().text2, textFont, Align::Right);
    y += 20;
    const std::string users = usersText();
    m_scene.summary = tr("%1 and %2 are both right on %3 of %4 samples, only %1 on %5, only %2 on %6. %7",
                         {letterA, letterB, grouped(both), grouped(n), grouped(onlyA), grouped(onlyB), users});
    return paintLines(m_builder, {margin, y}, m_scene.size.width - 2 * margin, users, theme().text2, mediumFont, 16);
  }

  /// How many users fare better with either model.
  [[nodiscard]] std::string usersText() const {
    const std::size_t a = *placeInComparison(m_context, m_context.first),
                      b = *placeInComparison(m_context, m_context.second);
    std::size_t users = 0, better = 0, worse = 0;
    for (const ComparisonSlice& slice : m_comparison.slices) {
      if (slice.by != "user") continue;
      ++users;
      better += slice.accuracy[a] > slice.accuracy[b] ? 1 : 0;
      worse += slice.accuracy[a] < slice.accuracy[b] ? 1 : 0;
    }
    return tr("%1 of %2 users do better with %3, %4 with %5, %6 alike",
              {grouped(better), grouped(users), modelMark(m_context.first), grouped(worse), modelMark(m_context.second),
               grouped(users - better - worse)});
  }

  float paintAll(float y) {
    m_builder.box({margin, y, m_scene.size.width - 2 * margin, 1}, theme().line);
    y += 6;
    const std::string title = tr("Row right, column wrong");
    m_builder.text({margin, y, m_scene.size.width - 2 * margin, 18}, title, theme().text, boldFont);
    const float used = m_builder.width(title, boldFont) + 10;
    m_builder.text({margin + used, y, std::max(0.0F, m_scene.size.width - 2 * margin - used), 18},
                   tr("diagonal: row right"), theme().text2, mediumFont);
    y += 20;
    const float left = margin + 30, count = static_cast<float>(m_context.compared.size());
    const float pitch = std::min(72.0F, (m_scene.size.width - left - margin) / count);
    for (std::size_t c = 0; c < m_context.compared.size(); ++c)
      paintModelMark(m_builder, {left + pitch * (static_cast<float>(c) + 0.5F) - 9, y}, m_context.compared[c]);
    y += 20;
    for (const std::size_t row : m_context.compared) {
      paintModelMark(m_builder, {margin + 2, y + 3}, row);
      for (std::size_t c = 0; c < m_context.compared.size(); ++c) {
        const std::size_t column = m_context.compared[c];
        std::string filter = modelMark(row) + ":right";
        if (row != column) filter += " " + modelMark(column) + ":wrong";
        cell({left + pitch * static_cast<float>(c), y, pitch - cellGap, cellHeight}, countOf(row, column), filter,
             filter);
        m_scene.table.add(modelMark(row), row == column ? std::string() : modelMark(column), countOf(row, column),
                          100.0 * static_cast<double>(countOf(row, column)) / static_cast<double>(m_comparison.n));
      }
      y += cellHeight + cellGap;
    }
    return y + 4;
  }

  const CompareContext& m_context;
  const ModelComparison& m_comparison;
  Scene m_scene;
  SceneBuilder m_builder;
};

}  // namespace

ViewContent modelAgreementContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingCompared(context)) return *nothing;
  return AgreementMatrixPainter(context, canvas).paint();
}

}  // namespace sojourn::present
