// SPDX-License-Identifier: GPL-3.0-or-later
// The views' own options as a text, for the workspace that keeps them: one word an option, then its values.
#include <cmath>
#include <sstream>

#include "views/present/gate/gate_view.h"
#include "views/qt/docks/view_state.h"

namespace sojourn::qt {
namespace {

constexpr const char* attentionScale = "attention_scale";
constexpr const char* attentionPinned = "attention_pinned";
constexpr const char* attentionPinnedChange = "attention_pinned_change";
constexpr const char* attentionCell = "attention_cell";
constexpr const char* pointerSums = "pointer_sums";
constexpr const char* gateSplit = "gate_split";
constexpr const char* modelBlock = "model_block";
constexpr int largestCell = 200;
constexpr double largestEnd = 1e6;

std::string scaleText(const present::ColorScale& scale) {
  std::ostringstream text;
  text.precision(17);
  text << (scale.diverging ? "diverging " : "magnitude ") << scale.low << ' ' << scale.high;
  return text.str();
}

std::optional<present::ColorScale> scaleIn(std::istringstream& values) {
  std::string kind;
  present::ColorScale scale;
  if (!(values >> kind >> scale.low >> scale.high) || (kind != "diverging" && kind != "magnitude")) return std::nullopt;
  scale.diverging = kind == "diverging";
  if (!(std::abs(scale.low) <= largestEnd && std::abs(scale.high) <= largestEnd && scale.low < scale.high))
    return std::nullopt;
  return scale;
}

}  // namespace

std::string ViewState::options() const {
  std::string text;
  const auto add = [&text](const char* option, const std::string& values) {
    text += std::string(option) + " " + values + "\n";
  };
  const present::AttentionOptions plain;
  if (m_attention.scale != plain.scale) add(attentionScale, present::attentionScaleName(m_attention.scale));
  if (m_attention.pinned) add(attentionPinned, scaleText(*m_attention.pinned));
  if (m_attention.pinnedChange) add(attentionPinnedChange, scaleText(*m_attention.pinnedChange));
  if (m_attention.zoomedCell != plain.zoomedCell) add(attentionCell, std::to_string(m_attention.zoomedCell));
  if (m_sumsOpen) add(pointerSums, *m_sumsOpen ? "open" : "closed");
  if (m_splitBy != SliceBy::Correctness) add(gateSplit, present::sliceByName(m_splitBy));
  if (!m_model.selectedBlock.empty()) add(modelBlock, m_model.selectedBlock);
  return text;
}

void ViewState::setOptions(const std::string& text) {
  m_attention = {};
  m_sumsOpen.reset();
  m_splitBy = SliceBy::Correctness;
  m_model = {};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream values(line);
    std::string option, word;
    values >> option;
    if (option == attentionPinned) {
      m_attention.pinned = scaleIn(values);
    } else if (option == attentionPinnedChange) {
      m_attention.pinnedChange = scaleIn(values);
    } else if (values >> word) {
      setOption(option, word);
    }
  }
}

/// One that this version does not know, or whose value it does not, changes nothing.
void ViewState::setOption(const std::string& option, const std::string& word) {
  if (option == attentionScale) {
    m_attention.scale = present::attentionScaleFromName(word).value_or(m_attention.scale);
  } else if (option == attentionCell) {
    int cell = 0;
    if (std::istringstream(word) >> cell && cell >= 0 && cell <= largestCell) m_attention.zoomedCell = cell;
  } else if (option == pointerSums) {
    if (word == "open" || word == "closed") m_sumsOpen = word == "open";
  } else if (option == gateSplit) {
    m_splitBy = present::sliceByFromName(word).value_or(m_splitBy);
  } else if (option == modelBlock) {
    m_model.selectedBlock = word;
  }
}

}  // namespace sojourn::qt
