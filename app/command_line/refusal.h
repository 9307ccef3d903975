// SPDX-License-Identifier: GPL-3.0-or-later
// Says in a sentence why the parser of the command line refused it.
#pragma once

#include <string>

namespace CLI {
class ParseError;
}  // namespace CLI

namespace sojourn {

/// "--device: `tpu` is none of auto, cpu, cuda" for "--device: tpu not in {auto,cpu,cuda}"; a text that is not known
/// here is given as the parser says it.
[[nodiscard]] std::string refusalText(const CLI::ParseError& error);

}  // namespace sojourn
