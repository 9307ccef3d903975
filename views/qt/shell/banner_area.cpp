// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/banner_area.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <vector>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr std::size_t mostBanners = 3;
constexpr int bannerHeight = 52;
constexpr int besideIcon = 43;

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
          .arg(toText(offsetText(workspace.names().suggestedOffsetMinutes().value_or(0)) + " h"));
    case session::BannerAction::KeepRecordedTimes:
      return BannerArea::tr("As recorded");
    case session::BannerAction::StartProgram:
      return BannerArea::tr("Show the command…");
    case session::BannerAction::ShowProgramLog:
      return BannerArea::tr("Show its log");
    case session::BannerAction::RestartProgram:
      return BannerArea::tr("Restart");
  }
  return {};
}

/// The ground of a message, an edge and an icon at the left.
void paintGround(QWidget& widget, Severity severity) {
  const present::Theme& theme = Appearance::theme();
  const bool notice = severity == Severity::Notice, error = severity == Severity::Error;
  const QColor ink = toColor(notice ? theme.accent : error ? theme.err : theme.warn);
  QPainter painter(&widget);
  painter.fillRect(widget.rect(), toColor(notice ? theme.soft : error ? theme.errGround : theme.warnGround));
  painter.fillRect(QRect(0, 0, 3, widget.height()), ink);
  paintIcon(painter, QRectF(15, 9, 16, 16), notice ? QStringLiteral("info") : QStringLiteral("warn"), ink);
}

class BannerFrame final : public QFrame {
 public:
  explicit BannerFrame(Severity severity) : m_severity(severity) { setMinimumHeight(bannerHeight); }

 protected:
  void paintEvent(QPaintEvent*) override { paintGround(*this, m_severity); }

 private:
  Severity m_severity;
};

QLabel* line(const std::string& text, present::Weight weight) {
  QLabel* label = plainLabel(toText(escapeForDisplay(text, 400)), present::Font{.size = 12.5F, .weight = weight});
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  label->setWordWrap(true);
  label->setToolTip(label->text().toHtmlEscaped());
  return label;
}

}  // namespace

BannerArea::BannerArea(session::Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_column(new QVBoxLayout(this)) {
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(4);
  updateFrom(session::Changes::all());
}

BannerArea* BannerArea::showIn(QDialog& dialog, session::Workspace& workspace) {
  auto* area = new BannerArea(workspace, &dialog);
  const auto& before = workspace.banners().all();
  area->m_after = before.empty() ? 0 : before.front().id;
  area->updateFrom(session::Changes::all());
  area->m_changes = workspace.subscribe([area](session::Changes changes) { area->updateFrom(changes); });
  qobject_cast<QBoxLayout*>(dialog.layout())->insertWidget(0, area);
  return area;
}

int BannerArea::shownBanners() const {
  return static_cast<int>(findChildren<QFrame*>(QStringLiteral("banner")).size());
}

void BannerArea::updateFrom(session::Changes changes) {
  if (!changes.has(session::Change::Banners)) return;
  while (QLayoutItem* item = m_column->takeAt(0)) {
    if (QWidget* old = item->widget()) {
      old->setObjectName({});  // deleted later: it may be the sender of this call
      old->hide();
      old->deleteLater();
    }
    delete item;
  }
  std::vector<session::Banner> banners;
  std::ranges::copy_if(m_workspace.banners().all(), std::back_inserter(banners),
                       [this](const session::Banner& banner) { return banner.id > m_after; });
  for (std::size_t i = 0; i < std::min(banners.size(), mostBanners); ++i) {
    const session::Banner& banner = banners[i];
    auto* frame = new BannerFrame(banner.severity);
    frame->setObjectName(QStringLiteral("banner"));
    const bool both = !banner.error.where.empty() && !banner.error.what.empty();
    const std::string first = banner.error.where + (both ? ": " : "") + banner.error.what;
    frame->setAccessibleName(toText(escapeForDisplay(first, 400)));
    auto* text = new QVBoxLayout;
    text->setSpacing(1);
    text->addStretch();
    text->addWidget(line(first, present::Weight::SemiBold));
    if (!banner.error.remedy.empty()) text->addWidget(line(banner.error.remedy, present::Weight::Regular));
    text->addStretch();
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(besideIcon, 0, 12, 0);
    row->setSpacing(8);
    row->addLayout(text, 1);
    for (const session::BannerAction action : banner.actions) {
      auto* button = new QPushButton(buttonText(action, m_workspace));
      connect(button, &QPushButton::clicked, this, [this, action] { Q_EMIT actionWanted(action); });
      row->addWidget(button);
    }
    // In words: a cross would stand above the one that closes the view below.
    auto* close = new QPushButton(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss this message"));
    connect(close, &QPushButton::clicked, this, [this, id = banner.id] { m_workspace.banners().dismiss(id); });
    row->addWidget(close);
    m_column->addWidget(frame);
  }
  if (banners.size() > mostBanners) {
    auto* more = new QLabel(tr("%1 more").arg(banners.size() - mostBanners));
    more->setContentsMargins(besideIcon, 0, 0, 2);
    m_column->addWidget(more);
  }
  setVisible(!banners.empty());
}

IntroStrip::IntroStrip(QWidget* parent) : QFrame(parent), m_text(new QLabel) {
  setObjectName(QStringLiteral("introStrip"));
  setAccessibleName(tr("Introduction"));
  m_text->setTextFormat(Qt::RichText);
  m_text->setWordWrap(true);
  m_text->setFont(toFont({.size = 12.5F}));
  m_text->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  connect(m_text, &QLabel::linkActivated, this, &IntroStrip::linkActivated);
  auto* close = new QPushButton(tr("Dismiss"));
  close->setToolTip(tr("Help, Introduction shows it again"));
  close->setObjectName(QStringLiteral("closeIntro"));
  close->setAccessibleName(tr("Dismiss the introduction"));
  connect(close, &QPushButton::clicked, this, &IntroStrip::dismissed);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(besideIcon, 8, 12, 8);
  row->addWidget(m_text, 1);
  row->addWidget(close, 0, Qt::AlignTop);
  connect(Appearance::instance(), &Appearance::changed, this, &IntroStrip::fill);
  fill();
}

/// The colour of links is fixed when the text is set, and a label asks for the one of the program's first palette.
void IntroStrip::fill() {
  QString text = tr(
      "You see one sample: seven days of one person's visits, and where a trained model expects the "
      "person to go next. "
      "Click another row in <a href=\"samples\">Samples</a>, or a visit or place in any view: all views follow. "
      "Change a visit in <a href=\"what_if\">What if</a> (Ctrl+2) to see another prediction, and see in "
      "<a href=\"explain\">Explain</a> (Ctrl+3) which visits mattered. "
      "Open <a href=\"openDataset\">your own dataset</a>, press F1 for help on a view, and point at a column head to "
      "learn what it means.");
  const QString ink = toColor(Appearance::theme().accent).name();
  m_text->setText(text.replace(QStringLiteral("<a "), QStringLiteral("<a style=\"color:%1\" ").arg(ink)));
}

void IntroStrip::paintEvent(QPaintEvent*) {
  paintGround(*this, Severity::Notice);
}

}  // namespace sojourn::qt
