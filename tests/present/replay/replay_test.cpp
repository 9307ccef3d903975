// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the learning replay: what they say of A and B, that they fit, and what they say where a part is
// absent.
#include <algorithm>
#include <cmath>

#include "tests/present/replay/replay_fixtures.h"

namespace sojourn::present {
namespace {

TEST(Replay, EveryPictureFitsAtEverySize) {
  for (const std::size_t epochs : {std::size_t{1}, std::size_t{13}, std::size_t{60}}) {
    const Replay run(epochs);
    for (const Size size : {Size{150, 120}, Size{210, 118}, Size{236, 240}, Size{420, 236}, Size{700, 560}}) {
      for (std::size_t i = 0; i < allPictures.size(); ++i) {
        SCOPED_TRACE("picture " + std::to_string(i) + ", " + std::to_string(epochs) + " epochs, " +
                     std::to_string(size.width));
        // Pointer, maps and top ten are never given less than 300 px.
        if ((i == 1 || i == 2) && size.width < 300) continue;
        if (i == 3 && size.width < 236) continue;
        expectGood(sceneOf(allPictures[i], run.input(0, epochs - 1), size));
        expectGood(sceneOf(allPictures[i], run.input(epochs / 2, epochs / 2), size));
      }
    }
  }
}

TEST(Replay, PicturesOfARunBesideAnotherFitAndShareTheirScales) {
  const Replay shorter(5), longer(13);
  std::vector<ReplayInput> both{shorter.input(3, 4), longer.input(11, 12)};
  both[0].weightScale = 0.9;
  both[1].beside = ReplayBeside{.ink = Theme::darkTheme().ok};
  shareScales(both);
  EXPECT_EQ(both[1].weightScale, 0.9);
  EXPECT_EQ(both[0].beside->pointerHigh, both[1].beside->pointerHigh);
  EXPECT_EQ(both[0].beside->epochs, 13U);
  for (const Size size : {Size{190, 120}, Size{300, 190}, Size{520, 320}}) {
    SCOPED_TRACE(size.width);
    for (const ReplayInput& one : both) {
      for (const Present present : {replayHeadContent, replayGateHalvesContent})
        expectFits(sceneOf(present, one, size));
      if (size.width < 300) continue;
      for (const Present present : {replayPointerContent, replayMapsContent}) expectFits(sceneOf(present, one, size));
    }
    expectFits(std::get<Scene>(replayBiasesContent(both, {size, Theme::light(), measurer})));
  }
  // In the maps of all heads 2 x 4 stand over as many changes; alone there are three of each.
  const auto images = [](const Scene& scene) {
    return std::ranges::count_if(scene.shapes,
                                 [](const Shape& shape) { return std::holds_alternative<ImageShape>(shape); });
  };
  const auto alone = images(sceneOf(replayMapsContent, shorter.input(3, 4), {520, 320}));
  EXPECT_EQ(alone - images(sceneOf(replayMapsContent, both[0], {520, 320})), 8);
}

TEST(Replay, LongSequencesAndManyHeadsScroll) {
  const Replay run(3, {.probes = 2, .length = 60, .layers = 4, .heads = 12});
  const Scene maps = sceneOf(replayMapsContent, run.input(0, 2));
  expectGood(maps);
  EXPECT_GT(maps.contentSize.height, maps.size.height) << "48 heads do not fit";
  EXPECT_GT(maps.pinnedBottom, 0) << "the scales stay";
  std::size_t heads = 0;
  for (const HitArea& hit : maps.hits) heads += test::isFor<EnlargeHead>(hit);
  EXPECT_EQ(heads, 48U);
  ReplayInput large = run.input(0, 2);
  large.enlarged = HeadRef{.layer = 3, .head = 11};
  expectGood(sceneOf(replayMapsContent, large, {500, 240}));
  expectGood(sceneOf(replayPointerContent, run.input(0, 2)));
}

TEST(Replay, TheListSaysWhatEachProbeIsAndHowItIsAnsweredAtB) {
  const Replay run;
  const Scene scene = sceneOf(replayProbesContent, run.input(0, 12), {236, 260});
  EXPECT_EQ(textsSaying(scene, "Home").size(), 7U);
  EXPECT_TRUE(says(scene, "Place 40") || says(scene, "Pl. 40"));
  const auto value = fixedText(static_cast<double>(test::fakeTargetProbability(12)), 3);
  EXPECT_EQ(textsSaying(scene, value).size(), 8U);
  std::size_t right = 0, wrong = 0;
  for (const IconShape& icon : shapesOf<IconShape>(scene)) (icon.name == "check" ? right : wrong) += 1;
  EXPECT_EQ(right, 7U);
  EXPECT_EQ(wrong, 1U) << "its target is another place";
  EXPECT_THAT(scene.summary, HasSubstr("7 are predicted correctly"));
  EXPECT_EQ(scene.hits[2].action, Action(SetProbe{2}));
  EXPECT_THAT(scene.hits[1].label, HasSubstr("not in the window"));
  // At the first epochs the target is third, so nothing is right.
  EXPECT_THAT(sceneOf(replayProbesContent, run.input(0, 1), {236, 260}).summary,
              HasSubstr("0 are predicted correctly"));
  // Epoch 12 of probe 3, unrounded.
  const std::size_t row = 3 * 13 + 12;
  EXPECT_FLOAT_EQ(static_cast<float>(numberIn(scene.table, row, "P target")), test::fakeTargetProbability(12));
  EXPECT_EQ(numberIn(scene.table, row, "Epoch"), 12);
}

TEST(Replay, NamesWithoutRoomAreTheirBeginningsWhereTheseTellThemApart) {
  PlaceNames names;
  names.setName(2, "Workshop, Bridge Street");
  names.setName(3, "House 1, Market Street");
  names.setName(4, "House 3, Market Street");
  Sequence sequence;
  for (std::size_t i = 0; i < 12; ++i)
    sequence.visits.push_back({.location = static_cast<LocationId>(2 + i % 3), .durationMinutes = 60});
  sequence.target = LocationId{2};
  Replay run(3, {.probes = 1, .length = 12});
  run.probes = {replayProbe(7, &sequence, &names, 0, 12)};
  const auto textsIn = [&](Present present, Size size) {
    std::vector<std::string> texts;
    for (const Shape& shape : sceneOf(present, run.input(0, 2), size).shapes)
      if (const auto* text = std::get_if<TextShape>(&shape)) texts.push_back(text->text);
    return texts;
  };
  EXPECT_THAT(textsIn(replayPointerContent, {420, 240}), ::testing::IsSupersetOf({"Workshop", "House 1", "House 3"}));
  EXPECT_THAT(textsIn(replayProbesContent, {200, 200}), ::testing::Contains("Workshop"));
}

TEST(Replay, TheMatrixShowsEveryEpochAndFramesAAndB) {
  const Replay run;
  ReplayInput input = run.input(3, 7);
  const Scene scene = sceneOf(replayPointerContent, input, {420, 260});
  const auto images = shapesOf<ImageShape>(scene);
  const auto matrix = std::find_if(images.begin(), images.end(), [](const auto& image) { return image.rows == 13; });
  ASSERT_NE(matrix, images.end());
  EXPECT_EQ(matrix->columns, 6);
  // The learned visit becomes the lightest of its row, and lighter from epoch to epoch.
  const auto light = [&](int epoch, int visit) {
    const Color color = (*matrix->pixels)[static_cast<std::size_t>(epoch * 6 + visit)];
    return color.r + color.g + color.b;
  };
  EXPECT_GT(light(12, 4), light(3, 4));
  EXPECT_GT(light(12, 4), light(12, 3) + 200);
  std::size_t frames = 0;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) frames += box.stroke == Theme::darkTheme().accent;
  EXPECT_EQ(frames, 2U);
  EXPECT_EQ(textsSaying(scene, "3").size(), 1U);
  EXPECT_EQ(textsSaying(scene, "7").size(), 1U);
  EXPECT_TRUE(says(scene, fixedText(static_cast<double>(*run.views[7].file->probes[0].gate), 3)));
  bool found = false;
  for (const HitArea& hit : scene.hits) found |= hit.label.starts_with("Epoch 5: Place 6, Fri 10:10, weight 0.6");
  EXPECT_TRUE(found) << "exact values at the cells";
  input.selection.selected.visit = 2;
  const Scene chosen = sceneOf(replayPointerContent, input, {420, 260});
  EXPECT_GT(shapesOf<BoxShape>(chosen).size(), shapesOf<BoxShape>(scene).size()) << "the visit is outlined";
  EXPECT_EQ(scene.table.columns.size(), 8U);
  EXPECT_EQ(scene.table.rows.size(), 13U);
  EXPECT_FLOAT_EQ(static_cast<float>(std::get<double>(scene.table.rows[12][6])), test::fakeWeight(12, 6));
}

TEST(Replay, AnEpochThatIsNotThereLeavesItsRowEmpty) {
  Replay run;
  run.views[4].file = run.views[4].maps = nullptr;
  run.views[5] = {.key = {.epoch = 5}, .problem = Error{ErrorKind::BadInput, "0005.safetensors", "is torn", ""}};
  const Scene scene = sceneOf(replayPointerContent, run.input(4, 7), {420, 260});
  expectInsideContent(scene);
  EXPECT_GE(shapesOf<HatchShape>(scene).size(), 2U);
  bool read = false, torn = false;
  for (const HitArea& hit : scene.hits) {
    read |= hit.label == "Epoch 4 is being read";
    torn |= hit.label == "Epoch 5 cannot be read: 0005.safetensors: is torn";
  }
  EXPECT_TRUE(read);
  EXPECT_TRUE(torn);
  for (const Present present :
       {replayProbesContent, replayMapsContent, replayTopContent, replayGateContent, replayBiasContent})
    EXPECT_TRUE(std::holds_alternative<Scene>(present(run.input(4, 4), {{420, 240}, Theme::light(), measurer})));
}

TEST(Replay, MapsAndTheirDifferenceHaveTheirScales) {
  const Replay run;
  const Scene scene = sceneOf(replayMapsContent, run.input(0, 12), {480, 300});
  EXPECT_EQ(shapesOf<ImageShape>(scene).size(), 3U * 8 + 2) << "three maps a head, two scales";
  EXPECT_TRUE(says(scene, "0 to 0.6"));
  EXPECT_TRUE(says(scene, "\u22120.5 to +0.5"));
  EXPECT_TRUE(says(scene, "A 0"));
  EXPECT_TRUE(says(scene, "B 12"));
  ReplayInput pair = run.input(12, 12);
  pair.scaleOfPair = true;
  EXPECT_FALSE(says(sceneOf(replayMapsContent, pair, {480, 300}), "\u22120.5 to +0.5"));
  // B against itself: the difference is nothing, drawn in the middle of its scale.
  const auto images = shapesOf<ImageShape>(sceneOf(replayMapsContent, run.input(12, 12), {480, 300}));
  const Color middle = Theme::darkTheme().diverging[2];
  for (const Color color : *images[2].pixels) {
    EXPECT_LE(std::abs(color.r - middle.r), 3);
    EXPECT_LE(std::abs(color.b - middle.b), 3);
  }
  ASSERT_EQ(scene.table.rows.size(), 8U * 36);
  const auto& a = run.views[0].file->probes[0];
  const auto& b = run.views[12].file->probes[0];
  EXPECT_EQ(numberIn(scene.table, 40, "B\u2212A"),
            static_cast<double>(b.attention[40]) - static_cast<double>(a.attention[40]));
}

TEST(Replay, AHeadIsEnlargedWithExactCells) {
  const Replay run;
  ReplayInput input = run.input(0, 12);
  input.enlarged = HeadRef{.layer = 1, .head = 2};
  const Scene scene = sceneOf(replayMapsContent, input, {520, 260});
  EXPECT_TRUE(says(scene, "Layer 1, head 2"));
  ASSERT_TRUE(scene.zoom.out);
  EXPECT_EQ(scene.zoom.out, Action(EnlargeHead{}));
  std::size_t cells = 0;
  for (const HitArea& hit : scene.hits) cells += hit.focus.query.has_value();
  EXPECT_EQ(cells, 3U * 36);
  EXPECT_EQ(scene.table.rows.size(), 36U) << "the table is of that head";
  EXPECT_TRUE(test::offers(scene, EnlargeHead{HeadRef{.layer = 1, .head = 1}}));
  EXPECT_TRUE(test::offers(scene, EnlargeHead{HeadRef{.layer = 1, .head = 3}}));
  input.enlarged = HeadRef{.layer = 9, .head = 0};
  EXPECT_FALSE(sceneOf(replayMapsContent, input, {520, 260}).zoom.out) << "no such head: all of them";
}

TEST(Replay, WhatACausalModelCannotSeeIsHatchedAndNotZero) {
  Replay run(3, {.probes = 1, .pointer = false});
  for (ReplayEpoch& epoch : run.views) {
    ProbeFile file = *epoch.file;
    for (std::size_t cell = 0; cell < file.probes[0].attention.size(); ++cell)
      if (cell % 6 > cell / 6 % 6) file.probes[0].attention[cell] = 0;
    epoch.file = epoch.maps = std::make_shared<const ProbeFile>(std::move(file));
  }
  ReplayInput input = run.input(0, 2);
  const Color panel = Theme::darkTheme().panel;
  const Scene small = sceneOf(replayMapsContent, input, {480, 300});
  expectInsideContent(small);
  EXPECT_EQ((*shapesOf<ImageShape>(small)[0].pixels)[5], panel);
  EXPECT_NE((*shapesOf<ImageShape>(small)[0].pixels)[0], panel);
  input.enlarged = HeadRef{};
  const Scene large = sceneOf(replayMapsContent, input, {520, 260});
  bool said = false;
  for (const HitArea& hit : large.hits) said |= hit.label.find("cannot look at the later") != std::string::npos;
  EXPECT_TRUE(said);
}

TEST(Replay, TheTopTenSayHowRanksMoved) {
  const Replay run;
  const Scene scene = sceneOf(replayTopContent, run.input(0, 12), {320, 300});
  std::size_t up = 0, down = 0;
  for (const IconShape& icon : shapesOf<IconShape>(scene)) (icon.name == "up" ? up : down) += 1;
  EXPECT_EQ(up, 1U) << "the target rose from the third rank";
  EXPECT_EQ(down, 2U);
  EXPECT_THAT(scene.hits[0].label, HasSubstr("Home, the target: rank 1"));
  EXPECT_THAT(scene.hits[0].label, HasSubstr("rank 3 with 0.1000 at A"));
  EXPECT_EQ(numberIn(scene.table, 0, "Rank at A"), 3);
  EXPECT_NEAR(numberIn(scene.table, 0, "Change"),
              static_cast<double>(test::fakeTargetProbability(12)) - static_cast<double>(0.1F), 1e-6);
}

TEST(Replay, GateAndBiasDrawAAndB) {
  const Replay run;
  for (const Present present : {replayGateContent, replayBiasContent}) {
    const Scene scene = sceneOf(present, run.input(0, 12), {210, 118});
    const auto lines = shapesOf<LineShape>(scene);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].color, Theme::darkTheme().mid);
    EXPECT_EQ(lines[1].color, Theme::darkTheme().accent);
  }
  EXPECT_TRUE(says(sceneOf(replayBiasContent, run.input(0, 12)), "\u00B10.096"));
  const Scene gate = sceneOf(replayGateContent, run.input(0, 12));
  EXPECT_EQ(gate.table.rows.size(), 13U * 40);
  EXPECT_EQ(numberIn(gate.table, 20, "Right"), 80);
}

}  // namespace
}  // namespace sojourn::present
