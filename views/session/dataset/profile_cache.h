// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that were computed, kept by the fingerprints of what they are of.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "views/session/dataset/dataset_study.h"

namespace sojourn::session {

/// What was computed, by its fingerprints. Any thread.
class ProfileCache {
 public:
  using Splits = std::array<std::shared_ptr<const DatasetFacts>, 3>;

  /// Counts them where it has not; what was cancelled half-way is not kept.
  template <class Count>
  Splits splitsOf(const std::string& dataset, const CancelToken& cancel, const Count& count) {
    if (const std::lock_guard lock(m_mutex); !dataset.empty() && m_splitsOf == dataset) return m_splits;
    Splits counted = count();
    if (cancel.cancelled()) return counted;
    const std::lock_guard lock(m_mutex);
    m_splitsOf = dataset;
    m_splits = counted;
    return counted;
  }
  [[nodiscard]] std::shared_ptr<const ModelProfile> find(const ProfiledSamples& samples) const {
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_models, samples, &Kept::first);
    return found == m_models.end() ? nullptr : found->second;
  }
  void keep(const ProfiledSamples& samples, std::shared_ptr<const ModelProfile> profile) {
    if (samples.dataset.empty() || samples.checkpoint.empty()) return;  // not known by a fingerprint
    const std::lock_guard lock(m_mutex);
    if (m_models.size() >= mostKept) m_models.erase(m_models.begin());
    m_models.emplace_back(samples, std::move(profile));
  }

 private:
  using Kept = std::pair<ProfiledSamples, std::shared_ptr<const ModelProfile>>;
  static constexpr std::size_t mostKept = 16;

  mutable std::mutex m_mutex;
  std::string m_splitsOf;
  Splits m_splits;
  std::vector<Kept> m_models;  ///< the newest last
};

}  // namespace sojourn::session
