// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/icons.h"

#include <QCache>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>
#include <memory>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

const QJsonObject& iconPaths() {
  static const QJsonObject paths = [] {
    QFile file(QStringLiteral(":/icons/icons.json"));
    if (!file.open(QIODevice::ReadOnly)) return QJsonObject{};
    return QJsonDocument::fromJson(file.readAll()).object();
  }();
  return paths;
}

/// A renderer by name, colour and stroke: parsing the path is dearer than drawing it.
QSvgRenderer* renderer(const QString& name, const QColor& color, qreal stroke) {
  static QHash<QString, std::shared_ptr<QSvgRenderer>> renderers;
  const QString key = name + color.name() + QString::number(stroke);
  auto& made = renderers[key];
  if (!made) {
    const QString path = iconPath(name);
    if (path.isEmpty()) return nullptr;
    const QString svg = QStringLiteral(
                            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path d=\"%1\" "
                            "fill=\"none\" stroke=\"%2\" "
                            "stroke-width=\"%3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/></svg>")
                            .arg(path, color.name(), QString::number(stroke));
    made = std::make_shared<QSvgRenderer>(svg.toUtf8());
  }
  return made.get();
}

class LineIconEngine final : public QIconEngine {
 public:
  explicit LineIconEngine(QString name) : m_name(std::move(name)) {}

  void paint(QPainter* painter, const QRect& box, QIcon::Mode mode, QIcon::State state) override {
    const present::Theme& theme = Appearance::theme();
    present::Color tone = theme.text2;
    if (mode == QIcon::Disabled) tone = theme.text3;
    if (mode == QIcon::Active || mode == QIcon::Selected || state == QIcon::On) tone = theme.text;
    // Three dots are all pen: at the others' width they would be nearly invisible.
    paintIcon(*painter, box, m_name, toColor(tone), m_name == QLatin1String("menu") ? 2.0 : 1.4);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap picture(size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return picture;
  }
  [[nodiscard]] QIconEngine* clone() const override { return new LineIconEngine(m_name); }

 private:
  QString m_name;
};

}  // namespace

QString iconPath(const QString& name) {
  return iconPaths().value(name).toString();
}

void paintIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& color, qreal stroke) {
  QSvgRenderer* lines = renderer(name, color, stroke);
  if (!lines) return;
  if (painter.paintEngine()->type() == QPaintEngine::Raster) {
    // Stroking a path costs a hundred times what copying its pixels does, and a table has many marks.
    static QCache<QString, QPixmap> drawn(400);
    const qreal scale = painter.device()->devicePixelRatioF() * painter.transform().m11();
    const QString key =
        QStringLiteral("%1 %2 %3 %4 %5").arg(name, color.name()).arg(stroke).arg(box.width()).arg(scale);
    QPixmap* pixels = drawn.object(key);
    if (!pixels) {
      pixels = new QPixmap((box.size() * scale).toSize().expandedTo({1, 1}));
      pixels->fill(Qt::transparent);
      QPainter into(pixels);
      into.setRenderHint(QPainter::Antialiasing);
      lines->render(&into, QRectF(pixels->rect()));
      into.end();
      drawn.insert(key, pixels);
    }
    painter.drawPixmap(QRectF(box.topLeft().toPoint(), box.size()), *pixels, QRectF(pixels->rect()));
    return;
  }
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  lines->render(&painter, box);
  painter.restore();
}

QIcon lineIcon(const QString& name) {
  return QIcon(new LineIconEngine(name));
}

}  // namespace sojourn::qt
