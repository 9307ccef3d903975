// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the places nearest to one in each model, and what the nearest places of all have in common.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/embeddings/embedding_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr std::size_t listedRows = 6;
constexpr float headHeight = 40, noteHeight = 24, summaryHead = 40, leastRow = 17, mostRow = 22;
/// Widths of the columns at the right of a list; the name takes the rest.
struct ListColumns {
  float bar = 44, cosine = 38, kilometres = 38, users = 40, visits = 46;

  /// In a narrow list first the bars shrink, then columns go.
  explicit ListColumns(float width) {
    if (width >= 300) {
      bar = std::min(60.0F, width * 0.16F);
    } else {
      bar = 28, cosine = 32, kilometres = 32, users = 34, visits = 36;
    }
    if (width < 230) bar = 0;
    if (width < 200) users = visits = 0;
  }
};

struct SummaryLine {
  std::size_t model = 2;  ///< 2: of none
  std::string title;
  const NeighbourSummary* summary = nullptr;
};

class NearestPainter {
 public:
  NearestPainter(const EmbeddingsInput& input, const Canvas& canvas)
      : m_input(input), m_canvas(canvas), m_builder(m_scene, canvas) {
    for (std::size_t m = 0; m < 2; ++m) {
      const EmbeddedModelInput& model = input.models[m];
      if (!model.studies) continue;
      for (const EmbeddingStudy& study : *model.studies)
        if (study.neighbours) m_lines.push_back({m, tableTitle(model, study.table), &*study.neighbours});
    }
    m_lines.push_back({2, tr("any two places"), &input.anyTwo});
    m_scene.size = canvas.size;
    const float rows = static_cast<float>(listedRows + m_lines.size());
    m_row = std::clamp(std::floor((canvas.size.height - headHeight - noteHeight - summaryHead - 8) / rows), leastRow,
                       mostRow);
    m_scene.contentSize = {canvas.size.width,
                           std::max(canvas.size.height, headHeight + noteHeight + summaryHead + rows * m_row + 8)};
  }

  Scene paint() {
    const std::size_t columns = m_input.models[1].isThere ? 2 : 1;
    const float gap = 20, whole = m_scene.size.width - 24;
    const float width = (whole - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    for (std::size_t m = 0; m < columns; ++m) paintList(m, 12 + (width + gap) * static_cast<float>(m), width);
    if (columns == 2) m_builder.box({12 + width + gap / 2, 6, 1, headHeight + 6 * m_row - 8}, theme().line);
    const float top = headHeight + static_cast<float>(listedRows) * m_row;
    m_builder.text({12, top + 4, whole, 16},
                   tr("users: how many have both places in training; bars end at 1; tick: best by chance, dimensions "
                      "shuffled"),
                   theme().text2, smallFont);
    paintSummary(top + noteHeight);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_canvas.theme; }

  /// The table of places that is shown: of users, the input.
  [[nodiscard]] const EmbeddingStudy* studyOf(std::size_t m) const {
    const EmbeddingKind kind =
        m_input.options.table == EmbeddingKind::Output ? EmbeddingKind::Output : EmbeddingKind::Input;
    return m_input.models[m].studies ? findStudy(*m_input.models[m].studies, kind) : nullptr;
  }

  void paintList(std::size_t m, float left, float width) {
    const EmbeddedModelInput& model = m_input.models[m];
    const EmbeddingStudy* study = studyOf(m);
    paintModelMark(m_builder, {left, 3}, model.number);
    const double chance = study && study->neighbours ? study->neighbours->medianBestByChance : Table::absent;
    const char* besideWords = width < 300 ? "chance %1" : "best by chance %1";
    const std::string beside = study ? tr(besideWords, {fixedText(chance, 2)}) : std::string();
    const float besideWidth = m_builder.width(beside, smallFont) + 2;
    m_builder.text({left + 22, 2, width - 26 - besideWidth, 18}, study ? tableTitle(model, study->table) : model.title,
                   theme().text, boldFont);
    m_builder.text({left + width - besideWidth, 2, besideWidth, 18}, beside, theme().text2, smallFont, Align::Right);
    if (!study) {
      const std::string text = model.state.empty() ? tr("%1 has no such table", {model.title}) : model.state;
      m_builder.text({left, headHeight, width, 3 * m_row}, text, theme().text2, textFont, Align::Center);
      return;
    }
    const ListColumns columns(width);
    const float right = left + width, visits = right - columns.visits, users = visits - columns.users;
    const float kilometres = users - columns.kilometres, cosine = kilometres - columns.cosine;
    const float bar = cosine - columns.bar - 2;
    const auto head = [&](float x, float w, const std::string& text, Align align) {
      if (w > 0) m_builder.text({x, 21, w, 16}, text, theme().text2, smallFont, align);
    };
    head(left, bar - left - 4, tr("Place"), Align::Left);
    head(cosine - 8, columns.cosine + 8, tr("cosine"), Align::Right);
    head(kilometres, columns.kilometres, tr("km"), Align::Right);
    head(users, columns.users, tr("users"), Align::Right);
    head(visits, columns.visits, tr("visits"), Align::Right);
    if (model.nearest.empty())
      m_builder.text({left, headHeight, width, m_row}, tr("No place with five or more visits in training"),
                     theme().text2, textFont);
    for (std::size_t i = 0; i < std::min(listedRows, model.nearest.size()); ++i) {
      const PlaceNeighbour& near = model.nearest[i];
      const Rect row{left, headHeight + static_cast<float>(i) * m_row, width, m_row};
      paintGround(row, near.location);
      m_builder.box({row.x, row.y, row.width, 1}, theme().line);
      m_builder.swatch({row.x + 2, row.y + (row.height - 10) / 2}, swatchOf(m_input.sample, near.location));
      m_builder.placeName({row.x + 18, row.y, bar - row.x - 22, row.height}, placeText(m_input.sample, near.location),
                          theme().text, textFont);
      const Rect track{bar, row.y + row.height / 2 - 4, columns.bar, 8};
      if (track.width > 0) paintBar(track, near.cosine, chance);
      const auto number = [&](float x, float w, const std::string& text, bool dim = false) {
        if (w > 0)
          m_builder.text({x, row.y, w, row.height}, text, dim ? theme().text3 : theme().text, textFont, Align::Right);
      };
      number(cosine, columns.cosine, fixedText(near.cosine, 2));
      std::string far = fixedText(near.kilometres, 1);
      if (m_builder.width(far, textFont) > columns.kilometres) far = fixedText(near.kilometres, 0);
      number(kilometres, columns.kilometres, far);
      number(users, columns.users, std::to_string(near.sharedUsers), near.sharedUsers == 0);
      number(visits, columns.visits, grouped(near.stays));
      const std::string label =
          tr("%1: cosine %2, %3 km, %4 in both, %5 in training",
             {placeText(m_input.sample, near.location), exactText(near.cosine), fixedText(near.kilometres, 1),
              countText(near.sharedUsers, "user", "users"), countText(near.stays, "visit", "visits")});
      m_builder.hit(row, focusOnPlace(near.location), label, exactText(near.cosine));
    }
  }

  void paintBar(const Rect& track, double cosine, double chance) {
    m_builder.box(track, theme().track);
    m_builder.box({track.x, track.y, track.width * toUnit(cosine), track.height}, theme().solid);
    if (std::isfinite(chance))
      m_builder.box({std::round(track.x + track.width * toUnit(chance)), track.y - 3, 1, track.height + 6},
                    theme().text);
  }

  void paintGround(const Rect& row, LocationId location) {
    const Emphasis emphasis = emphasisOfPlace(m_input.sample, location);
    if (emphasis != Emphasis::None) m_builder.box(row, emphasis == Emphasis::Selected ? theme().soft : theme().hover);
  }

  void paintSummary(float top) {
    const float whole = m_scene.size.width - 24;
    m_builder.text({12, top, whole, 18}, tr("Five nearest of each of %1 places", {grouped(m_input.anyTwo.places)}),
                   theme().text, boldFont);
    // The titles of the columns become brief where the panel is narrow.
    const bool brief = whole < 640;
    const float column = brief ? std::min(62.0F, whole * 0.16F) : 116;
    const std::array titles{brief ? tr("km") : tr("median km"), brief ? tr("share, %") : tr("share a user, %"),
                            brief ? tr("best") : tr("best cosine, median"), brief ? tr("chance") : tr("by chance")};
    const float names = whole - 4 * column;
    m_builder.text({12, top + 19, names, 16}, tr("table"), theme().text2, smallFont);
    for (std::size_t c = 0; c < titles.size(); ++c)
      m_builder.text({12 + names + column * static_cast<float>(c) - 8, top + 19, column + 8, 16}, titles[c],
                     theme().text2, smallFont, Align::Right);
    const double nearest = nearestKilometres();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
      const auto& [model, title, summary] = m_lines[i];
      const Rect row{12, top + summaryHead + static_cast<float>(i) * m_row, whole, m_row};
      m_builder.box({row.x, row.y, row.width, 1}, theme().line);
      if (model < 2) paintModelMark(m_builder, {row.x, row.y + (row.height - 16) / 2}, m_input.models[model].number);
      // Half the distance of any two places: this table holds neighbourhoods.
      const bool bold = model < 2 && summary->medianKilometres <= nearest;
      const Font font = bold ? boldFont : textFont;
      const Color ink = model < 2 ? theme().text : theme().text2;
      m_builder.text({row.x + 22, row.y, names - 24, row.height}, title, ink, textFont);
      const std::array cells{fixedText(summary->medianKilometres, 1), fixedText(100 * summary->sharedUserShare, 1),
                             fixedText(summary->medianBestCosine, 2), fixedText(summary->medianBestByChance, 2)};
      for (std::size_t c = 0; c < cells.size(); ++c)
        m_builder.text({12 + names + column * static_cast<float>(c), row.y, column, row.height}, cells[c], ink, font,
                       Align::Right);
      m_builder.hit(row, {},
                    tr("%1: median %2 km, %3 % share a user, best cosine %4, by chance %5",
                       {title, cells[0], cells[1], cells[2], cells[3]}),
                    cells[0]);
    }
  }

  [[nodiscard]] double nearestKilometres() const { return m_input.anyTwo.medianKilometres / 2; }

  void describe() {
    const std::string name = m_input.place ? placeText(m_input.sample, *m_input.place) : std::string();
    m_scene.caption = m_input.place ? tr("to %1 (place %2); cosine over all dimensions, places with 5 or more visits "
                                         "in training",
                                         {name, std::to_string(*m_input.place)})
                                    : tr("cosine over all dimensions");
    m_scene.summary = tr("Nearest places. ");
    for (const auto& [model, title, summary] : m_lines)
      m_scene.summary += tr("%1: five nearest at a median of %2 km, %3 % share a user. ",
                            {title, fixedText(summary->medianKilometres, 1), percent(100 * summary->sharedUserShare)});
    m_scene.table.columns = {"table",    "place", "name", "cosine", "km", "users", "visits", "best cosine, median",
                             "by chance"};
    for (std::size_t m = 0; m < 2; ++m) {
      const EmbeddingStudy* study = studyOf(m);
      if (!study) continue;
      for (const PlaceNeighbour& near : m_input.models[m].nearest)
        m_scene.table.add(tableTitle(m_input.models[m], study->table), near.location,
                          placeText(m_input.sample, near.location), near.cosine, near.kilometres, near.sharedUsers,
                          near.stays, Table::absent, Table::absent);
    }
    for (const auto& [model, title, summary] : m_lines)
      m_scene.table.add(title, Table::absent,
                        tr("five nearest of each of %1 places", {std::to_string(summary->places)}), Table::absent,
                        summary->medianKilometres, summary->sharedUserShare, Table::absent, summary->medianBestCosine,
                        summary->medianBestByChance);
  }

  const EmbeddingsInput& m_input;
  const Canvas& m_canvas;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<SummaryLine> m_lines;
  float m_row = mostRow;
};

}  // namespace

ViewContent nearestPlacesContent(const EmbeddingsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingEmbedded(input)) return *nothing;
  return NearestPainter(input, canvas).paint();
}

}  // namespace sojourn::present
