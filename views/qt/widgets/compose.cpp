// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/compose.h"

#include <QInputDialog>
#include <QStyle>
#include <QVariant>
#include <cmath>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

template <typename Layout>
Layout* filled(std::initializer_list<LayoutItem> items, int spacing, QMargins margins) {
  auto* made = new Layout;
  made->setContentsMargins(margins);
  made->setSpacing(spacing);
  for (const LayoutItem& item : items) {
    if (item.widget)
      made->addWidget(item.widget, item.stretch);
    else if (item.layout)
      made->addLayout(item.layout, item.stretch);
    else if (item.gap > 0)
      made->addSpacing(item.gap);
    else
      made->addStretch(item.stretch);
  }
  return made;
}

}  // namespace

LayoutItem spring() {
  LayoutItem item;
  item.stretch = 1;
  return item;
}

LayoutItem fixedGap(int pixels) {
  LayoutItem item;
  item.gap = pixels;
  return item;
}

QHBoxLayout* rowOf(std::initializer_list<LayoutItem> items, int spacing, QMargins margins) {
  return filled<QHBoxLayout>(items, spacing, margins);
}

QVBoxLayout* columnOf(std::initializer_list<LayoutItem> items, int spacing, QMargins margins) {
  return filled<QVBoxLayout>(items, spacing, margins);
}

QLabel* textLabel(const QString& text, const LabelStyle& style) {
  auto* made = new QLabel(text);
  made->setObjectName(QLatin1String(style.name));
  made->setTextFormat(Qt::PlainText);
  made->setFont(toFont(style.font));
  made->setWordWrap(style.wraps);
  if (style.selectable) made->setTextInteractionFlags(Qt::TextSelectableByMouse);
  made->setContentsMargins(style.margins);
  return made;
}

OptionBar::OptionBar(const char* name, int height, QWidget* parent) : QFrame(parent) {
  setObjectName(QLatin1String(name));
  setProperty("optionBar", true);
  if (height > 0) setFixedHeight(height);
}

int scaledPixels(int designed) {
  return static_cast<int>(std::lround(designed * textFactor()));
}

QComboBox* narrowCombo(const char* objectName, const QString& name, int characters) {
  auto* made = new ElidingCombo;
  made->setObjectName(QLatin1String(objectName));
  made->setAccessibleName(name);
  made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  made->setMinimumContentsLength(characters);
  return made;
}

QString framedTextStyle() {
  const present::Theme& theme = Appearance::theme();
  return QStringLiteral("QPlainTextEdit { background: %1; border: 1px solid %2; border-radius: 4px; }")
      .arg(toColor(theme.field).name(), toColor(theme.border).name());
}

void restyle(QWidget* widget, const char* property, const QVariant& value) {
  if (widget->property(property) == value) return;
  widget->setProperty(property, value);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
  Appearance::scaleFont(*widget);
}

void askText(QWidget* parent, const TextQuestion& question, std::function<void(const QString&)> take) {
  auto* dialog = new QInputDialog(parent);
  dialog->setObjectName(QLatin1String(question.name));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOption(QInputDialog::UsePlainTextEditForTextInput, question.isLong);
  dialog->setWindowTitle(question.title);
  dialog->setLabelText(question.label);
  dialog->setTextValue(question.value);
  QObject::connect(dialog, &QInputDialog::textValueSelected, parent, std::move(take));
  dialog->open();
}

}  // namespace sojourn::qt
