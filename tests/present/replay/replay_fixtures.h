// SPDX-License-Identifier: GPL-3.0-or-later
// A run of a few probes and epochs, and its pictures.
#pragma once

#include <array>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/formats/checkpoint/checkpoint_file.h"
#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/runs/fake_probes.h"
#include "tests/support/actions.h"
#include "views/present/replay/replay_view.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

using ::testing::HasSubstr;
using Present = ViewContent (*)(const ReplayInput&, const Canvas&);

inline constexpr std::array<Present, 6> allPictures{replayProbesContent, replayPointerContent, replayMapsContent,
                                                    replayTopContent,    replayGateContent,    replayBiasContent};

/// A run of fake probe files, with a dataset or without.
class Replay {
 public:
  explicit Replay(std::size_t epochs = 13, test::FakeProbesOptions options = {}, bool withDataset = true) {
    for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
      const auto bytes = encodeSafetensors(test::fakeProbes(static_cast<std::int64_t>(epoch), options));
      auto file = decodeProbeFile(*bytes, "invented");
      EXPECT_TRUE(file) << file.error().sentence();
      const auto read = std::make_shared<const ProbeFile>(std::move(*file));
      views.push_back({.key = {.epoch = static_cast<std::int64_t>(epoch)}, .file = read, .maps = read});
    }
    m_names.setName(2, "Home");
    m_names.setName(3, "Office with a name that is rather long");
    for (std::size_t k = 0; k < options.probes; ++k) {
      Sequence sequence;
      for (std::size_t i = 0; i < options.length + k; ++i)
        sequence.visits.push_back({.location = static_cast<LocationId>(2 + i % 5),
                                   .weekday = static_cast<std::int32_t>(i % 7),
                                   .startMinute = 610,
                                   .durationMinutes = 60,
                                   .daysAgo = 1});
      sequence.target = k == 1 ? LocationId{40} : LocationId{2};
      probes.push_back(replayProbe(static_cast<std::int64_t>(100 + k), withDataset ? &sequence : nullptr,
                                   withDataset ? &m_names : nullptr, 0, options.length + k));
    }
  }

  [[nodiscard]] ReplayInput input(std::size_t a, std::size_t b) const {
    return {.run = "v45-s42",
            .model = "MHSA",
            .epochs = views,
            .a = a,
            .b = b,
            .best = 7,
            .probes = probes,
            .weightScale = 0.6,
            .differenceScale = 0.5,
            .selection = {},
            .enlarged = {},
            .withTables = true};
  }

  std::vector<ReplayEpoch> views;
  std::vector<ReplayProbe> probes;

 private:
  PlaceNames m_names;
};

inline Scene sceneOf(Present present, const ReplayInput& input, Size size = {420, 240}) {
  ViewContent content = present(input, {size, Theme::darkTheme(), measurer});
  EXPECT_TRUE(std::holds_alternative<Scene>(content)) << std::get<EmptyState>(content).title;
  return std::get<Scene>(std::move(content));
}

inline void expectFits(const Scene& scene) {
  expectInsideContent(scene);
  expectTextsApart(scene, measurer);
  expectNumbersWhole(scene, measurer);
  EXPECT_FALSE(scene.summary.empty());
}

inline void expectGood(const Scene& scene) {
  expectFits(scene);
  expectDescribed(scene, "v45-s42");
}

}  // namespace sojourn::present
