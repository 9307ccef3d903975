// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples_scene.h"

#include <algorithm>
#include <array>

#include "model/core/text.h"
#include "views/present/paint_kit.h"
#include "views/qt/samples_model.h"
#include "views/qt/text.h"
#include "views/qt/totals_table.h"

namespace sojourn::qt {
namespace {

using present::Align;
using session::SampleColumn;

constexpr float rowHeight = 24;
constexpr std::size_t mostTableRows = 100'000;

struct Column {
  SampleColumn what;
  float from, to;  ///< shares of the width
  Align align;
};
constexpr std::array columns{Column{SampleColumn::Index, 0.00F, 0.15F, Align::Right},   Column{SampleColumn::Length, 0.15F, 0.25F, Align::Right},
                             Column{SampleColumn::Correct, 0.25F, 0.33F, Align::Center}, Column{SampleColumn::Target, 0.34F, 0.55F, Align::Left},
                             Column{SampleColumn::Prediction, 0.56F, 0.77F, Align::Left}, Column{SampleColumn::TargetProbability, 0.77F, 0.90F, Align::Right},
                             Column{SampleColumn::Rank, 0.90F, 0.98F, Align::Right}};

}  // namespace

present::Picture samplesScene(const session::Workspace& workspace, const present::Canvas& canvas) {
  const auto rows = workspace.sampleView().rows();
  if (!workspace.dataset()) {
    return present::EmptyState{.title = "No dataset is open", .detail = "Open one, or the demo city", .buttonText = {}, .button = {}};
  }
  const present::Theme& theme = canvas.theme;
  present::Scene scene = totalsScene(workspace.sampleView().totals(), !workspace.filterText().empty(), canvas.size.width, theme);
  const float top = scene.size.height;
  scene.size = scene.contentSize = canvas.size;
  scene.table = samplesTable(workspace, mostTableRows);
  scene.caption = std::string(splitName(workspace.split())) + ", " + groupThousands(static_cast<long long>(rows.size())) + " of " +
                  groupThousands(static_cast<long long>(workspace.samples().size()));
  if (!workspace.filterText().empty()) scene.captionRight = escapeForDisplay(workspace.filterText(), 80);
  present::PaintKit kit(scene, canvas);
  const float width = canvas.size.width;
  const auto cell = [&](const Column& column, float y) {
    return present::Rect{8 + column.from * (width - 16), y, (column.to - column.from) * (width - 16), rowHeight};
  };
  for (const Column& column : columns) {
    if (column.what != SampleColumn::Correct) kit.text(cell(column, top), session::columnTitle(column.what), theme.text2, {.size = 11.5F}, column.align);
  }
  kit.line({0, top + rowHeight - 1}, {width, top + rowHeight - 1}, theme.line);

  const auto shown = static_cast<std::size_t>(std::max(0.0F, (canvas.size.height - top - rowHeight) / rowHeight));
  const auto current = workspace.row() ? workspace.sampleView().positionOf(static_cast<session::SampleIndex>(*workspace.row())) : std::nullopt;
  std::size_t first = current.value_or(0) > shown / 2 ? current.value_or(0) - shown / 2 : 0;
  first = std::min(first, rows.size() > shown ? rows.size() - shown : 0);
  const SamplesModel model(workspace);
  for (std::size_t i = first; i < std::min(rows.size(), first + shown); ++i) {
    const float y = top + rowHeight * static_cast<float>(i - first + 1);
    if (current == i) {
      kit.box({0, y, width, rowHeight}, theme.soft);
      kit.box({0, y, 3, rowHeight}, theme.accent);
    }
    kit.line({0, y + rowHeight - 1}, {width, y + rowHeight - 1}, theme.line);
    for (const Column& column : columns) {
      const std::string words = model.cellText(rows[i], column.what).toStdString();
      const present::Rect area = cell(column, y);
      if (column.what == SampleColumn::Correct && !words.empty()) {
        const bool right = words == "right";
        kit.icon({area.x + (area.width - 15) / 2, y + 4.5F, 15, 15}, right ? "check" : "cross", right ? theme.ok : theme.err);
      } else {
        kit.text(area, words, column.what == SampleColumn::Length ? theme.text2 : theme.text, {}, column.align);
      }
    }
  }
  return scene;
}

}  // namespace sojourn::qt
