// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/appearance.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QEvent>
#include <QFile>
#include <QHeaderView>
#include <QPalette>
#include <QPoint>
#include <QRegularExpression>
#include <QStyleFactory>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/qt/widgets/text.h"

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

/// What a palette cannot say.
QString styleSheetOf(const present::Theme& theme) {
  QFile file(QStringLiteral(":/style.qss"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString sheet = QString::fromUtf8(file.readAll());
  // Longer names first: "$text" would eat the start of "$text2".
  const std::initializer_list<std::pair<const char*, present::Color>> tokens{
      {"$onAccent", theme.onAccent},   {"$window", theme.window}, {"$panel", theme.panel}, {"$title", theme.title},
      {"$hover", theme.hover},         {"$field", theme.field},   {"$track", theme.track}, {"$border", theme.border},
      {"$line", theme.line},           {"$text2", theme.text2},   {"$text3", theme.text3}, {"$text", theme.text},
      {"$accent", theme.accent},       {"$soft", theme.soft},     {"$pale", theme.pale},   {"$mid", theme.mid},
      {"$errGround", theme.errGround}, {"$err", theme.err},       {"$ok", theme.ok}};
  sheet.replace(QLatin1String("$theme"), theme.dark ? QStringLiteral("dark") : QStringLiteral("light"));
  for (const auto& [token, value] : tokens) sheet.replace(QLatin1String(token), toColor(value).name());
  return scaledHeights(std::move(sheet));
}

/// Fusion's colours from the tokens.
QPalette paletteOf(const present::Theme& theme) {
  QPalette palette;
  using Roles = std::initializer_list<QPalette::ColorRole>;
  const auto set = [&](const Roles& roles, present::Color token) {
    for (const QPalette::ColorRole role : roles) palette.setColor(role, toColor(token));
  };
  const Roles letters{QPalette::WindowText, QPalette::Text, QPalette::ButtonText};
  set(letters, theme.text);
  set({QPalette::Window, QPalette::Button}, theme.title);
  set({QPalette::Base}, theme.field);
  set({QPalette::AlternateBase}, theme.hover);
  set({QPalette::PlaceholderText}, theme.text3);
  set({QPalette::BrightText}, theme.err);
  set({QPalette::Highlight, QPalette::Link, QPalette::LinkVisited}, theme.accent);
  set({QPalette::HighlightedText}, theme.onAccent);
  set({QPalette::ToolTipBase, QPalette::Light}, theme.panel);
  set({QPalette::ToolTipText}, theme.text);
  set({QPalette::Midlight}, theme.line);
  set({QPalette::Mid, QPalette::Dark, QPalette::Shadow}, theme.border);
  for (const QPalette::ColorRole role : letters) palette.setColor(QPalette::Disabled, role, toColor(theme.text3));
  return palette;
}

/// The factor that a widget's fixed sizes have already.
constexpr const char* appliedKey = "textFactor";
constexpr const char* designedPointsKey = "designedPoints";

/// `size`, which a text `before` as large as designed asked for, with the text of now; `key` names it. What was scaled
/// before is scaled from its design again, so that rounding does not add up.
int scaledSize(QWidget& widget, const char* key, int size, double before) {
  const QPoint noted = widget.property(key).toPoint();  // designed, and as it was scaled
  const int designed = noted.y() == size ? noted.x() : static_cast<int>(std::lround(size / before));
  const int scaled = std::max(1, static_cast<int>(std::lround(designed * textFactor())));
  widget.setProperty(key, QPoint(designed, scaled));
  return scaled;
}

void scaleFixedSize(QWidget& widget, double before) {
  const auto scaled = [&](const char* key, int size) { return scaledSize(widget, key, size, before); };
  if (widget.minimumWidth() == widget.maximumWidth())
    widget.setFixedWidth(scaled("designedWidth", widget.minimumWidth()));
  else if (widget.maximumWidth() < QWIDGETSIZE_MAX)
    widget.setMaximumWidth(scaled("designedMost", widget.maximumWidth()));
  // Lines of one pixel stay lines.
  if (widget.minimumHeight() == widget.maximumHeight() && widget.minimumHeight() > 2)
    widget.setFixedHeight(scaled("designedHeight", widget.minimumHeight()));
}

void scaleSections(QHeaderView& header, double before) {
  const auto scaled = [&](const char* key, int size) { return scaledSize(header, key, size, before); };
  if (header.orientation() == Qt::Vertical) {
    header.setMinimumSectionSize(scaled("designedLeast", header.minimumSectionSize()));
    header.setDefaultSectionSize(scaled("designedSection", header.defaultSectionSize()));
    return;
  }
  for (int section = 0; section < header.count(); ++section) {
    const QByteArray key = QByteArrayLiteral("designedSection") + QByteArray::number(section);
    if (header.sectionResizeMode(section) == QHeaderView::Interactive && !header.isSectionHidden(section))
      header.resizeSection(section, scaled(key.constData(), header.sectionSize(section)));
  }
}

/// Gives a widget's fixed sizes the factor of now.
void scaleSizes(QWidget& widget) {
  const QVariant known = widget.property(appliedKey);
  const double before = known.isValid() ? known.toDouble() : 1.0;
  widget.setProperty(appliedKey, textFactor());
  if (before == textFactor()) return;
  scaleFixedSize(widget, before);
  if (auto* header = qobject_cast<QHeaderView*>(&widget)) scaleSections(*header, before);
  widget.update();
}

/// After the factor was changed, or a style sheet was set.
void scaleWidgets() {
  const QWidgetList all = QApplication::allWidgets();
  for (QWidget* widget : all) {
    Appearance::scaleFont(*widget);
    // What has not been on screen yet gets its sizes when it comes.
    if (widget->testAttribute(Qt::WA_WState_Polished)) scaleSizes(*widget);
    widget->updateGeometry();
  }
}

/// Makes a change of fonts or colours and sets the style sheet that belongs to it. Between two style sheets there is
/// none: with 2,400 widgets Qt takes seven times as long to replace one by another as to remove it and set a new one.
template <class Change>
void restyle(const Change& change) {
  qApp->setStyleSheet({});
  change();
  qApp->setStyleSheet(styleSheetOf(Appearance::theme()));
}

}  // namespace

Appearance::Appearance(bool watchSystem, QObject* parent) : QObject(parent) {
  theAppearance = this;
  qApp->installEventFilter(this);
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
  const std::pair<QString, QString> settings[] = {{appearanceGroup, colorSchemeKey}, {interfaceGroup, textScalingKey}};
  for (const auto& [group, key] : settings) {
    QDBusMessage question =
        QDBusMessage::createMethodCall(portalService, portalPath, portalSettings, QStringLiteral("Read"));
    question << group << key;
    auto* waiting = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(waiting, &QDBusPendingCallWatcher::finished, this,
            [this, of = group, what = key](QDBusPendingCallWatcher* done) {
              const QDBusPendingReply<QDBusVariant> reply = *done;
              if (!reply.isError()) portalChanged(of, what, reply.value());
              done->deleteLater();
            });
  }
}

void Appearance::portalChanged(const QString& group, const QString& key, const QDBusVariant& value) {
  // Read wraps the variant once more than ReadOne would.
  const QVariant outer = value.variant();
  const QVariant setting = outer.canConvert<QDBusVariant>() ? outer.value<QDBusVariant>().variant() : outer;
  if (group == appearanceGroup && key == colorSchemeKey) {
    const uint scheme = setting.toUInt();  // 0 no preference, 1 dark, 2 light
    if (scheme == 0) return;
    m_systemDark = scheme == 1;
    if (m_mode == AppearanceMode::System) apply();
  }
  // Under X11 the desktop's text scaling comes as the resolution of the screen, which Qt follows by itself.
  const bool x11 = QGuiApplication::platformName() == QLatin1String("xcb");
  if (group == interfaceGroup && key == textScalingKey && !x11) {
    m_desktopTextSize = setting.toDouble() > 0 ? setting.toDouble() : 1;
    applyTextSize();
  }
}

void Appearance::setTextSize(double size) {
  m_textSize = allowedTextSize(size);
  applyTextSize();
}

double Appearance::allowedTextSize(double size) {
  constexpr double least = 0.8, most = 2.0;
  if (!std::isfinite(size)) return 1;
  return std::clamp(std::round(size / textSizeStep) * textSizeStep, least, most);
}

void Appearance::scaleFont(QWidget& widget) {
  if (!widget.testAttribute(Qt::WA_SetFont)) return;
  QFont font = widget.font();
  if (font.pointSizeF() <= 0) return;
  const QVariant noted = widget.property(designedPointsKey);
  const double designed = noted.isValid() ? noted.toDouble() : font.pointSizeF() / textFactor();
  if (!noted.isValid()) widget.setProperty(designedPointsKey, designed);
  const double wanted = designed * textFactor();
  if (std::abs(font.pointSizeF() - wanted) < 0.01) return;
  font.setPointSizeF(wanted);
  widget.setFont(font);
}

void Appearance::applyTextSize() {
  const double factor = allowedTextSize(m_textSize * m_desktopTextSize);
  if (factor == textFactor()) return;
  Q_EMIT aboutToChange();
  // Widgets that have not been on screen yet have fonts of the factor before.
  for (QWidget* widget : QApplication::allWidgets()) scaleFont(*widget);
  setTextFactor(factor);
  restyle([] {
    QApplication::setFont(toFont({.size = 12.5F}));
    scaleWidgets();
  });
  scaleWidgets();
  Q_EMIT changed();
}

bool Appearance::eventFilter(QObject* watched, QEvent* event) {
  auto* polished = event->type() == QEvent::Polish ? qobject_cast<QWidget*>(watched) : nullptr;
  if (polished) scaleSizes(*polished);
  return QObject::eventFilter(watched, event);
}

void Appearance::apply() {
  const bool dark = m_mode == AppearanceMode::Dark || (m_mode == AppearanceMode::System && m_systemDark);
  const present::Theme& wanted = dark ? present::Theme::darkTheme() : present::Theme::light();
  if (themeInForce == &wanted) return;
  Q_EMIT aboutToChange();
  themeInForce = &wanted;
  restyle([&wanted] { QApplication::setPalette(paletteOf(wanted)); });
  if (textFactor() != 1) scaleWidgets();
  Q_EMIT changed();
}

}  // namespace sojourn::qt
