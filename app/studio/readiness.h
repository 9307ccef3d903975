// SPDX-License-Identifier: GPL-3.0-or-later
// When an export, report or screenshot has all it needs, and how it says that it has not.
#pragma once

#include <QEventLoop>
#include <cstdio>

#include "app/studio/arguments.h"
#include "views/session/ablation/ablation_study.h"
#include "views/session/explain/explanations.h"

namespace sojourn::studio {

[[nodiscard]] inline int exitCodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::BadUsage:
      return 2;
    case ErrorKind::BadInput:
      return 3;
    case ErrorKind::Failed:
      return 4;
    case ErrorKind::Cancelled:
      return 130;
  }
  return 4;
}

/// Says the error as the command line does and gives the exit code.
[[nodiscard]] inline int fail(const Error& error) {
  std::fprintf(stderr, "sojourn-studio: %s\n", error.sentence().c_str());
  return exitCodeOf(error.kind);
}

[[nodiscard]] inline const Error* firstError(const session::Workspace& workspace) {
  for (const session::Banner& banner : workspace.banners()) {
    if (banner.severity == Severity::Error) return &banner.error;
  }
  return nullptr;
}

/// Nothing is missing any more: the sample is inspected and the pass has reached every row.
[[nodiscard]] inline bool complete(const session::Workspace& workspace) {
  return workspace.engine() && workspace.dataset() && workspace.inspection() && !workspace.inspectionOutdated() &&
         workspace.samples().complete() && workspace.jobs().empty();
}

/// Runs the event loop until all is there or an error came. Returns the error, or null.
[[nodiscard]] inline const Error* waitUntilComplete(session::Workspace& workspace) {
  QEventLoop loop;
  const auto subscription = workspace.subscribe([&](session::Changes) {
    if (firstError(workspace) || complete(workspace)) loop.quit();
  });
  while (!firstError(workspace) && !complete(workspace)) loop.exec();
  return firstError(workspace);
}

/// Opens what the arguments name, else the demo, and waits for it.
[[nodiscard]] inline const Error* openAndWait(session::Workspace& workspace, const Arguments& arguments) {
  session::OpenRequest request = arguments.open;
  request.demo = !arguments.opensSomething();
  // What is written to files is of the first sample, unless another one is named.
  if (!request.index) request.index = 0;
  workspace.open(std::move(request));
  return waitUntilComplete(workspace);
}

/// Explains the sample that is open, or ablates its components, and runs the event loop until the last answer is there
/// or an error says why not.
template <class Service>
void explainAndWait(session::Workspace& workspace, Service& service) {
  QEventLoop loop;
  const auto subscription = workspace.subscribe([&](session::Changes) {
    if (service.settled()) loop.quit();
  });
  service.setWatched(true);
  while (!service.settled()) loop.exec();
}

}  // namespace sojourn::studio
