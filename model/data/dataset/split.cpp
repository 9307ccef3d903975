// SPDX-License-Identifier: GPL-3.0-or-later
// The splits' names, as in file names and on the command line.
#include "model/data/dataset/dataset.h"

namespace sojourn {

const char* splitName(Split split) {
  switch (split) {
    case Split::Train:
      return "train";
    case Split::Validation:
      return "validation";
    case Split::Test:
      return "test";
  }
  return "train";
}

std::optional<Split> splitFromName(std::string_view name) {
  for (const Split split : allSplits) {
    if (name == splitName(split)) return split;
  }
  return std::nullopt;
}

}  // namespace sojourn
