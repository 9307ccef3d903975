// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/import/import_input.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "model/core/text.h"
#include "model/data/prepare/preparation_counts.h"
#include "views/present/scene/format.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr std::array formats{InputFormat::Geolife, InputFormat::Gpx, InputFormat::PointsCsv, InputFormat::CheckinsCsv,
                             InputFormat::VisitsCsv};
constexpr int mostUsersShown = 2000;
constexpr int userColumns = 6, filesColumn = 1, sequencesColumn = 5;
constexpr int leastWidthOfFiles = 360;  // of the panel

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

/// What a trial has of a user.
struct OfUser {
  std::int64_t visits = 0;
  std::array<std::int32_t, 3> targets{};  ///< in train, validation, test
};
/// In the users' order.
std::vector<OfUser> usersOf(const Preparation& made) {
  std::vector<OfUser> users(made.users.size());
  for (const PreparedVisit& visit : made.visits) ++users[visit.user].visits;
  for (const auto& [user, targets] : made.sequences.targets) users[user].targets = targets;
  return users;
}

/// How many sequences, or which split has none.
QString sequencesText(const OfUser& of) {
  const auto empty = std::ranges::find(of.targets, 0);
  if (empty == of.targets.end())
    return toText(present::grouped(std::accumulate(of.targets.begin(), of.targets.end(), std::size_t{0})));
  const std::array splits{ImportInputPanel::tr("no train"), ImportInputPanel::tr("no validation"),
                          ImportInputPanel::tr("no test")};
  return splits.at(static_cast<std::size_t>(empty - of.targets.begin()));
}

}  // namespace

ImportInputPanel::ImportInputPanel(session::ImportStudy& study, QWidget* parent)
    : QWidget(parent),
      m_study(study),
      m_format(narrowCombo("importFormat", tr("Format"), 18)),
      m_dates(narrowCombo("importDates", tr("Dates"), 18)),
      m_datesRow(new QWidget),
      m_reason(textLabel({}, {.name = "importReason", .font = present::smallFont, .wraps = true})),
      m_counts(textLabel({}, {.name = "importCounts", .wraps = true, .selectable = true})),
      m_problems(textLabel({}, {.name = "importWarnings", .wraps = true, .selectable = true})),
      m_users(new QTableWidget(0, userColumns)) {
  for (const InputFormat format : formats) m_format->addItem(formatTitle(format));
  connect(m_format, &QComboBox::activated, this,
          [this](int index) { m_study.readAs(formats.at(static_cast<std::size_t>(index))); });
  for (const QString& order : {tr("As the column tells"), tr("Year, month, day"), tr("Day, month, year"),
                               tr("Month, day, year"), tr("Days as Excel counts them")})
    m_dates->addItem(order);
  m_dates->setToolTip(tr("How dates such as 3/4/2021 are written. Where no row of the column tells, it is asked."));
  connect(m_dates, &QComboBox::activated, this, [this](int index) { m_study.setDates(static_cast<DateOrder>(index)); });
  m_datesRow->setLayout(rowOf({textLabel(tr("Dates")), {m_dates, 1}}, 8, {}));
  m_users->setObjectName(QStringLiteral("importUsers"));
  makeFlat(*m_users);
  m_users->setHorizontalHeaderLabels(
      {tr("User"), tr("Files"), tr("Rows"), tr("Days"), tr("Visits"), tr("Sequences")});
  m_users->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_users->horizontalHeader()->setMaximumSectionSize(scaledPixels(120));
  m_users->horizontalHeader()->setStretchLastSection(true);
  m_users->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  const QStringList tips{tr("A click on a user lists the rows"),
                         tr("Files of the user"),
                         tr("Rows that are used"),
                         tr("From the first row to the last, by UTC"),
                         tr("After merging, and without rare users and places"),
                         tr("In train, validation and test together; a user without a target in one of them has none")};
  for (int i = 0; i < userColumns; ++i) m_users->horizontalHeaderItem(i)->setToolTip(tips[i]);
  m_users->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  connect(m_users, &QTableWidget::itemChanged, this, &ImportInputPanel::userChanged);
  connect(m_users, &QTableWidget::cellPressed, this,
          [this](int row) { m_keptBefore = m_users->item(row, 0)->checkState() == Qt::Checked; });
  connect(m_users, &QTableWidget::cellClicked, this, [this](int row) {
    if ((m_users->item(row, 0)->checkState() == Qt::Checked) != m_keptBefore) return;  // the click was for the box
    m_study.listRows({.user = m_users->item(row, 0)->data(Qt::UserRole).toString().toStdString(), .reason = {}});
  });
  setLayout(columnOf({rowOf({textLabel(tr("Format")), {m_format, 1}}, 8, {}),
                      m_reason,
                      m_datesRow,
                      m_counts,
                      m_problems,
                      textLabel(tr("Users: clear a box to exclude one"), {.font = present::boldFont}),
                      {m_users, 1}},
                     8, {12, 8, 12, 8}));
  refresh();
}

void ImportInputPanel::refresh() {
  const auto& input = m_study.input();
  m_format->setEnabled(input != nullptr);
  if (!input) {
    m_reason->setText(m_study.reading() ? tr("Reading…") : QString());
  } else {
    m_format->setCurrentIndex(static_cast<int>(std::ranges::find(formats, input->settings.format) - formats.begin()));
    m_dates->setCurrentIndex(static_cast<int>(input->settings.dates));
    m_reason->setText(input->reason.empty() ? QString() : tr("Recognised: %1").arg(toText(input->reason)));
  }
  const auto isTable = [](InputFormat format) { return format != InputFormat::Geolife && format != InputFormat::Gpx; };
  m_datesRow->setVisible(input && isTable(input->settings.format));
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
  const auto& input = m_study.input();
  m_ofFiles = false;
  const QString none = QStringLiteral("\u2013");
  const auto number = [](std::size_t count) { return toText(present::grouped(count)); };
  for (int row = 0; row < m_users->rowCount(); ++row) {
    const auto index = static_cast<std::size_t>(row);
    const std::string& user = names[index];
    const bool kept = std::ranges::find(settings.excludedUsers, user) == settings.excludedUsers.end();
    auto* name = new QTableWidgetItem(toText(escapeForDisplay(user, 60)));
    name->setData(Qt::UserRole, toText(user));
    name->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
    name->setCheckState(kept ? Qt::Checked : Qt::Unchecked);
    m_users->setItem(row, 0, name);
    QStringList cells(userColumns - 1, none);
    if (input && input->rows) {
      const auto& read = input->rows->users;
      if (const auto found = std::ranges::find(read, user, &TrialUser::user); found != read.end() && found->rows > 0) {
        if (found->files > 0) cells[0] = number(found->files);
        m_ofFiles = m_ofFiles || found->files > 0;
        cells[1] = number(found->rows);
        constexpr EpochMs day = 24LL * 60 * 60 * 1000;
        cells[2] = number(static_cast<std::size_t>(found->last / day - found->first / day) + 1);
      }
    }
    const bool counts = kept && index < counted.size();
    if (counts) {
      cells[3] = number(static_cast<std::size_t>(counted[index].visits));
      cells[4] = sequencesText(counted[index]);
    }
    for (int i = 0; i < cells.size(); ++i) {
      auto* cell = new QTableWidgetItem(cells[i]);
      cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      cell->setFlags(Qt::ItemIsEnabled);
      m_users->setItem(row, i + 1, cell);
    }
    if (counts && std::ranges::count(counted[index].targets, 0) > 0)
      m_users->item(row, sequencesColumn)->setForeground(toColor(Appearance::theme().err));
  }
  showFiles();
}

void ImportInputPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showFiles();
}

void ImportInputPanel::showFiles() {
  m_users->setColumnHidden(filesColumn, !m_ofFiles || width() < scaledPixels(leastWidthOfFiles));
}

void ImportInputPanel::userChanged(const QTableWidgetItem* item) {
  if (item->column() == 0)
    m_study.setKept(item->data(Qt::UserRole).toString().toStdString(), item->checkState() == Qt::Checked);
}

}  // namespace sojourn::qt
