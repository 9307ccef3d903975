// SPDX-License-Identifier: GPL-3.0-or-later
// How a state dict of DeepMove is recognised and measured.
#include "model/data/dataset/visit_history.h"
#include "model/nets/plan/state_dict_kind.h"

namespace sojourn {
namespace {

std::vector<ExpectedTensor> tensorsOfDeepMove(const StateShapes&, const ModelSizes& sizes) {
  const std::int64_t d = sizes.width, narrow = deepMoveNarrowWidth(sizes), h = sizes.hidden;
  ExpectedTensors tensors;
  tensors.add("model.emb_loc.weight", {sizes.locations, d});
  tensors.add("model.emb_tim.weight", {historySlots, narrow});
  tensors.add("model.emb_uid.weight", {sizes.users, narrow});
  tensors.linear("model.fc_attn", h, d + narrow);
  tensors.add("model.rnn.weight_ih_l0", {3 * h, d + narrow});
  tensors.add("model.rnn.weight_hh_l0", {3 * h, h});
  tensors.add("model.rnn.bias_ih_l0", {3 * h});
  tensors.add("model.rnn.bias_hh_l0", {3 * h});
  tensors.linear("model.fc_final", sizes.locations, 2 * h + narrow);
  return std::move(tensors).take();
}

}  // namespace

const StateDictKind& deepMoveStateDict() {
  static const StateDictKind kind{
      .id = "deepmove",
      .title = "DeepMove",
      .defaultHeads = 0,
      .layerPrefix = "model.rnn.weight_ih_l",
      .recognises =
          [](const StateShapes& shapes) {
            return shapes.has("model.emb_loc.weight") && shapes.has("model.fc_attn.weight") &&
                   shapes.has("model.rnn.weight_ih_l0");
          },
      .sizesOf =
          [](const StateShapes& shapes) {
            return ModelSizes{.locations = shapes.size("model.emb_loc.weight", 0),
                              .users = shapes.size("model.emb_uid.weight", 0),
                              .maxLength = lengthWithoutTable,
                              .width = shapes.size("model.emb_loc.weight", 1),
                              .layers = 1,
                              .hidden = shapes.size("model.rnn.weight_hh_l0", 1)};
          },
      .ablationOf = fullModelOnly,
      .expected = tensorsOfDeepMove,
      .expectedOfNew =
          [](std::string_view ablation, const ModelSizes& sizes) {
            return ablation == "full_model" ? tensorsOfDeepMove({}, sizes) : std::vector<ExpectedTensor>();
          }};
  return kind;
}

}  // namespace sojourn
