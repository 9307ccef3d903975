// SPDX-License-Identifier: GPL-3.0-or-later
// The small JSON files of a run directory, in one bounded read: run.json by its trainer, results.json at its end,
// viewer.json by viewers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/formats/text/json_fields.h"
#include "model/results/distance_errors.h"
#include "model/results/metrics.h"

namespace sojourn {

/// True for a link that leads nowhere or to itself too: it cannot be read, which is reported, but it is not absent.
[[nodiscard]] inline bool isNamed(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto type = std::filesystem::symlink_status(path, ignored).type();
  return type != std::filesystem::file_type::not_found && type != std::filesystem::file_type::none;
}

inline constexpr std::uint64_t largestJsonFile = 1'000'000;

/// Reads a file of at most `maxBytes` that holds one JSON object. Errors as readFile() and parseJsonObject().
[[nodiscard]] Result<nlohmann::ordered_json> readJsonObject(const GuardedPath& file,
                                                            std::uint64_t maxBytes = largestJsonFile);

/// The same as a struct. Errors name the member by its key.
template <JsonStruct T>
[[nodiscard]] Result<T> readJsonStruct(const GuardedPath& file, std::uint64_t maxBytes = largestJsonFile) {
  const auto json = readJsonObject(file, maxBytes);
  if (!json) return json.error();
  return structOf<T>(*json, file.string());
}

/// What a file holds that is taken away once it has been read.
struct JsonEntry {
  enum class State {
    Whole,       ///< `json` is what it holds
    Absent,      ///< there is no such file any more
    Unreadable,  ///< it cannot be read now, and may be later: no permission, too many open files
    Broken,      ///< it will not get better: no JSON object, too large, a link, a folder
  };
  State state = State::Absent;
  nlohmann::ordered_json json;
  Error error;  ///< of one that is Unreadable or Broken
};
[[nodiscard]] JsonEntry readJsonEntry(const GuardedPath& file, std::uint64_t maxBytes = largestJsonFile);

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
    std::int64_t places = 0;                            ///< known to training; 0: not written, as by earlier versions

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
  std::string processor;                                      ///< "NVIDIA H100", "AMD EPYC 7B13"; empty: not written
  std::int64_t threads = 0;                                   ///< CPU threads it began with; 0: not written
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
    json.ifSet("processor", record.processor);
    json.ifSet("threads", record.threads);
    json("parameters", record.parameters);
    json("probes", record.probes);
    json.ifAny("steps_per_epoch", record.stepsPerEpoch);
    json.check("steps_per_epoch", record.stepsPerEpoch != 0, "is not above 0");
  }
};

/// The optimizer steps of a whole epoch. In a record that does not say, they are counted from the training split and
/// the batch size (one too many where the last, smaller batch was dropped); nothing where these are missing as well.
[[nodiscard]] std::optional<std::int64_t> stepsPerEpochOf(const RunRecord& record);

/// Writes run.json. Errors: there is one already (ErrorKind::BadInput); it cannot be written (Failed). The caller
/// holds the run's lock.
[[nodiscard]] Status writeRunRecord(const GuardedPath& file, const RunRecord& record);

/// Reads a file of at most 1 MB. Errors (ErrorKind::BadInput): unreadable, another schema, or a member absent or wrong,
/// named by its key.
[[nodiscard]] Result<RunRecord> readRunRecord(const GuardedPath& file);

inline constexpr const char* resultsSchema = "sojourn.results/1";

struct RunResults {
  struct OnSplit {
    MetricsByTarget metrics;
    std::optional<double> batchMeanLoss;
    std::optional<DistanceErrors> distance;  ///< absent where no sample can be measured, or as of earlier versions

    static void fields(auto& json, auto& split) {
      MetricsByTarget::fields(json, split.metrics);
      json.ifAny("batch_mean_loss", split.batchMeanLoss);
      json.ifAny("distance_km", split.distance);
    }

    bool operator==(const OnSplit&) const = default;
  };
  OnSplit validation;
  std::optional<OnSplit> test;  ///< viewers hide it until it is asked for

  static void fields(auto& json, auto& results) {
    json.schema(resultsSchema);
    json("validation", results.validation);
    json.orNull("test", results.test);
  }

  bool operator==(const RunResults&) const = default;
};

/// Errors (ErrorKind::BadInput): unreadable, another schema, or a member absent or wrong, named by its key.
[[nodiscard]] Result<RunResults> readRunResults(const GuardedPath& file);

/// Replaces the file. Errors: ErrorKind::Failed.
[[nodiscard]] Status writeRunResults(const GuardedPath& file, const RunResults& results);

struct ViewerNotes {
  std::string name;  ///< empty: the folder's name
  std::vector<std::string> tags;
  std::string note;
  bool archived = false;
  std::int64_t reveals = 0;  ///< how often test figures were shown
  bool steered = false;      ///< its learning rate was changed by hand: left out of group means
  /// Members that this version does not know; written back as they were.
  nlohmann::ordered_json further = nlohmann::ordered_json::object();

  static void fields(auto& json, auto& notes) {
    json.orDefault("name", notes.name);
    json.orDefault("tags", notes.tags);
    json.orDefault("note", notes.note);
    json.orDefault("archived", notes.archived);
    json.orDefault("reveals", notes.reveals);
    json.orDefault("steered", notes.steered);
  }

  bool operator==(const ViewerNotes&) const = default;
};

/// An absent file gives empty notes, absent members their defaults. Errors: ErrorKind::BadInput.
[[nodiscard]] Result<ViewerNotes> readViewerNotes(const GuardedPath& file);

/// Replaces the file. Errors: ErrorKind::Failed.
[[nodiscard]] Status writeViewerNotes(const GuardedPath& file, const ViewerNotes& notes);

}  // namespace sojourn
