// SPDX-License-Identifier: GPL-3.0-or-later
// The one sequence that `inspect` and `explain` are about: a sample of a split, or a file of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/commands/common_options.h"

namespace CLI {
class Option_group;
}

namespace sojourn::cli {

/// The sequence and where it came from.
struct Subject {
  Sequence sequence;
  std::optional<std::size_t> index;
  std::string where;  ///< for errors
  PlaceNames places;
};

/// --data, --split, and --index or --sequence.
struct SampleSelector {
  DataChoice data;
  std::optional<std::int64_t> index;
  std::string sequenceFile;

  /// Gives back the group of options of which exactly one is needed, for a command that knows another way.
  CLI::Option_group* addTo(CLI::App& app);
  /// A sequence file needs the dataset for the names of its places only: not where `named` is false.
  [[nodiscard]] Result<Subject> open(bool named) const;

 private:
  [[nodiscard]] Result<Subject> openSample() const;
  [[nodiscard]] Result<Subject> openFile(bool named) const;
};

/// What --help says of a sequence file.
inline constexpr const char* sequenceFileHelp =
    "A sequence file, oldest visit first:\n"
    "  {\"schema\": \"sojourn.sequence/1\", \"user\": 3, \"target\": 14, \"visits\": [\n"
    "    {\"location\": 14, \"weekday\": 0, \"start_minute\": 480, \"duration_minutes\": 75, \"days_ago\": 2}]}";

}  // namespace sojourn::cli
