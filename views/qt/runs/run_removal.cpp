// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/run_removal.h"

#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/run_lock.h"
#include "views/qt/widgets/text.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::qt {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostNamed = 8;

QString titleOf(const session::FollowedRun& run) {
  return toText(escapeForDisplay(run.entry.title(), 80));
}

/// A trainer that lives, or may live on a machine that cannot be asked.
bool isTrained(const session::FollowedRun& run) {
  return run.entry.liveness == Liveness::Alive;
}

Error trained(const session::FollowedRun& run) {
  return {ErrorKind::BadInput, run.entry.title(), sojourn::tr("is being trained and cannot be deleted"),
          sojourn::tr("stop its training first, then delete it")};
}

}  // namespace

RunRemoval::RunRemoval(session::RunLibrary& library, QWidget* parent)
    : QObject(parent),
      moveToTrash([](const QString& path) { return QFile::moveToTrash(path); }),
      m_library(library),
      m_parent(parent) {}

RunRemoval::~RunRemoval() {
  if (m_thread.joinable()) m_thread.join();
}

void RunRemoval::work(std::function<void()> task) {
  if (m_thread.joinable()) m_thread.join();
  m_working = true;
  m_thread = std::thread(std::move(task));
}

void RunRemoval::remove(const std::vector<session::FollowedRunPtr>& runs) {
  if (m_working) return;
  std::vector<session::FollowedRunPtr> own;
  for (const session::FollowedRunPtr& run : runs) {
    if (run->vanished) continue;
    if (!run->entry.imported && run->entry.notesFile == run->entry.paths.viewer()) {
      own.push_back(run);
    } else if (const fs::path source = m_library.sourceOf(run->folder()); source == run->folder()) {
      m_library.remove(source);
      Q_EMIT sourcesChanged();
    } else {
      Q_EMIT failed({ErrorKind::BadInput, run->folder().string(),
                     sojourn::tr("is a log of another program and is never deleted"),
                     sojourn::tr("archive it, or close the folder that it was found in")});
    }
  }
  if (const auto live = std::ranges::find_if(own, [](const auto& run) { return isTrained(*run); }); live != own.end()) {
    Q_EMIT failed(trained(**live));
    return;
  }
  if (own.empty()) return;
  work([this, own] {
    std::vector<Facts> facts;
    for (const session::FollowedRunPtr& run : own) facts.push_back(factsOf(run));
    QMetaObject::invokeMethod(
        this,
        [this, facts] {
          m_working = false;
          ask(facts);
        },
        Qt::QueuedConnection);
  });
}

RunRemoval::Facts RunRemoval::factsOf(const session::FollowedRunPtr& run) {
  Facts facts{.run = run};
  std::error_code error;
  for (fs::recursive_directory_iterator entry(run->folder(), error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (!entry->is_regular_file(ignored)) continue;
    const auto size = entry->file_size(ignored);
    if (!ignored) facts.bytes += size;
    if (entry->path().parent_path().filename() == "checkpoints" && entry->path().extension() == ".pt")
      ++facts.checkpoints;
  }
  return facts;
}

void RunRemoval::ask(const std::vector<Facts>& facts) {
  QStringList lines;
  for (const Facts& one : facts) {
    if (static_cast<std::size_t>(lines.size()) == mostNamed) {
      lines << tr("and %1 more").arg(facts.size() - mostNamed);
      break;
    }
    QString line = tr("%1: %2, %3")
                       .arg(titleOf(*one.run), toText(humanBytes(one.bytes)),
                            one.checkpoints == 1 ? tr("1 checkpoint") : tr("%1 checkpoints").arg(one.checkpoints));
    if (one.run->entry.liveness == Liveness::Stalled)
      line += tr("; its trainer has not responded for more than 10 s, make sure that it has ended");
    lines << line;
  }
  auto* ask = new QMessageBox(
      QMessageBox::Warning, tr("Delete runs"),
      facts.size() == 1 ? tr("Move this run to the trash?") : tr("Move these %1 runs to the trash?").arg(facts.size()),
      QMessageBox::Cancel, m_parent);
  ask->setObjectName(QStringLiteral("deleteRuns"));
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setTextFormat(Qt::PlainText);
  ask->setInformativeText(lines.join(QLatin1Char('\n')));
  ask->setDefaultButton(QMessageBox::Cancel);
  QPushButton* yes = ask->addButton(tr("Move to trash"), QMessageBox::DestructiveRole);
  yes->setObjectName(QStringLiteral("moveToTrash"));
  std::vector<session::FollowedRunPtr> runs;
  for (const Facts& one : facts) runs.push_back(one.run);
  connect(yes, &QPushButton::clicked, this, [this, runs] { move(runs); });
  ask->open();
}

Status RunRemoval::moveOne(const session::FollowedRun& run) const {
  // Held while it is moved: no trainer begins there meanwhile, and one that works there holds it.
  const RunPaths& paths = run.entry.paths;
  std::error_code error;
  if (fs::exists(paths.lock(), error)) {
    const auto lock = RunLock::take(paths.lock());
    if (!lock) return lock.error().kind == ErrorKind::BadInput ? trained(run) : lock.error();
    return moveLocked(paths.folder);
  }
  return moveLocked(paths.folder);
}

Status RunRemoval::moveLocked(const fs::path& folder) const {
  if (moveToTrash(QString::fromStdString(folder.string()))) return {};
  return Error{
      ErrorKind::Failed, folder.string(), sojourn::tr("could not be moved to the trash; nothing was deleted"),
      sojourn::tr("check that the folder can be written and that its disk has a trash, or move it away by hand")};
}

void RunRemoval::move(const std::vector<session::FollowedRunPtr>& runs) {
  if (m_working) return;
  work([this, runs] {
    std::vector<fs::path> moved;
    std::vector<Error> errors;
    for (const session::FollowedRunPtr& run : runs) {
      const Status done = moveOne(*run);
      if (done)
        moved.push_back(run->folder());
      else
        errors.push_back(done.error());
    }
    QMetaObject::invokeMethod(
        this,
        [this, moved, errors] {
          m_working = false;
          for (const fs::path& folder : moved) {
            m_library.forget(folder);
            if (m_library.sourceOf(folder) != folder) continue;
            m_library.remove(folder);
            Q_EMIT sourcesChanged();
          }
          for (const Error& error : errors) Q_EMIT failed(error);
          Q_EMIT removed(static_cast<int>(moved.size()));
        },
        Qt::QueuedConnection);
  });
}

}  // namespace sojourn::qt
