// SPDX-License-Identifier: GPL-3.0-or-later
// A model program behind the face of an engine, so that all that asks engines asks programs as well.
#pragma once

#include <filesystem>
#include <memory>

#include "model/inspect/engine.h"
#include "model/program/program_model.h"

namespace sojourn {

/// Answers are kept by the content of their sequences, up to 1 GB, so that a slow model is asked once. `log`: as of
/// ProgramModel::start(). Errors: those of ProgramModel::start(); pseudonyms, which a program does not read (BadUsage).
[[nodiscard]] Result<std::shared_ptr<const Engine>> startProgram(ProgramCommand command,
                                                                 const EngineOptions& options = {},
                                                                 const CancelToken& cancel = {},
                                                                 std::shared_ptr<LineLog> log = nullptr);

/// Of an engine that startProgram() gave; nothing of any other. Any thread, at once.
/// The inspection that waits for the program ends as cancelled.
void interruptProgram(const Engine& engine);
/// ProgramModel::end().
void endProgram(const Engine& engine);

/// A checkpoint, or the program that "program:COMMAND" names. Only for names that a person typed or confirmed: the
/// command is run.
[[nodiscard]] Result<std::shared_ptr<const Engine>> loadModel(const std::filesystem::path& name,
                                                              const EngineOptions& options = {},
                                                              const Progress& progress = {},
                                                              const CancelToken& cancel = {});

}  // namespace sojourn
