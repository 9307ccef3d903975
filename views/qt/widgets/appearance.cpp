// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/appearance.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QStyleFactory>
#include <cmath>
#include <utility>

#include "views/qt/widgets/text.h"
#include "views/qt/widgets/text_size.h"
#include "views/qt/widgets/theme_scope.h"

namespace sojourn::qt {
namespace {

Appearance* theAppearance = nullptr;
const present::Theme* themeInForce = nullptr;

const QString portalService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString portalSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearanceGroup = QStringLiteral("org.freedesktop.appearance");
const QString colorSchemeKey = QStringLiteral("color-scheme");
const QString interfaceGroup = QStringLiteral("org.gnome.desktop.interface");
const QString textScalingKey = QStringLiteral("text-scaling-factor");

/// Read wraps the variant once more than ReadOne would.
QVariant plain(const QVariant& value) {
  return value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
}

/// Heights in the style sheet follow the text.
QString scaledHeights(QString sheet) {
  static const QRegularExpression height(QStringLiteral("(m(?:in|ax)-height: )(\\d+)px"));
  qsizetype from = 0;
  for (auto found = height.match(sheet); found.hasMatch(); found = height.match(sheet, from)) {
    const int size = found.captured(2).toInt();
    // Lines and bars stay as thin as they are.
    const int now = size < 16 ? size : static_cast<int>(std::lround(size * textFactor()));
    const QString replaced = QStringLiteral("%1%2px").arg(found.captured(1)).arg(now);
    sheet.replace(found.capturedStart(), found.capturedLength(), replaced);
    from = found.capturedStart() + replaced.size();
  }
  return sheet;
}

}  // namespace

Appearance::Appearance(bool watchSystem, QObject* parent) : QObject(parent), m_text(new TextSize(this)) {
  theAppearance = this;
  // Before our own palette covers it, the platform's tells whether its desktop is dark.
  m_systemDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setFont(toFont({.size = 12.5F}));
  apply();
  if (watchSystem) watchPortal();
}

Appearance::~Appearance() {
  theAppearance = nullptr;
  themeInForce = nullptr;
  setTextFactor(1);
}

Appearance* Appearance::instance() {
  return theAppearance;
}
const present::Theme& Appearance::theme() {
  return themeInForce ? *themeInForce : present::Theme::light();
}

ThemeScope::ThemeScope(const present::Theme& theme) : m_before(std::exchange(themeInForce, &theme)) {}
ThemeScope::~ThemeScope() {
  themeInForce = m_before;
}

void Appearance::setMode(AppearanceMode mode) {
  m_mode = mode;
  apply();
}

void Appearance::watchPortal() {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bus.connect(portalService, portalPath, portalSettings, QStringLiteral("SettingChanged"), this,
              SLOT(portalChanged(QString, QString, QDBusVariant)));
  ask(appearanceGroup, colorSchemeKey, &Appearance::systemSays);
  // Under X11 the desktop's text scaling comes as the resolution of the screen, which Qt follows by itself.
  if (QGuiApplication::platformName() != QLatin1String("xcb"))
    ask(interfaceGroup, textScalingKey, &Appearance::desktopTextSize);
}

void Appearance::ask(const QString& group, const QString& key, void (Appearance::*answer)(const QVariant&)) {
  QDBusMessage question =
      QDBusMessage::createMethodCall(portalService, portalPath, portalSettings, QStringLiteral("Read"));
  question << group << key;
  auto* waiting = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
  connect(waiting, &QDBusPendingCallWatcher::finished, this, [this, answer](QDBusPendingCallWatcher* done) {
    const QDBusPendingReply<QDBusVariant> reply = *done;
    if (!reply.isError()) (this->*answer)(plain(reply.value().variant()));
    done->deleteLater();
  });
}

void Appearance::portalChanged(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == appearanceGroup && key == colorSchemeKey) systemSays(plain(value.variant()));
  const bool x11 = QGuiApplication::platformName() == QLatin1String("xcb");
  if (group == interfaceGroup && key == textScalingKey && !x11) desktopTextSize(plain(value.variant()));
}

void Appearance::systemSays(const QVariant& colorScheme) {
  const uint scheme = colorScheme.toUInt();  // 0 no preference, 1 dark, 2 light
  if (scheme == 0) return;
  m_systemDark = scheme == 1;
  if (m_mode == AppearanceMode::System) apply();
}

void Appearance::desktopTextSize(const QVariant& factor) {
  m_desktopTextSize = factor.toDouble() > 0 ? factor.toDouble() : 1;
  applyTextSize();
}

void Appearance::setTextSize(double size) {
  m_textSize = TextSize::allowed(size);
  applyTextSize();
}

void Appearance::applyTextSize() {
  const double factor = TextSize::allowed(m_textSize * m_desktopTextSize);
  if (factor == textFactor()) return;
  m_text->set(factor);
  qApp->setStyleSheet(scaledHeights(styleSheetOf(theme())));
  m_text->refresh();
  Q_EMIT changed();
}

void Appearance::apply() {
  const bool dark = m_mode == AppearanceMode::Dark || (m_mode == AppearanceMode::System && m_systemDark);
  const present::Theme& wanted = dark ? present::Theme::darkTheme() : present::Theme::light();
  if (themeInForce == &wanted) return;
  themeInForce = &wanted;
  QApplication::setPalette(paletteOf(wanted));
  qApp->setStyleSheet(scaledHeights(styleSheetOf(wanted)));
  if (textFactor() != 1) m_text->refresh();
  Q_EMIT changed();
}

QPalette paletteOf(const present::Theme& theme) {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, present::Color token) { palette.setColor(role, toColor(token)); };
  set(QPalette::Window, theme.title);
  set(QPalette::WindowText, theme.text);
  set(QPalette::Base, theme.field);
  set(QPalette::AlternateBase, theme.hover);
  set(QPalette::Text, theme.text);
  set(QPalette::PlaceholderText, theme.text3);
  set(QPalette::Button, theme.title);
  set(QPalette::ButtonText, theme.text);
  set(QPalette::BrightText, theme.err);
  set(QPalette::Highlight, theme.accent);
  set(QPalette::HighlightedText, theme.onAccent);
  set(QPalette::Link, theme.accent);
  set(QPalette::LinkVisited, theme.accent);
  set(QPalette::ToolTipBase, theme.panel);
  set(QPalette::ToolTipText, theme.text);
  set(QPalette::Light, theme.panel);
  set(QPalette::Midlight, theme.line);
  set(QPalette::Mid, theme.border);
  set(QPalette::Dark, theme.border);
  set(QPalette::Shadow, theme.border);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, toColor(theme.text3));
  }
  return palette;
}

QString styleSheetOf(const present::Theme& theme) {
  const auto name = [](present::Color token) { return toColor(token).name(); };
  QString sheet = QStringLiteral(R"(
QMainWindow, QMainWindow > QWidget#dockHost { background: $window; }
QMainWindow::separator { background: $window; width: 4px; height: 4px; }
QMenuBar { background: $title; border: none; padding: 1px 4px; }
QMenuBar::item { background: transparent; padding: 3px 7px; border-radius: 4px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $panel; border: 1px solid $border; padding: 4px 0; }
QMenu::item { padding: 4px 28px 4px 28px; }
QMenu::item:selected { background: $soft; color: $text; }
QMenu::item:disabled { color: $text3; }
QMenu::separator { height: 1px; background: $line; margin: 4px 0; }
QMenu::indicator { width: 14px; height: 14px; left: 8px; }
QToolBar { background: $title; border: none; border-bottom: 1px solid $border; spacing: 4px; padding: 0 12px; }
QStatusBar { background: $title; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QToolTip { background: $panel; color: $text; border: 1px solid $border; padding: 3px 6px; }
QLineEdit, QSpinBox, QComboBox { background: $field; color: $text; border: 1px solid $border; border-radius: 4px; min-height: 22px; max-height: 22px; padding: 0 6px; selection-background-color: $accent; selection-color: $onAccent; }
QLineEdit:focus, QSpinBox:focus, QComboBox:focus { border-color: $accent; }
QLineEdit[wrong="true"] { border-color: $err; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox QAbstractItemView { background: $field; border: 1px solid $border; }
QComboBox::down-arrow { image: url(:/icons/combo-arrow.svg); width: 12px; height: 12px; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 14px; height: 14px; border: 1px solid $mid; border-radius: 3px; background: $field; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: $accent; border-color: $accent; image: url(:/icons/ticked-$theme.svg); }
QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:disabled, QAbstractItemView::indicator:disabled { border-color: $border; background: transparent; }
QCheckBox:disabled { color: $text3; }
QTreeWidget::item { min-height: 20px; }
QPushButton { background: $panel; color: $text; border: 1px solid $border; border-radius: 4px; min-height: 22px; padding: 0 12px; font-weight: 500; }
QPushButton:hover { background: $hover; }
QPushButton:focus { border-color: $accent; }
QPushButton:default { background: $accent; color: $onAccent; border-color: $accent; }
QPushButton:disabled { background: $panel; color: $text3; border-color: $border; }
QToolButton { background: transparent; color: $text; border: 1px solid transparent; border-radius: 4px; padding: 2px; }
QToolButton:hover { background: $hover; }
QToolButton:focus { border-color: $accent; }
QToolButton[framed="true"] { background: $panel; border: 1px solid $border; padding: 0 10px; }
QToolButton[framed="true"]:hover { background: $hover; }
QToolButton[framed="true"]:checked { background: $soft; border-color: $accent; color: $accent; }
QToolButton[framed="true"]:focus { border-color: $accent; }
QToolButton[framed="true"]:disabled { color: $text3; }
QLabel#commandText { color: $text2; }
QToolButton::menu-indicator { image: none; width: 0; }
QTabBar { background: $title; }
QTabBar::tab { background: transparent; color: $text2; border: none; padding: 5px 10px; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:hover { color: $text; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $pale; border-radius: 3px; margin: 2px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: $mid; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: $panel; border: none; }
QAbstractScrollArea { border: none; background: $panel; }
QHeaderView { background: $panel; }
QHeaderView::section { background: $panel; color: $text2; border: none; border-bottom: 1px solid $line; padding: 0 6px; }
QTableView { gridline-color: $line; selection-background-color: $soft; selection-color: $text; }
QTableCornerButton::section { background: $panel; border: none; border-bottom: 1px solid $line; }
QProgressBar { background: $track; border: 1px solid $border; border-radius: 4px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QFrame#placePicker { background: $panel; border: 1px solid $border; }
QDialog { background: $panel; }
QDialog QListWidget { border: 1px solid $border; border-radius: 4px; }
QListView#offers { background: $panel; border: 1px solid $border; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QLabel#filterError { color: $err; }
QLabel#fieldName { color: $text2; }
QLabel#fieldName[mark="changed"] { color: $accent; }
QLabel#fieldError { color: $err; }
QLabel[mark="wrong"] { color: $err; }
QLineEdit[mark="changed"], QComboBox[mark="changed"] { border-color: $accent; }
QLineEdit[mark="wrong"], QComboBox[mark="wrong"] { border-color: $err; background: $errGround; }
QFrame#groupLine { background: $line; border: none; }
QPlainTextEdit#yaml, QPlainTextEdit#noteText { background: $field; border: 1px solid $border; border-radius: 4px; }
QPlainTextEdit#yaml:focus, QPlainTextEdit#noteText:focus { border-color: $accent; }
QWidget#launchBody { background: $panel; }
QWidget#launchFoot { background: $panel; border-top: 1px solid $line; }
)");
  // Longer names first: "$text" would eat the start of "$text2".
  const std::initializer_list<std::pair<const char*, present::Color>> tokens{
      {"$onAccent", theme.onAccent},   {"$window", theme.window}, {"$panel", theme.panel}, {"$title", theme.title},
      {"$hover", theme.hover},         {"$field", theme.field},   {"$track", theme.track}, {"$border", theme.border},
      {"$line", theme.line},           {"$text2", theme.text2},   {"$text3", theme.text3}, {"$text", theme.text},
      {"$accent", theme.accent},       {"$soft", theme.soft},     {"$pale", theme.pale},   {"$mid", theme.mid},
      {"$errGround", theme.errGround}, {"$err", theme.err}};
  sheet.replace(QLatin1String("$theme"), theme.dark ? QStringLiteral("dark") : QStringLiteral("light"));
  for (const auto& [token, value] : tokens) sheet.replace(QLatin1String(token), name(value));
  return sheet;
}

}  // namespace sojourn::qt
