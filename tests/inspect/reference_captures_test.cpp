// SPDX-License-Identifier: GPL-3.0-or-later
// The published checkpoints against the reference captures of eight test sequences, within SPEC 3.4's tolerance.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/inspect/geolife_model.h"

namespace sojourn {
namespace {

using Json = nlohmann::json;
constexpr double probabilityTolerance = 2e-5;
constexpr double scoreTolerance = 1e-4;

class ReferenceCaptures : public GeoLifeModel {
 protected:
  void open(const char* checkpoint, const char* captures) {
    GeoLifeModel::open(checkpoint);
    if (!m_engine) return;
    SOJOURN_NEEDS_SHARED_DATA(data);
    std::ifstream file(data / "reference" / captures);
    m_captures = Json::parse(file);
    ASSERT_EQ(m_captures.size(), 8U);
  }

  static void expectNear(const std::vector<float>& got, const Json& expected, double tolerance,
                         const std::string& what) {
    ASSERT_EQ(got.size(), expected.size()) << what;
    for (std::size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got[i], expected[i].get<double>(), tolerance) << what << " " << i;
  }

  /// What both kinds of model have: the window, the top ten, the target, every attention map.
  InspectionPtr expectCommon(const Json& capture) {
    const std::size_t index = capture.at("index");
    const Sequence sequence = m_dataset.split(Split::Test)->sequence(index);
    EXPECT_EQ(sequence.user, capture.at("user").get<UserId>());
    EXPECT_EQ(sequence.target, capture.at("target").get<LocationId>());
    EXPECT_EQ(sequence.visits.size(), capture.at("locations").size());
    const auto inspected = m_engine->inspect(sequence);
    EXPECT_TRUE(inspected.ok()) << inspected.error().sentence();
    const Inspection& got = **inspected;

    const Json& top = capture.at("top");
    for (std::size_t i = 0; i < top.size(); ++i) {
      EXPECT_EQ(got.ranking[i].location, top[i].at("location").get<LocationId>()) << "place " << i;
      EXPECT_NEAR(got.ranking[i].logProbability, top[i].at("log_probability").get<double>(), scoreTolerance);
    }
    EXPECT_NEAR(got.logProbability[static_cast<std::size_t>(*sequence.target)],
                capture.at("target_log_probability").get<double>(), scoreTolerance);

    const Json& maps = capture.at("attention");
    const std::size_t length = sequence.visits.size();
    EXPECT_EQ(got.attention.layers, maps.size());
    EXPECT_EQ(got.attention.heads, maps[0].size());
    for (std::size_t l = 0; l < got.attention.layers; ++l)
      for (std::size_t h = 0; h < got.attention.heads; ++h)
        for (std::size_t q = 0; q < length; ++q)
          for (std::size_t k = 0; k < length; ++k)
            EXPECT_NEAR(got.attention.at(l, h, q, k), maps[l][h][q][k].get<double>(), probabilityTolerance);
    return *inspected;
  }

  Json m_captures;
};

TEST_F(ReferenceCaptures, PointerV45) {
  open("pointer_v45_geolife_full_model_best.pt", "pointer_v45_geolife_test.json");
  if (!m_engine) return;
  for (const Json& capture : m_captures) {
    SCOPED_TRACE("sequence " + capture.at("index").dump());
    const InspectionPtr got = expectCommon(capture);
    EXPECT_NEAR(*got->gate, capture.at("gate").get<double>(), probabilityTolerance);
    expectNear(got->contentScore, capture.at("content_score"), scoreTolerance, "content score");
    expectNear(got->positionBias, capture.at("position_bias"), scoreTolerance, "position bias");
    expectNear(got->pointerWeight, capture.at("pointer_weight"), probabilityTolerance, "pointer weight");
    for (std::size_t i = 0; i < 10; ++i) {
      const auto y = static_cast<std::size_t>(got->ranking[i].location);
      EXPECT_NEAR(got->pointerMass[y], capture.at("top_pointer")[i].get<double>(), probabilityTolerance);
      EXPECT_NEAR(got->generation[y], capture.at("top_generation")[i].get<double>(), probabilityTolerance);
    }
  }
}

TEST_F(ReferenceCaptures, Mhsa) {
  open("mhsa_geolife_checkpoint.pt", "mhsa_geolife_test.json");
  if (!m_engine) return;
  for (const Json& capture : m_captures) {
    SCOPED_TRACE("sequence " + capture.at("index").dump());
    const InspectionPtr got = expectCommon(capture);
    EXPECT_FALSE(got->gate);
    EXPECT_TRUE(got->pointerWeight.empty());
  }
}

}  // namespace
}  // namespace sojourn
