// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of --help in all three programs.
#pragma once

namespace CLI {
class App;
}

namespace sojourn {

/// Makes the parser's help say in words what an option takes, with what it is used, and whether it is required. Commands
/// and groups of options that are added later have it too, so this comes before them.
void usePlainHelp(CLI::App& app);

}  // namespace sojourn
