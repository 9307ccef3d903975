// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for libFuzzer: runs every file of a corpus folder, and fixed mutations of each.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/support/thorough.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

std::vector<Input> readCorpus(const char* folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<Input> corpus;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

/// One to four small damages: flipped bits, overwritten, dropped, doubled or foreign pieces, a cut.
Input mutate(Input input, const Input& other, std::mt19937& random) {
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
  for (std::size_t damage = 1 + below(4); damage > 0 && !input.empty(); --damage) {
    const std::size_t at = below(input.size());
    const std::size_t length = std::min<std::size_t>(1 + below(8), input.size() - at);
    const auto begin = input.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(length);
    switch (below(6)) {
      case 0:
        *begin ^= static_cast<std::uint8_t>(1U << below(8));
        break;
      case 1:
        std::fill(begin, end, static_cast<std::uint8_t>(below(2) == 0 ? 0xFF : 0x00));
        break;
      case 2:
        *begin = static_cast<std::uint8_t>(random());
        break;
      case 3:
        input.erase(begin, end);
        break;
      case 4: {
        const Input piece(begin, end);
        input.insert(input.begin() + static_cast<std::ptrdiff_t>(below(input.size())), piece.begin(), piece.end());
        break;
      }
      default:
        if (below(4) == 0) {
          input.resize(at);
        } else if (!other.empty()) {
          const std::size_t from = below(other.size());
          const std::size_t some = std::min(length, other.size() - from);
          std::copy_n(other.begin() + static_cast<std::ptrdiff_t>(from), some, begin);
        }
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: fuzz_NAME CORPUS_FOLDER\n", stderr);
    return 2;
  }
  const std::vector<Input> corpus = readCorpus(argv[1]);
  if (corpus.empty()) {
    std::fputs("the corpus is empty\n", stderr);
    return 1;
  }
  const std::size_t mutationsPerFile = sojourn::test::thoroughly(10'000U, 300U);
  std::mt19937 random(1);
  std::size_t runs = 0;
  for (const Input& input : corpus) {
    LLVMFuzzerTestOneInput(input.data(), input.size());
    for (std::size_t i = 0; i < mutationsPerFile; ++i) {
      const Input mutated = mutate(input, corpus[random() % corpus.size()], random);
      LLVMFuzzerTestOneInput(mutated.data(), mutated.size());
    }
    runs += 1 + mutationsPerFile;
  }
  std::printf("%zu inputs\n", runs);
  return 0;
}
