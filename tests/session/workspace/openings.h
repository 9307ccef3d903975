// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to open files, which load as long as they are large.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {

using test::fakeDataset;
using test::FakeEngine;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

inline OpenRequest both(const char* data = "/data/invented", const char* checkpoint = "/data/fake.pt") {
  return {.data = data, .checkpoint = checkpoint, .heads = {}, .split = {}, .index = {}};
}

/// Datasets and checkpoints named after their size: "/d/50" has 50 places, "/c/50.pt" was trained for as many; "bad"
/// fails.
class OpeningBySize : public ::testing::Test {
 protected:
  OpeningBySize() {
    studio.dataset = [](const std::filesystem::path& path) -> Result<DatasetPtr> {
      const std::string name = path.filename().string();
      if (name == "bad") return Error{ErrorKind::BadInput, path.string(), "is damaged", "copy it again"};
      return fakeDataset({.sequences = 20, .locations = std::stoi(name), .users = 4, .prefix = name});
    };
    studio.engine = [](const std::filesystem::path& path, const EngineOptions& options) -> Result<EnginePtr> {
      const std::string name = path.stem().string();
      if (name == "bad") return Error{ErrorKind::BadInput, path.string(), "is no checkpoint", "choose another"};
      auto engine = std::make_shared<FakeEngine>(std::stoi(name), 4, path.filename().string());
      engine->m_description.sizes.heads = options.heads.value_or(4);
      return EnginePtr(engine);
    };
  }

  bool shows(const std::string& prefix, const std::string& checkpoint) {
    return studio.until([&] {
      return studio->jobs().all().empty() && !studio->inspectionOutdated() &&
             (studio->inspection() || !studio->engine());
    }) && studio->dataset() &&
           studio->dataset()->prefix == prefix && (studio->model() ? studio->model()->source : "") == checkpoint;
  }

  Studio studio;
};

/// With a pair of equal size on screen.
class OpeningAnother : public OpeningBySize {
 protected:
  void SetUp() override {
    studio->open(both("/d/50", "/c/50.pt"));
    ASSERT_TRUE(shows("50", "50.pt"));
  }
};

}  // namespace sojourn::session
