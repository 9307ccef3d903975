// SPDX-License-Identifier: GPL-3.0-or-later
// The window in a made-up language, in which every word is bracketed and 30 % longer: what is not bracketed cannot be
// translated, and what is cut has no room for other languages.
#include <QAbstractButton>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QTranslator>
#include <set>
#include <string>

#include "tests/gui/window_fixture.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/top_bar.h"
#include "views/qt/widgets/controls.h"

namespace sojourn {
namespace {

using test::waitFor;

class LongerWords final : public QTranslator {
 public:
  [[nodiscard]] bool isEmpty() const override { return false; }
  [[nodiscard]] QString translate(const char*, const char* source, const char*, int) const override {
    const QString english = QString::fromUtf8(source);
    static const QRegularExpression keys(QStringLiteral("^(Ctrl|Alt|Shift|Meta)\\+\\S+$"));
    static const QRegularExpression word(QStringLiteral("&?[A-Za-z][A-Za-z&'-]+"));
    if (keys.match(english).hasMatch()) return english;
    QString words;
    qsizetype at = 0;
    for (auto found = word.globalMatch(english); found.hasNext();) {
      const QRegularExpressionMatch match = found.next();
      words += english.mid(at, match.capturedStart() - at) + QLatin1Char('[') + match.captured() +
               QString((match.capturedLength() * 3 + 9) / 10, QLatin1Char('~')) + QLatin1Char(']');
      at = match.capturedEnd();
    }
    return words + english.mid(at);
  }
};

/// Before the window is made.
struct Translated {
  Translated() { QCoreApplication::installTranslator(&translator); }
  ~Translated() { QCoreApplication::removeTranslator(&translator); }
  LongerWords translator;
};

/// What is left of a text without its translated parts.
QString outsideBrackets(const QString& text) {
  QString rest;
  int depth = 0;
  for (const QChar c : text) {
    if (c == QLatin1Char('[')) ++depth;
    if (depth == 0) rest += c;
    if (c == QLatin1Char(']')) depth = std::max(0, depth - 1);
  }
  return rest;
}

/// Names of metrics, models, splits, units, days and keys; what filters ask a model; of places and users without a name
/// of their own, as filters and files have them; of configuration keys and their values; of the fake city and its
/// files; markup.
bool isData(const QString& text) {
  static const QRegularExpression data(
      QStringLiteral("<[^>]*>|&\\w+;|\\{\\w+\\}|(?<![\\w.])/\\S+|\\w+\\.\\w+|\\w+_\\w+|"
                     "Acc@\\d+|MRR|NDCG(@\\d+)?|F1|KL|ECE|CPU|CUDA|Pointer V45|MHSA|V45|Sojourn|"
                     "DeepMove|LSTM pointer|Location LSTM|LSTM|Transformer|\\b[A-H]:(right|wrong)\\b|"
                     "\\b(train|validation|test|dropout|seed|nhead|ablation|probes|patience|true|false)\\b|"
                     "\\b(precision|auto|float32|tf32|bfloat16)\\b|"
                     "\\b(Place \\d+|Unseen|Padding|Home|Work|[Uu]ser \\d+|City)\\b|"
                     "\\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\\b|"
                     "(?<=[0-9 (])(d|h|min|s|ms|MB|kB|km|m|px|nats)\\b|\\b[Pp]\\b|\\be-?\\d+|"
                     "\\b(Ctrl|Alt|Shift|Page|Up|Down|Left|Right|Enter|Esc|Del|Return|F\\d+)\\b(\\+\\S)?"));
  static const QRegularExpression letters(QStringLiteral("[A-Za-z]{2}"));
  return !letters.match(QString(text).remove(data)).hasMatch();
}

class TranslatedWindow : protected Translated, public test::WindowTest {
 protected:
  void see(const QString& where, const QString& text) {
    const QString rest = outsideBrackets(text);
    if (!isData(rest)) m_missed.insert((where + QStringLiteral(": ") + text.left(160)).toStdString());
  }
  static QString pathOf(const QWidget* widget) {
    const QString name = widget->objectName();
    const QString kind = QLatin1String(widget->metaObject()->className());
    return kind.mid(kind.lastIndexOf(QLatin1Char(':')) + 1) + (name.isEmpty() ? QString() : QLatin1Char('#') + name);
  }
  void seeScene(const qt::SceneView& view) {
    const present::Scene* scene = view.scene();
    if (!scene) return;
    const QString where = QStringLiteral("scene ") + view.objectName();
    const auto add = [&](const char* what, const std::string& text) {
      see(where + QLatin1Char(' ') + QLatin1String(what), QString::fromStdString(text));
    };
    for (const present::Shape& shape : scene->shapes)
      if (const auto* text = std::get_if<present::TextShape>(&shape)) add("text", text->text);
    for (const present::HitArea& area : scene->hits) add("hit", area.label), add("open", area.openLabel);
    add("caption", scene->caption);
    add("caption", scene->captionRight);
    add("summary", scene->summary);
  }
  void seeWidget(const QWidget& widget) {
    const QString where = pathOf(&widget);
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) see(where, label->text());
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) see(where, button->text());
    if (const auto* button = dynamic_cast<const qt::BarButton*>(&widget)) see(where, button->label());
    if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) see(where, field->placeholderText());
    if (const auto* view = qobject_cast<const qt::SceneView*>(&widget)) seeScene(*view);
    if (const auto* choice = qobject_cast<const QComboBox*>(&widget))
      for (int i = 0; i < choice->count(); ++i) see(where, choice->itemText(i));
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
      for (int i = 0; i < tabs->count(); ++i) see(where, tabs->tabText(i));
    if (const auto* header = qobject_cast<const QHeaderView*>(&widget))
      for (int i = 0; header->model() && i < header->count(); ++i)
        see(where, header->model()->headerData(i, header->orientation()).toString());
    see(where + QStringLiteral(" tip"), widget.toolTip());
    see(where + QStringLiteral(" name"), widget.accessibleName());
    for (const QAction* action : widget.actions()) {
      see(where + QStringLiteral(" action ") + action->objectName(), action->text());
      see(where + QStringLiteral(" action tip ") + action->objectName(), action->toolTip());
    }
  }
  /// The texts of the dialogs that are open now, which are closed. Of a file dialog only its title is ours.
  void seeAndCloseDialogs() {
    // An action may open a menu instead, which returns only when it is closed.
    if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
      seeWidget(*menu);
      menu->close();
    }
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      auto* dialog = qobject_cast<QDialog*>(widget);
      if (!dialog || !dialog->isVisible()) continue;
      m_dialogs.insert(dialog->metaObject()->className());
      see(pathOf(dialog) + QStringLiteral(" title"), dialog->windowTitle());
      if (!qobject_cast<QFileDialog*>(dialog)) seeAll(*dialog);
      dialog->reject();
    }
  }
  void seeAll(const QWidget& top) {
    for (const QWidget* widget : top.findChildren<QWidget*>()) seeWidget(*widget);
  }
  void expectNoneMissed() {
    std::string all;
    for (const std::string& missed : m_missed) all += missed + "\n";
    EXPECT_TRUE(m_missed.empty()) << m_missed.size() << " texts:\n" << all;
  }
  /// The words of buttons and labels that are narrower than their words.
  std::string cutWords() {
    std::string cut;
    const auto check = [&cut](const QWidget& widget, const QString& shown, QSize needed) {
      if (widget.isVisible() && !shown.isEmpty() && widget.width() < needed.width())
        cut += (pathOf(&widget) + QStringLiteral(": ") + shown + QLatin1Char('\n')).toStdString();
    };
    for (const QAbstractButton* button : window().findChildren<QAbstractButton*>()) {
      const auto* tool = qobject_cast<const QToolButton*>(button);
      const bool icon = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
      // The tool bar's own buttons shorten their words themselves.
      if (!icon && !dynamic_cast<const qt::BarButton*>(button))
        check(*button, button->text(), button->minimumSizeHint());
    }
    for (const QLabel* label : window().findChildren<QLabel*>()) {
      if (!label->wordWrap() && !qobject_cast<const qt::FittingLabel*>(label))
        check(*label, label->text(), label->sizeHint());
    }
    return cut;
  }
  std::set<std::string> m_missed, m_dialogs;
};

TEST_F(TranslatedWindow, HasNoTextThatCannotBeTranslated) {
  window().resize(1366, 768);
  ASSERT_TRUE(settled());
  for (const char* workspace : {"workspaceInspect", "workspaceWhatIf", "workspaceExplain", "workspaceTraining",
                                "workspaceCompare", "workspaceDataset", "workspacePlaces", "workspaceAblation"}) {
    window().action(workspace)->trigger();
    QCoreApplication::processEvents();
    for (qt::ViewDock* dock : window().docks()->docks()) {
      dock->reveal();
      QCoreApplication::processEvents();
    }
    ASSERT_TRUE(settled());
  }
  seeAll(window());
  expectNoneMissed();
}

TEST_F(TranslatedWindow, HasDialogsThatCanBeTranslated) {
  window().showWorkspace(qt::StudioWorkspace::WhatIf);
  workspace().selection().select({.visit = 2, .query = {}, .location = {}, .head = {}});
  ASSERT_TRUE(settled());
  // Some dialogs return only when they are closed.
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &look, [this] { seeAndCloseDialogs(); });
  look.start(20);
  int asked = 0;
  for (QAction* action : window().findChildren<QAction*>()) {
    if (!action->text().endsWith(QChar(0x2026)) || !action->isEnabled()) continue;
    action->trigger();
    ++asked;
    ASSERT_TRUE(waitFor([this] {
      seeAndCloseDialogs();
      return QApplication::activeModalWidget() == nullptr;
    })) << action->objectName().toStdString();
  }
  EXPECT_GE(asked, 20);
  for (const char* dialog : {"QFileDialog", "QInputDialog", "QMessageBox", "sojourn::qt::CommandPalette",
                             "sojourn::qt::ReportDialog", "sojourn::qt::SeedsDialog"})
    EXPECT_TRUE(m_dialogs.contains(dialog)) << dialog;
  expectNoneMissed();
}

TEST_F(TranslatedWindow, HasRoomForLongerWords) {
  window().resize(1366, 768);
  ASSERT_TRUE(settled());
  for (const char* workspace : {"workspaceInspect", "workspaceWhatIf", "workspaceExplain", "workspaceTraining",
                                "workspaceCompare", "workspaceDataset", "workspacePlaces", "workspaceAblation"}) {
    window().action(workspace)->trigger();
    window().resize(1366, 768);
    EXPECT_TRUE(waitFor([&] { return cutWords().empty(); })) << workspace << ": " << cutWords();
    EXPECT_EQ(window().size(), QSize(1366, 768)) << workspace << " does not fit the screen";
  }
}

}  // namespace
}  // namespace sojourn
