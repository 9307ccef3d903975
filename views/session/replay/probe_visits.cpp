// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/replay/probe_visits.h"

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/probe_file.h"
#include "views/session/dataset/loaders.h"

namespace sojourn::session {

Result<ProbeVisitsPtr> readProbeVisits(const RunRecord& record, std::int32_t offsetMinutes, const CancelToken& cancel) {
  const std::filesystem::path data = std::filesystem::path(record.dataset.path) / record.dataset.prefix;
  const auto loaded = loadDataset(data, {}, cancel);
  if (!loaded) return loaded.error();
  const Dataset& dataset = **loaded;
  if (dataset.fingerprint != record.dataset.fingerprint)
    return Error{ErrorKind::BadInput, data.string(), tr("has other sequences than the run was trained on"),
                 tr("restore the dataset that run.json names")};
  const SequenceSet* set = dataset.split(Split::Validation);
  auto visits = std::make_shared<ProbeVisits>();
  if (const Status usable = checkProbes(record.probes, set ? set->size() : 0, "run.json, key probes"); !usable)
    return usable.error();
  for (const std::int64_t row : record.probes)
    visits->sequences.push_back(set->sequence(static_cast<std::size_t>(row)));
  auto names = std::make_shared<Dataset>();
  names->places = dataset.places;
  names->userNames = dataset.userNames;
  names->numLocations = dataset.numLocations;
  names->numUsers = dataset.numUsers;
  const Proposals all = proposeRoles(dataset, offsetMinutes, {}, cancel);
  for (const Sequence& sequence : visits->sequences) {
    if (const auto roles = all.find(sequence.user); roles != all.end()) visits->proposals.insert(*roles);
  }
  visits->names = std::move(names);
  return ProbeVisitsPtr(std::move(visits));
}

}  // namespace sojourn::session
