// SPDX-License-Identifier: GPL-3.0-or-later
// Models as programs on the command line: the examples that ship, written by model-template and opened.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "tests/cli/demo_city.h"
#include "tests/support/text_file.h"

namespace sojourn::test {
namespace {

using ::testing::HasSubstr;

class ModelProgramTest : public DemoCityTest {
 protected:
  void SetUp() override {
    DemoCityTest::SetUp();
    ASSERT_EQ(runSojourn({"model-template", (m_folder / "model").string()}).exitCode, 0);
    const auto info = nlohmann::json::parse(textOfFile(m_folder / "demo_city_metadata.json"));
    m_locations = info.at("total_loc_num").get<int>();
  }
  [[nodiscard]] std::string counting() const {
    return "program:python3 " + (m_folder / "model/counting_model.py").string() + " " + std::to_string(m_locations);
  }
  [[nodiscard]] std::vector<std::string> withData(std::vector<std::string> words) const {
    words.insert(words.begin() + 1, {"--data", m_folder.path().string()});
    return words;
  }
  int m_locations = 0;
};

TEST_F(ModelProgramTest, TheExampleIsEvaluatedInspectedAndCompared) {
  const auto evaluated = runSojourn(withData({"evaluate", "--checkpoint", counting(), "--json", "-"}));
  ASSERT_EQ(evaluated.exitCode, 0) << evaluated.err;
  const auto json = nlohmann::json::parse(evaluated.out);
  EXPECT_EQ(json.at("model"), "program");
  const auto inspected = runSojourn(withData({"inspect", "--checkpoint", counting(), "--index", "27"}));
  ASSERT_EQ(inspected.exitCode, 0) << inspected.err;
  EXPECT_THAT(inspected.out, HasSubstr("17 visits"));
  const auto compared = runSojourn(withData({"compare", "--model", counting(), "--model", "window_frequency"}));
  ASSERT_EQ(compared.exitCode, 0) << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("window_frequency"));
  const auto changed = runSojourn(withData({"counterfactuals", "--checkpoint", counting(), "--index", "27"}));
  EXPECT_EQ(changed.exitCode, 0) << changed.err;
}

TEST_F(ModelProgramTest, AModelThatTakesAMaskIsExplained) {
  const std::string source = R"(import sojourn_model
def predict(batch):
    rows = []
    for k, (locations, length) in enumerate(zip(batch.location, batch.length)):
        row = [0.01] * 206
        for i in range(int(length)):
            if batch.mask is None or not batch.mask[k][i]: row[int(locations[i])] += 1
        total = sum(row)
        rows.append([value / total for value in row])
    return rows
sojourn_model.serve(predict, name="Share", locations=206, takes=["mask"])
)";
  ASSERT_TRUE(writeFileAtomically(m_folder / "model/share.py", source));
  const std::string program = "program:python3 " + (m_folder / "model/share.py").string();
  const auto explained = runSojourn(withData({"explain", "--checkpoint", program, "--index", "27", "--json", "-"}));
  ASSERT_EQ(explained.exitCode, 0) << explained.err;
  std::vector<std::string> methods;
  const auto json = nlohmann::json::parse(explained.out);
  for (const auto& method : json.at("methods")) methods.push_back(method.at("name"));
  EXPECT_THAT(methods, ::testing::IsSupersetOf({"mask_one", "leave_one_out", "recency"}));
  EXPECT_THAT(methods, ::testing::Not(::testing::Contains("integrated_gradients")));
  const auto removed = runSojourn(withData({"explain", "--checkpoint", counting(), "--index", "27"}));
  EXPECT_EQ(removed.exitCode, 0) << removed.err;
  EXPECT_THAT(removed.out, HasSubstr("Visits are removed: the model takes no mask."));
}

TEST_F(ModelProgramTest, WhatItCannotDoIsSaid) {
  const auto embeddings = runSojourn(withData({"embeddings", "--checkpoint", counting()}));
  EXPECT_NE(embeddings.exitCode, 0);
  EXPECT_THAT(embeddings.err, HasSubstr("no embedding table"));
  const auto hidden =
      runSojourn(withData({"inspect", "--checkpoint", counting(), "--index", "1", "--pseudonyms", "a"}));
  EXPECT_EQ(hidden.exitCode, 2);
  EXPECT_THAT(hidden.err, HasSubstr("not pseudonyms"));
  const auto absent = runSojourn(withData({"evaluate", "--checkpoint", "program:python3 /no/such/model.py"}));
  EXPECT_EQ(absent.exitCode, 4);
  EXPECT_THAT(absent.err, HasSubstr("No such file"));
}

TEST_F(ModelProgramTest, TemplatesOfSomebodyStay) {
  ASSERT_EQ(runSojourn({"model-template", (m_folder / "model").string()}).exitCode, 0) << "the same bytes";
  ASSERT_TRUE(writeFileAtomically(m_folder / "model/lstm_model.py", "mine\n"));
  const auto again = runSojourn({"model-template", (m_folder / "model").string()});
  EXPECT_EQ(again.exitCode, 3);
  EXPECT_EQ(textOfFile(m_folder / "model/lstm_model.py"), "mine\n");
}

}  // namespace
}  // namespace sojourn::test
