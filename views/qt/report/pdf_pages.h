// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of a PDF: each with a head and a number, filled from top to bottom.
#pragma once

#include <QBuffer>
#include <QByteArray>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <memory>
#include <vector>

#include "views/present/scene/theme.h"

class QPdfWriter;

namespace sojourn::qt {

inline constexpr present::Font pdfSmallFont{.size = 10};

/// Lengths are pixels at 96 an inch. The theme outlives this.
class PdfPages {
 public:
  PdfPages(const QString& title, const QString& author, const present::Theme& theme, bool letter);
  ~PdfPages();
  PdfPages(const PdfPages&) = delete;
  PdfPages& operator=(const PdfPages&) = delete;

  [[nodiscard]] QPainter& painter() { return m_painter; }
  /// What head, foot and margins leave of a page.
  [[nodiscard]] const QRectF& body() const { return m_body; }
  /// The page that is being filled, from 1.
  [[nodiscard]] int page() const { return m_page; }
  /// Where the next piece begins, and the room from there to the end of the body.
  [[nodiscard]] qreal y() const { return m_y; }
  [[nodiscard]] qreal left() const { return m_body.bottom() - m_y; }
  /// How far each page but the last was written to, from 0 to 1.
  [[nodiscard]] const std::vector<qreal>& filled() const { return m_filled; }

  /// At the head of the pages that begin from now on.
  void setTitle(const QString& title) { m_title = title; }
  void newPage();
  /// Begins a page unless so much is left of this one, or nothing is on it.
  void need(qreal height) {
    if (height > left() && m_y > m_body.top()) newPage();
  }
  void skip(qreal height) { m_y += height; }
  void moveTo(qreal y) { m_y = y; }
  /// Wrapped lines, each whole on a page, then the distance `after`.
  void text(const QString& sentence, const QFont& font, present::Color color, qreal after, qreal indent = 0);

  /// The whole file. Once.
  [[nodiscard]] QByteArray finish();

 private:
  const present::Theme& m_theme;
  QString m_title;
  QBuffer m_buffer;
  std::unique_ptr<QPdfWriter> m_writer;
  QPainter m_painter;
  QRectF m_body;
  qreal m_y = 0;
  int m_page = 0;
  std::vector<qreal> m_filled;
};

}  // namespace sojourn::qt
