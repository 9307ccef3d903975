// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that compare runs: by their figures, and by their configurations.
#include <algorithm>

#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using present::CompareTable;
using present::RunDifferences;

/// Above the table: grouping, copying, how many there are.
Asked above(const CompareTable& table, bool grouped, const PanelTools& tools) {
  Asked asked;
  bool on = grouped;
  if (ImGui::Checkbox(tr("Seeds grouped").c_str(), &on)) asked = present::GroupSeeds{on};
  ImGui::SameLine();
  if (ImGui::Button(tr("Copy table").c_str())) asked = present::CopyText{asTabbedText(table)};
  tooltip(tr("Copies the table with tabs between cells, for a spreadsheet"));
  captionAtRight(table.caption, tools.theme);
  return asked;
}

/// What a column needs, whichever of its rows are on the screen. The longest text stands for the widest.
float columnWidth(const CompareTable& table, std::size_t column) {
  const auto lettersOf = [](const CompareTable::Cell& cell) {
    return (cell.button.text.empty() ? cell.text : cell.button.text).size() + cell.back.text.size();
  };
  const CompareTable::Cell* longest = nullptr;
  for (const CompareTable::Row& row : table.rows)
    if (!longest || lettersOf(row.cells[column]) > lettersOf(*longest)) longest = &row.cells[column];
  const float title = widthOf(table.columns[column].title) + ImGui::GetFontSize();
  if (!longest) return title;
  float most = longest->button.text.empty() ? widthOf(longest->text) : buttonWidth(longest->button.text);
  if (!longest->back.text.empty()) most += buttonWidth(longest->back.text) + ImGui::GetStyle().ItemSpacing.x;
  return std::max(title, most + 8 * styleScale());
}

/// The titles; where one was pressed, by mouse or key, the order that is wanted now.
Asked titles(const CompareTable& table, int sortedBy, bool descending) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    ImGuiTableColumnFlags flags = ImGuiTableColumnFlags_WidthFixed;
    if (static_cast<int>(i) == sortedBy)
      flags |= ImGuiTableColumnFlags_DefaultSort |
               (descending ? ImGuiTableColumnFlags_PreferSortDescending : ImGuiTableColumnFlags_PreferSortAscending);
    // As wide as the longest text, also when that grows, or fixed where it may be a whole sentence.
    const bool follows = table.columns[i].widest == 0;
    if (follows) flags |= ImGuiTableColumnFlags_NoResize;
    ImGui::TableSetupColumn(table.columns[i].title.c_str(), flags,
                            follows ? columnWidth(table, i) : table.columns[i].widest * styleScale());
  }
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!ImGui::TableSetColumnIndex(static_cast<int>(i))) continue;
    const std::string& title = table.columns[i].title;
    // Over its numbers, with room for the arrow that says how they are sorted.
    if (table.columns[i].number) moveRight(widthOf(title) + ImGui::GetFontSize());
    ImGui::TableHeader(title.c_str());
    tooltip(table.columns[i].description);
  }
  ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (!specs || !specs->SpecsDirty || specs->SpecsCount == 0) return std::nullopt;
  specs->SpecsDirty = false;
  const bool down = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
  const int column = specs->Specs[0].ColumnIndex;
  if (column == sortedBy && down == descending) return std::nullopt;
  return present::SortRuns{column, down};
}

/// The box that puts a run into the charts, its colour there, its name; a group's seeds are opened and closed.
Asked nameCell(const CompareTable::Row& row) {
  Asked asked;
  const float scale = styleScale();
  if (row.member) ImGui::Indent(14 * scale);
  if (row.group) {
    if (ImGui::ArrowButton("fold", row.open ? ImGuiDir_Down : ImGuiDir_Right)) asked = present::FoldSeeds{row.id};
    tooltip(row.open ? tr("Hide the seeds") : tr("Show the seeds"));
    ImGui::SameLine(0, 4 * scale);
  }
  bool chosen = row.chosen;
  if (ImGui::Checkbox("##chosen", &chosen)) {
    if (row.group)
      asked = present::ShowSeedsInCharts{row.id, chosen};
    else
      asked = present::ShowInCharts{row.id, chosen};
  }
  tooltip(row.group ? tr("Show all runs of the group in the charts") : tr("In the charts"));
  ImGui::SameLine(0, 5 * scale);
  if (row.chosen) {
    lineSwatch(row.ink, row.dashed, 9 * scale, ImGui::GetFrameHeight());
    ImGui::SameLine(0, 5 * scale);
  }
  ImGui::AlignTextToFramePadding();
  const FontScope font({.size = 13, .weight = row.group ? present::Weight::SemiBold : present::Weight::Regular});
  const std::string& whole = row.cells.front().text;
  const std::string name = elided(whole, {.size = 13}, ImGui::GetContentRegionAvail().x / scale);
  if (row.group) {
    ImGui::TextUnformatted(name.c_str());
  } else if (ImGui::Selectable((name + "###name").c_str(), row.selected)) {
    asked = present::SelectRun{row.id};
  }
  tooltip((name == whole ? std::string() : whole + "\n") + row.cells.front().hint);
  if (row.member) ImGui::Unindent(14 * scale);
  return asked;
}

Asked figureCell(const CompareTable::Cell& cell, bool number, const PanelTools& tools) {
  Asked asked;
  const auto small = [&](const present::ActionButton& button) {
    if (ImGui::SmallButton((button.text + "###cell").c_str())) asked = tools.confirmation.pressed(button);
    tooltip(button.hint);
  };
  if (!cell.button.text.empty()) {
    small(cell.button);
    return asked;
  }
  if (!cell.back.text.empty()) {
    small(cell.back);
    ImGui::SameLine();
  }
  const FontScope font({.size = 13, .weight = cell.best ? present::Weight::SemiBold : present::Weight::Regular});
  const float room = ImGui::GetContentRegionAvail().x - widthOf(cell.text);
  if (number && room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::AlignTextToFramePadding();
  if (cell.best) ImGui::PushStyleColor(ImGuiCol_Text, toVector(tools.theme.ok));
  const bool cut = !number && room < 0;
  const std::string shown =
      cut ? elided(cell.text, {.size = 13}, ImGui::GetContentRegionAvail().x / styleScale()) : cell.text;
  ImGui::TextUnformatted(shown.c_str());
  if (cell.best) ImGui::PopStyleColor();
  tooltip(cut                              ? cell.text + (cell.hint.empty() ? "" : "\n" + cell.hint)
          : cell.best && cell.hint.empty() ? tr("Best value of the column")
                                           : cell.hint);
  return asked;
}

/// A run's colour and name; answers whether it was pressed.
bool heading(const RunDifferences::Run& run) {
  lineSwatch(run.ink, run.dashed, 9 * styleScale(), ImGui::GetTextLineHeight());
  ImGui::SameLine(0, 5 * styleScale());
  ImGui::PushID(run.id.c_str());
  const bool pressed = ImGui::Selectable(run.name.c_str(), false);
  ImGui::PopID();
  return pressed;
}

}  // namespace

Asked comparePanel(const CompareTable& table, int sortedBy, bool descending, bool grouped, const PanelTools& tools) {
  Asked asked = above(table, grouped, tools);
  if (table.rows.empty()) {
    static_cast<void>(showEmpty({.title = tr("No runs to compare"),
                                 .detail = tr("Only the runs that match the filter of the wall are listed here")}));
    return asked;
  }
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit |
      ImGuiTableFlags_Resizable | ImGuiTableFlags_Hideable | ImGuiTableFlags_Sortable | ImGuiTableFlags_NoSavedSettings;
  if (!ImGui::BeginTable("compare", static_cast<int>(table.columns.size()), flags)) return asked;
  if (const Asked sorted = titles(table, sortedBy, descending)) asked = sorted;
  // All lines are as high as the box in their first cell.
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(table.rows.size()));
  while (clipper.Step()) {
    for (int at = clipper.DisplayStart; at < clipper.DisplayEnd; ++at) {
      const CompareTable::Row& row = table.rows[static_cast<std::size_t>(at)];
      ImGui::TableNextRow();
      if (row.selected) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, toColor(tools.theme.soft));
      ImGui::PushID(row.id.c_str());
      ImGui::TableSetColumnIndex(0);
      if (const Asked named = nameCell(row)) asked = named;
      for (std::size_t i = 1; i < row.cells.size(); ++i) {
        if (!ImGui::TableSetColumnIndex(static_cast<int>(i))) continue;
        ImGui::PushID(static_cast<int>(i));
        if (const Asked pressed = figureCell(row.cells[i], table.columns[i].number, tools)) asked = pressed;
        ImGui::PopID();
      }
      ImGui::PopID();
    }
  }
  ImGui::EndTable();
  return asked;
}

Asked differencesPanel(const RunDifferences& differences, const PanelTools& tools) {
  Asked asked;
  if (differences.rows.empty()) {
    wrappedText(differences.nothing, tools.theme.text2);
    return asked;
  }
  // Without a width of the user's own a column follows its texts, which change with the chosen runs.
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                    ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerV;
  if (!ImGui::BeginTable("differences", static_cast<int>(differences.runs.size()) + 1, flags)) return asked;
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableNextRow();
  cell(tr("key"), tools.theme.text2);
  for (const RunDifferences::Run& run : differences.runs) {
    ImGui::TableNextColumn();
    if (heading(run)) asked = present::SelectRun{run.id};
  }
  for (const RunDifferences::Row& row : differences.rows) {
    ImGui::TableNextRow();
    cell(row.key, tools.theme.text2);
    for (const RunDifferences::Value& value : row.values) {
      ImGui::TableNextColumn();
      if (value.differs) ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, toColor(tools.theme.soft));
      const FontScope font({.size = 13, .weight = value.differs ? present::Weight::Medium : present::Weight::Regular});
      coloredText(value.text, value.differs ? tools.theme.accent : tools.theme.text);
    }
  }
  ImGui::EndTable();
  return asked;
}

}  // namespace sojourn::imgui
