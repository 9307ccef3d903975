// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of the filtered samples: what they are like, and what the open model reads of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/results/profile.h"
#include "views/session/queries/sample_study.h"

namespace sojourn::session {

/// What a profile is of, by fingerprints: data or a model that is opened again has the same.
struct ProfiledSamples {
  std::string dataset;     ///< fingerprint
  std::string checkpoint;  ///< fingerprint; empty without a model
  Split split = Split::Test;
  std::uint64_t rows = 0;  ///< of the filtered rows, whatever their order
  std::size_t count = 0;

  bool operator==(const ProfiledSamples&) const = default;
};

/// The filtered samples and the open model as they are now; absent without a split, or while a filter by predictions
/// waits for them.
[[nodiscard]] std::optional<ProfiledSamples> profiledSamples(const Workspace& workspace);

struct ProfileQuestion {
  ProfiledSamples samples;
  DatasetPtr dataset;
  EnginePtr engine;
  bool evaluated = false;  ///< the outcomes of all samples are there
  std::int32_t zoneOffsetMinutes = 0;

  bool operator==(const ProfileQuestion&) const = default;
};

/// Parts that are not there yet, or that the model lacks, are null or absent.
struct ProfileAnswer {
  EnginePtr engine;
  Split split = Split::Test;
  std::int32_t zoneOffsetMinutes = 0;
  std::array<std::shared_ptr<const DatasetFacts>, 3> splits = {};  ///< whole ones, by Split
  std::shared_ptr<const DatasetFacts> facts = {};                  ///< of the filtered samples
  std::vector<LastSeenAccuracy> lastSeen = {};
  bool evaluated = false;  ///< lastSeen knows what the model has right
  std::optional<GateProfile> gate = {};
  std::shared_ptr<const ModelProfile> model = {};
};

class ProfileCache;

/// Announces Change::Profile. Profiles of other filters, splits and models are kept by their fingerprints.
class DatasetStudy final : public SampleStudy<ProfileAnswer, ProfileQuestion> {
 public:
  /// `workspace` must outlive this.
  explicit DatasetStudy(Workspace& workspace);
  ~DatasetStudy() override { close(); }

  void cancel() { m_query.stop(); }
  /// Of all models.
  [[nodiscard]] const std::shared_ptr<ProfileCache>& cache() const { return m_cache; }

 private:
  [[nodiscard]] std::optional<ProfileQuestion> question() const override;
  void compute(const ProfileQuestion& question) override;

  std::shared_ptr<ProfileCache> m_cache;
};

}  // namespace sojourn::session
