// SPDX-License-Identifier: GPL-3.0-or-later
// Learning replay: what a run's model made of its probe sequences, epoch by epoch, and between two epochs A and B.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence.h"
#include "model/results/selection.h"
#include "model/runs/store/probe_file.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// What one probe is called: made once, when its visits are known.
struct ReplayProbe {
  std::string sample;       ///< "validation sample 377"
  std::string briefSample;  ///< "sample 377"
  std::optional<LocationId> target;
  std::string targetName;  ///< "Home"; empty where the dataset is gone
  std::string lastVisit;   ///< "Office, Thu 18:05"; empty where the dataset is gone
  bool targetInWindow = false;
  std::vector<VisitLabel> visits;     ///< "visit 1" and so on where the dataset is gone
  const PlaceNames* names = nullptr;  ///< null where the dataset is gone

  /// "Home", or the sample's number.
  [[nodiscard]] const std::string& title() const { return targetName.empty() ? sample : targetName; }
  /// "Office, Thu 18:05"; "visit 3" where the dataset is gone.
  [[nodiscard]] std::string visitName(std::size_t visit) const {
    return names ? visits[visit].full() : visits[visit].place;
  }
};

/// `sequence` may be null, or of another length than the file says: then the visits are numbers from 1 to `length`.
[[nodiscard]] ReplayProbe replayProbe(std::int64_t row, const Sequence* sequence, const PlaceNames* names,
                                      std::int32_t displayOffsetMinutes, std::size_t length);

/// Of a run that stands beside another: its colour, and what both must share to be compared by eye.
struct ReplayBeside {
  Color ink;
  double pointerHigh = 0;  ///< the largest pointer weight of the two
  double gateMost = 0;     ///< samples in the fullest bin of the two
  std::size_t epochs = 0;  ///< of the longer of the two
};

/// Everything is borrowed and valid during one call.
struct ReplayInput {
  std::string run;                         ///< "v45-s42"
  std::string model;                       ///< "MHSA"
  const std::vector<ReplayEpoch>& epochs;  ///< not empty
  std::size_t a = 0, b = 0;                ///< indices into epochs
  std::optional<std::int64_t> best;        ///< the epoch
  const std::vector<ReplayProbe>& probes;
  std::size_t probe = 0;
  /// What the maps' colours reach over all epochs; cells beyond have the end's colour.
  double weightScale = 0, differenceScale = 0;
  bool scaleOfPair = false;  ///< the person wants scales of A and B alone
  Selection selection;
  std::optional<HeadRef> enlarged;
  bool topBeside = true;    ///< the top ten have a place of their own; else they share that of the maps
  bool withTables = false;  ///< the tables behind the pictures; a picture that only moves needs none
  /// The run stands beside another: B alone is shown, and under its maps the change since A where A is another epoch.
  std::optional<ReplayBeside> beside = {};
};

/// The probes with the probability of their targets over the epochs and at B. Action: SetProbe.
[[nodiscard]] ViewContent replayProbesContent(const ReplayInput& input, const Canvas& canvas);
/// Epochs by visits, with the gate beside it. Action: SetEpoch.
[[nodiscard]] ViewContent replayPointerContent(const ReplayInput& input, const Canvas& canvas);
/// All heads at A, at B, and their difference; one head large. Actions: EnlargeHead, ScaleOfPair, and
/// ShowTopTen where the top ten share the place.
[[nodiscard]] ViewContent replayMapsContent(const ReplayInput& input, const Canvas& canvas);
/// The gate over the validation split at A and at B.
[[nodiscard]] ViewContent replayGateContent(const ReplayInput& input, const Canvas& canvas);
/// The learned position bias at A and at B.
[[nodiscard]] ViewContent replayBiasContent(const ReplayInput& input, const Canvas& canvas);
/// The ten most probable places at B, and where they stood at A.
[[nodiscard]] ViewContent replayTopContent(const ReplayInput& input, const Canvas& canvas);

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

/// The scales that all pictures of the two share. Each input's `beside` says the same scales after it.
void shareScales(std::span<ReplayInput> runs);

/// A run's name in its colour, with the gate and the target's probability of the chosen probe at B.
[[nodiscard]] ViewContent replayHeadContent(const ReplayInput& input, const Canvas& canvas);
/// The gate over the validation split at B: samples that are answered right upwards, wrong ones downwards, a line where
/// the chosen probe's gate is. The fullest bin of both runs fills half of the height.
[[nodiscard]] ViewContent replayGateHalvesContent(const ReplayInput& input, const Canvas& canvas);
/// The position bias of all runs at B, each in its colour.
[[nodiscard]] ViewContent replayBiasesContent(std::span<const ReplayInput> runs, const Canvas& canvas);

}  // namespace sojourn::present
