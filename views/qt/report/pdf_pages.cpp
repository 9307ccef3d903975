// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/pdf_pages.h"

#include <QGuiApplication>
#include <QPageSize>
#include <QPdfWriter>
#include <QScreen>
#include <QTextLayout>
#include <cmath>

#include "model/core/translation.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr qreal margin = 48, headHeight = 28, footHeight = 24;

/// A resolution at which the fonts of the screen have their size in pixels.
int resolution() {
  const QScreen* screen = QGuiApplication::primaryScreen();
  return screen ? static_cast<int>(std::lround(screen->logicalDotsPerInchY())) : 96;
}

/// XMP (ISO 16684-1) with title and author.
QByteArray metadata(const QString& title, const QString& author) {
  return QStringLiteral(
             "<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
             "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
             "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
             "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
             "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
             "<dc:creator><rdf:Seq><rdf:li>%2</rdf:li></rdf:Seq></dc:creator>"
             "</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>")
      .arg(title.toHtmlEscaped(), author.toHtmlEscaped())
      .toUtf8();
}

}  // namespace

PdfPages::PdfPages(const QString& title, const QString& author, const present::Theme& theme, bool letter)
    : m_theme(theme), m_title(title), m_writer(std::make_unique<QPdfWriter>(&m_buffer)) {
  m_buffer.open(QIODevice::WriteOnly);
  m_writer->setTitle(title);
  m_writer->setCreator(QStringLiteral("Sojourn"));
  // Qt's writer knows no author of its own.
  if (!author.isEmpty()) m_writer->setDocumentXmpMetadata(metadata(title, author));
  m_writer->setPageSize(QPageSize(letter ? QPageSize::Letter : QPageSize::A4));
  m_writer->setPageMargins({});
  m_writer->setResolution(resolution());
  m_painter.begin(m_writer.get());
  const qreal scale = resolution() / 96.0;
  m_painter.scale(scale, scale);
  const QSizeF page(m_writer->width() / scale, m_writer->height() / scale);
  m_body = QRectF(margin, margin + headHeight, page.width() - 2 * margin,
                  page.height() - 2 * margin - headHeight - footHeight);
  newPage();
}

PdfPages::~PdfPages() {
  if (m_painter.isActive()) m_painter.end();
}

void PdfPages::newPage() {
  if (m_page > 0) {
    m_filled.push_back((m_y - m_body.top()) / m_body.height());
    m_writer->newPage();
  }
  ++m_page;
  const QRectF sheet(0, 0, m_body.right() + margin, m_body.bottom() + footHeight + margin);
  if (m_theme.dark) m_painter.fillRect(sheet, toColor(m_theme.panel));
  const QFontMetricsF& measure = sceneMetrics(pdfSmallFont);
  m_painter.setFont(sceneFont(pdfSmallFont));
  m_painter.setPen(toColor(m_theme.text2));
  const QString number = QString::number(m_page);
  const qreal right = m_body.right();
  m_painter.drawText(QPointF(m_body.left(), margin + 12),
                     measure.elidedText(m_title, Qt::ElideRight, m_body.width() * 0.7));
  const QString program = toText(tr("Sojourn report"));
  m_painter.drawText(QPointF(right - measure.horizontalAdvance(program), margin + 12), program);
  m_painter.fillRect(QRectF(m_body.left(), margin + 18, m_body.width(), 1), toColor(m_theme.line));
  m_painter.drawText(QPointF(right - measure.horizontalAdvance(number), m_body.bottom() + footHeight), number);
  m_y = m_body.top();
}

void PdfPages::text(const QString& sentence, const QFont& font, present::Color color, qreal after, qreal indent) {
  QTextLayout layout(sentence, font, nullptr);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(m_body.width() - indent);
    line.setPosition({0, 0});
  }
  layout.endLayout();
  for (int i = 0; i < layout.lineCount(); ++i) {
    const QTextLine line = layout.lineAt(i);
    need(line.height());
    m_painter.setPen(toColor(color));
    line.draw(&m_painter, QPointF(m_body.left() + indent, m_y));
    m_y += line.height();
  }
  m_y += after;
}

QByteArray PdfPages::finish() {
  m_painter.end();
  m_writer.reset();
  return m_buffer.data();
}

}  // namespace sojourn::qt
