// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/what_if/nearest_view.h"

#include <algorithm>
#include <string>

#include "model/core/text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/scene/type_scale.h"

namespace sojourn::present {
namespace {

constexpr Font headFont{.size = 12, .weight = Weight::SemiBold};
constexpr float left = 12, rightMargin = 12, headHeight = 28, rowHeight = 44, distanceWidth = 56;

class NearestPainter {
 public:
  NearestPainter(const NearestInput& input, const Canvas& canvas)
      : m_input(input), m_context(input.sample), m_found(*input.neighbours), m_builder(m_scene, canvas) {
    m_scene.size = canvas.size;
    const std::size_t rows = m_found.nearest.size() + std::max<std::size_t>(m_found.otherwise.size(), 1);
    const float needed = 2 * headHeight + rowHeight * static_cast<float>(rows);
    m_scene.contentSize = {canvas.size.width, std::max(canvas.size.height, needed)};
  }

  Scene paint() {
    paintGroup("Nearest training samples", m_found.nearest);
    paintGroup("Nearest with another prediction", m_found.otherwise);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] float width() const { return m_scene.size.width; }

  void paintGroup(const char* title, const std::vector<Neighbour>& group) {
    m_builder.text({left, m_y + 6, width() - left - rightMargin - distanceWidth, 16}, title, theme().text, headFont);
    m_builder.text({width() - rightMargin - distanceWidth, m_y + 6, distanceWidth, 16}, "distance", theme().text2,
                   mediumFont, Align::Right);
    m_y += headHeight;
    m_builder.box({0, m_y - 1, width(), 1}, theme().line);
    if (group.empty()) {
      m_builder.text({left, m_y + 6, width() - left - rightMargin, 16}, "None", theme().text2, textFont);
      m_y += rowHeight;
    }
    for (const Neighbour& one : group) paintRow(one);
  }

  void paintRow(const Neighbour& one) {
    const Rect row{0, m_y, width(), rowHeight};
    const bool right = one.prediction == one.target;
    const float textWidth = width() - left - 18 - rightMargin - distanceWidth - 6;
    if (m_input.selected == one.row) {
      m_builder.box(row, theme().soft);
      m_builder.box({0, m_y, 3, rowHeight - 1}, theme().accent);
    }
    m_builder.swatch({left, m_y + 7}, swatchOf(m_context, one.target));
    const std::string target = placeText(m_context, one.target);
    m_builder.placeName({left + 18, m_y + 4, textWidth, 16}, target, theme().text, boldFont);
    m_builder.text({width() - rightMargin - distanceWidth, m_y + 4, distanceWidth, 16}, fixedText(one.distance, 3),
                   theme().text, textFont, Align::Right);
    std::string second = right ? "predicted, " : "predicted " + placeText(m_context, one.prediction) + ", ";
    second += probability(one.probability) + "; user " + std::to_string(one.user) + ", " +
              countText(one.length, "visit", "visits");
    m_builder.icon({left - 1, m_y + 22, 14, 14}, right ? "check" : "cross", right ? theme().ok : theme().err);
    m_builder.text({left + 18, m_y + 22, width() - left - 18 - rightMargin, 16}, second, theme().text2, mediumFont);
    m_builder.box({0, row.bottom() - 1, width(), 1}, theme().line);
    m_builder.hit(row, focusOnPlace(one.target),
                  "training sample " + groupThousands(static_cast<long long>(one.row)) + ": target " + target + ", " +
                      second + "; distance " + exactText(one.distance) + "; double-click to open it",
                  exactText(one.distance));
    HitArea& hit = m_scene.hits.back();
    hit.action = Action{"selectTraining", std::to_string(one.row)};
    hit.open = Action{"openTraining", std::to_string(one.row)};
    hit.openLabel = "Open training sample " + groupThousands(static_cast<long long>(one.row));
    m_y += rowHeight;
  }

  void describe() {
    const char* by = m_found.likeness == Likeness::Context ? "by model embedding" : "by visit edit distance";
    m_scene.caption = scopeText(m_context) + ", " + by;
    m_scene.captionRight = "among " + countText(m_found.rows, "training sample", "training samples");
    m_scene.summary = scopeText(m_context) + ": nearest training samples " + by + ".";
    m_scene.summary += " The nearest went to " + placeText(m_context, m_found.nearest.front().target) + ".";
    m_scene.table.columns = {"list",   "training sample", "distance",   "user",
                             "visits", "target",          "prediction", "probability"};
    for (const auto* group : {&m_found.nearest, &m_found.otherwise})
      for (const Neighbour& one : *group)
        m_scene.table.rows.push_back({std::string(group == &m_found.nearest ? "nearest" : "another prediction"),
                                      static_cast<double>(one.row), one.distance, double(one.user),
                                      static_cast<double>(one.length), placeText(m_context, one.target),
                                      placeText(m_context, one.prediction), double{one.probability}});
  }

  const NearestInput& m_input;
  const SampleContext& m_context;
  const Neighbours& m_found;
  Scene m_scene;
  SceneBuilder m_builder;
  float m_y = 0;
};

}  // namespace

ViewContent nearestContent(const NearestInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (!input.neighbours)
    return EmptyState{.title = "Reading the training split",
                      .detail = "Once for this model; after that, each sample is compared immediately",
                      .buttonText = "",
                      .button = {}};
  if (input.neighbours->nearest.empty())
    return EmptyState{.title = "The training split has no other sample", .detail = "", .buttonText = "", .button = {}};
  return NearestPainter(input, canvas).paint();
}

}  // namespace sojourn::present
