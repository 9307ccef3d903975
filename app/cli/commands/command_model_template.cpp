// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn model-template`: examples of models of one's own as programs, and the Python module that speaks for them.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "model/core/embedded_file.h"
#include "model/core/files.h"
#include "model/core/text.h"

namespace sojourn {

// Written at build time by sojourn_embed.
extern const EmbeddedFile embeddedPython[];
extern const std::size_t embeddedPythonCount;

}  // namespace sojourn

namespace sojourn::cli {
namespace {

namespace fs = std::filesystem;

/// A file that was changed by hand stays.
Status writeExample(const fs::path& path, const EmbeddedFile& file) {
  std::error_code error;
  if (!fs::exists(path, error)) return writeFileAtomically(path, file.bytes());
  const auto there = readFile(path, file.bytes().size());
  if (there && std::ranges::equal(*there, file.bytes())) return {};
  return Error{ErrorKind::BadInput, path.string(), "is there already, and differs", "choose another folder"};
}

Status writeExamples(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return Error{ErrorKind::Failed, folder, "cannot be created (" + error.message() + ")", "choose a writable folder"};
  std::string text;
  for (const EmbeddedFile& file : std::span(embeddedPython, embeddedPythonCount)) {
    const fs::path path = fs::path(folder) / file.name;
    if (const Status written = writeExample(path, file); !written) return written;
    text += escapeForDisplay(path.string()) + "\n";
  }
  return text::print(text +
                     "\nlstm_model.py trains and serves a PyTorch model, counting_model.py needs no library. "
                     "lightning_run.py and hugging_face_run.py show trainings of those frameworks.\n");
}

}  // namespace

void addModelTemplateCommand(CLI::App& app, Work& work) {
  const auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("model-template", "Examples of a model of your own as a Python program");
  command->add_option("folder", *folder, "Folder to write to; created if it does not exist")
      ->required()
      ->type_name("OUT_DIR");
  command->footer(
      "Examples:\n"
      "  sojourn model-template my-model\n"
      "  cd my-model && python lstm_model.py train ../city/demo_city\n"
      "  sojourn evaluate --data ../city --checkpoint \"program:python lstm_model.py serve lstm_model.pt\"");
  command->callback([folder, &work] { work = [folder] { return writeExamples(*folder); }; });
}

}  // namespace sojourn::cli
