// SPDX-License-Identifier: GPL-3.0-or-later
// Any of the actions: what hit areas, buttons and keys carry, and their owners visit.
#pragma once

#include <string>
#include <type_traits>
#include <variant>

#include "views/present/scene/actions.h"

namespace sojourn::present {

/// On the wall of the monitor, by its folder.
struct SelectRun {
  std::string folder;
  bool operator==(const SelectRun&) const = default;
};

template <class One, class Variant>
inline constexpr bool isOneOf = false;
template <class One, class... All>
inline constexpr bool isOneOf<One, std::variant<All...>> = (std::is_same_v<One, All> || ...);

using AnyAction = std::variant<std::monostate, WindowAction, SampleAction, ExplainAction, CompareAction, DatasetAction,
                               PlacesAction, EmbeddingAction, StudyAction, ShiftAction, SearchAction, NearestAction,
                               ImportAction, CurveAction, ReplayAction, SelectRun>;

/// Any of them; none by default.
struct Action : AnyAction {
  using AnyAction::AnyAction;

  /// A single one, as "OpenView"; null where it is another.
  template <class One>
  [[nodiscard]] const One* as() const {
    return std::visit(
        []<class Group>(const Group& group) -> const One* {
          if constexpr (std::is_same_v<One, Group>)
            return &group;
          else if constexpr (isOneOf<One, Group>)
            return std::get_if<One>(&group);
          else
            return nullptr;
        },
        *this);
  }
  bool operator==(const Action&) const = default;
  /// They have no order. std::variant would claim one, whose body does not compile.
  bool operator<(const Action&) const = delete;
};

/// Answers each member of a variant with its own function.
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// True where both are of one kind, whatever they carry: the mark that asks for it is the same one on another picture.
[[nodiscard]] inline bool sameKind(const Action& a, const Action& b) {
  if (a.index() != b.index()) return false;
  const auto ofGroup = [&b]<class Group>(const Group& group) {
    if constexpr (requires { group.index(); }) {
      const Group& other = std::get<Group>(b);
      if (group.index() != other.index()) return false;
      // The commands of a group are one type.
      return std::visit([&]<class One>(const One& one) { return !std::is_enum_v<One> || one == std::get<One>(other); },
                        group);
    }
    return true;
  };
  return std::visit(ofGroup, a);
}

}  // namespace sojourn::present
