// SPDX-License-Identifier: GPL-3.0-or-later
// What the workspace remembers of an opening that is under way, and of a checkpoint that it refused.
#pragma once

#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// Wanted where its number is not 0, there where its result is.
template <class T>
struct Workspace::OpeningPart {
  std::uint64_t number = 0;
  JobId job = 0;
  CancelToken cancel;
  std::optional<Result<T>> result;

  [[nodiscard]] bool complete() const { return number == 0 || result; }
};

/// One act of opening. Both parts are put on screen together.
struct Workspace::Opening {
  OpenRequest request;
  OpeningPart<DatasetPtr> dataset;
  OpeningPart<EnginePtr> engine;
  std::uint64_t demoNumber = 0;  ///< of the request for the demo's files, 0: they are not awaited
  bool pair = false;             ///< dataset and checkpoint were named together, so they are meant for each other
  bool demo = false, demoCheckpoint = false;  ///< which parts are the demo's
  std::size_t demoSample = 0;                 ///< where the demo opens
  bool alone = false;                         ///< what is not named is closed
  std::string pseudonyms;                     ///< the seed; empty: ids as recorded
  bool engineWaits = false;                   ///< for the dataset, whose pseudonyms it is loaded under

  void cancel() const {
    dataset.cancel.cancel();
    engine.cancel.cancel();
  }
  [[nodiscard]] bool complete() const {
    return demoNumber == 0 && !engineWaits && dataset.complete() && engine.complete();
  }
};

/// A checkpoint that was not taken because dataset and model differ in size, though the model could read it.
struct Workspace::Refused {
  EnginePtr engine;
  std::filesystem::path path;
  std::optional<int> heads;
};

}  // namespace sojourn::session
