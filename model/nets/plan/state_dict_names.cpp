// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/plan/state_dict_names.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "model/core/text.h"
#include "model/nets/plan/checkpoint_plan.h"
#include "model/nets/plan/state_dict_kind.h"

namespace sojourn {
namespace {

/// A network under a prefix that ends with a dot.
struct Found {
  std::string prefix;
  std::size_t tensors = 0;
};

class PrefixSearch {
 public:
  explicit PrefixSearch(const std::vector<NamedArray>& tensors) : m_tensors(tensors) {}

  /// Every network, in the file's order.
  [[nodiscard]] std::vector<Found> run() {
    std::vector<std::size_t> all(m_tensors.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    look(all, 0, 0);
    return std::move(m_found);
  }

 private:
  /// Those of the tensors whose names begin with the same `length` characters.
  void look(const std::vector<std::size_t>& among, std::size_t length, int level) {
    StateShapes shapes;
    for (const std::size_t i : among) shapes.add(m_tensors[i].name.substr(length), m_tensors[i].array.shape);
    if (recogniseStateDict(shapes)) {
      m_found.push_back({m_tensors[among.front()].name.substr(0, length), among.size()});
      return;
    }
    constexpr int deepest = 6;
    constexpr std::size_t fewest = 3;  // no network has fewer tensors
    if (level == deepest) return;
    std::map<std::string_view, std::vector<std::size_t>> groups;
    std::vector<std::string_view> order;
    for (const std::size_t i : among) {
      const std::string_view rest = std::string_view(m_tensors[i].name).substr(length);
      const std::size_t dot = rest.find('.');
      if (dot == std::string_view::npos) continue;
      auto& group = groups[rest.substr(0, dot + 1)];
      if (group.empty()) order.push_back(rest.substr(0, dot + 1));
      group.push_back(i);
    }
    for (const std::string_view word : order)
      if (groups[word].size() >= fewest) look(groups[word], length + word.size(), level + 1);
  }

  const std::vector<NamedArray>& m_tensors;
  std::vector<Found> m_found;
};

std::string inQuotes(std::string_view prefix) {
  return "\"" + escapeForDisplay(prefix, 80) + "\"";
}

std::string withoutDot(const std::string& prefix) {
  return prefix.substr(0, prefix.size() - std::min<std::size_t>(prefix.size(), prefix.ends_with('.') ? 1 : 0));
}

}  // namespace

Result<std::vector<Problem>> stripPrefixes(CheckpointFile& checkpoint, const std::string& where) {
  std::vector<Problem> notices;
  const std::vector<Found> found = PrefixSearch(checkpoint.tensors).run();
  auto chosen = found.begin();
  if (!checkpoint.wantedPrefix.empty()) {
    chosen = std::ranges::find(found, withoutDot(checkpoint.wantedPrefix),
                               [](const Found& one) { return withoutDot(one.prefix); });
    if (chosen == found.end()) {
      std::vector<std::string> parts;
      for (const Found& one : found) parts.push_back(one.prefix.empty() ? "the whole file" : withoutDot(one.prefix));
      return Error{ErrorKind::BadUsage, where, "holds no network " + inQuotes(checkpoint.wantedPrefix),
                   found.empty() ? "give the file alone" : "its networks are " + listNames(parts)};
    }
  }
  if (found.empty() || chosen->prefix.empty()) return notices;
  const std::string prefix = chosen->prefix;
  const auto isOfIt = [&](const NamedArray& tensor) { return tensor.name.starts_with(prefix); };
  std::vector<std::string> others, left;
  for (const Found& one : found)
    if (one.prefix != prefix) others.push_back(withoutDot(one.prefix));
  for (const NamedArray& tensor : checkpoint.tensors)
    if (!isOfIt(tensor)) left.push_back(escapeForDisplay(tensor.name, 80));
  std::erase_if(checkpoint.tensors, [&](const NamedArray& tensor) { return !isOfIt(tensor); });
  for (NamedArray& tensor : checkpoint.tensors) tensor.name.erase(0, prefix.size());
  notices.push_back({Severity::Notice, where,
                     "its tensors are named with " + inQuotes(prefix) + " first, which is left out",
                     "nothing has to be done"});
  if (!left.empty())
    notices.push_back({Severity::Warning, where,
                       "the network is what begins with " + inQuotes(prefix) + "; " + std::to_string(left.size()) +
                           " other tensors are not used: " + listNames(left),
                       others.empty() ? "check that they are no part of the network"
                                      : "for another network open the file as FILE#" + listNames(others)});
  return notices;
}

}  // namespace sojourn
