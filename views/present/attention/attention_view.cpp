// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/attention/attention_view.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"

namespace sojourn::present {
namespace {

constexpr float noteLine = 15;
constexpr float mostPickerShare = 0.4F;  // of the view's height, for the heads above an enlarged map
constexpr float sideCardWidth = 190, readoutHeight = 94;

/// What the picture of one sample's weights does not prove, and how even it really is.
std::string plainNote(std::span<const float> lastRow, std::size_t length, AttentionScale scale,
                      const AttentionGrid& grid) {
  const double effective = effectiveCount(lastRow);
  std::string text =
      tr("Raw weights of one head; their faithfulness is not measured here. Last query: %1 effective visits of %2",
         {effectiveText(effective), std::to_string(lastRow.size())});
  const bool even = lastRow.size() > 2 && effective / static_cast<double>(lastRow.size()) >= 0.8;
  if (even && scale != AttentionScale::Uniform)
    text += tr(", nearly uniform although the map looks structured: compare the Uniform scale");
  text += ".";
  if (grid.folded)
    text += tr(" The heads' numbers are effective visits.");
  else if (grid.pixels < static_cast<int>(length))
    text += tr(" A thumbnail pixel is the largest weight of the cells it covers.");
  return text;
}

std::vector<std::string> notes(const SceneBuilder& builder, const AttentionFrame& frame,
                               const AttentionOptions& options, const AttentionGrid& grid, float width) {
  const auto wrapped = [&](const std::string& text) { return wrapText(builder, text, mediumFont, width); };
  const auto last = frame.change ? frame.change->lastRowNow(frame.head) : frame.row(frame.head, frame.maps.length - 1);
  const std::vector<std::string> plain = wrapped(plainNote(last, frame.maps.length, options.scale, grid));
  if (!frame.change) return plain;
  // As much room as without a reference, so that the map stays where it is; what has no room there is left out.
  std::string text = changeNote(frame);
  for (const std::string& more : {tr(" Raw weights; their faithfulness is not measured here."),
                                  grid.folded ? tr(" The heads' numbers are moved attention.") : ""}) {
    if (wrapped(text + more).size() <= plain.size()) text += more;
  }
  std::vector<std::string> lines = wrapped(text);
  lines.resize(std::max(lines.size(), plain.size()));
  return lines;
}

void paintNotes(SceneBuilder& builder, const std::vector<std::string>& lines, Point topLeft, float width) {
  float y = topLeft.y;
  for (const std::string& line : lines) {
    if (line.empty()) break;
    builder.text({topLeft.x, y, width, noteLine}, line, builder.theme().text2, mediumFont);
    y += noteLine;
  }
}

/// What the hatch means, ending at `right`; returns where it begins.
float paintMaskLegend(SceneBuilder& builder, float right, float y) {
  const std::string text = tr("masked: later visits");
  const float width = std::ceil(builder.width(text, mediumFont)) + 1;
  builder.text({right - width, y, width, 18}, text, builder.theme().text2, mediumFont);
  const Rect sample{right - width - 20, y + 4, 14, 10};
  builder.frame(sample, builder.theme().mid);
  builder.hatch(sample.inset(1), builder.theme().mid);
  return sample.x;
}

/// Where the dock is wide: the hovered (else the selected) cell in words, beside the map.
void paintReadout(SceneBuilder& builder, const AttentionFrame& frame, Rect rect) {
  const Theme& theme = builder.theme();
  const bool hovering = frame.selection.hovered.query && frame.selection.hovered.visit;
  const Focus& focus = hovering ? frame.selection.hovered : frame.selection.selected;
  const std::size_t query = focus.query.value_or(frame.maps.length - 1);
  if (!focus.visit || *focus.visit >= frame.maps.length || query >= frame.maps.length) return;
  const auto weights = frame.row(frame.head, query);
  const std::size_t key = *focus.visit;
  builder.frame(rect, theme.border, 1, 4, theme.panel);
  const Rect inner = rect.inset(10);
  const auto line = [&](float y) { return Rect{inner.x, inner.y + y, inner.width, 16}; };
  builder.text(line(0), hovering ? tr("Hover") : tr("Selected"), theme.text2, mediumFont);
  builder.text(line(18), frame.labels[query].full(), theme.text, boldFont);
  const bool masked = *focus.visit >= weights.size();
  builder.text(line(36), (masked ? tr("cannot look at ") : tr("looks at ")) + frame.labels[*focus.visit].full(),
               theme.text2, textFont);
  if (masked) return builder.text(line(58), tr("masked: a later visit"), theme.text2, textFont);
  if (frame.change) {
    const double before = frame.change->before(frame.head, query, key), now = frame.change->now(frame.head, query, key);
    builder.text(line(58), tr("%1 to %2", {weightText(before), weightText(now)}), theme.text, textFont);
    builder.text(line(58), (now > before ? "+" : "") + weightText(now - before),
                 now == before ? theme.text2 : changeFill(theme, now - before), boldFont, Align::Right);
    return;
  }
  builder.text(line(58), weightText(weights[*focus.visit]), theme.text, {.size = 13, .weight = Weight::SemiBold});
  builder.text(line(58), tr("uniform %1", {weightText(1.0 / static_cast<double>(weights.size()))}), theme.text2,
               textFont, Align::Right);
}

Table tableOf(const AttentionFrame& frame) {
  Table table;
  const std::size_t length = frame.maps.length;
  table.columns = {"Layer", "Head", "Query", "Query place", "Query time"};
  for (std::size_t key = 0; key < length; ++key)
    table.columns.push_back(std::to_string(key) + ": " + frame.labels[key].full());
  table.columns.insert(table.columns.end(), {"Effective visits", "Entropy (nats)", "Visits it may read"});
  for (std::size_t query = 0; query < length; ++query) {
    const auto weights = frame.row(frame.head, query);
    table.add(frame.head.layer, frame.head.head, query, frame.labels[query].place, frame.labels[query].time);
    for (std::size_t key = 0; key < length; ++key)
      table.extend(key < weights.size() ? double{weights[key]} : Table::absent);
    table.extend(effectiveCount(weights), entropy(weights), weights.size());
  }
  return table;
}

std::string summaryOf(const AttentionFrame& frame) {
  const std::size_t last = frame.maps.length - 1;
  const auto weights = frame.row(frame.head, last);
  const auto most = static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
  return tr(
      "Attention of %1 layers with %2 heads over %3 visits. %4: the last query, %5, reads %6 effective visits of %7, "
      "most of all %8 with %9.",
      {std::to_string(frame.maps.layers), std::to_string(frame.maps.heads), std::to_string(frame.maps.length),
       attentionHeadName(frame.head), frame.labels[last].full(), effectiveText(effectiveCount(weights)),
       std::to_string(weights.size()), frame.labels[most].full(), weightText(weights[most])});
}

EmptyState nothingToShow(const SampleContext& context) {
  if (context.model && isProgram(*context.model) && !context.model->capabilities.attentionMaps)
    return {.title = tr("%1 gives no attention maps", {context.model->title}),
            .detail = tr("A model program with self-attention can give them: see Help, A model of your own.")};
  if (context.model && !context.model->capabilities.attentionMaps) {
    return {.title = tr("%1 has no attention heads", {context.model->title}),
            .detail = tr("It reads the visits without self-attention.")};
  }
  if (const auto nothing = nothingInspected(context)) return *nothing;
  return {.title = tr("This inspection has no attention maps"),
          .detail = tr("They are available when a sample is inspected with its maps.")};
}

/// The largest thumbnails that still leave the large map its words, else a third of the room. Where the map would then
/// not be seen whole, buttons take the thumbnails' place.
AttentionGrid chooseGrid(const SceneBuilder& builder, const AttentionFrame& frame, float width, float height) {
  const auto mapUnder = [&](const AttentionGrid& grid) {
    return layoutMap(builder, frame, {0, 0, width, height - grid.size.height});
  };
  const auto fits = [&](const AttentionGrid& grid) { return mapUnder(grid).bottom <= height - grid.size.height; };
  // Of few visits the thumbnails have larger cells, as long as the large map's are as large as they get.
  const auto length = static_cast<float>(std::max<std::size_t>(frame.maps.length, 1));
  for (int cell = static_cast<int>(smallestSide / length); cell > largestCellOfThumbnail; --cell) {
    const AttentionGrid grid = layoutGrid(frame.maps, width, cell);
    if (mapUnder(grid).cell >= 0.75F * largestCell && fits(grid)) return grid;
  }
  for (const bool text : {true, false}) {
    for (int cell = largestCellOfThumbnail; cell > 1; --cell) {
      const AttentionGrid grid = layoutGrid(frame.maps, width, cell);
      // Where words are out of reach the grid may take a third of the room.
      const bool modest = text ? mapUnder(grid).labelled : grid.size.height <= height / 3;
      if (modest && fits(grid)) return grid;
    }
  }
  const AttentionGrid smallest = layoutGrid(frame.maps, width, 1);
  const AttentionGrid folded = layoutFoldedGrid(frame.maps, width);
  return fits(smallest) || folded.size.height >= smallest.size.height ? smallest : folded;
}

/// The steps of zooming: about a third larger or smaller each time, from the size that fits upwards.
ZoomActions zoomActions(float fitted, float cell) {
  const auto to = [](float size) -> Action { return ZoomAttention{static_cast<int>(size)}; };
  ZoomActions zoom;
  if (cell < largestCell) zoom.in = to(std::min(largestCell, std::max(cell + 1, std::ceil(cell * 1.3F))));
  if (cell <= fitted) return zoom;
  const float smaller = std::floor(cell / 1.3F);
  zoom.fit = to(0);
  zoom.out = to(smaller > fitted ? smaller : 0);
  return zoom;
}

/// Minus, plus and, once the map is enlarged, Fit; they end at `right`. Returns where they begin.
float paintZoom(SceneBuilder& builder, Scene& scene, float right, float y) {
  constexpr float side = 20;
  const ControlScope control(scene);
  const auto button = [&](float width, const std::optional<Action>& action, const std::string& label) {
    const Rect rect{right - width, y - 1, width, side};
    right -= width;
    if (action) builder.hit(rect, {}, label).action = action;
    return rect;
  };
  const auto icon = [&](const char* name, const std::optional<Action>& action, const std::string& label) {
    const Rect rect = button(side, action, label);
    builder.icon(rect.inset(3), name, action ? builder.theme().text2 : builder.theme().border);
  };
  icon("plus", scene.zoom.in, tr("Enlarge the map (Ctrl and wheel, or +)"));
  icon("minus", scene.zoom.out, tr("Shrink the map (Ctrl and wheel, or \u2212)"));
  if (scene.zoom.fit) {
    constexpr Font font{.size = 11.5F, .weight = Weight::Medium};
    builder.text(
        button(std::ceil(builder.width(tr("Fit"), font)) + 10, scene.zoom.fit, tr("Fit the map to the view (0)")),
        tr("Fit"), builder.theme().accent, font, Align::Center);
  }
  return right;
}

/// Where not even the heads' buttons have room: to the head before and after. Returns how wide they are.
float paintHeadSteps(SceneBuilder& builder, const AttentionFrame& frame, Point topLeft) {
  constexpr float side = 20;
  const std::size_t heads = frame.maps.heads, all = frame.maps.layers * heads;
  const std::size_t at = frame.head.layer * heads + frame.head.head;
  float x = topLeft.x;
  for (const auto& [icon, to] : {std::pair("left", (at + all - 1) % all), std::pair("right", (at + 1) % all)}) {
    const HeadRef head{.layer = to / heads, .head = to % heads};
    builder.icon({x + 3, topLeft.y + 3, side - 6, side - 6}, icon, builder.theme().text2);
    builder.hit({x, topLeft.y, side, side}, {.visit = {}, .query = {}, .location = {}, .head = head},
                attentionHeadName(head));
    x += side;
  }
  return x - topLeft.x + 6;
}

/// From top to bottom: controls, thumbnails, a line, the map under its title, the notes.
Scene paintAttention(const SampleContext& context, const AttentionFrame& frame, const AttentionOptions& options,
                     const Canvas& canvas) {
  const AttentionMaps& maps = frame.maps;
  const bool causal = frame.causal;
  const bool change = frame.change != nullptr;
  Scene scene;
  scene.size = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = canvas.theme;
  const float width = canvas.size.width;
  const ColorScale shownScale = frame.colors.scale(frame.head, maps.length - 1);
  const float controls =
      paintAttentionControls(builder, scene, options, shownScale, frame.colors.pinned(), causal, change, width);

  constexpr float titleHeight = 24;
  const float inner = width - 2 * attentionPadding;
  // Reserved without the sentence on shrunken thumbnails, which the grid may or may not need.
  AttentionGrid unshrunken;
  unshrunken.pixels = static_cast<int>(maps.length);
  const float noteRoom = noteLine * static_cast<float>(notes(builder, frame, options, unshrunken, inner).size()) + 12;
  const float room = canvas.size.height - controls - 12 - titleHeight - noteRoom;
  const AttentionGrid grid = chooseGrid(builder, frame, inner + attentionPadding - 2, room);
  // What the grid may take is known before its sentence, which may take a line of its own.
  const std::vector<std::string> lines = notes(builder, frame, options, grid, inner);
  const float bottom = canvas.size.height - noteLine * static_cast<float>(lines.size()) - 12;
  const auto roomBelow = [&](float from) {
    return Rect{attentionPadding, from, inner + attentionPadding - 4, bottom - from};
  };
  const float gridBottom = controls + 10 + grid.size.height;
  const AttentionMapLayout fitted = layoutMap(builder, frame, roomBelow(gridBottom + titleHeight));
  // Above an enlarged map the heads are buttons, so that they, its title and the way back stay wherever it is scrolled.
  const bool zoomed = static_cast<float>(options.zoomedCell) > fitted.cell;
  const AttentionGrid folded = layoutFoldedGrid(maps, inner + attentionPadding - 2);
  const bool picker = !zoomed || folded.size.height <= mostPickerShare * canvas.size.height;
  if (picker) paintGrid(builder, scene, frame, zoomed ? folded : grid, {attentionPadding, controls + 10});
  const float line = !zoomed ? gridBottom : picker ? controls + 10 + folded.size.height : controls + 6;
  const float top = line + titleHeight + (zoomed ? 2.0F : 0.0F);  // the buttons belong to the strip that stays put
  const AttentionMapLayout map = zoomed ? layoutMap(builder, frame, roomBelow(top), options.zoomedCell) : fitted;
  builder.box({0, line, width, 1}, theme.line);
  const std::string title = attentionHeadName(frame.head);
  float titleWidth = std::ceil(builder.width(title, boldFont));
  builder.text({attentionPadding, line + 6, titleWidth + 2, 18}, title, theme.text, boldFont);
  if (!picker) titleWidth += paintHeadSteps(builder, frame, {attentionPadding + titleWidth + 6, line + 5});
  scene.zoom = zoomActions(fitted.cell, map.cell);
  float titleEnd = paintZoom(builder, scene, width - attentionPadding + 4, line + 6) - 8;
  if (causal) titleEnd = paintMaskLegend(builder, titleEnd, line + 6) - 8;
  const std::string reading = tr("rows look at columns");
  const float readingX = attentionPadding + titleWidth + 8;
  if (readingX + builder.width(reading, mediumFont) <= titleEnd)
    builder.text({readingX, line + 6, titleEnd - readingX, 18}, reading, theme.text2, mediumFont);

  paintMap(builder, scene, frame, map);
  const float besideX = map.right + 20, besideWidth = width - attentionPadding - besideX;
  // Beside a low map the card would cover the words below it.
  if (besideWidth >= sideCardWidth && map.bottom + 6 - map.map.y >= readoutHeight)
    paintReadout(builder, frame, {besideX, map.map.y, std::min(besideWidth, 260.0F), readoutHeight});
  const std::vector<std::string> shown = zoomed && picker ? notes(builder, frame, options, folded, inner) : lines;
  paintNotes(builder, shown, {attentionPadding, map.bottom + 6}, inner);

  scene.contentSize = {
      .width = std::max({width, map.right + 4, attentionPadding + (zoomed ? folded : grid).size.width}),
      .height = std::max(canvas.size.height, map.bottom + 12 + noteLine * static_cast<float>(shown.size()))};
  // The controls stay while the maps scroll.
  if (zoomed)
    scene.pinnedTop = top;
  else if (scene.contentSize.height > canvas.size.height)
    scene.pinnedTop = controls + 4;
  const ScaleEnds ends = scaleEnds(shownScale, change);
  scene.caption = change ? tr("now minus reference, %1", {scopeText(context)})
                         : tr("%1 layers \u00D7 %2 heads, %3",
                              {std::to_string(maps.layers), std::to_string(maps.heads), scopeText(context)});
  scene.captionRight =
      change ? tr("change: %1 to %2", {ends.low, ends.high})
             : tr("scale: %1, %2 to %3", {tr(nameIn(attentionScaleNames, options.scale)), ends.low, ends.high});
  scene.summary = change ? changeSummary(frame, context) : summaryOf(frame);
  scene.table = change ? changeTable(frame) : tableOf(frame);
  return scene;
}

}  // namespace

ViewContent attentionContent(const SampleContext& context, const AttentionOptions& options, const Canvas& canvas) {
  const bool shown = context.inspection && context.inspection->attention.length > 0 &&
                     context.inspection->attention.layers > 0 && context.inspection->attention.heads > 0;
  if (!shown || (context.model && !context.model->capabilities.attentionMaps)) return nothingToShow(context);
  const bool causalModel = context.model && context.model->capabilities.causal;
  std::optional<AttentionChange> change;
  if (AttentionChange::comparable(context)) change.emplace(context, causalModel);
  const AttentionMaps& maps = change ? change->maps() : context.inspection->attention;
  const AttentionColors colors = change ? AttentionColors(*change, options, canvas.theme)
                                        : AttentionColors(maps, causalModel, options, canvas.theme);
  const Selection selection = change ? change->byRow(context.selection) : context.selection;
  std::vector<Emphasis> emphasis(maps.length);
  for (std::size_t row = 0; row < maps.length; ++row)
    if (const auto now = change ? change->visit(row).now : row) emphasis[row] = emphasisOfVisit(context, *now);
  Scene scene = paintAttention(context,
                               {.maps = maps,
                                .causal = change ? change->causal() : causalModel,
                                .head = chosenHead(maps, context.selection),
                                .selection = selection,
                                .colors = colors,
                                .labels = change ? change->labels(context) : visitLabels(context),
                                .emphasis = std::move(emphasis),
                                .change = change ? &*change : nullptr},
                               options, canvas);
  // The parts count rows; everybody else counts the visits shown.
  if (change)
    for (HitArea& hit : scene.hits) hit.focus = change->byVisit(hit.focus);
  return scene;
}

}  // namespace sojourn::present
