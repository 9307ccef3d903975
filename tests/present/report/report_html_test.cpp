// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a report: everything in it, nothing from outside, hostile words as words.
#include "views/present/report/report_html.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sojourn::present {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

const std::string hostile = "<script>alert(1)</script> \"'&\x1b[2J \u202Eevil\xff\xEF\xBF\xBF";

ReportPicture drawn(const std::string& title) {
  Scene scene;
  scene.size = scene.contentSize = {200, 100};
  scene.caption = "sample 3, test";
  scene.captionRight = "bar: 0 to 1";
  scene.summary = "Two bars.";
  scene.table = {.columns = {"place", "probability"},
                 .rows = {{std::string("Office"), static_cast<double>(0.47068995F)}, {hostile, std::nan("")}}};
  return {.title = title, .picture = scene};
}

ReportHead head() {
  return {.title = hostile,
          .author = "Anna",
          .notes = "First line\nSecond < line",
          .date = "2026-11-21",
          .facts = {{"dataset", hostile}},
          .overview = {.columns = {"sample", "gate"}, .rows = {{std::string("Sample 3"), 0.5}}},
          .sections = {"Sample 3", "Sample 4"},
          .tables = true,
          .theme = &Theme::light()};
}

std::string page(ReportHead made) {
  HtmlReport report(std::move(made));
  report.beginSection({.title = "Sample 3",
                       .summary = {"Office first."},
                       .edits = {"Remove " + hostile},
                       .facts = {{"command", "sojourn-studio --index 3"}}});
  report.addPicture(drawn("Visits"), "<svg><title>Visits</title></svg>");
  report.beginSection({.title = "Sample 4", .summary = {}, .edits = {}, .facts = {}});
  report.addPicture(
      {.title = "Pointer",
       .picture =
           EmptyState{
               .title = "MHSA has no pointer", .detail = "so nothing is copied", .buttonText = {}, .button = {}}},
      {});
  return report.finish();
}

TEST(ReportHtml, HoldsEveryPictureWithItsTableAndWords) {
  const std::string made = page(head());
  EXPECT_EQ(count(made, "<figure"), 2U);
  EXPECT_EQ(count(made, "<svg>"), 1U);
  EXPECT_EQ(count(made, "<section id="), 2U);
  EXPECT_NE(made.find("<td class=\"n\">0.47068995</td>"), std::string::npos) << "as many digits as the float has";
  EXPECT_NE(made.find("<td class=\"n\"></td>"), std::string::npos) << "an absent number is empty";
  EXPECT_NE(made.find("MHSA has no pointer. so nothing is copied"), std::string::npos);
  EXPECT_NE(made.find("<p>Second &lt; line</p>"), std::string::npos);
  EXPECT_NE(made.find("<figcaption>Two bars.</figcaption>"), std::string::npos);
  EXPECT_NE(made.find("<a href=\"#s2\">Sample 4</a>"), std::string::npos);
  EXPECT_NE(made.find("<h3>Edits</h3>"), std::string::npos);
  EXPECT_NE(made.find("sojourn-studio --index 3"), std::string::npos);
}

TEST(ReportHtml, HostileWordsStayWords) {
  const std::string made = page(head());
  EXPECT_EQ(made.find("<script"), std::string::npos);
  EXPECT_EQ(made.find('\x1b'), std::string::npos);
  EXPECT_EQ(made.find("\u202E"), std::string::npos);
  EXPECT_EQ(made.find('\xff'), std::string::npos);
  EXPECT_EQ(made.find("\xEF\xBF\xBF"), std::string::npos) << "no character of XML";
  EXPECT_NE(made.find("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&#39;&amp;\\x1b[2J \\u202eevil\\xff\xEF\xBF\xBD"),
            std::string::npos);
}

TEST(ReportHtml, ReferencesNothingOutside) {
  const std::string made = page(head());
  for (const char* word : {"http:", "https:", "src=", "url(", "//", "@import", "<script", "<iframe", "<link"})
    EXPECT_EQ(made.find(word), std::string::npos) << word;
  EXPECT_NE(made.find("default-src 'none'"), std::string::npos);
}

TEST(ReportHtml, TablesAndContentsAreThereWhereTheyAreWanted) {
  ReportHead plain = head();
  plain.tables = false;
  plain.sections = {"Sample 3"};
  plain.overview = {};
  const std::string made = page(plain);
  EXPECT_EQ(made.find("<details"), std::string::npos);
  EXPECT_EQ(made.find("<nav"), std::string::npos);
  EXPECT_EQ(made.find("<table"), std::string::npos);
  EXPECT_EQ(count(made, "<figure"), 2U);
}

TEST(ReportHtml, DarkIsDark) {
  ReportHead dark = head();
  dark.theme = &Theme::darkTheme();
  EXPECT_NE(page(dark).find("color-scheme:dark"), std::string::npos);
  EXPECT_NE(page(dark).find("background:#121518"), std::string::npos);
}

}  // namespace
}  // namespace sojourn::present
