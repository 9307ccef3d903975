// SPDX-License-Identifier: GPL-3.0-or-later
// The studio as people start it, under Xvfb on the demo: the window is filled, and its numbers are the engine's.
#include <QImage>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/built.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string programs = (buildFolder() / "bin").string();

int run(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool installed(const std::string& program) {
  return run("command -v " + program + " >/dev/null 2>&1") == 0;
}

json readJson(const fs::path& file) {
  std::ifstream in(file);
  return json::parse(in, nullptr, false);
}

/// The values of one column of a view's table, for the rows whose `kind` column holds `wanted` (all without a kind).
std::vector<double> column(const json& view, const std::string& name) {
  std::vector<double> values;
  const auto& columns = view["columns"];
  const auto at = std::find(columns.begin(), columns.end(), name);
  EXPECT_NE(at, columns.end()) << name << " is no column of " << columns.dump();
  if (at == columns.end()) return values;
  const auto index = static_cast<std::size_t>(at - columns.begin());
  for (const auto& row : view["rows"]) values.push_back(row[index].is_number() ? row[index].get<double>() : NAN);
  return values;
}

class StudioUnderX : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!installed("xvfb-run"))
      GTEST_SKIP() << "xvfb-run is not installed: the studio is not started under a real X server";
    ASSERT_EQ(run(programs + "/sojourn demo " + (m_folder / "demo").string() + " >/dev/null"), 0);
    for (const auto& entry : fs::directory_iterator(m_folder / "demo")) {
      if (entry.path().extension() == ".pt") m_checkpoint = entry.path();
    }
    ASSERT_FALSE(m_checkpoint.empty()) << "the demo has no checkpoint";
  }
  /// Starts the studio with its own settings, cache and screen; the exit code.
  int studio(const std::string& arguments) {
    const std::string home = m_folder.path().string();
    return run("XDG_RUNTIME_DIR=" + home + " XDG_STATE_HOME=" + home + " XDG_CACHE_HOME=" + home +
               " timeout 120 xvfb-run -a -s '-screen 0 1600x1000x24' " + programs + "/sojourn-studio " + arguments);
  }

  TempFolder m_folder;
  fs::path m_checkpoint;
};

TEST_F(StudioUnderX, FillsItsWindowWithTheEnginesNumbers) {
  constexpr int index = 7;
  const std::string what = "--data " + (m_folder / "demo").string() + " --checkpoint " + m_checkpoint.string() +
                           " --index " + std::to_string(index);
  const fs::path content = m_folder / "screen.png";
  ASSERT_EQ(studio(what + " --screenshot " + content.string()), 0);
  const fs::path answer = m_folder / "inspection.json";
  ASSERT_EQ(run(programs + "/sojourn inspect " + what + " --json " + answer.string()), 0);

  const QImage screen(QString::fromStdString(content.string()));
  ASSERT_EQ(screen.size(), QSize(1600, 1000));
  std::set<QRgb> colors;
  for (int y = 0; y < screen.height(); y += 4) {
    for (int x = 0; x < screen.width(); x += 4) colors.insert(screen.pixel(x, y));
  }
  EXPECT_GT(colors.size(), 60U) << "the window is blank";

  const json engine = readJson(answer);
  const json shown = readJson(fs::path(content).replace_extension(".json"));
  ASSERT_FALSE(engine.is_discarded());
  ASSERT_FALSE(shown.is_discarded());
  const std::vector<double> weights = column(shown["views"]["pointer"], "weight");
  ASSERT_GE(weights.size(), engine["pointer_weight"].size());
  for (std::size_t i = 0; i < engine["pointer_weight"].size(); ++i) {
    EXPECT_NEAR(weights[i], engine["pointer_weight"][i].get<double>(), 1e-6) << "weight of visit " << i;
  }
  const std::vector<double> probabilities = column(shown["views"]["prediction"], "probability");
  ASSERT_GE(probabilities.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(probabilities[i], engine["top"][i]["probability"].get<double>(), 1e-6) << "candidate " << i;
  }
}

TEST(StudioHelp, NamesWhatEachArgumentTakesAndGivesExamples) {
  const TempFolder folder;
  const std::string said = (folder / "help").string(), program = programs + "/sojourn-studio";
  ASSERT_EQ(run(program + " --help > " + said), 0);
  std::ifstream in(said);
  const std::string help(std::istreambuf_iterator<char>(in), {});
  for (const char* text : {"DATA", "FOLDER", "VIEW,...", "WxH", "Examples:", "  sojourn-studio --data geolife"})
    EXPECT_NE(help.find(text), std::string::npos) << text;
  for (const char* unnamed : {" TEXT", " INT", " UINT"}) EXPECT_EQ(help.find(unnamed), std::string::npos) << unnamed;
  EXPECT_EQ(run(program + " --chekpoint x 2> " + said), 2);
  std::ifstream refused(said);
  std::string line;
  std::getline(refused, line);
  EXPECT_EQ(
      line,
      "sojourn-studio: --chekpoint is not an option: did you mean --checkpoint? Otherwise run `sojourn-studio --help`");
}

TEST_F(StudioUnderX, WritesAReportWithTheEnginesNumbers) {
  const std::string what = "--data " + (m_folder / "demo").string() + " --checkpoint " + m_checkpoint.string();
  const fs::path page = m_folder / "report.html";
  const fs::path pdf = m_folder / "report.pdf";
  ASSERT_EQ(studio(what + " --report " + page.string() + " --report " + pdf.string() +
                   " --samples 7,3-4 --views prediction,gate,attribution --title 'Three <samples>'"),
            0);
  const std::string written = test::textOfFile(page);
  EXPECT_NE(written.find("<h1>Three &lt;samples&gt;</h1>"), std::string::npos);
  EXPECT_LT(written.find("<h2>Sample 7, test</h2>"), written.find("<h2>Sample 3, test</h2>")) << "as they were listed";
  EXPECT_NE(written.find("<h2>Sample 4, test</h2>"), std::string::npos);
  EXPECT_NE(written.find("Checked by a fresh forward pass."), std::string::npos);
  EXPECT_EQ(test::textOfFile(pdf).substr(0, 5), "%PDF-");

  const fs::path answer = m_folder / "inspection.json";
  ASSERT_EQ(run(programs + "/sojourn inspect " + what + " --index 7 --json " + answer.string()), 0);
  const std::string gate = readJson(answer)["gate"].dump();
  EXPECT_NE(written.find("<td class=\"n\">" + gate.substr(0, 7)), std::string::npos) << gate;
}

TEST_F(StudioUnderX, RefusesAReportThatCannotBe) {
  const std::string what = "--data " + (m_folder / "demo").string() + " --checkpoint " + m_checkpoint.string();
  const std::string good = " --report " + (m_folder / "r.html").string();
  const std::string quiet = " 2>/dev/null";
  EXPECT_EQ(studio(what + good + " --views bogus" + quiet), 2);
  EXPECT_EQ(studio(what + good + " --samples 5-3" + quiet), 2);
  EXPECT_EQ(studio(what + good + " --samples 99999999" + quiet), 3);
  EXPECT_EQ(studio(what + good + " --index 99999999" + quiet), 3);
  EXPECT_EQ(studio(what + " --report /nowhere/r.html" + quiet), 4);
  EXPECT_EQ(studio(what + " --report " + (m_folder / "r.docx").string() + quiet), 2);
  EXPECT_EQ(studio("--samples 3" + quiet), 2);
  EXPECT_EQ(studio("--views visits" + quiet), 2);
  EXPECT_FALSE(fs::exists(m_folder / "r.html"));
}

TEST_F(StudioUnderX, OpensOnTheDemoByItself) {
  const fs::path content = m_folder / "demo.png";
  ASSERT_EQ(studio("--screenshot " + content.string()), 0);
  const json shown = readJson(fs::path(content).replace_extension(".json"));
  for (const char* view : {"visits", "prediction", "pointer", "attention", "gate", "position_bias"}) {
    EXPECT_TRUE(shown["views"].contains(view)) << view;
    EXPECT_FALSE(shown["views"][view]["rows"].empty()) << view;
  }
}

TEST_F(StudioUnderX, SaysWhatIsWrongAndExitsByTheRules) {
  EXPECT_EQ(studio("--bogus 2>/dev/null"), 2);
  EXPECT_EQ(studio("--data /nowhere --screenshot " + (m_folder / "x.png").string() + " 2>/dev/null"), 3);
}

}  // namespace
}  // namespace sojourn::test
