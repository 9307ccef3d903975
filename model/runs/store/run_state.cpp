// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/run_state.h"

#include "model/runs/store/name_table.h"

namespace sojourn {
namespace {

constexpr NameTable<7> names{"starting", "running", "paused", "stopping", "finished", "failed", "interrupted"};

}  // namespace

std::string_view runStateName(RunState state) {
  return nameIn(names, state);
}

std::optional<RunState> runStateNamed(std::string_view name) {
  return valueNamed<RunState>(names, name);
}

}  // namespace sojourn
