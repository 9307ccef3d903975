// SPDX-License-Identifier: GPL-3.0-or-later
// Which models are compared: they come and go, stand in the wide columns, and are kept as a text.
#include <algorithm>
#include <sstream>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::session {
namespace {

/// A line of kept(): the name, and of predictions their dataset behind a tab.
ComparedSource keptSource(const std::string& line) {
  const std::size_t tab = line.rfind(".csv\t");
  if (tab == std::string::npos) return comparedSourceNamed(line);
  constexpr std::size_t suffix = 4;
  ComparedSource source = comparedSourceNamed(line.substr(0, tab + suffix));
  source.dataset = line.substr(tab + suffix + 1);
  return source;
}

}  // namespace

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

std::string ModelComparisons::kept() const {
  if (!m_chosen) return {};
  std::string text = std::to_string(m_pair.first) + " " + std::to_string(m_pair.second) + "\n";
  for (const ComparedSource& source : m_sources)
    text += source.name + (source.dataset.empty() ? "" : "\t" + source.dataset) + "\n";
  return text;
}

void ModelComparisons::choose(const std::vector<std::string>& names, const std::string& columns) {
  std::string text = names.empty() ? "" : "0 1\n";
  if (!names.empty() && columns.size() == 2)
    text = std::to_string(columns[0] - 'A') + " " + std::to_string(columns[1] - 'A') + "\n";
  for (const std::string& name : names) text += name + "\n";
  restore(text);
}

std::string ModelComparisons::arguments() const {
  std::string text;
  for (std::size_t i = 1; i < m_models.size(); ++i)
    text += " --model " + m_workspace.pathInLink(m_models[i].source.name);
  if (m_models.size() > 1 && m_pair != std::pair<std::size_t, std::size_t>{0, 1})
    text += " --columns " + modelLetter(m_pair.first) + modelLetter(m_pair.second);
  return text;
}

void ModelComparisons::restore(const std::string& text) {
  m_chosen = !text.empty();
  m_sources.clear();
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::pair<std::size_t, std::size_t> pair{0, 1};
  std::istringstream(line) >> pair.first >> pair.second;
  while (std::getline(lines, line) && m_sources.size() + 1 < mostModels)
    if (!line.empty()) m_sources.push_back(keptSource(line));
  m_pair = pair;
  fillModels();
  updateFrom(Changes::all());
  m_workspace.announce(Change::Comparison);
}

}  // namespace sojourn::session
