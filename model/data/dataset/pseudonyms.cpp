// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/pseudonyms.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <span>

#include "model/core/files.h"
#include "model/core/random.h"
#include "model/core/sha256.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/dataset.h"
#include "model/data/dataset/visit_history.h"

namespace sojourn {
namespace {

std::string digestOf(std::string_view what, std::string_view seed) {
  return sha256(asBytes("sojourn pseudonyms, " + std::string(what) + ": " + std::string(seed)));
}

/// Of the numbers that one use of a seed draws.
Random randomOf(std::string_view what, std::string_view seed) {
  const std::string digest = digestOf(what, seed);
  std::uint64_t number = 0;
  std::from_chars(digest.data(), digest.data() + 16, number, 16);
  return Random(number);
}

/// `fixed`: how many ids at the beginning stay.
std::vector<std::int32_t> permutation(std::string_view what, std::string_view seed, std::int32_t count,
                                      std::size_t fixed) {
  std::vector<std::int32_t> ids(static_cast<std::size_t>(std::max(count, 0)));
  std::iota(ids.begin(), ids.end(), 0);
  if (ids.size() > fixed) randomOf(what, seed).shuffle(std::span(ids).subspan(fixed));
  return ids;
}

std::vector<std::int32_t> inverse(const std::vector<std::int32_t>& permutation) {
  std::vector<std::int32_t> inverse(permutation.size());
  for (std::size_t id = 0; id < permutation.size(); ++id)
    inverse[static_cast<std::size_t>(permutation[id])] = static_cast<std::int32_t>(id);
  return inverse;
}

}  // namespace

Pseudonyms::Pseudonyms(std::string_view seed, UserId users, LocationId locations)
    : m_users(permutation("users", seed, users, 1)),
      m_locations(permutation("places", seed, locations, unseenLocation + 1)),
      m_recordedUsers(inverse(m_users)),
      m_recordedLocations(inverse(m_locations)),
      m_fingerprint(digestOf("fingerprint", seed)) {}

Sequence Pseudonyms::sequence(Sequence recorded) const {
  return renumbered(std::move(recorded), m_users, m_locations);
}

Sequence Pseudonyms::recordedSequence(Sequence pseudonymous) const {
  return renumbered(std::move(pseudonymous), m_recordedUsers, m_recordedLocations);
}

Sequence Pseudonyms::renumbered(Sequence sequence, const std::vector<std::int32_t>& users,
                                const std::vector<std::int32_t>& locations) {
  sequence.user = at(users, sequence.user);
  for (Visit& visit : sequence.visits) visit.location = at(locations, visit.location);
  if (sequence.target) sequence.target = at(locations, *sequence.target);
  return sequence;
}

std::int32_t pseudonymWeeks(std::string_view seed) {
  constexpr std::size_t mostWeeks = 1044;
  return 1 + static_cast<std::int32_t>(randomOf("dates", seed).below(mostWeeks));
}

bool samePseudonyms(const std::shared_ptr<const Pseudonyms>& a, const std::shared_ptr<const Pseudonyms>& b) {
  return a == b || (a && b && *a == *b);
}

std::string pseudonymSeedProblem(const std::string& seed) {
  if (seed.empty()) return tr("the seed is empty: give any text that others cannot guess");
  constexpr std::size_t longest = 200;
  if (seed.size() > longest || !isValidUtf8(seed)) return tr("the seed is no text of up to 200 bytes: choose another");
  if (seed == pseudonymSeedToAsk)
    return tr("SEED stands where the seed belongs: ask who copied the link for it, and write it there");
  return {};
}

void usePseudonyms(Dataset& dataset, std::string_view seed) {
  const auto pseudonyms = std::make_shared<const Pseudonyms>(seed, dataset.numUsers, dataset.numLocations);
  for (auto& split : dataset.splits)
    if (split) split->usePseudonyms(pseudonyms);
  PlaceNames places;
  for (const auto& [location, where] : dataset.places.allCoordinates())
    places.setCoordinates(pseudonyms->location(location), roundedPosition(where));
  dataset.places = std::move(places);
  dataset.userNames.clear();
  dataset.filesFingerprint = dataset.fingerprint;
  dataset.fingerprint = sha256(asBytes(dataset.fingerprint + pseudonyms->fingerprint()));
  dataset.pseudonyms = pseudonyms;
  giveHistory(dataset);
}

}  // namespace sojourn
