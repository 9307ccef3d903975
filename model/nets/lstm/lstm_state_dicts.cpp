// SPDX-License-Identifier: GPL-3.0-or-later
// How the state dicts of the networks with an LSTM are recognised and measured.
#include "model/nets/plan/state_dict_kind.h"

namespace sojourn {
namespace {

constexpr const char* lstmLayers = "lstm.weight_ih_l";

ModelSizes sizesBehind(const StateShapes& shapes, const char* locations, const char* users) {
  return {.locations = shapes.size(locations, 0),
          .users = shapes.size(users, 0),
          .maxLength = lengthWithoutTable,
          .width = shapes.size(locations, 1),
          .layers = shapes.layers(lstmLayers),
          .hidden = shapes.size("lstm.weight_hh_l0", 1)};
}

std::vector<ExpectedTensor> tensorsOfLstm(const StateShapes&, const ModelSizes& sizes) {
  ExpectedTensors tensors;
  tensors.summedEmbedding(sizes);
  tensors.lstm(sizes.width, sizes);
  tensors.norm("layer_norm", sizes.hidden);
  tensors.residualHead(sizes, sizes.hidden);
  return std::move(tensors).take();
}

std::vector<ExpectedTensor> tensorsOfLstmLocation(const StateShapes&, const ModelSizes& sizes) {
  const std::int64_t ofUser = sizes.width / 2, together = sizes.hidden + ofUser;
  ExpectedTensors tensors;
  tensors.add("loc_emb.weight", {sizes.locations, sizes.width});
  tensors.add("user_emb.weight", {sizes.users, ofUser});
  tensors.norm("input_norm", sizes.width);
  tensors.lstm(sizes.width, sizes);
  tensors.norm("output_norm", together);
  tensors.linear("classifier", sizes.locations, together);
  return std::move(tensors).take();
}

std::vector<ExpectedTensor> tensorsOfLstmPointer(const StateShapes&, const ModelSizes& sizes) {
  ExpectedTensors tensors;
  tensors.add("loc_emb.weight", {sizes.locations, sizes.width});
  tensors.lstm(sizes.width, sizes);
  tensors.add("pointer_key.weight", {sizes.hidden, sizes.hidden});
  tensors.add("pointer_query.weight", {sizes.hidden, sizes.hidden});
  tensors.add("pointer_score.weight", {1, sizes.hidden});
  return std::move(tensors).take();
}

/// `expected` looks at the sizes alone.
template <auto expected>
std::vector<ExpectedTensor> newTensors(std::string_view ablation, const ModelSizes& sizes) {
  return ablation == "full_model" ? expected({}, sizes) : std::vector<ExpectedTensor>();
}

}  // namespace

const StateDictKind& lstmStateDict() {
  static const StateDictKind kind{.id = "lstm",
                                  .title = "LSTM",
                                  .defaultHeads = 0,
                                  .layerPrefix = lstmLayers,
                                  .recognises =
                                      [](const StateShapes& shapes) {
                                        return shapes.has("Embedding.emb_loc.weight") &&
                                               shapes.has("lstm.weight_ih_l0") && shapes.has("FC.fc_loc.weight");
                                      },
                                  .sizesOf =
                                      [](const StateShapes& shapes) {
                                        return sizesBehind(shapes, "Embedding.emb_loc.weight", "FC.emb_user.weight");
                                      },
                                  .ablationOf = fullModelOnly,
                                  .expected = tensorsOfLstm,
                                  .expectedOfNew = newTensors<tensorsOfLstm>};
  return kind;
}

const StateDictKind& lstmLocationStateDict() {
  static const StateDictKind kind{
      .id = "lstm_location",
      .title = "LSTM on location and user",
      .defaultHeads = 0,
      .layerPrefix = lstmLayers,
      .recognises =
          [](const StateShapes& shapes) {
            return shapes.has("loc_emb.weight") && shapes.has("lstm.weight_ih_l0") && shapes.has("classifier.weight");
          },
      .sizesOf = [](const StateShapes& shapes) { return sizesBehind(shapes, "loc_emb.weight", "user_emb.weight"); },
      .ablationOf = fullModelOnly,
      .expected = tensorsOfLstmLocation,
      .expectedOfNew = newTensors<tensorsOfLstmLocation>};
  return kind;
}

const StateDictKind& lstmPointerStateDict() {
  static const StateDictKind kind{
      .id = "lstm_pointer",
      .title = "LSTM pointer network",
      .defaultHeads = 0,
      .layerPrefix = lstmLayers,
      .recognises =
          [](const StateShapes& shapes) {
            return shapes.has("loc_emb.weight") && shapes.has("lstm.weight_ih_l0") && shapes.has("pointer_key.weight");
          },
      .sizesOf = [](const StateShapes& shapes) { return sizesBehind(shapes, "loc_emb.weight", ""); },
      .ablationOf = fullModelOnly,
      .expected = tensorsOfLstmPointer,
      .expectedOfNew = newTensors<tensorsOfLstmPointer>};
  return kind;
}

}  // namespace sojourn
