// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/prediction_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/evaluate/rule_baselines.h"
#include "model/formats/text/csv.h"

namespace sojourn {
namespace {

constexpr std::uint64_t maxFileBytes = 1'000'000'000;
// Ten ranks and ten probabilities take some 400; other columns may be there.
constexpr std::uint64_t mostBytesOfASample = 4'096;
// Sums of rounded probabilities.
constexpr double sumTolerance = 1e-3;
constexpr std::size_t listedRanks = 10;

/// The columns NAME1, NAME2, ... without a gap.
std::vector<std::size_t> numberedColumns(const CsvReader& csv, const std::string& name) {
  std::vector<std::size_t> columns;
  while (columns.size() < listedRanks) {
    const auto column = csv.column({name + std::to_string(columns.size() + 1)});
    if (!column) break;
    columns.push_back(*column);
  }
  return columns;
}

class PredictionReader {
 public:
  PredictionReader(CsvReader& csv, std::string where, const SequenceSet& set)
      : m_csv(csv), m_where(std::move(where)), m_set(set), m_found(set.size()) {}

  Result<FilePredictions> read() {
    if (const Status header = m_csv.readHeader(); !header) return header.error();
    for (const std::string& name : m_csv.header())
      if (std::ranges::count(m_csv.header(), name) > 1)
        return wrong("the column " + escapeForDisplay(name, 40) + " is there twice", "keep one of them");
    const auto index = m_csv.column({"index"});
    m_ranks = numberedColumns(m_csv, "rank");
    m_chances = numberedColumns(m_csv, "probability");
    if (!index || m_ranks.empty())
      return wrong("there is no column index or rank1", "name the columns index,rank1,...");
    if (!m_chances.empty() && m_chances.size() < m_ranks.size())
      return wrong("there are more ranks than probabilities",
                   "write probability1 to probability" + std::to_string(m_ranks.size()) + ", or none");
    FilePredictions predictions{.outcomes = std::vector<Outcome>(m_set.size()),
                                .probabilities = !m_chances.empty(),
                                .ranks = m_ranks.size(),
                                .columns = m_ranks.size(),
                                .locations = std::vector<LocationId>(m_set.size() * m_ranks.size(), paddingLocation),
                                .chances = std::vector<float>(m_chances.empty() ? 0 : m_set.size() * m_ranks.size())};
    for (;;) {
      const auto more = m_csv.next();
      if (!more) return more.error();
      if (!*more) break;
      const auto row = plainNumber<std::size_t>(plainId(m_csv.field(*index)));
      if (!row || *row >= m_set.size())
        return wrongLine("the index is not one of the split's " + std::to_string(m_set.size()) + " samples",
                         "count from 0");
      if (m_found[*row]) return wrongLine("index " + std::to_string(*row) + " is there twice", "keep one line of it");
      m_found[*row] = true;
      if (const Status read = readRow(*row, predictions); !read) return read.error();
    }
    const auto absent = std::ranges::find(m_found, false);
    if (absent != m_found.end())
      return wrong(std::to_string(std::ranges::count(m_found, false)) +
                       " samples of the split are missing, the first of " + "them with index " +
                       std::to_string(absent - m_found.begin()),
                   "predict every sample of the split");
    return predictions;
  }

 private:
  Error wrong(std::string what, std::string remedy) const {
    return {ErrorKind::BadInput, m_where, std::move(what), std::move(remedy)};
  }
  Error wrongLine(std::string what, std::string remedy) const {
    return {ErrorKind::BadInput, m_where + ", line " + std::to_string(m_csv.line()), std::move(what),
            std::move(remedy)};
  }

  Status readRow(std::size_t row, FilePredictions& predictions) const {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    Outcome& outcome = predictions.outcomes[row] = withoutProbabilities(paddingLocation, 0);
    const std::span listed = std::span(predictions.locations).subspan(row * m_ranks.size(), m_ranks.size());
    std::size_t ranks = 0;
    double before = 1, sum = 0;
    for (std::size_t r = 0; r < m_ranks.size(); ++r) {
      const std::string_view field = m_csv.field(m_ranks[r]);
      if (field.empty() && r > 0) break;
      const auto id = plainNumber<LocationId>(plainId(field));
      if (!id || *id < 0) return wrongLine("rank" + std::to_string(r + 1) + " is no location id", "write ids");
      const LocationId location = m_set.locationOf(*id);
      if (std::ranges::count(listed.first(r), location) > 0)
        return wrongLine("location " + std::to_string(*id) + " has two ranks", "list each location once");
      listed[r] = location;
      ranks = r + 1;
      float probability = none;
      if (!m_chances.empty()) {
        const std::string name = "probability" + std::to_string(r + 1);
        const auto given = plainNumber<double>(m_csv.field(m_chances[r]));
        if (!given || !(*given >= 0 && *given <= 1))
          return wrongLine(name + " is not from 0 to 1", "write probabilities");
        if (*given > before) return wrongLine(name + " is above the one before it", "list the most probable first");
        before = *given;
        sum += *given;
        if (sum > 1 + sumTolerance) return wrongLine("the probabilities add up to more than 1", "write probabilities");
        probability = static_cast<float>(*given);
        predictions.chances[row * m_ranks.size() + r] = probability;
      }
      if (r == 0) outcome.prediction = location, outcome.probability = probability;
      if (location != m_set.target(row)) continue;
      outcome.rank = static_cast<std::int32_t>(r) + 1;
      outcome.targetProbability = probability;
    }
    predictions.ranks = std::min(predictions.ranks, ranks);
    return {};
  }

  CsvReader& m_csv;
  std::string m_where;
  const SequenceSet& m_set;
  std::vector<bool> m_found;
  std::vector<std::size_t> m_ranks, m_chances;
};

}  // namespace

std::span<const LocationId> FilePredictions::locationsOf(std::size_t row) const {
  const std::span listed = std::span(locations).subspan(row * columns, columns);
  return listed.first(static_cast<std::size_t>(std::ranges::find(listed, paddingLocation) - listed.begin()));
}

std::span<const float> FilePredictions::chancesOf(std::size_t row) const {
  return chances.empty() ? std::span<const float>()
                         : std::span(chances).subspan(row * columns, locationsOf(row).size());
}

Result<FilePredictions> readPredictions(const std::filesystem::path& file, const SequenceSet& set) {
  // A file of another kind is refused by its size, before it is read.
  const Result<Bytes> bytes = readFile(file, std::min(maxFileBytes, mostBytesOfASample * (set.size() + 16)));
  if (!bytes) return bytes.error();
  return parsePredictions(asText(*bytes), file.string(), set);
}

Result<FilePredictions> parsePredictions(std::string_view text, const std::string& where, const SequenceSet& set) {
  CsvReader csv(text, where);
  return PredictionReader(csv, where, set).read();
}

}  // namespace sojourn
