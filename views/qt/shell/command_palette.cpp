// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr std::size_t mostEntries = 60;
constexpr int mostShownRows = 12, stepOfPageKeys = 10;

}  // namespace

int fuzzyScore(const QString& typed, const QString& title) {
  int score = 0;
  qsizetype at = 0;
  qsizetype previous = -2;
  for (const QChar wanted : typed) {
    if (wanted.isSpace()) continue;
    // The next word that starts with the letter beats the next place the letter stands.
    qsizetype found = -1;
    for (qsizetype i = at; i < title.size(); ++i) {
      if (title[i].toLower() != wanted.toLower()) continue;
      const bool starts = i == 0 || !title[i - 1].isLetterOrNumber();
      if (found < 0) found = i;
      if (i == previous + 1 || starts) {
        found = i;
        break;
      }
    }
    if (found < 0) return -1;
    score += 10;
    if (found == previous + 1) score += 15;
    if (found == 0 || !title[found - 1].isLetterOrNumber()) score += 12;
    score -= static_cast<int>(std::min<qsizetype>(found - at, 6));
    previous = found;
    at = found + 1;
  }
  return std::max(0, score * 4 - static_cast<int>(std::min<qsizetype>(title.size(), 40)) / 4);
}

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries,
                               std::function<std::vector<PaletteEntry>(const QString&)> special, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      m_entries(std::move(entries)),
      m_special(std::move(special)),
      m_line(new QLineEdit),
      m_list(new QListWidget) {
  setAttribute(Qt::WA_DeleteOnClose);
  setAccessibleName(tr("Find view or command"));
  setFixedWidth(520);
  m_line->setPlaceholderText(tr("Find view, command, place, or a sample, e.g. “sample 3376”"));
  m_line->setAccessibleName(tr("Search text"));
  m_line->installEventFilter(this);
  m_list->setItemDelegate(new WordAndCaptionDelegate(m_list));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setAccessibleName(tr("Results"));
  m_list->setUniformItemSizes(true);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->addWidget(m_line);
  column->addWidget(m_list, 1);
  connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::search);
  connect(m_list, &QListWidget::itemClicked, this, [this] { runChosen(); });
  search({});
  m_line->setFocus();
}

void CommandPalette::search(const QString& typed) {
  m_found = m_special ? m_special(typed) : std::vector<PaletteEntry>{};
  std::vector<std::pair<int, const PaletteEntry*>> scored;
  for (const PaletteEntry& entry : m_entries) {
    const int score = typed.trimmed().isEmpty() ? 0 : fuzzyScore(typed, entry.title);
    if (score >= 0) scored.emplace_back(score, &entry);
  }
  std::ranges::stable_sort(scored, std::greater{}, [](const auto& one) { return one.first; });
  for (const auto& [score, entry] : scored) {
    if (m_found.size() >= mostEntries) break;
    m_found.push_back(*entry);
  }
  m_list->clear();
  for (const PaletteEntry& entry : m_found) {
    auto* item = new QListWidgetItem(entry.title, m_list);
    item->setData(WordAndCaptionDelegate::captionRole,
                  entry.shortcut.isEmpty() ? entry.kind : entry.kind + QStringLiteral("   ") + entry.shortcut);
  }
  m_list->setCurrentRow(m_found.empty() ? -1 : 0);
  // As tall as what was found, and a hint of more.
  const int rows = std::clamp(static_cast<int>(m_found.size()), 1, mostShownRows);
  setFixedHeight(m_line->sizeHint().height() + rows * WordAndCaptionDelegate::rowHeight + 28);
}

void CommandPalette::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(toColor(Appearance::theme().border));
  painter.setBrush(toColor(Appearance::theme().panel));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void CommandPalette::runChosen() {
  const int row = m_list->currentRow();
  if (row < 0) return;
  const auto run = m_found[static_cast<std::size_t>(row)].run;
  close();
  if (run) run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_line || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (moveInList(*m_list, key, stepOfPageKeys, true)) return true;
  if (key != Qt::Key_Return && key != Qt::Key_Enter) return QDialog::eventFilter(watched, event);
  runChosen();
  return true;
}

}  // namespace sojourn::qt
