// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's probes are: their visits, targets and names, looked up in the dataset that the run was trained on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/runs/store/run_record.h"
#include "views/session/places/place_naming.h"

namespace sojourn::session {

/// The visits of a run's probes and what names them; the dataset's sequences are let go after reading.
struct ProbeVisits {
  std::vector<Sequence> sequences;       ///< probe k is the k-th
  std::shared_ptr<const Dataset> names;  ///< places and users, without any split
  Proposals proposals;                   ///< Home and Work of the probes' users
};
using ProbeVisitsPtr = std::shared_ptr<const ProbeVisits>;

/// Reads the dataset that run.json names. `offsetMinutes` as proposeRoles takes it. Errors: those of loadDataset;
/// other files lie there now than the run was trained on; a probe that its validation split does not have.
[[nodiscard]] Result<ProbeVisitsPtr> readProbeVisits(const RunRecord& record, std::int32_t offsetMinutes,
                                                     const CancelToken& cancel = {});

}  // namespace sojourn::session
