// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint from a text that mutations do not break: one tensor a line, "loc_emb.weight float32 30 16".
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/text/json_reader.h"

namespace sojourn::fuzz {

inline std::string_view nextWord(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

/// Lines "bytes N" for the size of the file and "config {...}" for its metadata, and tensors with numbers that are all
/// zero; with no numbers at all where `filled` is false. Nothing where they would be more than `mostBytes`.
inline std::optional<CheckpointFile> describedCheckpoint(std::string_view text, bool filled, std::size_t mostBytes) {
  CheckpointFile file;
  std::size_t bytes = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view name = nextWord(line);
    if (name == "config") {
      ParsedJson parsed = parseJson(line);
      if (!parsed.fault) file.metadata = std::move(parsed.value);
      continue;
    }
    const std::string_view type = nextWord(line);
    if (name == "bytes") {
      std::from_chars(type.data(), type.data() + type.size(), file.sourceBytes);
      file.sourceBytes %= std::uint64_t{1} << 40U;
      continue;
    }
    NdArray array{.dtype = DType::Float32, .shape = {}, .data = {}};
    for (const DType known : {DType::Bool, DType::Int64, DType::Float16, DType::Float64})
      if (type == nameOf(known)) array.dtype = known;
    for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line)) {
      std::int64_t extent = 0;
      std::from_chars(word.data(), word.data() + word.size(), extent);
      if (extent < 0) return std::nullopt;  // readers refuse these
      array.shape.push_back(extent);
    }
    const auto elements = checkedElements(array.shape);
    if (!elements) return std::nullopt;
    bytes += *elements * sizeOf(array.dtype) + 64;
    if (filled && bytes > mostBytes) return std::nullopt;
    if (filled) array.data.resize(*elements * sizeOf(array.dtype));
    for (const NamedArray& tensor : file.tensors)
      if (tensor.name == name) return std::nullopt;
    file.tensors.push_back({.name = std::string(name), .array = std::move(array)});
  }
  return file;
}

}  // namespace sojourn::fuzz
