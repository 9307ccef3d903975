// SPDX-License-Identifier: GPL-3.0-or-later
// What a loaded model is and can show, in plain values: no code outside nets/ decides by a model's name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/pseudonyms.h"
#include "model/data/io/trained_on.h"
#include "model/results/device.h"

namespace sojourn {

enum class RecipeKind { WarmupCosine, LinearWithReturns, AccuracyPlateau };

/// What a model has to show. A view without its capability says so in a sentence.
struct Capabilities {
  bool pointer = false;        ///< copies from the window: weights, content scores, copied mass
  bool additive = false;       ///< the pointer's content scores are v . tanh(k + q), else q . k / sqrt(d)
  bool generation = true;      ///< an output layer over all locations
  bool gate = false;           ///< a learned mixture of the two
  bool positionBias = false;   ///< a learned bias by position from end
  bool attentionMaps = false;  ///< self-attention heads
  bool causal = false;         ///< queries read no later visit
  bool recurrent = false;      ///< reads the visits one after another, the oldest first
  bool history = false;        ///< reads what the user did before the window, from the training split on
  bool userEmbedding = false;
  bool time = false, weekday = false, recency = false, duration = false;  ///< the features it reads
  bool gradients = true;  ///< its layers can be looked into: gradients, what heads pass on; not those of a program
  bool gradientTimesInput = true;  ///< that gradient alone can be had, also of a program
  bool masks = true;               ///< visits can be hidden from it while they keep their places
};

struct ModelSizes {
  std::int64_t locations = 0;  ///< V
  std::int64_t users = 0;      ///< U; 0 where the model reads no user
  std::int64_t maxLength = 0;  ///< M: longer sequences are refused
  std::int64_t width = 0;      ///< d_model
  std::int64_t heads = 0;      ///< 0 without attention
  std::int64_t layers = 0;
  std::int64_t feedForward = 0;  ///< of attention layers, 0 without
  std::int64_t hidden = 0;       ///< of recurrent layers, 0 without
};

struct TensorInfo {
  std::string name;
  std::string dtype;
  std::vector<std::int64_t> shape;
  bool parameter = true;  ///< false for buffers
};

/// A box of the architecture diagram, in the order of computation.
struct ModelBlock {
  std::string id;      ///< stable: "embeddings", "input", "layer.0", "pointer", "gate", "generation", "output", ...
  std::string title;   ///< "Encoder layer 0"
  std::string detail;  ///< one line: "4 heads, pre-norm, GELU, feed-forward 128"
  std::vector<std::string> inputs;        ///< ids of the blocks it reads
  std::vector<std::int64_t> outputShape;  ///< -1 stands for the sequence length
  std::int64_t parameters = 0;
  std::vector<TensorInfo> tensors;
  std::string view;  ///< the view that shows it: "attention", "pointer", ...; empty if none
};

/// How the checkpoint's tensors met the network's.
struct LoadReport {
  std::vector<std::string> matched;
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  std::vector<std::string> wrongShape;  ///< "loc_emb.weight: [7038, 128] in the file, [1187, 64] expected"
};

/// ModelDescription::id of a model that is a program (model/program).
inline constexpr const char* programModelId = "program";

struct ModelDescription {
  std::string id;        ///< the registry's: "pointer_v45", "mhsa", "lstm"
  std::string title;     ///< "Pointer V45", "MHSA", "LSTM"
  std::string ablation;  ///< SPEC 3.5's name; "full_model" when nothing is missing
  Capabilities capabilities;
  ModelSizes sizes;
  std::int64_t parameters = 0;  ///< buffers not counted
  double labelSmoothing = 0;    ///< of the criterion it was trained with, 0 where unknown
  std::string lossKind;         ///< "cross_entropy" or "cross_entropy, label smoothing 0.03"
  std::vector<ModelBlock> blocks;
  LoadReport report;
  std::vector<Problem> notices;                       ///< the number of heads was assumed, ...
  std::vector<float> positionBias;                    ///< [M] by position from end; empty without the capability
  std::string source;                                 ///< file name of the checkpoint
  std::string fingerprint;                            ///< SHA-256 of the file, hexadecimal
  std::shared_ptr<const Pseudonyms> pseudonyms = {};  ///< that it reads and answers; null: ids as recorded
  DatasetIdentity trainedOn;                          ///< what its run or its configuration say
  std::int64_t epoch = -1;                            ///< as the checkpoint says, -1 where it does not
};

[[nodiscard]] inline bool isProgram(const ModelDescription& model) {
  return model.id == programModelId;
}

}  // namespace sojourn
