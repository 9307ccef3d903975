// SPDX-License-Identifier: GPL-3.0-or-later
// A dataset back into files that this program and Python's readers take.
#include <algorithm>
#include <vector>

#include "model/core/files.h"
#include "model/data/dataset/dataset.h"
#include "model/data/io/dataset_files.h"
#include "model/data/io/metadata_and_labels.h"
#include "model/data/io/read_split.h"
#include "model/formats/pickle/pickle_writer.h"

namespace sojourn {
namespace {

/// Writes the columns of a set, wide as SPEC 2 has them or narrow.
class RecordWriter {
 public:
  explicit RecordWriter(NumberWidth width) : m_width(width) {}

  void write(const SequenceSet& set, std::size_t row) {
    m_pickle.beginDict();
    column("X", set.locations(row));
    m_users.assign(set.length(row), set.user(row));
    column<std::int32_t>("user_X", m_users);
    column("weekday_X", set.weekdays(row));
    column("start_min_X", set.startMinutes(row));
    durations(set.durations(row));
    column("diff", set.daysAgo(row));
    m_pickle.text("Y");
    m_pickle.integer(set.target(row));
    if (!set.causes(row).empty()) {
      m_pickle.text(causesKey);
      m_pickle.beginList();
      for (const std::int32_t index : set.causes(row)) m_pickle.integer(index);
      m_pickle.end();
    }
    m_pickle.end();
  }

  Bytes all(const SequenceSet& set) {
    m_pickle.beginList();
    for (std::size_t row = 0; row < set.size(); ++row) write(set, row);
    m_pickle.end();
    return m_pickle.finish();
  }

 private:
  template <class T>
  void array(DType type, std::span<const T> values) {
    const std::int64_t shape[] = {static_cast<std::int64_t>(values.size())};
    m_pickle.array(type, shape, std::as_bytes(values));
  }

  template <class T>
  void column(const char* key, std::span<const T> values) {
    m_pickle.text(key);
    if (m_width == NumberWidth::Narrow) {
      m_narrow.assign(values.begin(), values.end());
      return array<std::int32_t>(DType::Int32, m_narrow);
    }
    m_wide.assign(values.begin(), values.end());
    array<std::int64_t>(DType::Int64, m_wide);
  }

  void durations(std::span<const double> values) {
    m_pickle.text("dur_X");
    if (m_width == NumberWidth::Wide) return array(DType::Float64, values);
    m_floats.assign(values.size(), 0);
    std::ranges::transform(values, m_floats.begin(), [](double value) { return static_cast<float>(value); });
    array<float>(DType::Float32, m_floats);
  }

  NumberWidth m_width;
  PickleWriter m_pickle;
  std::vector<std::int32_t> m_users;
  std::vector<std::int32_t> m_narrow;
  std::vector<std::int64_t> m_wide;
  std::vector<float> m_floats;
};

/// Writes a table, or nothing where there is nothing to say.
Status writeTable(const std::filesystem::path& file, const std::string& text) {
  return text.empty() ? Status() : writeFileAtomically(file, text);
}

}  // namespace

Bytes encodeSequences(const SequenceSet& set, NumberWidth width) {
  return RecordWriter(width).all(set);
}

Status writeDataset(const Dataset& dataset, const std::filesystem::path& folder, NumberWidth width) {
  const DatasetLocation location{folder, dataset.prefix};
  for (const Split split : allSplits) {
    const SequenceSet* set = dataset.split(split);
    if (!set) continue;
    if (const Status written = writeFileAtomically(splitFile(location, split), encodeSequences(*set, width));
        !written) {
      return written;
    }
  }
  if (const Status written = writeFileAtomically(metadataFile(location), metadataAsJson(dataset)); !written)
    return written;
  const Status written = writeTable(folder / (dataset.prefix + "_locations.csv"), placesAsCsv(dataset.places));
  return written ? writeTable(folder / (dataset.prefix + "_users.csv"), usersAsCsv(dataset.userNames)) : written;
}

}  // namespace sojourn
