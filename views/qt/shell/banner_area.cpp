// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/banner_area.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr std::size_t mostBanners = 3;
constexpr int bannerHeight = 52;

QString buttonText(session::BannerAction action, const session::Workspace& workspace) {
  switch (action) {
    case session::BannerAction::OpenDataset:
      return BannerArea::tr("Open dataset…");
    case session::BannerAction::OpenCheckpoint:
      return BannerArea::tr("Open checkpoint…");
    case session::BannerAction::UseAnyway:
      return BannerArea::tr("Use anyway");
    case session::BannerAction::ShowProblems:
      return BannerArea::tr("Details");
    case session::BannerAction::UseSuggestedZone:
      return BannerArea::tr("Show times at %1")
          .arg(toText(offsetText(workspace.suggestedOffsetMinutes().value_or(0)) + " h"));
    case session::BannerAction::KeepRecordedTimes:
      return BannerArea::tr("As recorded");
  }
  return {};
}

class BannerFrame final : public QFrame {
 public:
  explicit BannerFrame(Severity severity) : m_severity(severity) { setFixedHeight(bannerHeight); }

 protected:
  void paintEvent(QPaintEvent*) override {
    const present::Theme& theme = Appearance::theme();
    const bool notice = m_severity == Severity::Notice, error = m_severity == Severity::Error;
    const present::Color ink = notice ? theme.accent : error ? theme.err : theme.warn;
    QPainter painter(this);
    painter.fillRect(rect(), toColor(notice ? theme.soft : error ? theme.errGround : theme.warnGround));
    painter.fillRect(QRect(0, 0, 3, height()), toColor(ink));
    paintIcon(painter, QRectF(15, 9, 16, 16), notice ? QStringLiteral("info") : QStringLiteral("warn"), toColor(ink));
  }

 private:
  Severity m_severity;
};

QLabel* line(const std::string& words, present::Weight weight) {
  auto* label = new QLabel(toText(escapeForDisplay(words, 400)));
  label->setTextFormat(Qt::PlainText);
  label->setFont(toFont({.size = 12.5F, .weight = weight}));
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  label->setToolTip(label->text().toHtmlEscaped());
  return label;
}

}  // namespace

BannerArea::BannerArea(session::Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_column(new QVBoxLayout(this)) {
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(4);
  follow(session::Changes::all());
}

int BannerArea::shownBanners() const {
  return static_cast<int>(findChildren<QFrame*>(QStringLiteral("banner")).size());
}

void BannerArea::follow(session::Changes changes) {
  if (!changes.has(session::Change::Banners)) return;
  while (QLayoutItem* item = m_column->takeAt(0)) {
    if (QWidget* old = item->widget()) {
      old->setObjectName({});  // deleted later: it may be the sender of this call
      old->hide();
      old->deleteLater();
    }
    delete item;
  }
  const auto& banners = m_workspace.banners();
  for (std::size_t i = 0; i < std::min(banners.size(), mostBanners); ++i) {
    const session::Banner& banner = banners[i];
    auto* frame = new BannerFrame(banner.severity);
    frame->setObjectName(QStringLiteral("banner"));
    const bool both = !banner.error.where.empty() && !banner.error.what.empty();
    const std::string first = banner.error.where + (both ? ": " : "") + banner.error.what;
    frame->setAccessibleName(toText(escapeForDisplay(first, 400)));
    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    words->addStretch();
    words->addWidget(line(first, present::Weight::SemiBold));
    if (!banner.error.remedy.empty()) words->addWidget(line(banner.error.remedy, present::Weight::Regular));
    words->addStretch();
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(43, 0, 12, 0);
    row->setSpacing(8);
    row->addLayout(words, 1);
    for (const session::BannerAction action : banner.actions) {
      auto* button = new QPushButton(buttonText(action, m_workspace));
      connect(button, &QPushButton::clicked, this, [this, action] { Q_EMIT actionWanted(action); });
      row->addWidget(button);
    }
    auto* close = new QToolButton;
    close->setIcon(lineIcon(QStringLiteral("close")));
    close->setToolTip(tr("Close"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, [this, id = banner.id] { m_workspace.dismissBanner(id); });
    row->addWidget(close);
    m_column->addWidget(frame);
  }
  if (banners.size() > mostBanners) {
    auto* more = new QLabel(tr("%1 more").arg(banners.size() - mostBanners));
    more->setContentsMargins(43, 0, 0, 2);
    m_column->addWidget(more);
  }
  setVisible(!banners.empty());
}

}  // namespace sojourn::qt
