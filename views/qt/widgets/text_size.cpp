// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/text_size.h"

#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QPoint>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// The factor that a widget's fixed sizes have already.
constexpr const char* appliedKey = "textFactor";
constexpr const char* designedPointsKey = "designedPoints";

/// A style sheet that is set again brings back the fonts that widgets were given at first: their designed sizes are
/// noted, so that this can be repeated.
void scaleFont(QWidget& widget) {
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

/// From one factor to another. What was scaled before is scaled from its design again, so that rounding does not add
/// up.
class Scaling {
 public:
  Scaling(QWidget& widget, double before) : m_widget(widget), m_before(before) {}

  /// `size` as it is now; `key` names it.
  [[nodiscard]] int of(const char* key, int size) const {
    const QPoint noted = m_widget.property(key).toPoint();  // designed, and as it was scaled
    const int designed = noted.y() == size ? noted.x() : static_cast<int>(std::lround(size / m_before));
    const int scaled = std::max(1, static_cast<int>(std::lround(designed * textFactor())));
    m_widget.setProperty(key, QPoint(designed, scaled));
    return scaled;
  }

 private:
  QWidget& m_widget;
  double m_before;
};

void scaleFixedSize(QWidget& widget, const Scaling& scaling) {
  if (widget.minimumWidth() == widget.maximumWidth())
    widget.setFixedWidth(scaling.of("designedWidth", widget.minimumWidth()));
  else if (widget.maximumWidth() < QWIDGETSIZE_MAX)
    widget.setMaximumWidth(scaling.of("designedMost", widget.maximumWidth()));
  // Lines of one pixel stay lines.
  if (widget.minimumHeight() == widget.maximumHeight() && widget.minimumHeight() > 2)
    widget.setFixedHeight(scaling.of("designedHeight", widget.minimumHeight()));
}

void scaleSections(QHeaderView& header, const Scaling& scaling) {
  if (header.orientation() == Qt::Vertical) {
    header.setMinimumSectionSize(scaling.of("designedLeast", header.minimumSectionSize()));
    header.setDefaultSectionSize(scaling.of("designedSection", header.defaultSectionSize()));
    return;
  }
  for (int section = 0; section < header.count(); ++section) {
    const QByteArray key = QByteArrayLiteral("designedSection") + QByteArray::number(section);
    if (header.sectionResizeMode(section) == QHeaderView::Interactive && !header.isSectionHidden(section))
      header.resizeSection(section, scaling.of(key.constData(), header.sectionSize(section)));
  }
}

}  // namespace

TextSize::TextSize(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

double TextSize::allowed(double factor) {
  if (!std::isfinite(factor)) return 1;
  return std::clamp(std::round(factor / step) * step, least, most);
}

void TextSize::set(double factor) {
  if (factor == textFactor()) return;
  // Widgets that have not been on screen yet have fonts of the factor before.
  for (QWidget* widget : QApplication::allWidgets()) scaleFont(*widget);
  setTextFactor(factor);
  QApplication::setFont(toFont({.size = 12.5F}));
  refresh();
}

void TextSize::refresh() {
  const QWidgetList all = QApplication::allWidgets();
  for (QWidget* widget : all) {
    scaleFont(*widget);
    // What has not been on screen yet gets its sizes when it comes.
    if (widget->testAttribute(Qt::WA_WState_Polished)) apply(*widget);
    widget->updateGeometry();
  }
}

void TextSize::apply(QWidget& widget) {
  const QVariant known = widget.property(appliedKey);
  const double before = known.isValid() ? known.toDouble() : 1.0;
  widget.setProperty(appliedKey, textFactor());
  if (before == textFactor()) return;
  const Scaling scaling(widget, before);
  scaleFixedSize(widget, scaling);
  if (auto* header = qobject_cast<QHeaderView*>(&widget)) scaleSections(*header, scaling);
  widget.update();
}

bool TextSize::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Polish) {
    if (auto* widget = qobject_cast<QWidget*>(watched)) apply(*widget);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace sojourn::qt
