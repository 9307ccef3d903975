// SPDX-License-Identifier: GPL-3.0-or-later
// The embeddings beside the workspace: of the models that are open, kept, cancelled; and a lasso as a filter.
#include "views/session/embeddings/embeddings_study.h"

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using test::Studio;

/// With a table of places and one of weekdays, by a formula.
class EmbeddedEngine final : public test::FakeEngine {
 public:
  EmbeddedEngine(std::string source, std::atomic<int>& asked) : FakeEngine(12, 4, std::move(source)), m_asked(asked) {}
  [[nodiscard]] std::vector<EmbeddingTable> embeddings() const override {
    ++m_asked;
    EmbeddingTable places{.kind = EmbeddingKind::Input, .name = "loc_emb", .rows = {.width = 3}};
    for (int i = 0; i < 36; ++i) places.rows.values.push_back((i * 7 + i * i) % 11);
    EmbeddingTable days{.kind = EmbeddingKind::Weekdays, .name = "weekday_emb", .rows = {.width = 2}};
    for (int i = 0; i < 14; ++i) days.rows.values.push_back(i * i % 5);
    return {places, days};
  }

 private:
  std::atomic<int>& m_asked;
};

class EmbeddingsStudyTest : public ::testing::Test {
 protected:
  EmbeddingsStudyTest() {
    m_studio.engine = [this](const std::filesystem::path& path, const EngineOptions&) {
      const auto engine = std::make_shared<EmbeddedEngine>(path.filename().string(), m_asked);
      engine->m_description.fingerprint = path.filename().string();
      return Result<EnginePtr>(engine);
    };
    m_studio.openAll();
    m_comparisons = std::make_unique<ModelComparisons>(m_studio.workspace());
    m_study = std::make_unique<EmbeddingsStudy>(m_studio.workspace(), *m_comparisons);
  }
  ~EmbeddingsStudyTest() override {
    m_study.reset();
    m_comparisons.reset();
  }
  [[nodiscard]] bool studied() {
    return m_studio.until([&] { return m_study->settled() && m_study->answer(); });
  }

  Studio m_studio;
  std::atomic<int> m_asked{0};
  std::unique_ptr<ModelComparisons> m_comparisons;
  std::unique_ptr<EmbeddingsStudy> m_study;
};

TEST_F(EmbeddingsStudyTest, ComputesWhatIsLookedAtOnceForEachCheckpoint) {
  EXPECT_EQ(m_study->answer(), nullptr) << "nobody looks";
  m_study->setWatched(true);
  ASSERT_TRUE(studied());
  const EmbeddingsAnswer& answer = *m_study->answer();
  ASSERT_NE(answer.models[0], nullptr);
  EXPECT_EQ(answer.models[1], nullptr);
  EXPECT_EQ(answer.models[0]->studies.size(), 2U);
  EXPECT_TRUE(answer.models[0]->studies[0].neighbours);
  EXPECT_TRUE(answer.models[0]->studies[1].cycle);
  EXPECT_EQ(m_asked, 1);
  m_study->choose({.table = EmbeddingKind::Output});
  ASSERT_TRUE(studied());
  EXPECT_EQ(m_asked, 1) << "the same tables";
}

TEST_F(EmbeddingsStudyTest, TheSecondModelOfCompareIsItsSecond) {
  m_comparisons->setWatched(true);
  m_study->setWatched(true);
  ASSERT_TRUE(m_comparisons->add({ComparedKind::Checkpoint, "/nowhere/other.pt"}).ok());
  m_comparisons->showSecond(m_comparisons->models().size() - 1);
  ASSERT_TRUE(m_studio.until([&] { return m_study->settled() && m_study->answer() && m_study->answer()->models[1]; }));
  EXPECT_EQ(m_study->answer()->models[1]->engine->description().source, "other.pt");
}

TEST_F(EmbeddingsStudyTest, TsneComesAfterTheComponentsAndIsRepeatable) {
  m_study->setWatched(true);
  m_study->choose({.tsne = true, .seed = 5});
  ASSERT_TRUE(studied());
  ASSERT_NE(m_study->answer()->tsne[0], nullptr);
  const auto first = m_study->answer()->tsne[0];
  EXPECT_FALSE(first->metric);
  m_study->choose({.tsne = true, .seed = 6});
  ASSERT_TRUE(studied());
  EXPECT_NE(m_study->answer()->tsne[0], first);
  m_study->choose({.tsne = true, .seed = 5});
  ASSERT_TRUE(studied());
  EXPECT_EQ(m_study->answer()->tsne[0], first) << "kept";
}

TEST(TargetFilter, JoinsNeighboursToRanges) {
  EXPECT_EQ(targetFilter({}), "");
  EXPECT_EQ(targetFilter(std::vector<LocationId>{3}), "target:3");
  EXPECT_EQ(targetFilter(std::vector<LocationId>{1, 3, 4, 5, 9, 10}), "target:1,3..5,9..10");
}

}  // namespace
}  // namespace sojourn::session
