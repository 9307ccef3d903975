// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/place_picker.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QVBoxLayout>

#include "model/core/text.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// More are not read: the search line narrows them.
constexpr int mostShown = 400;
constexpr QSize popupSize{320, 340};

}  // namespace

PlacePicker::PlacePicker(QWidget* parent)
    : QFrame(parent, Qt::Popup), m_search(new QLineEdit), m_list(new QListWidget) {
  setObjectName(QStringLiteral("placePicker"));
  setAccessibleName(tr("Choose a place"));
  setFrameShape(QFrame::Box);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  m_search->setPlaceholderText(tr("Name or number of a place"));
  m_search->setAccessibleName(m_search->placeholderText());
  m_search->installEventFilter(this);
  m_list->setItemDelegate(new WordAndCaptionDelegate(m_list));
  m_list->setUniformItemSizes(true);
  m_list->setAccessibleName(tr("Places"));
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  column->addWidget(m_search);
  column->addWidget(m_list, 1);
  connect(m_search, &QLineEdit::textChanged, this, &PlacePicker::fill);
  connect(m_list, &QListWidget::itemClicked, this, &PlacePicker::take);
  connect(m_list, &QListWidget::itemActivated, this, &PlacePicker::take);
}

void PlacePicker::open(std::vector<session::PlaceChoice> choices, QWidget* anchor) {
  m_choices = std::move(choices);
  resize(popupSize);
  const QRect room = anchor->screen()->availableGeometry();
  QPoint at = anchor->mapToGlobal(QPoint(0, anchor->height() + 2));
  at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())));
  if (at.y() + height() > room.bottom()) at.setY(anchor->mapToGlobal(QPoint(0, 0)).y() - height() - 2);
  move(at);
  m_search->clear();
  fill();
  show();
  m_search->setFocus(Qt::PopupFocusReason);
}

void PlacePicker::fill() {
  m_list->clear();
  const std::string typed = m_search->text().toStdString();
  for (const session::PlaceChoice& choice : m_choices) {
    if (m_list->count() == mostShown) break;
    if (!session::placeMatches(choice, typed)) continue;
    auto* item = new QListWidgetItem(toText(escapeForDisplay(choice.name, 120)), m_list);
    QString caption = toText(choice.why);
    // What a place with a name is called elsewhere, by its number.
    if (const std::string number = PlaceNames{}.name(choice.location); caption.isEmpty() && number != choice.name)
      caption = toText(number);
    if (choice.nearness == session::PlaceNearness::Frequent) caption = tr("frequent") + QStringLiteral(", ") + caption;
    item->setData(WordAndCaptionDelegate::captionRole, caption);
    item->setData(Qt::UserRole, choice.location);
  }
  m_list->setCurrentRow(0);
}

void PlacePicker::take() {
  const QListWidgetItem* item = m_list->currentItem();
  if (!item) return;
  const LocationId location = item->data(Qt::UserRole).toInt();
  hide();
  Q_EMIT picked(location);
}

bool PlacePicker::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_search && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int rowsOfPage = std::max(1, m_list->height() / WordAndCaptionDelegate::rowHeight - 1);
    if (moveInList(*m_list, key, rowsOfPage, false)) return true;
    if (key == Qt::Key_Return || key == Qt::Key_Enter) return take(), true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace sojourn::qt
