// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and tables as files: where they come from, no controls, well-formed whatever places are called.
#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QXmlStreamReader>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include <nlohmann/json.hpp>

#include "tests/gui/window_fixture.h"
#include "tests/support/comma_locale.h"
#include "tests/support/temp_folder.h"
#include "views/qt/report/gallery.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

class ExportTest : public WindowTest {};

TEST_F(ExportTest, ATableSaysBesideItWhereItCameFrom) {
  const TempFolder folder;
  const auto file = folder / "pointer.csv";
  window().exportView(QStringLiteral("pointer"), QString::fromStdString(file.string()));
  const qt::ExportItem item = window().exportItem(QStringLiteral("pointer"));
  std::ifstream table(file, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(table), {}),
            qt::commaSeparated(std::get<present::Scene>(item.content).table))
      << "nothing but the table is in it";
  std::ifstream in(qt::csvMetadataFile(file));
  const auto about = nlohmann::json::parse(in, nullptr, false);
  ASSERT_TRUE(about.is_object());
  EXPECT_EQ(about["url"], "pointer.csv");
  EXPECT_EQ(about["dc:provenance"]["dataset"], "city");
  EXPECT_EQ(about["dc:provenance"]["checkpoint"], "city.pt");
}

std::vector<std::string> textsOf(const std::vector<present::Shape>& shapes) {
  std::vector<std::string> texts;
  for (const present::Shape& shape : shapes)
    if (const auto* text = std::get_if<present::TextShape>(&shape)) texts.push_back(text->text);
  return texts;
}

TEST_F(ExportTest, ExportsHaveNoControlsAndAFooter) {
  const auto count = [](const std::vector<std::string>& texts, const std::string& wanted) {
    return std::ranges::count(texts, wanted);
  };
  const auto shown = textsOf(view("attention").scene()->shapes);
  EXPECT_EQ(count(shown, "Row"), 1) << "the screen has them";
  EXPECT_EQ(count(shown, "Head"), 1);
  const present::Scene exported = qt::framedScene(window().exportItem(QStringLiteral("attention")));
  const auto texts = textsOf(exported.shapes);
  EXPECT_EQ(count(texts, "Row") + count(texts, "Head") + count(texts, "Model") + count(texts, "Uniform"), 1)
      << "what the scale is set to";
  EXPECT_EQ(count(texts, "Fit"), 0);
  for (const present::Shape& shape : exported.shapes) {
    if (const auto* icon = std::get_if<present::IconShape>(&shape)) {
      EXPECT_NE(icon->name, "pin");
    }
  }
  std::string all;  // the footer may take several lines
  for (const std::string& text : texts) all += text + ' ';
  EXPECT_NE(all.find("dataset city (01234567)"), std::string::npos) << all;
  EXPECT_NE(all.find("checkpoint city.pt"), std::string::npos) << all;
  EXPECT_GT(exported.size.height, view("attention").scene()->contentSize.height);
}

TEST_F(ExportTest, ADrawingIsWellFormedWhateverPlacesAreCalled) {
  const TempFolder folder;
  qt::StudioViews views(workspace(), window().edits(), {});
  views.updateFrom(session::Changes::all());
  const LocationId place = workspace().sequence()->visits.back().location;
  for (const char* name : {"<script>alert(1)</script>", "Marks & Spencer", "]]> \" '"}) {
    workspace().names().setPlaceName(place, name);
    ASSERT_TRUE(qt::writeGallery(views, folder.path(), {}, present::Theme::light()).ok());
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      if (entry.path().extension() != ".svg") continue;
      QFile file(QString::fromStdString(entry.path().string()));
      ASSERT_TRUE(file.open(QIODevice::ReadOnly));
      const QByteArray content = file.readAll();
      EXPECT_EQ(content.count("<title>"), 1) << entry.path();
      EXPECT_EQ(content.count("<desc>"), 1) << entry.path();
      EXPECT_TRUE(content.contains("dataset: city")) << entry.path();
      QXmlStreamReader xml(content);
      while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement) {
          EXPECT_NE(xml.name(), QLatin1String("script"));
        }
      }
      EXPECT_FALSE(xml.hasError()) << entry.path() << ": " << qPrintable(xml.errorString());
    }
  }
}

/// Answers the next file dialog with `answer`; where it began.
QString answerDialog(QAction* opens, const QString& answer) {
  QString began;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &look, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (!dialog) return;
    look.stop();
    began = dialog->directory().absolutePath();
    if (answer.isEmpty()) return dialog->reject();
    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(answer);
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
  });
  look.start(10);
  opens->trigger();
  return began;
}

TEST_F(ExportTest, TheFolderIsRemembered) {
  const TempFolder folder;
  const QString file = QString::fromStdString((folder / "picture.svg").string());
  EXPECT_EQ(answerDialog(window().action("exportView"), file), QDir::homePath());
  EXPECT_TRUE(QFile::exists(file));
  EXPECT_EQ(answerDialog(window().action("exportView"), {}).toStdString(), folder.path().string());
}

/// All words of a picture, also those that only hovering shows.
std::string wordsOf(const present::Scene& scene) {
  std::string words = scene.caption + "\n" + scene.captionRight + "\n" + scene.summary + "\n";
  for (const std::string& text : textsOf(scene.shapes)) words += text + "\n";
  for (const present::HitArea& hit : scene.hits) words += hit.label + "\n" + hit.value + "\n";
  return words;
}

TEST_F(ExportTest, NoViewAsksTheLocaleHowNumbersAreWritten) {
  const CommaLocale locale;
  ASSERT_TRUE(locale.works());
  qt::StudioViews views(workspace(), window().edits(), {});
  views.updateFrom(session::Changes::all());
  const std::regex comma("[0-9],[0-9]");
  std::size_t digits = 0;
  for (const qt::WorkspaceViews* of :
       std::initializer_list<const qt::WorkspaceViews*>{&views.inspect, &views.explain, &views.whatIf}) {
    for (const qt::ViewSpec& spec : of->specs()) {
      const present::ViewContent content =
          qt::contentOf(spec, views.current.source(),
                        {.size = spec.exported, .theme = present::Theme::light(), .text = qt::measurer()});
      const auto* scene = std::get_if<present::Scene>(&content);
      if (!scene) continue;
      const std::string text = wordsOf(*scene);
      digits += static_cast<std::size_t>(std::ranges::count(text, '.'));
      std::smatch found;
      EXPECT_FALSE(std::regex_search(text, found, comma)) << spec.id.toStdString() << ": " << found.str();
    }
  }
  EXPECT_GT(digits, 200U) << "too few numbers with a point to prove anything";
}

}  // namespace
}  // namespace sojourn::test
