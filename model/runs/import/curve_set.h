// SPDX-License-Identifier: GPL-3.0-or-later
// Values by names and steps, as TensorBoard, MLflow and tables with a row for each value keep them, put together into
// the rows of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/formats/tensorboard/tfevents.h"
#include "model/runs/import/import_readers.h"

namespace sojourn {

/// Puts the points of a curve into this order.
void reorder(ScalarSeries& curve, const std::vector<std::size_t>& order);

class CurveSet {
 public:
  /// What one file holds, in its order. Within a file, steps that begin again are those of a further part of the
  /// training, which follows the one before; values of a name that has one step only are numbered by their times. What
  /// a later file has at steps of an earlier one takes its place, as TensorBoard purges after a restart.
  void add(std::vector<ScalarSeries> file);

  /// What the names mean.
  [[nodiscard]] MetricNameResolver meanings() const;
  /// One row a step for training, one for the evaluation: each has its own time.
  void merge(const MetricNameResolver& meanings, ImportBuilder& builder) const;
  /// What was done about steps, as sentences.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  void append(const ScalarSeries& series);
  void numberByTime(ScalarSeries& series);
  void joinParts(std::vector<ScalarSeries>& file);

  std::vector<ScalarSeries> m_curves;
  std::map<std::string, std::size_t> m_places;  ///< in m_curves, by tag
  std::vector<std::string> m_numbered;          ///< names without steps
  std::size_t m_parts = 0;                      ///< beyond the first of a file
  std::size_t m_replaced = 0;                   ///< values
};

}  // namespace sojourn
