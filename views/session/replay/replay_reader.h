// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a run's probe files on a thread of its own, what was wanted last first, and looks up the visits of its probes.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/inbox.h"
#include "model/core/result.h"
#include "model/runs/store/probe_file.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "views/session/async/worker.h"
#include "views/session/place_names/place_naming.h"

namespace sojourn::session {

/// How far one probe's attention goes over all epochs that were read: what its colour scales are locked to. A hundredth
/// of the cells goes further: one sharp cell would leave the others no colours.
struct AttentionRange {
  float weight = 0;      ///< of a cell in the epoch where it is largest
  float difference = 0;  ///< of a cell between the two epochs that differ most in it
};
using AttentionRanges = std::vector<AttentionRange>;  ///< by probe

struct ReadProbes {
  std::uint64_t number = 0;  ///< of the run that is followed
  ProbeKey key;
  Result<ProbeFilePtr> file;
  AttentionRanges ranges = {};  ///< with this file
};
/// The checkpoints that the run has kept.
struct KeptCheckpoints {
  std::uint64_t number = 0;
  std::set<std::int64_t> epochs = {};  ///< epoch-NNNN.pt
  bool best = false;
};
using ReplayMessage = std::variant<ReadProbes, KeptCheckpoints>;

class ReplayReader {
 public:
  explicit ReplayReader(Inbox<ReplayMessage>& inbox) : m_inbox(inbox) {}

  struct Want {
    std::uint64_t number = 0;  ///< another one: nothing of what was read before counts for the ranges
    RunPaths run = {};
    std::deque<ProbeKey> files = {};  ///< in this order
    bool checkpoints = false;         ///< list them, before the files
  };
  /// Any thread. Replaces what was wanted before; what is being read meanwhile still comes.
  void want(Want want);

 private:
  /// The least and the greatest weight of every cell of one probe.
  struct Extremes {
    std::vector<float> least, greatest;
  };

  void work();
  [[nodiscard]] AttentionRanges widen(const ProbeFile& file);

  Inbox<ReplayMessage>& m_inbox;
  std::mutex m_mutex;
  Want m_want;
  bool m_working = false;

  // The thread's.
  std::uint64_t m_number = 0;
  std::vector<Extremes> m_extremes;

  Worker m_worker;  ///< last: gone before anything it reaches
};

/// The visits of a run's probes and what names them; the dataset's sequences are let go after reading.
struct ProbeVisits {
  std::vector<Sequence> sequences;       ///< probe k is the k-th
  std::shared_ptr<const Dataset> names;  ///< places and users, without any split
  Proposals proposals;                   ///< Home and Work of the probes' users
};
using ProbeVisitsPtr = std::shared_ptr<const ProbeVisits>;

/// Reads the dataset that run.json names. `offsetMinutes` as proposeRoles takes it; `seed` of pseudonyms, empty: as
/// recorded. Errors: those of loadDataset;
/// other files lie there now than the run was trained on; a probe that its validation split does not have.
[[nodiscard]] Result<ProbeVisitsPtr> readProbeVisits(const RunRecord& record, std::int32_t offsetMinutes,
                                                     const std::string& seed = {}, const CancelToken& cancel = {});

}  // namespace sojourn::session
