// SPDX-License-Identifier: GPL-3.0-or-later
// run.json: what was asked of a run, written once, before its first step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

inline constexpr const char* runSchema = "sojourn.run/1";

struct RunRecord {
  std::string id;                                                    ///< newUuid()
  std::string created;                                               ///< utcText()
  std::string command;                                               ///< the command line, as a shell takes it
  nlohmann::ordered_json config = nlohmann::ordered_json::object();  ///< toJson(TrainingConfig)
  std::string model;                                                 ///< the registry's id
  struct Dataset {
    std::string path;  ///< of its folder, absolute
    std::string prefix;
    std::string fingerprint;
    struct Split {
      std::int64_t sequences = 0;

      static void fields(auto& json, auto& split) { json("sequences", split.sequences); }
      bool operator==(const Split&) const = default;
    };
    std::vector<std::pair<std::string, Split>> splits;  ///< by their names
    std::int64_t places = 0;  ///< known to training; 0: not written, as by earlier versions

    static void fields(auto& json, auto& dataset) {
      json("path", dataset.path);
      json("prefix", dataset.prefix);
      json("fingerprint", dataset.fingerprint);
      json("splits", dataset.splits);
      json.ifSet("places", dataset.places);
    }

    bool operator==(const Dataset&) const = default;
  } dataset;
  std::vector<std::pair<std::string, std::string>> versions;  ///< "sojourn", "torch", ...
  std::int64_t parameters = 0;                                ///< trainable numbers
  std::vector<std::int64_t> probes;                           ///< validation samples, probe k is the k-th
  /// Above 0; absent in records of versions that did not write it: use stepsPerEpochOf().
  std::optional<std::int64_t> stepsPerEpoch;

  static void fields(auto& json, auto& record) {
    json.schema(runSchema);
    json("id", record.id);
    json("created", record.created);
    json("command", record.command);
    json("config", record.config);
    json("model", record.model);
    json("dataset", record.dataset);
    json("versions", record.versions);
    json("parameters", record.parameters);
    json("probes", record.probes);
    json.ifAny("steps_per_epoch", record.stepsPerEpoch);
    json.check("steps_per_epoch", record.stepsPerEpoch != 0, "is not above 0");
  }
};

/// The optimizer steps of a whole epoch. In a record that does not say, they are counted from the training split and the
/// batch size (one too many where the last, smaller batch was dropped); nothing where these are missing as well.
[[nodiscard]] std::optional<std::int64_t> stepsPerEpochOf(const RunRecord& record);

/// Writes run.json. Errors: there is one already (ErrorKind::BadInput); it cannot be written (Failed). The caller
/// holds the run's lock.
[[nodiscard]] Status writeRunRecord(const GuardedPath& file, const RunRecord& record);

/// Reads a file of at most 1 MB. Errors (ErrorKind::BadInput): unreadable, another schema, or a member absent or wrong,
/// named by its key.
[[nodiscard]] Result<RunRecord> readRunRecord(const GuardedPath& file);

}  // namespace sojourn
