// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/scene.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ranges>

namespace sojourn::present {

const HitArea* Scene::hitAt(Point p) const {
  for (const HitArea& hit : hits | std::views::reverse) {
    if (hit.rect.contains(p)) return &hit;
  }
  if (!moreHits) return nullptr;
  foundHit = moreHits(p);
  return foundHit ? &*foundHit : nullptr;
}

const Movable* Scene::movableAt(Point p) const {
  for (const Movable& one : movables | std::views::reverse) {
    if (one.area.contains(p)) return &one;
  }
  return nullptr;
}

float Scene::scrollRange() const {
  return std::max(0.0F, contentSize.height - size.height);
}

Point Scene::contentPoint(Point onCanvas, float scroll) const {
  const float range = scrollRange();
  if (onCanvas.y < pinnedTop) return onCanvas;
  if (onCanvas.y >= size.height - pinnedBottom) return {onCanvas.x, onCanvas.y + range};
  return {onCanvas.x, onCanvas.y + std::clamp(scroll, 0.0F, range)};
}

std::vector<Shape> exportedShapes(const Scene& scene) {
  std::vector<bool> left(scene.shapes.size());
  for (const ControlShapes& control : scene.controls)
    for (std::size_t i = control.begin; i < std::min(control.end, left.size()); ++i) left[i] = true;
  std::vector<Shape> shapes;
  shapes.reserve(scene.shapes.size());
  for (std::size_t i = 0; i < left.size(); ++i)
    if (!left[i]) shapes.push_back(scene.shapes[i]);
  for (const ControlShapes& control : scene.controls)
    if (control.chosen) shapes.emplace_back(*control.chosen);
  return shapes;
}

std::string cellText(const Table::Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  const double number = std::get<double>(cell);
  if (std::isnan(number)) return {};
  // Pictures are made from float32: as many digits as it takes to read the float back, not the double's tail.
  std::array<char, 32> digits{};
  const auto narrow = static_cast<float>(number);
  const bool isFloat = static_cast<double>(narrow) == number && std::abs(number) < 1e7 && number != std::round(number);
  const auto end = isFloat ? std::to_chars(digits.data(), digits.data() + digits.size(), narrow)
                           : std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return {digits.data(), end.ptr};
}

}  // namespace sojourn::present
