// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/what_if/nearest_view.h"

#include <algorithm>
#include <string>

#include "model/core/translation.h"
#include "views/present/scene/format.h"
#include "views/present/scene/type_scale.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr Font headFont{.size = 12, .weight = Weight::SemiBold};
constexpr float nearestLeft = 12, nearestRight = 12, nearestHead = 28, sampleHeight = 44, distanceWidth = 56;

class NearestPainter : RowsPainter {
 public:
  NearestPainter(const NearestInput& input, const Canvas& canvas)
      : RowsPainter(canvas), m_input(input), m_context(input.sample), m_found(*input.neighbours) {}

  Scene paint() {
    m_scene.table.columns = {"list",   "training sample", "distance",   "user",
                             "visits", "target",          "prediction", "probability"};
    paintGroup("Nearest training samples", "nearest", m_found.nearest);
    paintGroup("Nearest with another prediction", "another prediction", m_found.otherwise);
    m_scene.contentSize.height = std::max(m_scene.size.height, m_y);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] Rect distanceAt(float y) const {
    return {width() - nearestRight - distanceWidth, y, distanceWidth, 16};
  }

  void paintGroup(const char* title, const char* name, const std::vector<Neighbour>& group) {
    m_builder.text({nearestLeft, m_y + 6, width() - nearestLeft - nearestRight - distanceWidth, 16}, tr(title),
                   theme().text, headFont);
    m_builder.text(distanceAt(m_y + 6), tr("distance"), theme().text2, mediumFont, Align::Right);
    m_y += nearestHead;
    rule(m_y - 1, theme().line);
    if (group.empty()) {
      m_builder.text({nearestLeft, m_y + 6, width() - nearestLeft - nearestRight, 16}, tr("None"), theme().text2,
                     textFont);
      m_y += sampleHeight;
    }
    for (const Neighbour& one : group) paintSample(one, name);
  }

  void paintSample(const Neighbour& one, const char* group) {
    const Rect area{0, m_y, width(), sampleHeight};
    const bool right = one.prediction == one.target;
    const std::string target = placeText(m_context, one.target), prediction = placeText(m_context, one.prediction);
    const std::string name = tr("training sample %1", {grouped(one.row)});
    const std::string second = tr("%1%2; user %3, %4", {right ? tr("predicted, ") : tr("predicted %1, ", {prediction}),
                                                        probability(one.probability), std::to_string(one.user),
                                                        countText(one.length, "visit", "visits")});
    ground(area, m_input.selected == one.row ? Emphasis::Locked : Emphasis::None);
    m_builder.swatch({nearestLeft, m_y + 7}, swatchOf(m_context, one.target));
    m_builder.placeName({nearestLeft + 18, m_y + 4, width() - nearestLeft - 18 - nearestRight - distanceWidth - 6, 16},
                        target, theme().text, boldFont);
    m_builder.text(distanceAt(m_y + 4), fixedText(one.distance, 3), theme().text, textFont, Align::Right);
    m_builder.icon({nearestLeft - 1, m_y + 22, 14, 14}, right ? "check" : "cross", right ? theme().ok : theme().err);
    m_builder.text({nearestLeft + 18, m_y + 22, width() - nearestLeft - 18 - nearestRight, 16}, second, theme().text2,
                   mediumFont);
    rule(area.bottom() - 1, theme().line);
    HitArea& hit = m_builder.hit(
        area, focusOnPlace(one.target),
        tr("%1: target %2, %3; distance %4; double-click to open it", {name, target, second, exactText(one.distance)}),
        exactText(one.distance));
    hit.action = Action{"selectTraining", std::to_string(one.row)};
    hit.open = Action{"openTraining", std::to_string(one.row)};
    hit.openLabel = tr("Open %1", {name});
    m_scene.table.add(group, one.row, one.distance, one.user, one.length, target, prediction, one.probability);
    m_y += sampleHeight;
  }

  void describe() {
    const std::string by =
        m_found.similarity == SimilarityMeasure::Context ? tr("by model embedding") : tr("by visit edit distance");
    m_scene.caption = scopeText(m_context) + ", " + by;
    m_scene.captionRight = tr("among %1", {countText(m_found.rows, "training sample", "training samples")});
    m_scene.summary = tr("%1: nearest training samples %2.", {scopeText(m_context), by});
    m_scene.summary += tr(" The nearest went to %1.", {placeText(m_context, m_found.nearest.front().target)});
  }

  const NearestInput& m_input;
  const SampleContext& m_context;
  const Neighbours& m_found;
  float m_y = 0;
};

}  // namespace

ViewContent nearestContent(const NearestInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (!input.neighbours)
    return EmptyState{.title = tr("Reading the training split"),
                      .detail = tr("Once for this model; after that, each sample is compared immediately")};
  if (input.neighbours->nearest.empty()) return EmptyState{.title = tr("The training split has no other sample")};
  return NearestPainter(input, canvas).paint();
}

}  // namespace sojourn::present
