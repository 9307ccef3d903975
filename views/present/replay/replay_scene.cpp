// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/replay/replay_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

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
                              .model = nullptr,
                              .names = names,
                              .colors = nullptr,
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

std::string bandWords(const ReplayInput& input, std::size_t band) {
  if (!input.beside) return bandText(input, band);
  return band == 1 ? tr("epoch %1", {std::to_string(epochB(input).epoch())})
                   : tr("minus epoch %1", {std::to_string(epochA(input).epoch())});
}

const ProbeSnapshot* snapshotIn(const ProbeFile* file, std::size_t probe) {
  return file && probe < file->probes.size() ? &file->probes[probe] : nullptr;
}

const ReplayProbe* chosenProbe(const ReplayInput& input) {
  return input.probe < input.probes.size() ? &input.probes[input.probe] : nullptr;
}

std::optional<bool> answeredRight(const ReplayProbe& probe, const ProbeSnapshot& seen) {
  if (seen.topLocation.empty()) return std::nullopt;
  if (probe.target) return seen.topLocation.front() == *probe.target;
  // Without the dataset the target is known by its probability alone.
  if (!seen.targetProbability) return std::nullopt;
  return *seen.targetProbability == seen.topProbability.front();
}

const ProbeFile* anyFile(const ReplayInput& input) {
  if (epochB(input).file) return epochB(input).file.get();
  for (const ReplayEpoch& epoch : input.epochs) {
    if (epoch.file) return epoch.file.get();
  }
  return nullptr;
}

bool looksCausal(const ProbeSnapshot& seen) {
  if (seen.attention.empty() || seen.length < 2) return false;
  for (std::size_t cell = 0; cell < seen.attention.size(); ++cell) {
    const std::size_t key = cell % seen.length, query = cell / seen.length % seen.length;
    if (key > query && seen.attention[cell] != 0) return false;
  }
  return true;
}

EmptyState replayNothing(std::string title, std::string detail) {
  return {.title = std::move(title), .detail = std::move(detail)};
}

EmptyState replayReading() {
  return replayNothing(tr("Reading snapshots"), {});
}

void paintReplayPart(SceneBuilder& builder, Scene& scene, const ReplayInput& input, bool top) {
  if (input.topBeside) return;
  const std::array<Segment, 2> segments{Segment{tr("Maps"), "maps", tr("Show the attention maps here")},
                                        Segment{tr("Top ten"), "top", tr("Show the ten most probable places here")}};
  constexpr Font font{.size = 11};
  const float left = scene.size.width - replayPadding - segmentedWidth(builder, segments, font);
  paintSegmented(builder, scene, {left, 6}, 20, segments, top ? 1 : 0, "setPart", font);
}

float paintHandleNames(SceneBuilder& builder, const Scene& scene, const ReplayInput& input, float titleEnd) {
  const Theme& theme = builder.theme();
  const std::string a = handleText('A', epochA(input));
  const std::string b = handleText('B', epochB(input));
  const float widthA = std::ceil(builder.width(a, replayHandleFont)) + 1;
  const float widthB = std::ceil(builder.width(b, replayHandleFont)) + 1;
  constexpr float between = 10;
  const float right = scene.size.width - replayPadding;
  const bool beside = titleEnd + between + widthA + between + widthB <= right;
  const float x = beside ? right - widthA - between - widthB : replayPadding;
  const float y = beside ? 9 : replayTitleHeight - 4;
  builder.text({x, y, widthA, 15}, a, theme.text2, replayHandleFont);
  builder.text({x + widthA + between, y, widthB, 15}, b, theme.accent, replayHandleFont);
  return replayTitleHeight + (beside ? 0 : 13);
}

}  // namespace sojourn::present
