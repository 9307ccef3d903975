// SPDX-License-Identifier: GPL-3.0-or-later
// Model programs in Python, beside the sojourn_model.py that ships.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "model/program/program_model.h"
#include "tests/support/built.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn::test {

class PythonProgram {
 public:
  explicit PythonProgram(const std::string& source) {
    std::ofstream(m_folder / "model.py") << source;
    std::filesystem::copy_file(sourceFolder() / "resources/python/sojourn_model.py", m_folder / "sojourn_model.py");
  }
  [[nodiscard]] ProgramCommand command() const {
    ProgramCommand command;
    command.command = "python3 model.py";
    command.folder = m_folder.path().string();
    command.describeSeconds = command.predictSeconds = 20;
    return command;
  }
  [[nodiscard]] std::filesystem::path folder() const { return m_folder.path(); }

 private:
  TempFolder m_folder;
};

/// What answers requests itself: `answer(question)` gives the line that is printed.
inline std::string rawProgram(const std::string& answer) {
  return R"(import json, os, sys, time
V = 5
def describe(**more):
    return dict({"protocol": "sojourn.model/1", "name": "Raw", "locations": V, "outputs": "probabilities"}, **more)
def ok(question, result):
    return json.dumps({"id": question["id"], "result": result})
def uniform(question):
    return {"output": [[1 / V] * V for _ in question["params"]["user"]]}
)" + answer + R"(
for line in sys.stdin:
    question = json.loads(line)
    print(answer(question), flush=True)
)";
}

}  // namespace sojourn::test
