// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/training/panel_picker.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>

#include "model/core/translation.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
constexpr int metricRole = Qt::UserRole;
}

PanelPicker::PanelPicker(QWidget* parent) : QDialog(parent), m_list(new QListWidget) {
  setWindowTitle(tr("Panels of the training curves"));
  resize(300, 420);
  m_list->setAccessibleName(tr("Panels"));
  m_list->setDragDropMode(QAbstractItemView::InternalMove);
  m_list->setFont(toFont({.size = 12}));
  m_list->installEventFilter(this);
  const auto button = [this](const QString& text, const QString& tip, auto pressed) {
    auto* made = new QPushButton(text);
    made->setToolTip(tip);
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, pressed);
    return made;
  };
  QPushButton* up = button(tr("Up"), tr("Alt+Up"), [this] { move(-1); });
  QPushButton* down = button(tr("Down"), tr("Alt+Down"), [this] { move(1); });
  up->setIcon(lineIcon(QStringLiteral("up")));
  down->setIcon(lineIcon(QStringLiteral("down")));
  QPushButton* usual = button(tr("Reset"), {}, [this] {
    fill(present::usualCurveMetrics());
    pass();
  });
  setLayout(columnOf({textLabel(tr("Checked panels are shown, in this order. Drag to move.")),
                      {m_list, 1},
                      rowOf({up, down, spring(), usual})}));
  connect(m_list, &QListWidget::itemChanged, this, &PanelPicker::pass);
  connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, [this] { pass(); });
}

void PanelPicker::show(const std::vector<present::CurveMetric>& shown, std::vector<present::CurveMetric> own) {
  m_own = std::move(own);
  fill(shown);
  QDialog::show();
  raise();
  m_list->setFocus();
}

void PanelPicker::fill(const std::vector<present::CurveMetric>& shown) {
  const QSignalBlocker quiet(m_list);
  m_list->clear();
  std::vector<present::CurveMetric> all = shown;
  // Until somebody chooses, the runs' own are shown as well.
  if (shown == present::usualCurveMetrics()) all.insert(all.end(), m_own.begin(), m_own.end());
  const std::size_t checked = all.size();
  for (const auto& others : {present::allCurveMetrics(), m_own})
    for (const present::CurveMetric metric : others)
      if (std::ranges::find(all, metric) == all.end()) all.push_back(metric);
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto* item = new QListWidgetItem(toText(sojourn::tr(present::curveMetricTitle(all[i]))), m_list);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
    item->setCheckState(i < checked ? Qt::Checked : Qt::Unchecked);
    item->setData(metricRole, static_cast<int>(all[i]));
  }
  m_list->setCurrentRow(0);
}

bool PanelPicker::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_list && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool moves = key->key() == Qt::Key_Up || key->key() == Qt::Key_Down;
    if (moves && key->modifiers().testFlag(Qt::AltModifier)) {
      move(key->key() == Qt::Key_Up ? -1 : 1);
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

void PanelPicker::move(int by) {
  const int from = m_list->currentRow();
  const int to = from + by;
  if (from < 0 || to < 0 || to >= m_list->count()) return;
  {
    const QSignalBlocker quiet(m_list);
    m_list->insertItem(to, m_list->takeItem(from));
    m_list->setCurrentRow(to);
  }
  pass();
}

void PanelPicker::pass() {
  std::vector<present::CurveMetric> shown;
  for (int row = 0; row < m_list->count(); ++row) {
    const QListWidgetItem* item = m_list->item(row);
    if (item->checkState() == Qt::Checked)
      shown.push_back(static_cast<present::CurveMetric>(item->data(metricRole).toInt()));
  }
  if (shown.empty()) {
    QListWidgetItem* last = m_list->currentItem() ? m_list->currentItem() : m_list->item(0);
    last->setCheckState(Qt::Checked);  // comes back here
    return;
  }
  Q_EMIT picked(shown);
}

}  // namespace sojourn::qt
