// SPDX-License-Identifier: GPL-3.0-or-later
// What the studio writes without a window: well-formed XML whatever places are called, one format of numbers wherever
// it runs, and where everything comes from.
#include <QImage>
#include <QXmlStreamReader>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/built.h"
#include "tests/support/comma_locale.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn::test {
namespace {

namespace fs = std::filesystem;

/// The elements of a file that is well-formed XML, and the text of one of them.
struct XmlFile {
  std::string error;
  std::set<std::string> elements;
  std::string title, description;
};

XmlFile readXml(const fs::path& file) {
  XmlFile found;
  QXmlStreamReader xml(QByteArray::fromStdString(test::textOfFile(file)));
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const std::string name = xml.name().toString().toStdString();
    found.elements.insert(name);
    if (name == "title" && found.title.empty()) found.title = xml.readElementText().toStdString();
    if (name == "desc") found.description = xml.readElementText().toStdString();
  }
  if (xml.hasError()) found.error = xml.errorString().toStdString();
  return found;
}

class StudioExport : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run(programs() + "/sojourn demo " + data() + " >/dev/null"), 0);
    for (const auto& entry : fs::directory_iterator(data()))
      if (entry.path().extension() == ".pt") m_checkpoint = entry.path();
    ASSERT_FALSE(m_checkpoint.empty()) << "the demo has no checkpoint";
  }
  static int run(const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// `variables`: of the environment, as `env` takes them.
  int studio(const std::string& arguments, const std::string& variables = {}) {
    const std::string home = m_folder.path().string();
    return run("env " + variables + " HOME=" + home + " XDG_RUNTIME_DIR=" + home + " timeout 300 " + programs() +
               "/sojourn-studio --data " + data() + " --checkpoint " + m_checkpoint.string() + " " + arguments);
  }
  static std::string programs() { return (test::buildFolder() / "bin").string(); }
  [[nodiscard]] std::string data() const { return (m_folder / "demo").string(); }
  std::vector<fs::path> filesOf(const fs::path& folder, const char* extension) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == extension) found.push_back(entry.path());
    return found;
  }

  TempFolder m_folder;
  fs::path m_checkpoint;
};

TEST_F(StudioExport, IsWellFormedWhateverPlacesAreCalled) {
  // Every place of the demo gets a name that means something to XML.
  const std::vector<std::string> names{"<script>alert(1)</script>", "Marks & Spencer", "\"Quoted\" 'place'",
                                       "]]> &amp; <!--", "=HYPERLINK(1)"};
  fs::path places;
  for (const fs::path& csv : filesOf(data(), ".csv"))
    if (csv.filename().string().ends_with("_locations.csv")) places = csv;
  ASSERT_FALSE(places.empty());
  std::ifstream in(places);
  std::string head, table;
  std::getline(in, head);
  std::string line;
  for (std::size_t row = 0; std::getline(in, line); ++row) {
    std::string name = names[row % names.size()];
    for (std::size_t at = 0; (at = name.find('"', at)) != std::string::npos; at += 2) name.insert(at, "\"");
    table += line.substr(0, line.find(',')) + ",\"" + name + "\"\n";
  }
  std::ofstream(places) << "location_id,name\n" << table;

  const fs::path pictures = m_folder / "out", page = m_folder / "report.html";
  ASSERT_EQ(studio("--index 5 --export " + pictures.string()), 0);
  std::string all;
  const auto drawings = filesOf(pictures, ".svg");
  EXPECT_GE(drawings.size(), 15U);
  for (const fs::path& file : drawings) {
    const XmlFile xml = readXml(file);
    EXPECT_EQ(xml.error, "") << file;
    EXPECT_FALSE(xml.elements.contains("script")) << file;
    EXPECT_NE(xml.title, "") << file;
    all += xml.description;
  }
  EXPECT_TRUE(all.find("Marks & Spencer") != std::string::npos || all.find("alert(1)") != std::string::npos)
      << "no description names a place, so nothing was tried";
  ASSERT_EQ(studio("--samples 5,7 --views visits,prediction,pointer,attribution --title '<b>A & B</b>' --report " +
                   page.string()),
            0);
  const XmlFile xml = readXml(page);
  EXPECT_EQ(xml.error, "");
  EXPECT_FALSE(xml.elements.contains("script"));
  EXPECT_EQ(xml.title, "<b>A & B</b>");
}

TEST_F(StudioExport, HasOneFormatOfNumbersWhereTheDesktopWritesCommas) {
  const CommaLocale locale;
  ASSERT_TRUE(locale.works());
  const fs::path pictures = m_folder / "out", page = m_folder / "report.html";
  ASSERT_EQ(studio("--index 5 --export " + pictures.string(), locale.variables()), 0);
  const std::regex comma("[0-9],[0-9]");
  std::smatch found;
  for (const fs::path& file : filesOf(pictures, ".svg")) {
    const std::string text = readXml(file).description;
    EXPECT_FALSE(std::regex_search(text, found, comma)) << file << ": " << found.str();
  }
  ASSERT_EQ(studio("--index 5 --views position_bias,visits,pointer,gate --report " + page.string(), locale.variables()),
            0);
  // Of the page its words: fonts and pictures' paths are full of numbers.
  std::string text = test::textOfFile(page);
  text = text.substr(text.find("<body>"));
  text = std::regex_replace(text, std::regex("(points|d|transform)=\"[^\"]*\"|<image[^>]*>|rgba?\\([^)]*\\)"), "");
  EXPECT_FALSE(std::regex_search(text, found, comma)) << found.str();
}

TEST_F(StudioExport, NamesDatasetAndCheckpoint) {
  const fs::path pictures = m_folder / "out";
  ASSERT_EQ(studio("--index 5 --views visits,attention --export " + pictures.string()), 0);
  const QImage content(QString::fromStdString((pictures / "visits.png").string()));
  ASSERT_FALSE(content.isNull());
  EXPECT_EQ(content.text(QStringLiteral("dataset")), QStringLiteral("demo_city"));
  EXPECT_EQ(content.text(QStringLiteral("checkpoint")).toStdString(), m_checkpoint.filename().string());
  EXPECT_EQ(content.text(QStringLiteral("checkpoint sha-256")).size(), 64);
  const std::string text = readXml(pictures / "attention.svg").description;
  EXPECT_NE(text.find("dataset: demo_city"), std::string::npos) << text;
  EXPECT_NE(text.find("checkpoint: " + m_checkpoint.filename().string()), std::string::npos) << text;
}

}  // namespace
}  // namespace sojourn::test
