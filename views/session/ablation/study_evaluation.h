// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates the finished runs of a study, each once, and adds their figures.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "views/session/ablation/live_study.h"

namespace sojourn::session {

/// The ranks of the runs that were evaluated, by dataset, checkpoint, its size and its time. Any thread.
class RanksCache {
 public:
  struct Evaluated {
    RanksPtr ranks;      ///< null: it cannot be evaluated
    std::string reason;  ///< why
  };

  [[nodiscard]] std::optional<Evaluated> find(const std::string& key) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_evaluated.find(key);
    return found == m_evaluated.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const std::string& key, Evaluated evaluated) {
    const std::lock_guard lock(m_mutex);
    m_evaluated[key] = std::move(evaluated);
  }

 private:
  mutable std::mutex m_mutex;
  std::map<std::string, Evaluated> m_evaluated;
};

/// Evaluates the finished runs that have not been, and adds the figures.
struct StudyWork {
  StudyQuestion question;
  Loaders loaders;
  std::shared_ptr<RanksCache> cache;

  [[nodiscard]] Result<VariantStudy> run(const CancelToken& cancel, const Progress& progress,
                                         const std::function<void(VariantStudy)>& publish) const;

 private:
  [[nodiscard]] Result<RanksCache::Evaluated> evaluate(const std::filesystem::path& checkpoint,
                                                       const CancelToken& cancel, const Progress& progress) const;
};

}  // namespace sojourn::session
