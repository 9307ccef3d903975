// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/prediction/prediction_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/prediction/prediction_rows.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float besideFrom = 480;  // from this width on a bar stands beside its row's words
constexpr float besideRowHeight = 24;
constexpr float belowRowHeight = 26, belowTextHeight = 17;
constexpr float gapBeforeTarget = 10;
constexpr float footerLine = 18;

/// Places of everything that does not depend on a row's values.
struct PredictionLayout {
  bool beside = false;  ///< bars beside the words, else below them
  bool gate = false, share = false;
  Rect gateBar;
  float ticksY = 0;  ///< line of the axis' numbers
  float headerY = 0, rowsTop = 0;
  float rowHeight = 0;
  float textHeight = 0;  ///< of a row's words
  float rankRight = 0, nameLeft = 0, nameRight = 0;
  float axisLeft = 0, axisWidth = 0;
  CellColumn probability, second;  ///< the copied share, beside a reference the change
  float footerHeight = 0;
};

class PredictionPainter : RowsPainter {
 public:
  PredictionPainter(const PredictionInput& input, const Canvas& canvas)
      : RowsPainter(canvas), m_context(input.sample), m_windowRule(input.windowRule) {
    if (const auto km = input.errorKilometres) m_error = tr("%1 km", {fixedText(*km, *km < 1 ? 2 : 1)});
    if (hasReference(m_context)) m_change.emplace(m_context);
    m_legend = makeLegend();
    layOut(canvas.size);
  }

  Scene paint() {
    if (m_layout.gate) {
      paintPredictionGate(m_builder, {.bar = m_layout.gateBar,
                                      .beside = m_layout.beside,
                                      .textRight = m_layout.nameRight,
                                      .width = width(),
                                      .gate = *inspection().gate,
                                      .change = m_change ? &*m_change : nullptr});
    }
    paintHeader();
    paintGrid(placesBottom());
    float y = m_layout.rowsTop;
    for (std::size_t index = 0; index < m_rows.first; ++index) y = paintRow(y, index);
    if (m_rows.farTarget) {
      const float middle = std::round(y + gapBeforeTarget / 2);
      m_builder.line({predictionMargin, middle}, {width() - predictionMargin, middle}, theme().mid, 1, true);
      y = paintRow(y + gapBeforeTarget, *m_rows.farTarget);
    }
    if (m_rows.others > 0) y = paintOthers(y);
    paintFooter(y + 6);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Inspection& inspection() const { return *m_context.inspection; }
  [[nodiscard]] const Candidate& candidate(std::size_t index) const { return inspection().ranking[index]; }
  [[nodiscard]] bool copies() const { return m_context.model->capabilities.pointer; }
  [[nodiscard]] bool isTarget(LocationId location) const { return inspection().sequence.target == location; }

  void layOut(Size canvas) {
    PredictionLayout& l = m_layout;
    const float width = canvas.width;
    l.beside = width >= besideFrom;
    l.gate = m_context.model->capabilities.gate && inspection().gate.has_value();
    // Beside a reference the change stands where the copied share is: nothing else moves.
    l.share = copies() || m_change;
    // As wide as their widest words: in a narrow dock every pixel belongs to the names.
    l.probability.width = std::ceil(m_builder.width("<0.001", boldFont)) + 4;
    l.probability.left = width - predictionMargin - l.probability.width;
    l.second.width = std::ceil(m_builder.width(tr("copied %"), smallFont)) + (l.beside ? 10.0F : 2.0F);
    if (m_change) l.second.width = std::max(l.second.width, std::ceil(m_builder.width("+0.000", boldFont)) + 4);
    l.second.left = l.probability.left - l.second.width;
    const float numbersLeft = l.share ? l.second.left : l.probability.left;
    l.rowHeight = l.beside ? besideRowHeight : belowRowHeight;
    l.textHeight = l.beside ? besideRowHeight : belowTextHeight;
    const float rankWidth = m_builder.width(grouped(inspection().targetRank.value_or(10)), smallFont);
    l.rankRight = predictionMargin + std::max(14.0F, rankWidth + 2);
    l.nameLeft = l.rankRight + 22;
    if (l.beside) {
      l.nameRight = std::round(l.nameLeft + std::clamp(width * 0.26F, 90.0F, 240.0F));
      l.axisLeft = l.nameRight + 10;
      l.axisWidth = std::floor(numbersLeft - 10 - l.axisLeft);
      l.gateBar = {l.axisLeft, 10, l.axisWidth, 18};
      l.ticksY = l.headerY = l.gate ? 34 : 8;
    } else {
      l.nameRight = numbersLeft - 2;
      l.axisLeft = predictionMargin;
      l.axisWidth = std::floor(width - 2 * predictionMargin);
      l.gateBar = {l.axisLeft, 28, l.axisWidth, 18};
      l.ticksY = l.gate ? 48 : 6;
      l.headerY = l.ticksY + 16;
    }
    l.rowsTop = l.headerY + 24;
    m_rows = choosePredictionRows(inspection(), 1);  // its sum and its floor do not depend on how many are shown
    l.footerHeight =
        6 + m_legend.height(footerWidth(), m_builder) + footerLine * static_cast<float>(sumLines().size()) + 4;
    const float room = canvas.height - l.rowsTop - l.footerHeight;
    const std::size_t total = inspection().ranking.size();
    const auto fit = [&](float height) { return static_cast<std::size_t>(std::max(1.0F, height / l.rowHeight)); };
    m_rows = choosePredictionRows(inspection(), fit(room));
    if (m_rows.others > 0) m_rows = choosePredictionRows(inspection(), std::min(total, fit(room - m_layout.rowHeight)));
    if (m_rows.farTarget)
      m_rows = choosePredictionRows(inspection(), std::min(total, fit(room - m_layout.rowHeight - gapBeforeTarget)));
    m_scene.contentSize.height = std::max(canvas.height, placesBottom() + l.footerHeight);
  }

  [[nodiscard]] float placesBottom() const {
    return m_layout.rowsTop + static_cast<float>(m_rows.shown().size()) * m_layout.rowHeight +
           (m_rows.farTarget ? gapBeforeTarget : 0) + (m_rows.others > 0 ? m_layout.rowHeight : 0);
  }

  [[nodiscard]] float axisX(double value) const { return m_layout.axisLeft + toUnit(value) * m_layout.axisWidth; }

  void paintHeader() {
    constexpr std::array<std::pair<double, const char*>, 5> ticks{
        {{0, "0"}, {0.25, ".25"}, {0.5, ".5"}, {0.75, ".75"}, {1, "1"}}};
    for (const auto& [value, text] : ticks) {
      const float room = m_builder.width(text, smallFont) + 2;
      // The outermost numbers stay inside the margins.
      const float x = std::clamp(axisX(value) - room / 2, predictionMargin - 2, width() - predictionMargin + 2 - room);
      m_builder.text({x, m_layout.ticksY, room, 16}, text, theme().text2, smallFont, Align::Center);
    }
    const float y = m_layout.headerY;
    m_builder.text({predictionMargin, y, m_layout.nameRight - predictionMargin, 16}, tr("Place"), theme().text2,
                   smallFont);
    m_builder.text(m_layout.probability.at({0, y, 0, 16}), m_change ? tr("P now") : tr("P"), theme().text2, smallFont,
                   Align::Right);
    paintSecond({0, y, 0, 16}, m_change ? tr("change") : tr("copied %"), theme().text2, smallFont);
    rule(y + 18, theme().line, predictionMargin - 4);
  }

  /// Lines through all rows; they would cross the words of stacked rows, where each bar has its own track instead.
  void paintGrid(float bottom) {
    if (!m_layout.beside) return;
    const float top = m_layout.rowsTop - 4;
    for (const double value : {0.25, 0.5, 0.75, 1.0})
      m_builder.box({std::round(axisX(value)), top, 1, bottom - top}, theme().grid);
    m_builder.box({m_layout.axisLeft, top, 1, bottom - top}, theme().mid);
  }

  [[nodiscard]] Rect barRect(float y) const {
    return m_layout.beside ? Rect{m_layout.axisLeft, y + 6, m_layout.axisWidth, 12}
                           : Rect{m_layout.axisLeft, y + belowTextHeight, m_layout.axisWidth, 5};
  }

  void paintBar(Rect track, double copied, double generated, const Swatch& swatch) {
    if (!m_layout.beside) m_builder.box(track, theme().track);
    const float start = axisX(0), middle = axisX(copied), end = axisX(copied + generated);
    if (middle > start) m_builder.copiedBar({start, track.y, middle - start, track.height}, swatch);
    if (end > middle) m_builder.generatedBar({middle, track.y, end - middle, track.height}, swatch);
  }

  float paintRow(float y, std::size_t index) {
    const Candidate& c = candidate(index);
    const Swatch swatch = swatchOf(m_context, c.location);
    const Rect row{predictionMargin - 4, y, width() - 2 * predictionMargin + 8, m_layout.rowHeight};
    const Emphasis emphasis = emphasisOfPlace(m_context, c.location);
    if (emphasis != Emphasis::None) m_builder.box(row, theme().soft);
    if (emphasis == Emphasis::Selected) m_builder.box({row.x - 4, row.y, 3, row.height}, theme().accent);

    const Font font = index == 0 ? boldFont : textFont;
    m_builder.text({predictionMargin - 4, y, m_layout.rankRight - predictionMargin + 4, m_layout.textHeight},
                   grouped(index + 1), theme().text3, smallFont, Align::Right);
    m_builder.swatch({m_layout.rankRight + 8, std::round(y + m_layout.textHeight / 2 - 5)}, swatch);

    // Above its bar a name may have all that the row's own numbers leave.
    float nameRight = m_layout.nameRight;
    if (m_layout.share && !m_layout.beside)
      nameRight = m_layout.probability.left - m_builder.width(secondText(c), secondFont(c)) - 6;
    const auto mark = [&](const char* icon, Color color) {
      nameRight -= 16;
      m_builder.icon({nameRight, y + m_layout.textHeight / 2 - 7, 14, 14}, icon, color);
    };
    if (m_windowRule == c.location) mark("clock", theme().text2);
    if (isTarget(c.location)) mark("target", theme().accent);
    m_builder.placeName({m_layout.nameLeft, y, std::max(0.0F, nameRight - 2 - m_layout.nameLeft), m_layout.textHeight},
                        placeText(m_context, c.location), theme().text, font);

    paintBar(barRect(y), c.copied, c.generated, swatch);
    if (m_change) paintBefore(y, index);
    const Rect text{0, y, 0, m_layout.textHeight};
    m_builder.text(m_layout.probability.at(text), atFloor(c) ? tr("floor") : probability(c.probability), theme().text,
                   font, Align::Right);
    paintSecond(text, secondText(c), m_change ? changeColor(theme(), m_change->change(c)) : theme().text2,
                secondFont(c));
    m_builder.hit(row, focusOnPlace(c.location), label(index), exactText(c.probability));
    return y + m_layout.rowHeight;
  }

  /// The empty frame from 0 to where the reference's bar ended, around the bar that is.
  void paintReferenceFrame(Rect bar, double was) {
    const float length = axisX(was) - bar.x, reach = m_layout.beside ? 2 : 1;
    if (length < 1) return;  // a frame of nothing would look like the axis
    m_builder.frame({bar.x, bar.y - reach, length, bar.height + 2 * reach}, theme().text);
  }

  /// The reference's bar, and a triangle where the rank rose or fell.
  void paintBefore(float y, std::size_t index) {
    const RankedCandidate was = m_change->before(candidate(index).location);
    if (!was.candidate) return;
    paintReferenceFrame(barRect(y), was.candidate->probability);
    if (was.rank == index + 1) return;
    const bool up = index + 1 < was.rank;
    const float x = m_layout.rankRight + 1.5F, top = std::round(y + m_layout.textHeight / 2) - 2.5F;
    const float base = up ? top + 5 : top, tip = up ? top : top + 5;
    m_scene.shapes.emplace_back(
        PolygonShape{{{x, base}, {x + 5, base}, {x + 2.5F, tip}}, up ? theme().more : theme().less});
  }

  /// The number left of P: the copied share, or beside a reference the change.
  void paintSecond(const Rect& row, const std::string& text, Color ink, Font font) {
    if (m_layout.share) m_builder.text(m_layout.second.at(row), text, ink, font, Align::Right);
  }
  [[nodiscard]] std::string secondText(const Candidate& c) const {
    return m_change ? signedProbability(m_change->change(c)) : shareText(c.copied, c.generated);
  }
  [[nodiscard]] Font secondFont(const Candidate& c) const {
    return m_change ? changeFont(m_change->change(c), 12) : smallFont;
  }

  [[nodiscard]] static std::string shareText(double copied, double generated) {
    return copied == 0 ? "0" : percent(100 * copyShare(copied, generated));
  }

  [[nodiscard]] std::string label(std::size_t index) const {
    const Candidate& c = candidate(index);
    std::string text = tr("%1, rank %2: P %3, log P %4", {placeText(m_context, c.location), grouped(index + 1),
                                                          exactText(c.probability), exactText(c.logProbability)});
    if (copies()) {
      text += tr(", copied %1, generated %2", {exactText(c.copied), exactText(c.generated)});
      if (c.copied > 0) text += tr(", copy share %1 %", {percent(100 * copyShare(c.copied, c.generated))});
    }
    if (isTarget(c.location)) text += tr("; the target");
    if (m_windowRule == c.location) text += tr("; most frequent in the window");
    if (atFloor(c)) text += tr("; at the floor 1e-10");
    if (m_change) text += m_change->text(c);
    return text;
  }

  float paintOthers(float y) {
    rule(y, theme().line, predictionMargin - 4);
    const std::string name = countText(m_rows.others, "other", "others");
    const double probabilitySum = m_rows.othersProbability();
    // Stacked rows are narrow: there the words begin under the ranks.
    const float left = m_layout.beside ? m_layout.nameLeft : predictionMargin + 4;
    m_builder.text({left, y, std::max(0.0F, m_layout.nameRight - left), m_layout.textHeight}, name, theme().text2,
                   textFont);
    paintBar(barRect(y), m_rows.othersCopied, m_rows.othersGenerated, {});
    const Rect row{0, y, 0, m_layout.textHeight};
    m_builder.text(m_layout.probability.at(row), probability(probabilitySum), theme().text2, textFont, Align::Right);
    if (m_change) {
      const double was = m_change->othersBefore(m_rows), change = probabilitySum - was;
      paintReferenceFrame(barRect(y), was);
      paintSecond(row, signedProbability(change), changeColor(theme(), change), changeFont(change, 12));
    } else {
      paintSecond(row, shareText(m_rows.othersCopied, m_rows.othersGenerated), theme().text2, smallFont);
    }
    std::string text = tr("%1 together: P %2", {name, exactText(probabilitySum)});
    if (copies())
      text += tr(", copied %1, generated %2", {exactText(m_rows.othersCopied), exactText(m_rows.othersGenerated)});
    if (m_change) text += tr("; before P %1", {exactText(m_change->othersBefore(m_rows))});
    m_builder.hit({predictionMargin - 4, y, width() - 2 * predictionMargin + 8, m_layout.rowHeight}, {}, text,
                  exactText(probabilitySum));
    return y + m_layout.rowHeight;
  }

  void paintFooter(float top) {
    rule(top - 4, theme().line, predictionMargin - 4);
    m_legend.paint({predictionMargin, top}, footerWidth(), m_builder);
    float y = top + m_legend.height(footerWidth(), m_builder);
    for (const std::string& line : sumLines()) {
      m_builder.text({predictionMargin, y, footerWidth(), footerLine}, line, theme().text2, mediumFont);
      y += footerLine;
    }
  }

  [[nodiscard]] float footerWidth() const { return width() - 2 * predictionMargin; }

  /// Beside a reference one item more, as long as that takes no line more: rows shall not move for it.
  [[nodiscard]] Legend makeLegend() const {
    Legend plain = legendOf(true, false);
    if (!m_change) return plain;
    for (const bool windowRule : {true, false}) {
      Legend legend = legendOf(windowRule, true);
      if (legend.height(footerWidth(), m_builder) <= plain.height(footerWidth(), m_builder)) return legend;
    }
    return plain;
  }

  [[nodiscard]] Legend legendOf(bool windowRule, bool reference) const {
    Legend legend;
    if (reference) legend.add(Legend::Mark::Reference, tr("reference"));
    if (inspection().sequence.target) legend.add(Legend::Mark::Target, tr("target"));
    if (copies()) legend.add(Legend::Mark::Copied, tr("copied"));
    if (m_context.model->capabilities.generation) legend.add(Legend::Mark::Generated, tr("generated"));
    if (windowRule && m_windowRule)
      legend.add(Legend::Mark::WindowRule, tr("most frequent in window: %1", {placeText(m_context, *m_windowRule)}));
    return legend;
  }

  /// What the rows add up to and how many stand on the floor; one line, or one each where they do not fit. Beside a
  /// reference as many lines, and how much probability moved stands where the floor was counted.
  [[nodiscard]] std::vector<std::string> sumLines() const {
    const std::string sum = tr("Sum %1", {probability(m_rows.sum)});
    std::string floor;
    if (m_rows.floorCount > 0)
      floor = tr("At the floor 1e-10: %1", {countText(m_rows.floorCount, "place", "places")});
    else if (copies())
      floor = tr("At the floor 1e-10: none");
    const auto onOneLine = [&](const std::string& first, const std::string& second) {
      return m_builder.width(first + ". " + second, mediumFont) <= footerWidth();
    };
    const bool twoLines = !floor.empty() && !onOneLine(sum, floor);
    if (!m_change) {
      if (floor.empty()) return {sum};
      return twoLines ? std::vector{sum, floor} : std::vector{sum + ". " + floor};
    }
    const std::string moved = tr("Probability moved %1", {probability(m_change->moved)});
    if (twoLines) return {sum, moved};
    return {onOneLine(moved, sum) ? moved + ". " + sum : moved};
  }

  void describe() {
    m_scene.caption = m_change ? tr("change from reference, %1", {scopeText(m_context)}) : scopeText(m_context);
    if (!m_error.empty()) m_scene.captionRight = tr("error %1", {m_error});
    const Candidate& best = inspection().best();
    m_scene.summary = tr("Predicted %1 with %2", {placeText(m_context, best.location), probability(best.probability)});
    if (copies()) m_scene.summary += tr(", %1 % of it copied", {shareText(best.copied, best.generated)});
    if (inspection().ranking.size() > 1) {
      const Candidate& second = candidate(1);
      m_scene.summary +=
          tr("; then %1 with %2", {placeText(m_context, second.location), probability(second.probability)});
    }
    m_scene.summary += ".";
    if (inspection().targetRank)
      m_scene.summary += tr(" The target, %1, has rank %2.",
                            {placeText(m_context, *inspection().sequence.target), grouped(*inspection().targetRank)});
    if (!m_error.empty()) m_scene.summary += tr(" The error is %1.", {m_error});
    if (m_layout.gate) m_scene.summary += tr(" Gate %1.", {probability(*inspection().gate)});
    if (m_change) m_scene.summary += " " + m_change->summary();
    m_scene.table = predictionTable(m_context, m_rows, m_change ? &*m_change : nullptr);
  }

  const SampleContext& m_context;
  std::optional<PredictionChange> m_change;  ///< beside a reference
  std::optional<LocationId> m_windowRule;
  std::string m_error;  ///< "2.4 km"; empty where it is not known
  Legend m_legend;
  PredictionLayout m_layout;
  PredictionRows m_rows;
};

}  // namespace

ViewContent predictionContent(const PredictionInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (input.sample.inspection->ranking.empty())
    return EmptyState{.title = tr("The model returned no places"), .detail = tr("Its vocabulary is empty")};
  return PredictionPainter(input, canvas).paint();
}

}  // namespace sojourn::present
