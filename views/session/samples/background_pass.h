// SPDX-License-Identifier: GPL-3.0-or-later
// The pass over a whole split that fills the Samples table: in short slices, before which everything else goes first.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/inspect/engine.h"
#include "views/session/async/worker.h"

namespace sojourn::session {

class BackgroundPass {
 public:
  /// Consecutive rows with their outcomes.
  struct Block {
    std::uint64_t number = 0;  ///< of the pass
    std::size_t first = 0;
    std::vector<Outcome> outcomes;
  };
  /// The pass is over: done, failed, or cancelled (ErrorKind::Cancelled).
  struct End {
    std::uint64_t number = 0;
    Status status;
  };

  /// Both are called on the worker's thread; blocks come at most some twenty times a second. `threads` outlive the
  /// pass.
  BackgroundPass(std::function<void(Block)> deliverBlock, std::function<void(End)> deliverEnd, TaskThreads& threads);
  ~BackgroundPass() { cancel(); }
  BackgroundPass(const BackgroundPass&) = delete;
  BackgroundPass& operator=(const BackgroundPass&) = delete;

  /// Begins at row `from`; a pass that runs is cancelled first. The split must be there. Answers with its number.
  std::uint64_t start(std::shared_ptr<const Engine> engine, std::shared_ptr<const Dataset> dataset, Split split,
                      std::size_t from = 0);
  void cancel();

  /// A slice aims at this long; its number of rows adapts.
  static constexpr double sliceMilliseconds = 15;

 private:
  struct Task {
    std::uint64_t number = 0;
    std::shared_ptr<const Engine> engine;
    std::shared_ptr<const Dataset> dataset;
    Split split = Split::Test;
    std::size_t from = 0;
    CancelToken cancel;
  };
  [[nodiscard]] Status run(const Task& task);

  std::function<void(Block)> m_deliverBlock;
  std::function<void(End)> m_deliverEnd;
  TaskThreads& m_threads;
  CancelToken m_cancel;  ///< of the newest
  std::uint64_t m_number = 0;
  Worker m_worker;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::session
