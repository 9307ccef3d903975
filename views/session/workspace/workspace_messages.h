// SPDX-License-Identifier: GPL-3.0-or-later
// What the workers send to the workspace, and what the workspace remembers of an opening that is under way.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "model/core/translation.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

struct DatasetRead {
  std::uint64_t number = 0;
  Result<DatasetPtr> result;
};
struct EngineRead {
  std::uint64_t number = 0;
  Result<EnginePtr> result;
};
struct DemoFound {
  std::uint64_t number = 0;
  Result<Loaders::DemoFiles> result;
};
struct ProposalsMade {
  std::uint64_t number = 0;
  Proposals proposals;
};
struct ProposalsProgress {
  std::uint64_t number = 0;
  std::size_t done = 0, total = 0;
};
struct JobProgress {
  JobId id = 0;
  std::size_t done = 0, total = 0;
};

/// What a service beside the workspace wants done on the owner thread.
struct Posted {
  std::function<void()> act;
};

struct Workspace::Message {
  std::variant<DatasetRead, EngineRead, DemoFound, ProposalsMade, ProposalsProgress, JobProgress,
               InspectionService::Answer, BackgroundPass::Block, BackgroundPass::End, Posted>
      content;
};

/// One act of opening. A part is wanted where its number is not 0 and there where its result is. Both parts are put on
/// screen together.
struct Workspace::Opening {
  OpenRequest request;
  std::uint64_t datasetNumber = 0, engineNumber = 0, demoNumber = 0;
  JobId datasetJob = 0, engineJob = 0;
  CancelToken datasetCancel, engineCancel;
  std::optional<Result<DatasetPtr>> dataset;
  std::optional<Result<EnginePtr>> engine;
  bool pair = false;  ///< dataset and checkpoint were named together, so they are meant for each other
  bool demo = false, demoCheckpoint = false;  ///< which parts are the demo's
  std::size_t demoSample = 0;                 ///< where the demo opens
  bool alone = false;                         ///< what is not named is closed

  void cancel() const {
    datasetCancel.cancel();
    engineCancel.cancel();
  }
  [[nodiscard]] bool complete() const {
    return demoNumber == 0 && (datasetNumber == 0 || dataset) && (engineNumber == 0 || engine);
  }
};

/// A checkpoint that was not taken because dataset and model differ in size, though the model could read it.
struct Workspace::Refused {
  EnginePtr engine;
  std::filesystem::path path;
  std::optional<int> heads;
};

/// Runs a loader that should not throw but might (out of memory), so that a worker survives it.
template <class T, class Function>
[[nodiscard]] Result<T> guarded(const std::filesystem::path& where, const Function& function) {
  try {
    return function();
  } catch (const std::exception& failure) {
    return Error{ErrorKind::Failed, where.string(), tr("could not be opened (%1)", {failure.what()}),
                 tr("close other programs if memory is short, then try again")};
  }
}

}  // namespace sojourn::session
