// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding tables of a network, and what is measured of them: projections, nearest neighbours, and tests of what
// they hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/data/statistics/projection.h"

namespace sojourn {

/// What the rows of a table stand for.
enum class EmbeddingKind {
  Input,     ///< locations as the network reads them
  Output,    ///< locations as the output layer scores them
  Users,     ///< users
  Hours,     ///< equal parts of the day, the first from midnight on
  Weekdays,  ///< Monday first
};
inline constexpr std::size_t embeddingKindCount = 5;
/// "input", "output", "users", "hours", "weekdays", as on the command line.
inline constexpr std::array<const char*, embeddingKindCount> embeddingKindNames{"input", "output", "users", "hours",
                                                                                "weekdays"};
[[nodiscard]] constexpr std::optional<EmbeddingKind> embeddingKindFromName(std::string_view name) {
  for (std::size_t kind = 0; kind < embeddingKindCount; ++kind)
    if (name == embeddingKindNames[kind]) return static_cast<EmbeddingKind>(kind);
  return std::nullopt;
}

/// Row i is of the location, user, part of the day or weekday i. Rows that no visit can read are not in it.
struct EmbeddingTable {
  EmbeddingKind kind = EmbeddingKind::Input;
  std::string name;  ///< the module's as the published code calls it: "loc_emb"
  RowMatrix rows;    ///< [rows, width]
  int minutes = 0;   ///< of a row, for parts of the day

  /// Rows before this are padding or the unseen location, which are in no projection's axes.
  [[nodiscard]] std::size_t firstRow() const {
    if (kind == EmbeddingKind::Input || kind == EmbeddingKind::Output) return unseenLocation + 1;
    return kind == EmbeddingKind::Users ? 1 : 0;
  }
  [[nodiscard]] bool ofPlaces() const { return kind == EmbeddingKind::Input || kind == EmbeddingKind::Output; }
};

/// The first table of a kind; null where there is none.
[[nodiscard]] inline const EmbeddingTable* findTable(std::span<const EmbeddingTable> tables, EmbeddingKind kind) {
  for (const EmbeddingTable& table : tables)
    if (table.kind == kind) return &table;
  return nullptr;
}

/// How the training split uses each location. Every stay counts once (see lastVisit()).
struct TrainingPlaces {
  std::vector<std::size_t> stays;          ///< by location
  std::vector<std::vector<UserId>> users;  ///< by location, ascending
  std::vector<UserId> mainUser;            ///< by location: who is there most often, ties by smaller id; 0: nobody
  /// By location: the circular mean of the minutes of the day at which stays begin, as recorded; NaN without stays, or
  /// where they are spread so evenly that there is no mean.
  std::vector<double> minute;

  /// Users who have stayed at both.
  [[nodiscard]] std::size_t sharedUsers(LocationId a, LocationId b) const;
  [[nodiscard]] std::size_t staysAt(LocationId location) const {
    const auto at = static_cast<std::size_t>(location);
    return at < stays.size() ? stays[at] : 0;
  }
};

struct PlaceNeighbour {
  LocationId location = 0;
  double cosine = 0;
  double kilometres = std::numeric_limits<double>::quiet_NaN();  ///< NaN where either has no position
  std::size_t sharedUsers = 0;
  std::size_t stays = 0;  ///< of the neighbour
};

/// The five nearest of each place by cosine, and what they have in common.
struct NeighbourSummary {
  std::size_t places = 0;
  std::size_t withPosition = 0;
  double medianKilometres = 0;    ///< of all pairs of a place and one of its five nearest
  double sharedUserShare = 0;     ///< of those pairs, 0..1
  double medianBestCosine = 0;    ///< over the places, of the nearest
  double medianBestByChance = 0;  ///< the same after the values of each dimension were shuffled over the places
};

/// Mean cosine of each row to the next one, the last to the first, centred; and its range where the rows are shuffled.
struct CycleTest {
  double cosine = 0;
  double low = 0, high = 0;  ///< 2.5th and 97.5th percentile of the shuffled orders
};

/// What is computed of one table whatever the place.
struct EmbeddingStudy {
  EmbeddingTable table;
  Projection components = {};
  std::optional<NeighbourSummary> neighbours = {};  ///< of places
  std::optional<CycleTest> cycle = {};              ///< of parts of the day and weekdays
};

/// The first study of a kind of table; null where there is none.
[[nodiscard]] inline const EmbeddingStudy* findStudy(std::span<const EmbeddingStudy> studies, EmbeddingKind kind) {
  for (const EmbeddingStudy& study : studies)
    if (study.table.kind == kind) return &study;
  return nullptr;
}

}  // namespace sojourn
