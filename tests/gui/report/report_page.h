// SPDX-License-Identifier: GPL-3.0-or-later
// A report that was written, as a test reads it.
#pragma once

#include <QFile>
#include <QList>
#include <QMap>
#include <QStringList>
#include <QXmlStreamReader>

namespace sojourn::test {

/// What a page says, read as strict XML.
struct Page {
  QString error;
  int figures = 0, pictures = 0, sections = 0;
  QStringList ids;
  QStringList texts;                      ///< of the letters in pictures
  QList<QList<QStringList>> tables;       ///< under the pictures: rows of cells, the head first
  QMap<QString, QStringList> attributes;  ///< by name
};

inline Page readPage(const QString& file) {
  Page page;
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) {
    page.error = QStringLiteral("cannot be opened");
    return page;
  }
  QXmlStreamReader xml(&in);
  bool inDetails = false;
  while (!xml.atEnd()) {
    xml.readNext();
    const auto name = xml.name();
    if (xml.isEndElement() && name == QLatin1String("details")) inDetails = false;
    if (!xml.isStartElement()) continue;
    for (const auto& attribute : xml.attributes())
      page.attributes[attribute.name().toString()] << attribute.value().toString();
    if (name == QLatin1String("figure")) ++page.figures;
    if (name == QLatin1String("svg")) ++page.pictures;
    if (name == QLatin1String("section")) ++page.sections;
    if (name == QLatin1String("details")) {
      inDetails = true;
      page.tables.append(QList<QStringList>());
    }
    if (inDetails && name == QLatin1String("tr")) page.tables.back().append(QStringList());
    if (inDetails && (name == QLatin1String("td") || name == QLatin1String("th")))
      page.tables.back().back() << xml.readElementText();
    else if (name == QLatin1String("text"))
      page.texts << xml.readElementText();
  }
  if (xml.hasError()) page.error = xml.errorString();
  return page;
}

inline QByteArray fileBytes(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

}  // namespace sojourn::test
