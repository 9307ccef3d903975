// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the folder of an ablation study: the first line names a run beside the full model, the rest is what
// both describe themselves as.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/fuzz/touch.h"
#include "views/session/ablation/variant_study.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  namespace fs = std::filesystem;
  static const fs::path folder = fs::temp_directory_path() / ("sojourn-fuzz-study-" + std::to_string(::getpid()));
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  std::string name = text.substr(0, std::min<std::size_t>(line, 100));
  std::erase_if(name, [](char c) { return c == '/' || c == '\0'; });
  fs::remove_all(folder);
  for (const std::string& run : {std::string("full_model-1"), name}) {
    if (run.empty() || run == "." || run == "..") continue;
    std::error_code ignored;
    fs::create_directories(folder / run, ignored);
    std::ofstream(folder / run / "run.json", std::ios::binary) << std::string_view(text).substr(line);
  }
  const auto plan = session::studyIn(folder);
  if (plan) {
    const auto study = session::readVariantStudy(*plan);
    if (study && study->variants.size() != plan->variants.size()) throw std::logic_error("a variant without a row");
    if (!study) fuzz::touch(study.error());
  } else {
    fuzz::touch(plan.error());
  }
  fs::remove_all(folder);
  return 0;
}
