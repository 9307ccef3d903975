// SPDX-License-Identifier: GPL-3.0-or-later
// A published checkpoint with the GeoLife test set, for tests that hold it to known figures.
#pragma once

#include <memory>

#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/inspect/engine.h"
#include "tests/support/shared_data.h"

namespace sojourn {

class GeoLifeModel : public ::testing::Test {
 protected:
  /// Skips where the real data is absent.
  void open(const char* checkpoint) {
    SOJOURN_NEEDS_SHARED_DATA(data);
    const auto location = locateDataset(data / "geolife");
    ASSERT_TRUE(location.ok()) << location.error().sentence();
    auto dataset = readDataset(*location, {.wanted = {Split::Test}, .required = {Split::Test}});
    ASSERT_TRUE(dataset.ok()) << dataset.error().sentence();
    m_dataset = std::move(*dataset);
    auto engine = Engine::load(data / "checkpoints" / checkpoint, {.device = Device::Cpu});
    ASSERT_TRUE(engine.ok()) << engine.error().sentence();
    m_engine = *engine;
  }
  [[nodiscard]] const SequenceSet& test() const { return *m_dataset.split(Split::Test); }

  Dataset m_dataset;
  std::shared_ptr<const Engine> m_engine;
};

}  // namespace sojourn
