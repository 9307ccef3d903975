// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/replay/replay_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {

ReplayProbe replayProbe(std::int64_t row, const Sequence* sequence, const PlaceNames* names,
                        std::int32_t displayOffsetMinutes, std::size_t length) {
  ReplayProbe probe;
  probe.sample = tr("validation sample %1", {std::to_string(row)});
  probe.briefSample = tr("sample %1", {std::to_string(row)});
  if (!sequence || !names || (length > 0 && sequence->visits.size() != length)) {
    for (std::size_t i = 0; i < length; ++i) {
      VisitLabel& label = probe.visits.emplace_back();
      label.place = label.time = tr("visit %1", {std::to_string(i + 1)});
    }
    return probe;
  }
  Inspection shown;
  shown.sequence = *sequence;
  const SampleContext context{.inspection = &shown,
                              .names = names,
                              .selection = {},
                              .displayOffsetMinutes = displayOffsetMinutes,
                              .sampleText = {}};
  probe.visits = visitLabels(context);
  probe.names = names;
  if (!probe.visits.empty()) probe.lastVisit = probe.visits.back().full();
  probe.target = sequence->target;
  if (probe.target) {
    probe.targetName = placeText(context, *probe.target);
    for (const Visit& visit : sequence->visits) probe.targetInWindow |= visit.location == *probe.target;
  }
  return probe;
}

Scene replayScene(const ReplayInput& input, const Canvas& canvas) {
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  scene.caption = input.run;
  if (const ReplayProbe* probe = chosenProbe(input)) scene.caption += ", " + probe->sample;
  scene.caption += tr(", A %1, B %2", {epochText(input, input.a), epochText(input, input.b)});
  return scene;
}

float paintReplayTitle(SceneBuilder& builder, const Scene& scene, const std::string& name, const std::string& caption) {
  const float width =
      std::min(std::ceil(builder.width(name, replayTitleFont)) + 1, scene.size.width - replayPadding - 2);
  builder.text({replayPadding, 9, width, 16}, name, builder.theme().text, replayTitleFont);
  float end = replayPadding + width;
  const float captionWidth = std::ceil(builder.width(caption, replayCaptionFont)) + 1;
  if (!caption.empty() && end + 8 + captionWidth <= scene.size.width - 4) {
    builder.text({end + 8, 9, captionWidth, 16}, caption, builder.theme().text2, replayCaptionFont);
    end += 8 + captionWidth;
  }
  return end;
}

std::string handleText(char handle, const ReplayEpoch& epoch) {
  return std::string(1, handle) + " " + std::to_string(epoch.epoch());
}

std::string epochLabelText(const ReplayEpoch& epoch) {
  return tr("epoch %1", {std::to_string(epoch.epoch())});
}

std::string epochText(const ReplayInput& input, std::size_t index) {
  const std::int64_t epoch = input.epochs[index].epoch();
  return tr("epoch %1%2", {std::to_string(epoch), input.best == epoch ? tr(", the best") : ""});
}

std::string atB(const ReplayInput& input) {
  const std::string epoch = epochText(input, input.b);
  return input.beside ? tr("at %1", {epoch}) : tr("at B (%1)", {epoch});
}

std::vector<std::size_t> replayBands(const ReplayInput& input) {
  if (!input.beside) return {0, 1, 2};
  return input.a == input.b ? std::vector<std::size_t>{1} : std::vector<std::size_t>{1, 2};
}

std::string bandText(const ReplayInput& input, std::size_t band) {
  if (input.beside)
    return band == 1 ? std::to_string(epochB(input).epoch()) : "\u2212" + std::to_string(epochA(input).epoch());
  if (band == 2) return "B\u2212A";
  return band == 0 ? handleText('A', epochA(input)) : handleText('B', epochB(input));
}

std::string fullBandText(const ReplayInput& input, std::size_t band) {
  if (!input.beside) return bandText(input, band);
  return band == 1 ? epochLabelText(epochB(input)) : tr("minus epoch %1", {std::to_string(epochA(input).epoch())});
}

const ProbeSnapshot* snapshotIn(const ProbeFile* file, std::size_t probe) {
  return file && probe < file->probes.size() ? &file->probes[probe] : nullptr;
}

const ReplayProbe* chosenProbe(const ReplayInput& input) {
  return input.probe < input.probes.size() ? &input.probes[input.probe] : nullptr;
}

const ProbeFile* anyFile(const ReplayInput& input) {
  if (epochB(input).file) return epochB(input).file.get();
  const auto read = std::ranges::find_if(input.epochs, [](const ReplayEpoch& epoch) { return epoch.file != nullptr; });
  return read == input.epochs.end() ? nullptr : read->file.get();
}

bool looksCausal(const ProbeSnapshot& seen) {
  if (seen.attention.empty() || seen.length < 2) return false;
  for (std::size_t cell = 0; cell < seen.attention.size(); ++cell) {
    const std::size_t key = cell % seen.length, query = cell / seen.length % seen.length;
    if (key > query && seen.attention[cell] != 0) return false;
  }
  return true;
}

EmptyState replayReading() {
  return {.title = tr("Reading snapshots")};
}

void paintPieces(Scene& scene, std::span<const std::optional<Point>> points, Color color) {
  std::vector<Point> piece;
  for (std::size_t i = 0; i <= points.size(); ++i) {
    if (i < points.size() && points[i]) {
      piece.push_back(*points[i]);
      continue;
    }
    if (piece.size() > 1) scene.shapes.emplace_back(LineShape{.points = piece, .color = color, .width = 1.2F});
    piece.clear();
  }
}

void paintChosenVisits(SceneBuilder& builder, const Selection& selection, Rect columns, std::size_t visits) {
  for (const auto& [visit, width] : {std::pair(selection.hovered.visit, 1.0F), {selection.selected.visit, 1.5F}})
    if (visit && *visit < visits)
      builder.frame({columns.x + static_cast<float>(*visit) * columns.width - 1, columns.y - 1, columns.width + 2,
                     columns.height + 2},
                    builder.theme().accent, width);
}

ReplayHeadMaps::ReplayHeadMaps(const ReplayInput& input, HeadRef head, std::size_t length) {
  const auto mapOf = [&](const ProbeFile* file) {
    const ProbeSnapshot* seen = snapshotIn(file, input.probe);
    const bool fits = seen && !seen->attention.empty() && seen->length == length && head.layer < seen->layers &&
                      head.head < seen->heads;
    return fits ? seen->map(head.layer, head.head) : std::span<const float>();
  };
  a = mapOf(mapsA(input));
  b = mapOf(mapsB(input));
}

Color bandColor(const Theme& theme, std::size_t band) {
  return band == 0 ? theme.text2 : band == 1 ? theme.accent : theme.text;
}

ColorScale bandScale(const ReplayScales& scales, std::size_t band) {
  if (band == 2) return {.diverging = true, .low = -scales.difference, .high = scales.difference};
  return {.diverging = false, .low = 0, .high = scales.weight};
}

void paintReplayPart(SceneBuilder& builder, Scene& scene, const ReplayInput& input, bool top) {
  if (input.topBeside) return;
  const std::array<Segment, 2> segments{
      Segment{tr("Maps"), ShowTopTen{false}, tr("Show the attention maps here")},
      Segment{tr("Top ten"), ShowTopTen{true}, tr("Show the ten most probable places here")}};
  constexpr Font font{.size = 11};
  const float left = scene.size.width - replayPadding - segmentedWidth(builder, segments, font);
  paintSegmented(builder, scene, {left, 6}, 20, segments, top ? 1 : 0, font);
}

void ReplayProbeList::update(const ReplayProbeSource& source) {
  const auto read = std::ranges::find_if(source.epochs, [](const auto& epoch) { return epoch.file != nullptr; });
  std::vector<std::size_t> lengths;
  if (read != source.epochs.end())
    for (const ProbeSnapshot& probe : read->file->probes) lengths.push_back(probe.length);
  if (lengths == m_lengths && m_namesVersion == source.namesVersion) return;
  m_lengths = std::move(lengths);
  m_namesVersion = source.namesVersion;
  m_probes.clear();
  m_names.clear();
  m_names.resize(m_lengths.size());
  for (std::size_t probe = 0; probe < m_lengths.size(); ++probe) {
    const Sequence* sequence = probe < source.sequences.size() ? &source.sequences[probe] : nullptr;
    if (sequence) m_names[probe] = source.names(sequence->user);
    const std::int64_t row = probe < source.rows.size() ? source.rows[probe] : static_cast<std::int64_t>(probe);
    m_probes.push_back(replayProbe(row, sequence, sequence ? &m_names[probe] : nullptr, source.displayOffsetMinutes,
                                   m_lengths[probe]));
  }
}

}  // namespace sojourn::present
