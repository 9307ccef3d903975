// SPDX-License-Identifier: GPL-3.0-or-later
// A report as a PDF: pages with heads and numbers, pictures as vectors and whole, tables whose heads are repeated.
#pragma once

#include <QBuffer>
#include <QByteArray>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <deque>
#include <memory>
#include <vector>

#include "views/present/report/report.h"

class QPdfWriter;

namespace sojourn::qt {

/// Built piece by piece, like HtmlReport. Lengths are pixels at 96 a inch.
class PdfReport {
 public:
  PdfReport(present::ReportHead head, bool letter);
  ~PdfReport();
  PdfReport(const PdfReport&) = delete;
  PdfReport& operator=(const PdfReport&) = delete;

  void beginSection(const present::ReportSection& section);
  /// Pictures stand beside each other where there is room; sentences and tables follow at the section's end.
  void addPicture(const present::ReportPicture& picture);
  /// Draws a piece of what the section still owes: its last pictures, a table. False where nothing is left. Called as
  /// often as somebody likes; beginning another section and finishing do the rest.
  bool drawPending();
  /// The whole file. Once.
  [[nodiscard]] QByteArray finish();

  [[nodiscard]] int pages() const { return m_page; }
  /// Where each picture came to stand, in the order given: its page from 1, and its place there.
  struct Placed {
    int page = 0;
    QRectF area;
  };
  [[nodiscard]] const std::vector<Placed>& placed() const { return m_placed; }
  [[nodiscard]] QRectF body() const { return m_body; }
  /// How far each page but the last was written to, from 0 to 1.
  [[nodiscard]] const std::vector<qreal>& filled() const { return m_filled; }

 private:
  struct Column {
    std::vector<present::Scene> scenes;  ///< one under the other, with their title bars
    qreal width = 0, height = 0;
  };
  void newPage();
  void need(qreal height);
  void text(const QString& words, const QFont& font, present::Color color, qreal after, qreal indent = 0);
  void facts(const present::ReportFacts& facts);
  void table(const QString& title, const present::Table& table);
  void tableBlock(const present::Table& table, const std::vector<std::size_t>& columns,
                  const std::vector<qreal>& widths);
  void flushRow();
  void sentences();

  present::ReportHead m_head;
  QBuffer m_buffer;
  std::unique_ptr<QPdfWriter> m_writer;
  QPainter m_painter;
  QRectF m_body;
  qreal m_y = 0;
  qreal m_cellScale = 1;  ///< of the table that is being drawn
  int m_page = 0;
  QString m_running;  ///< the section, at the head of every page
  std::vector<Column> m_row;
  std::vector<std::pair<QString, QString>> m_sentences;  ///< of views without a picture, under the pictures
  std::deque<std::pair<QString, present::Table>> m_tables;
  std::vector<Placed> m_placed;
  std::vector<qreal> m_filled;
};

}  // namespace sojourn::qt
