// SPDX-License-Identifier: GPL-3.0-or-later
// Reports from the real window's workspace: pages that hold everything they should, whole or not at all.
#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "tests/gui/report/report_page.h"
#include "tests/gui/times_in_text.h"
#include "tests/gui/window_fixture.h"
#include "views/present/report/report_html.h"
#include "views/present/scene/scene.h"
#include "views/qt/report/report_pdf.h"
#include "views/qt/report/report_run.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

using qt::toText;

qsizetype pagesOf(const QByteArray& pdf) {
  static const QRegularExpression page(QStringLiteral("/Type\\s*/Page\\b(?!s)"));
  qsizetype found = 0;
  for (auto all = page.globalMatch(QString::fromLatin1(pdf)); all.hasNext(); all.next()) ++found;
  return found;
}

class ReportTest : public WindowTest {
 protected:
  ReportTest() : m_views(workspace(), window().edits(), {}) {
    m_following = workspace().subscribeView([this](session::Changes changes) { m_views.updateFrom(changes); });
    m_views.updateFrom(session::Changes::all());
  }
  [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

  qt::ReportOrder order(const QStringList& views, const std::string& samples, const QStringList& files) {
    qt::ReportOrder made{.choice = {},
                         .views = *qt::chosenReportViews(qt::reportViews(m_views), views),
                         .subjects = {},
                         .wishes = {},
                         .files = {},
                         .date = "2026-11-21"};
    made.choice.samples = session::ReportSamples::Listed;
    made.choice.listed = samples;
    made.subjects = *session::reportSubjects(made.choice, workspace(), window().edits());
    for (const QString& name : files) made.files.emplace_back(file(name.toUtf8().constData()).toStdString());
    return made;
  }
  /// Runs it to its end.
  Status write(qt::ReportOrder wanted) {
    std::optional<Status> ended;
    const qt::ReportRun run(m_views, std::move(wanted), [&](const Status& status) { ended = status; });
    EXPECT_TRUE(waitFor([&] { return ended.has_value(); }));
    return ended.value_or(Status());
  }
  QStringList everything() {
    QStringList ids;
    for (const qt::ReportView& view : qt::reportViews(m_views)) ids << view.id;
    return ids;
  }

  QTemporaryDir m_folder;
  qt::StudioViews m_views;
  session::Subscription m_following;
};

TEST_F(ReportTest, HoldsEveryPictureOfEverySampleWithItsTable) {
  const QStringList ids = everything();
  ASSERT_TRUE(write(order(ids, "3,4,8", {QStringLiteral("r.html"), QStringLiteral("r.pdf")})).ok());
  const Page page = readPage(file("r.html"));
  EXPECT_TRUE(page.error.isEmpty()) << qPrintable(page.error);
  int perSample = 0;
  int once = 0;
  for (const qt::ReportView& view : qt::reportViews(m_views)) {
    if (!view.spec)
      ++once;
    else if (!view.compares)
      ++perSample;
  }
  EXPECT_GE(perSample, 11);
  EXPECT_EQ(page.figures, 3 * perSample + once);
  EXPECT_EQ(page.sections, 3 + 5 + 3)
      << "three samples, their set, Compare, Dataset, Places, Ablation, overview, provenance, what it reveals";
  EXPECT_EQ(workspace().jobs().all().size(), 0U);
  EXPECT_TRUE(fileBytes(file("r.pdf")).startsWith("%PDF-"));
  EXPECT_GE(pagesOf(fileBytes(file("r.pdf"))), 5) << "a head, three samples, the set";
}

TEST_F(ReportTest, HoldsTheSamplesThatAreNoted) {
  session::ReportChoice choice;
  choice.samples = session::ReportSamples::Noted;
  EXPECT_FALSE(session::reportSubjects(choice, workspace(), window().edits()).ok()) << "there is none";
  workspace().notes().set(4, {.bookmarked = true, .text = {}, .tags = {}});
  workspace().notes().set(2, {.bookmarked = false, .text = "odd", .tags = {}});
  const auto subjects = session::reportSubjects(choice, workspace(), window().edits());
  ASSERT_TRUE(subjects.ok());
  ASSERT_EQ(subjects->size(), 2U);
  EXPECT_EQ((*subjects)[0].row, 2U);
  EXPECT_EQ((*subjects)[1].row, 4U);
  EXPECT_NE(session::samplesText(choice, workspace()).find("bookmarked and noted"), std::string::npos);
}

TEST_F(ReportTest, ThePdfNamesItsAuthor) {
  qt::ReportOrder wanted = order({QStringLiteral("prediction")}, "3", {QStringLiteral("r.pdf")});
  wanted.choice.author = "R. & D. <Analyst>";
  ASSERT_TRUE(write(wanted).ok());
  EXPECT_TRUE(fileBytes(file("r.pdf")).contains("<rdf:li>R. &amp; D. &lt;Analyst&gt;</rdf:li>"));
}

TEST_F(ReportTest, ThePdfHasValuesWhereTheyAreAskedFor) {
  qt::ReportOrder wanted =
      order({QStringLiteral("prediction"), QStringLiteral("attention")}, "3,4", {QStringLiteral("r.pdf")});
  ASSERT_TRUE(write(wanted).ok());
  const qsizetype without = pagesOf(fileBytes(file("r.pdf")));
  wanted.choice.pdfTables = true;
  ASSERT_TRUE(write(wanted).ok());
  EXPECT_GT(pagesOf(fileBytes(file("r.pdf"))), without);
}

TEST_F(ReportTest, TheValuesAreThoseOfThePictures) {
  ASSERT_TRUE(
      write(order({QStringLiteral("visits"), QStringLiteral("pointer")}, "0", {QStringLiteral("r.html")})).ok());
  const Page page = readPage(file("r.html"));
  ASSERT_EQ(page.tables.size(), 2);
  const char* ids[]{"visits", "pointer"};
  for (int i = 0; i < 2; ++i) {
    const present::Table& shown = view(ids[i]).scene()->table;
    const auto& written = page.tables[i];
    ASSERT_EQ(written.size(), static_cast<qsizetype>(shown.rows.size()) + 1) << ids[i];
    for (std::size_t row = 0; row < shown.rows.size(); ++row) {
      QStringList cells;
      for (const auto& cell : shown.rows[row]) cells << toText(present::cellText(cell));
      EXPECT_EQ(written[static_cast<qsizetype>(row) + 1], cells) << ids[i] << ", row " << row;
    }
  }
  EXPECT_FALSE(page.texts.isEmpty()) << "letters are text";
}

TEST_F(ReportTest, TimesAreThoseShown) {
  const auto timesAt = [&](int offset, int moved) {
    workspace().names().setDisplayOffsetMinutes(offset);
    EXPECT_TRUE(settled());
    EXPECT_TRUE(write(order({QStringLiteral("visits"), QStringLiteral("pointer"), QStringLiteral("attribution")},
                            "3,11", {QStringLiteral("r.html")}))
                    .ok());
    const Page page = readPage(file("r.html"));
    std::multiset<std::string> times;
    for (const QString& text : page.texts) addTimes(text.toStdString(), moved, times);
    for (const auto& table : page.tables)
      for (const QStringList& row : table)
        for (const QString& cell : row) addTimes(cell.toStdString(), moved, times);
    return times;
  };
  for (const int offset : {480, 345}) {
    const auto recorded = timesAt(0, offset);
    EXPECT_GT(recorded.size(), 20U) << "too few to prove anything";
    EXPECT_EQ(timesAt(offset, 0), recorded) << offsetText(offset);
  }
}

TEST_F(ReportTest, PicturesShortenNamesAsTheWindowDoes) {
  workspace().names().setPlaceName(workspace().sequence()->visits[0].location,
                                   "Gallery, The Long Street behind the Old Station");
  ASSERT_TRUE(write(order({QStringLiteral("visits")}, "0", {QStringLiteral("r.html")})).ok());
  const Page page = readPage(file("r.html"));
  EXPECT_TRUE(page.texts.contains(QStringLiteral("Gallery"))) << qPrintable(page.texts.join(QStringLiteral(" | ")));
}

TEST_F(ReportTest, WhatTakesASearchIsOfEachSample) {
  const QStringList views{QStringLiteral("feature_sweep"), QStringLiteral("counterfactuals")};
  ASSERT_TRUE(write(order(views, "3,4", {QStringLiteral("both.html")})).ok());
  ASSERT_TRUE(write(order(views, "4", {QStringLiteral("one.html")})).ok());
  const Page both = readPage(file("both.html"));
  const Page one = readPage(file("one.html"));
  ASSERT_EQ(both.tables.size(), 4);
  ASSERT_EQ(one.tables.size(), 2);
  for (int k = 0; k < 2; ++k) {
    EXPECT_GT(one.tables[k].size(), 1) << k;
    EXPECT_EQ(both.tables[2 + k], one.tables[k]) << k;
    EXPECT_NE(both.tables[k], one.tables[k]) << k;
  }
}

TEST_F(ReportTest, NothingIsReferencedOutsideAndNothingClashes) {
  workspace().names().setPlaceName(workspace().sequence()->visits[0].location, "<script>alert('&\"')</script>\u202E");
  ASSERT_TRUE(write(order(everything(), "0,1", {QStringLiteral("r.html")})).ok());
  const Page page = readPage(file("r.html"));
  ASSERT_TRUE(page.error.isEmpty()) << qPrintable(page.error);
  const QString whole = QString::fromUtf8(fileBytes(file("r.html")));
  for (const char* word : {"http:", "https:", " src=\"", "<script", "<use", "xlink", "clip-path", "\u202E"})
    EXPECT_FALSE(whole.contains(QString::fromUtf8(word))) << word;
  EXPECT_TRUE(whole.contains(QLatin1String("&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;")));
  static const QRegularExpression url(QStringLiteral("url\\((?!data:font/otf;base64,)"));
  EXPECT_FALSE(whole.contains(url));
  for (const QString& link : page.attributes[QStringLiteral("href")])
    EXPECT_TRUE(link.startsWith(QLatin1Char('#')) || link.startsWith(QLatin1String("data:image/png;base64,")))
        << qPrintable(link);
  QStringList ids = page.attributes[QStringLiteral("id")];
  EXPECT_EQ(ids.removeDuplicates(), 0);
}

TEST_F(ReportTest, SaysWhereItComesFrom) {
  ASSERT_TRUE(write(order({QStringLiteral("visits")}, "4", {QStringLiteral("r.html")})).ok());
  const QString whole = QString::fromUtf8(fileBytes(file("r.html")));
  for (const char* fact : {"0123456789abcdef0123456789abcdef", "city.pt", "<dd>test</dd>", "2026-11-21",
                           "--index 4</dd>", "<h2>Sample 4, test</h2>", "listed, of 30 test samples"})
    EXPECT_TRUE(whole.contains(QLatin1String(fact))) << fact;
}

TEST_F(ReportTest, ACancelledReportLeavesNoFile) {
  qt::ReportOrder wanted = order(everything(), "0-29", {QStringLiteral("r.html"), QStringLiteral("r.pdf")});
  std::optional<Status> ended;
  const qt::ReportRun run(m_views, std::move(wanted), [&](const Status& status) { ended = status; });
  ASSERT_TRUE(waitFor([&] { return !workspace().jobs().all().empty() && workspace().jobs().all().front().done > 3; }));
  workspace().jobs().cancel(workspace().jobs().all().front().id);
  ASSERT_TRUE(waitFor([&] { return ended.has_value(); }));
  EXPECT_EQ(ended->error().kind, ErrorKind::Cancelled);
  EXPECT_TRUE(QDir(m_folder.path()).isEmpty()) << "no report, and no half of one";
  EXPECT_TRUE(workspace().jobs().all().empty());
}

TEST_F(ReportTest, AnotherModelEndsIt) {
  std::optional<Status> ended;
  const qt::ReportRun run(m_views, order(everything(), "0-29", {QStringLiteral("r.html")}),
                          [&](const Status& status) { ended = status; });
  workspace().openCheckpoint("/nowhere/another.pt");
  ASSERT_TRUE(waitFor([&] { return ended.has_value(); }));
  EXPECT_EQ(ended->error().kind, ErrorKind::Failed);
  EXPECT_TRUE(QDir(m_folder.path()).isEmpty());
}

TEST_F(ReportTest, AnEditedSampleStandsBesideItsRecord) {
  workspace().setRow(2);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(window().edits().apply(RemoveVisits{{1}}).ok());
  ASSERT_TRUE(settled());
  qt::ReportOrder wanted =
      order({QStringLiteral("visits"), QStringLiteral("what_if_visits")}, "2", {QStringLiteral("r.html")});
  wanted.choice.edited = true;
  wanted.subjects = *session::reportSubjects(wanted.choice, workspace(), window().edits());
  ASSERT_EQ(wanted.subjects.size(), 2U);
  EXPECT_EQ(wanted.subjects[1].edits.size(), 1U);
  ASSERT_TRUE(write(std::move(wanted)).ok());
  const QString whole = QString::fromUtf8(fileBytes(file("r.html")));
  EXPECT_TRUE(whole.contains(QLatin1String("<h3>Edits</h3>")));
  EXPECT_TRUE(whole.contains(QLatin1String("<li>Remove ")));
  EXPECT_EQ(readPage(file("r.html")).figures, 3) << "the record has no change to show";
}

TEST_F(ReportTest, AnUnknownViewIsNamedWithThoseThatAre) {
  const auto chosen = qt::chosenReportViews(qt::reportViews(m_views), {QStringLiteral("bogus")});
  ASSERT_FALSE(chosen.ok());
  EXPECT_EQ(chosen.error().kind, ErrorKind::BadUsage);
  EXPECT_NE(chosen.error().sentence().find("position_bias"), std::string::npos);
}

TEST_F(ReportTest, NoPictureIsCutAndLongTablesFillPages) {
  qt::PdfReport pdf(
      {.title = "Long", .author = {}, .notes = {}, .date = "2026", .facts = {}, .overview = {}, .sections = {}}, false);
  pdf.beginSection({.title = "Sample", .summary = {}, .edits = {}, .facts = {}});
  present::Scene scene;
  scene.table.columns = {"row", "words"};
  for (int row = 0; row < 300; ++row) scene.table.rows.push_back({static_cast<double>(row), std::string(60, 'w')});
  const present::Size sizes[]{{836, 234}, {320, 614}, {564, 614}, {1118, 560},
                              {452, 548}, {452, 190}, {452, 190}, {300, 4000}};
  for (const present::Size size : sizes) {
    scene.size = scene.contentSize = size;
    pdf.addPicture({.title = "Picture", .picture = scene});
    scene.table.rows.clear();
  }
  const int before = pdf.pages();
  const QByteArray file = pdf.finish();
  ASSERT_EQ(pdf.placed().size(), std::size(sizes));
  for (const auto& [page, area] : pdf.placed()) {
    EXPECT_TRUE(pdf.body().adjusted(-0.5, -0.5, 0.5, 0.5).contains(area))
        << "page " << page << ": " << area.top() << " to " << area.bottom();
  }
  for (std::size_t a = 0; a < pdf.placed().size(); ++a)
    for (std::size_t b = a + 1; b < pdf.placed().size(); ++b)
      EXPECT_FALSE(pdf.placed()[a].page == pdf.placed()[b].page &&
                   pdf.placed()[a].area.intersects(pdf.placed()[b].area))
          << a << " and " << b;
  EXPECT_GE(pdf.pages(), before + 4) << "300 rows";
  EXPECT_EQ(pagesOf(file), pdf.pages());
}

TEST_F(ReportTest, ANarrowTableRunsInColumnsAndPagesAreFilled) {
  qt::PdfReport pdf(
      {.title = "Short", .author = {}, .notes = {}, .date = "2026", .facts = {}, .overview = {}, .sections = {}},
      false);
  for (int sample = 0; sample < 6; ++sample) {
    pdf.beginSection({.title = "Sample", .summary = {"One sentence."}, .edits = {}, .facts = {{"command", "x"}}});
    present::Scene scene;
    scene.table.columns = {"row", "value"};
    for (int row = 0; row < 60; ++row) scene.table.rows.push_back({static_cast<double>(row), 0.5});
    for (const present::Size size : {present::Size{836, 234}, present::Size{480, 300}, present::Size{452, 300}}) {
      scene.size = scene.contentSize = size;
      pdf.addPicture({.title = "Picture", .picture = scene});
    }
  }
  const QByteArray file = pdf.finish();
  EXPECT_LE(pagesOf(file), 9) << "a head, and six samples with three pictures and 180 short rows each";
  ASSERT_EQ(static_cast<qsizetype>(pdf.filled().size()) + 1, pagesOf(file));
  EXPECT_GT(pdf.filled().front(), 0.55) << "the first sample begins under the head";
  for (const qreal share : pdf.filled()) EXPECT_GT(share, 0.5);
  for (const auto& [page, area] : pdf.placed())
    EXPECT_TRUE(pdf.body().adjusted(-0.5, -0.5, 0.5, 0.5).contains(area)) << "page " << page;
}

TEST_F(ReportTest, ATableFillsAPageWhoseNextPicturesDoNotFit) {
  present::ReportFacts facts;
  for (int i = 0; i < 12; ++i) facts.emplace_back("fact " + std::to_string(i), "value");
  qt::PdfReport pdf(
      {.title = "Usual", .author = {}, .notes = {}, .date = "2026", .facts = facts, .overview = {}, .sections = {}},
      false);
  pdf.beginSection({.title = "Sample", .summary = {"One sentence."}, .edits = {}, .facts = {{"command", "x"}}});
  present::Scene scene;
  scene.table.columns = {"row", "value", "words"};
  for (int row = 0; row < 24; ++row) scene.table.rows.push_back({static_cast<double>(row), 0.5, std::string(50, 'w')});
  // What a report of Inspect has: Visits, then Prediction and Pointer, which are higher than what the page has left.
  for (const present::Size size : {present::Size{836, 234}, present::Size{320, 900}, present::Size{564, 900},
                                   present::Size{452, 548}, present::Size{452, 190}, present::Size{452, 190}}) {
    scene.size = scene.contentSize = size;
    pdf.addPicture({.title = "Picture", .picture = scene});
    scene.table.rows.resize(12);
  }
  (void)pdf.finish();
  ASSERT_EQ(pdf.placed().size(), 6U);
  EXPECT_EQ(pdf.placed()[0].page, 1);
  EXPECT_EQ(pdf.placed()[1].page, 2);
  EXPECT_GT(pdf.filled().front(), 0.8);
}

}  // namespace
}  // namespace sojourn::test
