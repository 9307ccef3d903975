// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/run_removal.h"

#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/run_process.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostNamed = 8;

QString titleOf(const session::FollowedRun& run) {
  return toText(escapeForDisplay(run.entry.title(), 80));
}

Error trained(const session::FollowedRun& run) {
  return {ErrorKind::BadInput, run.entry.title(), sojourn::tr("is being trained and cannot be deleted"),
          sojourn::tr("stop its training first, then delete it")};
}

}  // namespace

/// What the question says before a run is deleted.
struct RunRemoval::Facts {
  explicit Facts(session::FollowedRunPtr about);

  session::FollowedRunPtr run;
  unsigned long long bytes = 0;
  int checkpoints = 0;
};

RunRemoval::Facts::Facts(session::FollowedRunPtr about) : run(std::move(about)) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(run->folder(), error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (!entry->is_regular_file(ignored)) continue;
    const auto size = entry->file_size(ignored);
    if (!ignored) bytes += size;
    if (entry->path().parent_path().filename() == "checkpoints" && entry->path().extension() == ".pt") ++checkpoints;
  }
}

RunRemoval::RunRemoval(session::RunLibrary& library, QWidget* parent)
    : QObject(parent),
      moveToTrash([](const QString& path) { return QFile::moveToTrash(path); }),
      m_library(library),
      m_parent(parent) {}

RunRemoval::~RunRemoval() {
  if (m_thread.joinable()) m_thread.join();
}

template <typename Task, typename Done>
void RunRemoval::work(Task task, Done done) {
  if (m_thread.joinable()) m_thread.join();
  m_working = true;
  m_thread = std::thread([this, task, done] {
    const auto found = task();
    const auto answer = [this, done, found] {
      m_working = false;
      done(found);
    };
    QMetaObject::invokeMethod(this, answer, Qt::QueuedConnection);
  });
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
  // A trainer that lives, or may live on a machine that cannot be asked.
  const auto live = std::ranges::find(own, Liveness::Alive, [](const auto& run) { return run->entry.liveness; });
  if (live != own.end()) return failed(trained(**live));
  if (own.empty()) return;
  work([own] { return std::vector<Facts>(own.begin(), own.end()); },
       [this](const std::vector<Facts>& facts) { ask(facts); });
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
  std::ranges::transform(facts, std::back_inserter(runs), &Facts::run);
  connect(yes, &QPushButton::clicked, this, [this, runs] { move(runs); });
  ask->open();
}

Status RunRemoval::moveOne(const session::FollowedRun& run) const {
  // Held while it is moved: no trainer begins there meanwhile, and one that works there holds it.
  const RunPaths& paths = run.entry.paths;
  std::error_code error;
  std::optional<Result<RunLock>> lock;
  if (fs::exists(paths.lock(), error)) lock.emplace(RunLock::take(paths.lock()));
  if (lock && !*lock) return lock->error().kind == ErrorKind::BadInput ? trained(run) : lock->error();
  if (moveToTrash(QString::fromStdString(paths.folder.string()))) return {};
  return Error{
      ErrorKind::Failed, paths.folder.string(), sojourn::tr("could not be moved to the trash; nothing was deleted"),
      sojourn::tr("check that the folder can be written and that its disk has a trash, or move it away by hand")};
}

void RunRemoval::move(const std::vector<session::FollowedRunPtr>& runs) {
  if (m_working) return;
  struct Moved {
    std::vector<fs::path> folders;
    std::vector<Error> errors;
  };
  const auto moveAll = [this, runs] {
    Moved moved;
    for (const session::FollowedRunPtr& run : runs) {
      if (const Status done = moveOne(*run); done)
        moved.folders.push_back(run->folder());
      else
        moved.errors.push_back(done.error());
    }
    return moved;
  };
  work(moveAll, [this](const Moved& moved) {
    for (const fs::path& folder : moved.folders) {
      m_library.forget(folder);
      if (m_library.sourceOf(folder) != folder) continue;
      m_library.remove(folder);
      Q_EMIT sourcesChanged();
    }
    for (const Error& error : moved.errors) Q_EMIT failed(error);
    Q_EMIT removed(static_cast<int>(moved.folders.size()));
  });
}

}  // namespace sojourn::qt
