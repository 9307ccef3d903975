// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/controls.h"

#include <QAbstractItemView>
#include <QAction>
#include <QEvent>
#include <QGridLayout>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

QLabel* plainLabel(const QString& text, std::optional<present::Font> font) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  if (font) label->setFont(toFont(*font));
  return label;
}

QToolButton* iconButton(const QString& icon, const QString& name) {
  auto* button = new QToolButton;
  button->setIcon(lineIcon(icon));
  button->setToolTip(name);
  button->setAccessibleName(name);
  return button;
}

QToolButton* framedButton(const QString& text, const char* objectName, present::Weight weight) {
  auto* button = new QToolButton;
  button->setObjectName(QLatin1String(objectName));
  button->setText(text);
  button->setProperty("framed", true);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setFixedHeight(24);
  button->setFont(toFont({.size = 12, .weight = weight}));
  return button;
}

QToolButton* framedButton(QAction* action) {
  QToolButton* button = framedButton({}, "", present::Weight::Medium);
  button->setDefaultAction(action);
  button->setIconSize({14, 14});
  return button;
}

void ElidingCombo::showPopup() {
  const int beside = view()->verticalScrollBar()->sizeHint().width() + 2 * view()->frameWidth();
  view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + beside));
  QComboBox::showPopup();
}

void ElidingCombo::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  painter.setPen(palette().color(QPalette::Text));
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  const int width = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
  constexpr int padding = 4;  // of the label within its field
  option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, width - padding);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

FittingLabel::FittingLabel(QWidget* parent) : QLabel(parent) {
  setMinimumWidth(0);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void FittingLabel::setChoices(const QStringList& choices) {
  if (choices == m_choices) return;
  m_choices = choices;
  choose();
}

QSize FittingLabel::sizeHint() const {
  const QSize hint = QLabel::sizeHint();
  return text().isEmpty() ? QSize(0, hint.height()) : hint;
}

void FittingLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  choose();
}

void FittingLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::FontChange) choose();
}

void FittingLabel::choose() {
  for (const QString& choice : m_choices) {
    if (text() != choice) setText(choice);
    if (sizeHint().width() <= width()) return;
  }
  clear();
}

void WordAndCaptionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  constexpr present::Font textFont{.size = 12, .weight = present::Weight::Medium}, captionFont{.size = 11.5F};
  constexpr int edge = 12, gap = 16, chosenBar = 3;
  const present::Theme& theme = Appearance::theme();
  const QRect& row = option.rect;
  const bool chosen = option.state.testFlag(QStyle::State_Selected);
  painter->fillRect(row, toColor(chosen ? theme.soft : theme.panel));
  if (chosen) painter->fillRect(QRect(row.topLeft(), QSize(chosenBar, row.height())), toColor(theme.accent));

  const QRect area = row.adjusted(edge, 0, -edge, 0);
  const QString word = metrics(textFont).elidedText(index.data().toString(), Qt::ElideRight, area.width());
  painter->setFont(toFont(textFont));
  painter->setPen(toColor(theme.text));
  painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft, word);

  const int rest = area.width() - static_cast<int>(metrics(textFont).horizontalAdvance(word)) - gap;
  const QString caption = index.data(captionRole).toString();
  painter->setFont(toFont(captionFont));
  painter->setPen(toColor(theme.text2));
  painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight,
                    metrics(captionFont).elidedText(caption, Qt::ElideRight, std::max(0, rest)));
}

QSize WordAndCaptionDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {280, rowHeight};
}

EmptyPanel::EmptyPanel(QWidget* parent)
    : QWidget(parent),
      m_title(plainLabel({}, present::Font{.size = 13, .weight = present::Weight::SemiBold})),
      m_detail(plainLabel({}, present::Font{.size = 12})),
      m_button(new QPushButton) {
  for (QLabel* label : {m_title, m_detail}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(56, 24, 24, 24);
  grid->setVerticalSpacing(6);
  grid->addWidget(m_title, 0, 0);
  grid->addWidget(m_detail, 1, 0);
  grid->addWidget(m_button, 2, 0, Qt::AlignLeft);
  grid->setRowStretch(3, 1);
  connect(m_button, &QPushButton::clicked, this, [this] { Q_EMIT actionRequested(m_action); });
}

void EmptyPanel::show(const present::EmptyState& state) {
  m_title->setText(toText(state.title));
  m_detail->setText(toText(state.detail));
  m_detail->setVisible(!state.detail.empty());
  m_button->setText(toText(state.buttonText));
  m_button->setVisible(!state.buttonText.empty());
  m_action = state.button;
  arrange();
  setVisible(true);
}

void EmptyPanel::arrange() {
  constexpr int roomy = 24, tight = 6;
  auto* grid = static_cast<QGridLayout*>(layout());
  const int words = width() - grid->contentsMargins().left() - roomy;
  const auto lines = [words](const QLabel* label) {
    return label->text().isEmpty() ? 0 : label->heightForWidth(words);
  };
  const bool hasButton = !m_button->text().isEmpty();
  const int needed = 2 * roomy + lines(m_title) + lines(m_detail) + (hasButton ? m_button->sizeHint().height() : 0) +
                     2 * grid->verticalSpacing();
  const bool low = height() < needed;
  grid->setContentsMargins(grid->contentsMargins().left(), low ? tight : roomy, roomy, low ? tight : roomy);
  grid->removeWidget(m_button);
  grid->addWidget(m_button, low ? 0 : 2, low ? 1 : 0, low ? Qt::AlignRight : Qt::AlignLeft);
  grid->setColumnStretch(0, 1);
  m_detail->setVisible(!m_detail->text().isEmpty() && (!low || !hasButton));
  m_title->setToolTip(low ? m_detail->text().toHtmlEscaped() : QString());
}

void EmptyPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), toColor(Appearance::theme().panel));
  paintIcon(painter, QRectF(28, m_title->geometry().top() + (m_title->height() - 18) / 2.0, 18, 18),
            QStringLiteral("info"), toColor(Appearance::theme().text2));
}

bool moveInList(QListWidget& list, int key, int rowsOfPage, bool wraps) {
  const int count = list.count();
  int row = list.currentRow();
  switch (key) {
    case Qt::Key_Down:
      row = wraps ? row + 1 : std::min(row + 1, count - 1);
      break;
    case Qt::Key_Up:
      row = wraps ? row + count - 1 : std::max(row - 1, 0);
      break;
    case Qt::Key_PageDown:
      row = std::min(row + rowsOfPage, count - 1);
      break;
    case Qt::Key_PageUp:
      row = std::max(row - rowsOfPage, 0);
      break;
    default:
      return false;
  }
  if (count > 0) list.setCurrentRow(row % count);
  return true;
}

}  // namespace sojourn::qt
