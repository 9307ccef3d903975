// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's probes are called: made again only when their lengths or the names of places differ.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/data/dataset/place_names.h"
#include "views/present/replay/replay_view.h"

namespace sojourn::present {

/// Everything is borrowed and valid during one call.
struct ReplayProbeSource {
  std::span<const ReplayEpoch> epochs;
  std::span<const Sequence> sequences;             ///< of the probes, as far as their data is there
  std::span<const std::int64_t> rows;              ///< of the validation split, as far as the run says
  std::function<const PlaceNames&(UserId)> names;  ///< Home is another place for another user
  std::uint64_t namesVersion = 0;                  ///< grows with every change of sequences or names
  std::int32_t displayOffsetMinutes = 0;
};

class ReplayProbeList {
 public:
  void update(const ReplayProbeSource& source);

  [[nodiscard]] const std::vector<ReplayProbe>& probes() const { return m_probes; }
  /// Visits of each, as in the first snapshot that was read.
  [[nodiscard]] const std::vector<std::size_t>& lengths() const { return m_lengths; }

 private:
  std::vector<ReplayProbe> m_probes;
  std::vector<PlaceNames> m_names;  ///< by probe: the probes borrow them
  std::vector<std::size_t> m_lengths;
  std::uint64_t m_namesVersion = 0;
};

}  // namespace sojourn::present
