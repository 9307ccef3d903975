// SPDX-License-Identifier: GPL-3.0-or-later
// What another model than the open one reads of the filtered samples.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "views/session/dataset/dataset_study.h"

namespace sojourn::session {

struct OtherModelQuestion {
  ProfiledSamples samples;  ///< without a checkpoint
  DatasetPtr dataset;
  std::string checkpoint;  ///< path

  bool operator==(const OtherModelQuestion&) const = default;
};

struct OtherModelAnswer {
  EnginePtr engine;
  std::shared_ptr<const ModelProfile> profile;  ///< null: the model is loaded, its profile is being computed
};

/// Announces Change::Profile. Shares the cache of the DatasetStudy, and keeps the models that it has loaded.
class OtherModelProfile final : public SampleStudy<OtherModelAnswer, OtherModelQuestion> {
 public:
  /// Both must outlive this.
  OtherModelProfile(Workspace& workspace, const DatasetStudy& study);
  ~OtherModelProfile() override { close(); }

  /// Of the checkpoint at this path; `loaded` is its engine where another part of the program has it. Empty: of none.
  void choose(const std::string& checkpoint, const EnginePtr& loaded = {});
  [[nodiscard]] const std::string& checkpoint() const { return m_checkpoint; }
  /// The answer, where it is of the chosen checkpoint.
  [[nodiscard]] const OtherModelAnswer* current() const;

 private:
  class Engines;

  [[nodiscard]] std::optional<OtherModelQuestion> question() const override;
  void compute(const OtherModelQuestion& question) override;

  std::string m_checkpoint;
  std::shared_ptr<ProfileCache> m_cache;
  std::shared_ptr<Engines> m_engines;
};

}  // namespace sojourn::session
