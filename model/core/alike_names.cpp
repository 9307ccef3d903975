// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/alike_names.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace sojourn {
namespace {

/// What ends a word of a name.
constexpr std::string_view signs = "-_/ ,";

}  // namespace

std::vector<std::string> withoutCommonParts(std::vector<std::string> names) {
  // One name, or several that are the same.
  if (std::ranges::adjacent_find(names, std::not_equal_to<>()) == names.end()) return names;
  const std::string& first = names.front();
  std::size_t begin = first.size(), end = first.size();
  for (const std::string& name : names) {
    begin = std::min(begin, static_cast<std::size_t>(std::ranges::mismatch(first, name).in1 - first.begin()));
    const auto differs = std::mismatch(first.rbegin(), first.rend(), name.rbegin(), name.rend());
    end = std::min(end, static_cast<std::size_t>(differs.first - first.rbegin()));
  }
  const std::size_t sign = first.substr(0, begin).find_last_of(signs);
  begin = sign == std::string::npos ? 0 : sign + 1;
  // From the end: the part that is common begins with a sign.
  const std::size_t tail = first.find_first_of(signs, first.size() - end);
  end = tail == std::string::npos ? 0 : first.size() - tail;
  for (const auto& [head, last] :
       {std::pair{begin, end}, std::pair{begin, std::size_t{0}}, std::pair{std::size_t{0}, end}}) {
    if (std::ranges::any_of(names, [&](const std::string& name) { return name.size() <= head + last; })) continue;
    for (std::string& name : names) name = name.substr(head, name.size() - head - last);
    break;
  }
  return names;
}

std::vector<std::string> briefNames(const std::vector<std::string>& names) {
  std::vector<std::string> brief = withoutCommonParts(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool begins = names[i].starts_with(brief[i]), ends = names[i].ends_with(brief[i]);
    if (!begins) brief[i].insert(0, "\u2026");
    if (!ends) brief[i] += "\u2026";
  }
  return brief;
}

}  // namespace sojourn
