// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/import/import_input.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <array>
#include <vector>

#include "model/core/text.h"
#include "model/data/prepare/preparation_counts.h"
#include "views/present/scene/format.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr std::array formats{InputFormat::Geolife, InputFormat::Gpx, InputFormat::PointsCsv, InputFormat::CheckinsCsv,
                             InputFormat::VisitsCsv};
constexpr int mostUsersShown = 2000;

QString formatTitle(InputFormat format) {
  switch (format) {
    case InputFormat::Geolife:
      return ImportInputPanel::tr("GeoLife, .plt");
    case InputFormat::Gpx:
      return ImportInputPanel::tr("GPX");
    case InputFormat::PointsCsv:
      return ImportInputPanel::tr("Table of fixes");
    case InputFormat::CheckinsCsv:
      return ImportInputPanel::tr("Table of check-ins");
    case InputFormat::VisitsCsv:
      return ImportInputPanel::tr("Table of visits");
  }
  return {};
}

/// The counts that are of reading.
QString countsOf(const ReadReport& report) {
  QStringList lines;
  for (const NamedCount& count : namedCounts(report.counts))
    lines << toText(count.label).trimmed() + QStringLiteral(": ") +
                 toText(present::grouped(static_cast<std::size_t>(count.count)));
  return lines.join(QLatin1Char('\n'));
}

/// Visits and sequences of each user of a trial.
struct OfUser {
  std::int64_t visits = 0, sequences = 0;
};
/// In the users' order.
std::vector<OfUser> usersOf(const Preparation& made) {
  std::vector<OfUser> users(made.users.size());
  for (const PreparedVisit& visit : made.visits) ++users[visit.user].visits;
  for (const SequenceSet& split : made.sequences.splits)
    for (const UserId user : split.users()) ++users[made.sequences.users[static_cast<std::size_t>(user) - 1]].sequences;
  return users;
}

}  // namespace

ImportInputPanel::ImportInputPanel(session::ImportStudy& study, QWidget* parent)
    : QWidget(parent),
      m_study(study),
      m_format(narrowCombo("importFormat", tr("Format"), 18)),
      m_reason(textLabel({}, {.name = "importReason", .font = present::smallFont, .wraps = true})),
      m_counts(textLabel({}, {.name = "importCounts", .wraps = true, .selectable = true})),
      m_problems(textLabel({}, {.name = "importWarnings", .wraps = true, .selectable = true})),
      m_users(new QTableWidget(0, 3)) {
  for (const InputFormat format : formats) m_format->addItem(formatTitle(format));
  connect(m_format, &QComboBox::activated, this,
          [this](int index) { m_study.readAs(formats.at(static_cast<std::size_t>(index))); });
  m_users->setObjectName(QStringLiteral("importUsers"));
  makeFlat(*m_users);
  m_users->setHorizontalHeaderLabels({tr("User"), tr("Visits"), tr("Sequences")});
  m_users->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_users->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  m_users->horizontalHeaderItem(1)->setToolTip(tr("After merging, and without rare users and places"));
  m_users->horizontalHeaderItem(2)->setToolTip(
      tr("In train, validation and test together; none where one of them has none"));
  m_users->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  connect(m_users, &QTableWidget::itemChanged, this, &ImportInputPanel::userChanged);
  setLayout(columnOf({rowOf({textLabel(tr("Format")), {m_format, 1}}, 8, {}),
                      m_reason,
                      m_counts,
                      m_problems,
                      textLabel(tr("Users: clear a box to exclude one"), {.font = present::boldFont}),
                      {m_users, 1}},
                     8, {12, 8, 12, 8}));
  follow();
}

void ImportInputPanel::follow() {
  const auto& input = m_study.input();
  m_format->setEnabled(input != nullptr);
  if (!input) {
    m_reason->setText(m_study.reading() ? tr("Reading…") : QString());
  } else {
    m_format->setCurrentIndex(static_cast<int>(std::ranges::find(formats, input->settings.format) - formats.begin()));
    m_reason->setText(input->reason.empty() ? QString() : tr("Recognised: %1").arg(toText(input->reason)));
  }
  QStringList warnings;
  if (m_study.readError()) warnings << toText(m_study.readError()->sentence());
  if (input && input->problem) warnings << toText(input->problem->sentence());
  if (input && input->rows) {
    m_counts->setText(countsOf(input->rows->report));
    for (const Problem& problem : input->rows->report.problems)
      warnings << toText(Error{ErrorKind::BadInput, problem.where, problem.what, problem.remedy}.sentence());
    if (const std::string& first = input->rows->report.firstDrop; !first.empty())
      warnings << tr("First row that was dropped: %1").arg(toText(first));
  } else {
    m_counts->clear();
  }
  m_problems->setText(warnings.join(QLatin1Char('\n')));
  m_problems->setVisible(!warnings.isEmpty());
  showUsers();
}

void ImportInputPanel::showUsers() {
  const QSignalBlocker quiet(m_users);
  const auto& trials = m_study.trials();
  if (!trials) return m_users->setRowCount(0);
  const PrepareSettings& settings = m_study.settings();
  const Preparation& made = *trials->chosen.made;
  const std::vector<OfUser> counted = usersOf(made);
  // Excluded users of a track are not among its users; of a table they are.
  std::vector<std::string> names = made.users;
  for (const std::string& user : settings.excludedUsers)
    if (std::ranges::find(made.users, user) == made.users.end()) names.push_back(user);
  m_users->setRowCount(static_cast<int>(std::min<std::size_t>(names.size(), mostUsersShown)));
  for (int row = 0; row < m_users->rowCount(); ++row) {
    const auto index = static_cast<std::size_t>(row);
    const std::string& user = names[index];
    const OfUser of = index < counted.size() ? counted[index] : OfUser();
    const bool kept = std::ranges::find(settings.excludedUsers, user) == settings.excludedUsers.end();
    auto* name = new QTableWidgetItem(toText(escapeForDisplay(user, 60)));
    name->setData(Qt::UserRole, toText(user));
    name->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
    name->setCheckState(kept ? Qt::Checked : Qt::Unchecked);
    m_users->setItem(row, 0, name);
    const std::array counts{of.visits, of.sequences};
    for (int i = 0; i < 2; ++i) {
      const std::int64_t count = counts.at(static_cast<std::size_t>(i));
      auto* cell = new QTableWidgetItem(kept ? toText(present::grouped(static_cast<std::size_t>(count)))
                                             : QStringLiteral("\u2013"));
      cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      cell->setFlags(Qt::ItemIsEnabled);
      m_users->setItem(row, i + 1, cell);
    }
  }
}

void ImportInputPanel::userChanged(const QTableWidgetItem* item) {
  if (item->column() == 0)
    m_study.setKept(item->data(Qt::UserRole).toString().toStdString(), item->checkState() == Qt::Checked);
}

}  // namespace sojourn::qt
