// SPDX-License-Identifier: GPL-3.0-or-later
// Which models are compared: they come and go, stand in the wide columns, and are kept with a workspace.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::session {

Status ModelComparisons::add(const ComparedSource& source) {
  if (m_models.size() >= mostModels)
    return Error{ErrorKind::BadUsage, comparedSourceTitle(source), tr("cannot join: eight models are compared"),
                 tr("remove one first")};
  if (std::ranges::find(m_models, source, &ComparedState::source) != m_models.end())
    return Error{ErrorKind::BadUsage, comparedSourceTitle(source), tr("is compared already"),
                 tr("choose another model")};
  m_chosen = true;
  m_sources.push_back(source);
  if (const DatasetPtr& dataset = m_workspace.dataset(); dataset && source.kind == ComparedKind::Predictions)
    m_sources.back().dataset = datasetKey(dataset->prefix, dataset->fingerprint);
  // One that failed is tried again.
  std::erase_if(m_predicted, [key = keyOf(source)](const Predicted& one) { return one.error && one.key == key; });
  fillModels();
  if (m_models.size() == 2) m_pair = {0, 1};
  updateFrom(Changes::all());
  m_workspace.announce(Change::Comparison);
  return {};
}

void ModelComparisons::remove(std::size_t model) {
  if (model == 0 || model >= m_models.size()) return;
  m_chosen = true;
  m_sources.erase(m_sources.begin() + static_cast<std::ptrdiff_t>(model - 1));
  fillModels();
  updateFrom(Changes::all());
  m_workspace.announce(Change::Comparison);
}

void ModelComparisons::showFirst(std::size_t model) {
  if (model >= m_models.size() || model == m_pair.first) return;
  if (model == m_pair.second) return swapPair();
  m_pair.first = model;
  m_workspace.announce(Change::Comparison);
}

void ModelComparisons::showSecond(std::size_t model) {
  if (model >= m_models.size() || model == m_pair.second) return;
  if (model == m_pair.first) return swapPair();
  m_pair.second = model;
  m_workspace.announce(Change::Comparison);
}

void ModelComparisons::swapPair() {
  if (m_models.size() < 2) return;
  std::swap(m_pair.first, m_pair.second);
  m_workspace.announce(Change::Comparison);
}

ChosenModels ModelComparisons::chosen() const {
  if (!m_chosen) return {};
  ChosenModels chosen{.byPerson = true, .first = m_pair.first, .second = m_pair.second};
  for (const ComparedSource& source : m_sources) {
    chosen.models.push_back(source.name);
    chosen.datasets.push_back(source.dataset);
  }
  return chosen;
}

void ModelComparisons::choose(const std::vector<std::string>& names, const std::string& columns) {
  ChosenModels chosen{.byPerson = !names.empty(), .models = names};
  if (!names.empty() && columns.size() == 2) {
    chosen.first = static_cast<std::size_t>(columns[0] - 'A');
    chosen.second = static_cast<std::size_t>(columns[1] - 'A');
  }
  restore(chosen);
}

std::string ModelComparisons::arguments() const {
  std::string text;
  for (std::size_t i = 1; i < m_models.size(); ++i)
    text += " --model " + m_workspace.pathInLink(m_models[i].source.name);
  if (m_models.size() > 1 && m_pair != std::pair<std::size_t, std::size_t>{0, 1})
    text += " --columns " + modelLetter(m_pair.first) + modelLetter(m_pair.second);
  return text;
}

void ModelComparisons::restore(const ChosenModels& chosen) {
  m_chosen = chosen.byPerson;
  m_sources.clear();
  for (std::size_t i = 0; i < chosen.models.size() && m_sources.size() + 1 < mostModels; ++i) {
    if (chosen.models[i].empty()) continue;
    m_sources.push_back(comparedSourceNamed(chosen.models[i]));
    if (m_sources.back().kind == ComparedKind::Predictions && i < chosen.datasets.size())
      m_sources.back().dataset = chosen.datasets[i];
  }
  m_pair = {chosen.first, chosen.second};
  fillModels();
  updateFrom(Changes::all());
  m_workspace.announce(Change::Comparison);
}

}  // namespace sojourn::session
