// SPDX-License-Identifier: GPL-3.0-or-later
// What the state dict of each kind of network looks like: names and shapes alone, without torch, so that a file is
// compared with them before anything is built.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/nets/plan/checkpoint_hyperparameters.h"
#include "model/results/model_description.h"

namespace sojourn {

class StateShapes {
 public:
  StateShapes() = default;
  explicit StateShapes(const std::vector<NamedArray>& tensors);
  void add(std::string name, std::vector<std::int64_t> shape) { m_shapes.emplace(std::move(name), std::move(shape)); }

  [[nodiscard]] bool has(std::string_view name) const { return m_shapes.contains(name); }
  /// Any tensor whose name begins with `prefix`.
  [[nodiscard]] bool hasPrefix(std::string_view prefix) const;
  /// Size along a dimension; 0 where there is no such tensor or dimension.
  [[nodiscard]] std::int64_t size(std::string_view name, std::size_t dimension) const;
  /// Layers present as prefix + "0", prefix + "1", ... without a gap, each of them a tensor or the beginning of some.
  [[nodiscard]] std::int64_t layers(std::string_view prefix) const;
  /// A tensor of a layer with a number of `count` or more; empty where there is none.
  [[nodiscard]] std::string layerBeyond(std::string_view prefix, std::int64_t count) const;

 private:
  std::map<std::string, std::vector<std::int64_t>, std::less<>> m_shapes;
};

/// One tensor that a network of certain sizes has.
struct ExpectedTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  bool integer = false;   ///< a counter; all others are floating-point numbers
  bool optional = false;  ///< the network makes it by itself, so a file may leave it out
};

struct StateDictKind {
  std::string_view id;            ///< "pointer_v45": in files and on the command line
  std::string_view title;         ///< "Pointer V45"
  std::int64_t defaultHeads = 4;  ///< 0 for a network without attention heads
  /// "transformer.layers.", "lstm.weight_ih_l": a number follows, and a dot and the layer's tensors or nothing.
  std::string_view layerPrefix;
  /// True if a state dict with these tensors is of this kind, whatever parts an ablation lacks.
  bool (*recognises)(const StateShapes& shapes);
  /// All sizes but the heads, as far as the state dict tells; 0 where it does not.
  ModelSizes (*sizesOf)(const StateShapes& shapes);
  /// SPEC 3.5's name for the parts that are absent; several are joined by "+".
  std::string (*ablationOf)(const StateShapes& shapes, const CheckpointHyperparameters& hyperparameters);
  /// All tensors of the network that the state dict belongs to, in the order of Python's state_dict.
  std::vector<ExpectedTensor> (*expected)(const StateShapes& shapes, const ModelSizes& sizes);
  /// Those of a new network with one of SPEC 3.5's ablations; empty where the kind does not have it.
  std::vector<ExpectedTensor> (*expectedOfNew)(std::string_view ablation, const ModelSizes& sizes);
};

/// The longest sequence where no part has a row per position: MHSA's published table of positions, which nothing
/// learns.
inline constexpr std::int64_t lengthWithoutTable = 5000;

[[nodiscard]] const StateDictKind& pointerV45StateDict();
[[nodiscard]] const StateDictKind& transformerStateDict();
[[nodiscard]] const StateDictKind& mhsaStateDict();
[[nodiscard]] const StateDictKind& lstmStateDict();
[[nodiscard]] const StateDictKind& lstmLocationStateDict();
[[nodiscard]] const StateDictKind& lstmPointerStateDict();
[[nodiscard]] const StateDictKind& deepMoveStateDict();

/// Width of DeepMove's embeddings of half hours and users: 10 beside locations of 40, as published.
[[nodiscard]] constexpr std::int64_t deepMoveNarrowWidth(const ModelSizes& sizes) {
  return sizes.width / 4;
}

/// In the order in which they are asked whether a state dict is theirs.
[[nodiscard]] std::span<const StateDictKind* const> stateDictKinds();
/// Null where there is no such kind.
[[nodiscard]] const StateDictKind* findStateDict(std::string_view id);
/// Null where no kind recognises the tensors.
[[nodiscard]] const StateDictKind* recogniseStateDict(const StateShapes& shapes);

/// StateDictKind::ablationOf of a kind without ablations.
[[nodiscard]] std::string fullModelOnly(const StateShapes& shapes, const CheckpointHyperparameters& hyperparameters);

/// Puts a list of expected tensors together.
class ExpectedTensors {
 public:
  void add(std::string name, std::vector<std::int64_t> shape) {
    m_tensors.push_back({.name = std::move(name), .shape = std::move(shape)});
  }
  void linear(const std::string& name, std::int64_t out, std::int64_t in);
  void norm(const std::string& name, std::int64_t width);
  /// The encoder layers under `prefix`.
  void layers(std::string_view prefix, const ModelSizes& sizes);
  /// The layers of an LSTM, under "lstm.".
  void lstm(std::int64_t input, const ModelSizes& sizes);
  /// SummedEmbedding, but for its positions.
  void summedEmbedding(const ModelSizes& sizes);
  /// ResidualHead, of an input of this width.
  void residualHead(const ModelSizes& sizes, std::int64_t width);
  ExpectedTensor& last() { return m_tensors.back(); }
  [[nodiscard]] std::vector<ExpectedTensor> take() && { return std::move(m_tensors); }

 private:
  std::vector<ExpectedTensor> m_tensors;
};

}  // namespace sojourn
