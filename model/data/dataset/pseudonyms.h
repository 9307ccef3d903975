// SPDX-License-Identifier: GPL-3.0-or-later
// Pseudonyms: users and places of a dataset under other numbers, so that pictures, tables and reports can be shown to
// people who must not know whose they are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

struct Dataset;

/// Two permutations, of the users from 1 and of the places from 2 (padding and unseen stay), that a seed decides: the
/// same seed gives the same pseudonyms to the same dataset, always. Who has the seed can undo them. Ids beyond those of
/// the training split, which no model knows, stay as they are. Immutable.
class Pseudonyms {
 public:
  /// Of the ids below `users` and `locations`. `seed`: any text.
  Pseudonyms(std::string_view seed, UserId users, LocationId locations);

  [[nodiscard]] UserId user(UserId recorded) const { return at(m_users, recorded); }
  [[nodiscard]] LocationId location(LocationId recorded) const { return at(m_locations, recorded); }
  /// The location that a pseudonym stands for.
  [[nodiscard]] LocationId recordedLocation(LocationId pseudonym) const { return at(m_recordedLocations, pseudonym); }
  [[nodiscard]] Sequence sequence(Sequence recorded) const;
  /// The other way.
  [[nodiscard]] Sequence recordedSequence(Sequence pseudonymous) const;
  /// By recorded id.
  [[nodiscard]] const std::vector<UserId>& users() const { return m_users; }
  [[nodiscard]] const std::vector<LocationId>& locations() const { return m_locations; }
  /// SHA-256 of the seed, beginning: tells pseudonyms of two seeds apart and does not give the seed away unless it is
  /// guessed.
  [[nodiscard]] const std::string& fingerprint() const { return m_fingerprint; }

  bool operator==(const Pseudonyms&) const = default;

 private:
  static std::int32_t at(const std::vector<std::int32_t>& table, std::int32_t id) {
    return id >= 0 && static_cast<std::size_t>(id) < table.size() ? table[static_cast<std::size_t>(id)] : id;
  }

  static Sequence renumbered(Sequence sequence, const std::vector<std::int32_t>& users,
                             const std::vector<std::int32_t>& locations);

  std::vector<std::int32_t> m_users, m_locations, m_recordedUsers, m_recordedLocations;
  std::string m_fingerprint;
};

/// The whole weeks, from 1 to 1044, by which the seed shifts dates back.
[[nodiscard]] std::int32_t pseudonymWeeks(std::string_view seed);
/// What a copied link has in place of the seed, which goes another way.
inline constexpr const char* pseudonymSeedToAsk = "SEED";
/// Whether a model loaded under one can be asked about a dataset under the other; null is as recorded.
[[nodiscard]] bool samePseudonyms(const std::shared_ptr<const Pseudonyms>& a,
                                  const std::shared_ptr<const Pseudonyms>& b);
/// Why a text cannot be a seed, and what to do: it is empty, too long, or pseudonymSeedToAsk. Empty where it can.
[[nodiscard]] std::string pseudonymSeedProblem(const std::string& seed);

/// Gives every user and place of a dataset that was read whole a pseudonym. Names and earlier numbers go, positions are
/// rounded to positionGridMetres; rows stay in their order, times as they are (they are no dates). The fingerprint
/// becomes another one, so that nothing that is kept for the recorded ids is taken for these. Gives the splits their
/// history.
void usePseudonyms(Dataset& dataset, std::string_view seed);

}  // namespace sojourn
