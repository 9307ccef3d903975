// SPDX-License-Identifier: GPL-3.0-or-later
// A report as a PDF: pages with heads and numbers, pictures as vectors and whole, tables whose heads are repeated.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "views/present/report/report_html.h"
#include "views/qt/report/pdf_pages.h"

namespace sojourn::qt {

/// Built piece by piece, like HtmlReport. Lengths are pixels at 96 a inch.
class PdfReport {
 public:
  PdfReport(present::ReportHead head, bool letter);

  void beginSection(const present::ReportSection& section);
  /// Pictures stand beside each other where there is room; sentences and tables follow at the section's end.
  void addPicture(const present::ReportPicture& picture);
  /// Draws one more piece of the section: its last pictures, or a table. False where nothing is left. Need not be
  /// called: the next section and finish() draw what is left.
  bool drawPending();
  /// The whole file. Once. `reveals`: of people, said at its end; empty: nothing is said.
  [[nodiscard]] QByteArray finish(const std::string& reveals = {});

  [[nodiscard]] int pages() const { return m_pages.page(); }
  /// Where each picture came to stand, in the order given: its page from 1, and its place there.
  struct Placed {
    int page = 0;
    QRectF area;
  };
  [[nodiscard]] const std::vector<Placed>& placed() const { return m_placed; }
  [[nodiscard]] QRectF body() const { return m_pages.body(); }
  /// How far each page but the last was written to, from 0 to 1.
  [[nodiscard]] const std::vector<qreal>& filled() const { return m_pages.filled(); }

 private:
  struct Column {
    std::vector<present::Scene> scenes;  ///< one under the other, with their title bars
    qreal width = 0, height = 0;
  };
  void facts(const present::ReportFacts& facts);
  void table(const QString& title, const present::Table& table);
  void tableBlock(const present::Table& table, const std::vector<std::size_t>& columns,
                  const std::vector<qreal>& widths);
  [[nodiscard]] QSizeF rowSize() const;
  void flushRow();
  void sentences();

  present::ReportHead m_head;
  PdfPages m_pages;
  qreal m_cellScale = 1;  ///< of the table that is being drawn
  std::vector<Column> m_row;
  std::vector<std::pair<QString, QString>> m_sentences;  ///< of views without a picture, under the pictures
  std::deque<std::pair<QString, present::Table>> m_tables;
  std::vector<Placed> m_placed;
};

}  // namespace sojourn::qt
