// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files: records with checksums, each a small protocol buffer with scalars (tensorflow/core/util/
// event.proto and framework/summary.proto; the framing is TFRecord's).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/files.h"
#include "model/core/result.h"

namespace sojourn {

/// One curve, points in the order of the file.
struct ScalarSeries {
  std::string tag;
  std::vector<double> wall;  ///< seconds since 1970
  std::vector<std::int64_t> step;
  std::vector<double> value;
};

/// What a file, or as much of it as was fed, holds.
struct TfEvents {
  std::vector<ScalarSeries> series;  ///< in the order in which their tags appear
  std::int64_t records = 0;          ///< that were good
  std::int64_t badRecords = 0;       ///< wrong checksum or no event: skipped
  std::int64_t otherValues = 0;      ///< images, histograms, texts, ...: not read
  std::uint64_t tornBytes = 0;       ///< of a last record that is not whole, as in a file that is being written
};

/// Reads event files piece by piece. Bounded by what the bytes hold, in time linear in them: a length is believed only
/// with its checksum, records above 16 MB are passed over (otherValues), at most 10 000 tags are kept.
class TfEventsParser {
 public:
  /// Takes what follows in the file. Pieces may end anywhere.
  void feed(std::span<const std::byte> piece);

  /// What has been read; tornBytes are those that wait for the rest of their record.
  [[nodiscard]] const TfEvents& events() const { return m_events; }
  [[nodiscard]] TfEvents take() && { return std::move(m_events); }

 private:
  /// Reads whole records; returns how many bytes that took.
  [[nodiscard]] std::size_t consume(std::span<const std::byte> bytes);
  [[nodiscard]] std::size_t readRecords(std::span<const std::byte> bytes);
  void readEvent(std::span<const std::byte> record);
  void addValue(std::span<const std::byte> value, double wall, std::int64_t step);
  [[nodiscard]] ScalarSeries* seriesOf(std::string_view tag);

  TfEvents m_events;
  Bytes m_pending;               ///< the beginning of a record
  std::uint64_t m_skip = 0;      ///< bytes of a large record that are still to be passed over
  std::uint64_t m_consumed = 0;  ///< bytes of the file before those that consume() is given
  std::uint64_t m_searched = 0;  ///< bytes that were checksummed in vain
  bool m_lost = false;           ///< between a damaged length and the next one that is good
  std::map<std::string, std::size_t, std::less<>> m_byTag;
  std::size_t m_nextGuess = 0;  ///< curves take turns: the series after the last one
};

/// Reads a whole file in pieces. Errors: not there, not a regular file, unreadable, not one good record in a file that
/// is not empty (ErrorKind::BadInput); ErrorKind::Cancelled.
[[nodiscard]] Result<TfEvents> readTfEvents(const std::filesystem::path& file, const CancelToken& cancel = {});

/// Puts event files together. The first record is written by the constructor.
class TfEventsWriter {
 public:
  explicit TfEventsWriter(double wall);

  /// One point; the value is kept as a float, as TensorBoard does.
  void add(std::string_view tag, double wall, std::int64_t step, double value);
  /// Of TensorBoard's page Custom scalars: each chart shows the curves of its tags together.
  struct Chart {
    std::string title;
    std::vector<std::string> tags;
  };
  void addCharts(double wall, std::string_view category, const std::vector<Chart>& charts);
  /// Of TensorBoard's page HParams: what the run was trained with.
  using Setting = std::pair<std::string, std::variant<double, bool, std::string>>;
  void addSettings(double wall, std::string_view run, const std::vector<Setting>& settings);

  /// What has been put together since the last call, to be appended to the file.
  [[nodiscard]] Bytes take() { return std::exchange(m_bytes, {}); }
  [[nodiscard]] std::size_t size() const { return m_bytes.size(); }

 private:
  void putEvent(double wall, std::int64_t step);

  Bytes m_bytes;
  Bytes m_event, m_summary, m_value;  ///< reused
};

// The layout of a file, for the reader, the writer and tests.

/// CRC-32C (Castagnoli) as in RFC 3720, appendix B.4: of "123456789" it is 0xE3069283. Uses the processor's
/// instruction where it has one (SSE 4.2), tables elsewhere.
[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes);
/// The same by tables, on every machine.
[[nodiscard]] std::uint32_t crc32cByTable(std::span<const std::byte> bytes);

namespace tfevents {

/// A record: length (8 bytes), checksum of these 8 bytes, data, checksum of the data.
inline constexpr std::size_t headerBytes = 12;
inline constexpr std::size_t footerBytes = 4;

/// TFRecord stores checksums turned and shifted, so that a checksum of bytes that hold checksums stays a good one.
[[nodiscard]] inline std::uint32_t maskedCrc(std::span<const std::byte> bytes) {
  const std::uint32_t crc = crc32c(bytes);
  return ((crc >> 15U) | (crc << 17U)) + 0xA282EAD8U;
}

inline constexpr std::string_view fileVersion = "brain.Event:2";

/// Field numbers of the messages.
namespace event {
inline constexpr std::uint64_t wallTime = 1, step = 2, fileVersion = 3, summary = 5;
}
namespace summary {
inline constexpr std::uint64_t value = 1;
}
namespace value {
inline constexpr std::uint64_t tag = 1, simpleValue = 2, tensor = 8, metadata = 9;
}
namespace tensor {
inline constexpr std::uint64_t dtype = 1, shape = 2, content = 4, floats = 5, doubles = 6, strings = 8;
inline constexpr std::uint64_t dtypeFloat = 1, dtypeDouble = 2, dtypeString = 7;
}  // namespace tensor
/// A value of a plugin: which one, and what it is told.
namespace metadata {
inline constexpr std::uint64_t pluginData = 1, pluginName = 1, content = 2;
}
/// custom_scalar/layout.proto
namespace layout {
inline constexpr std::uint64_t category = 2, title = 1, chart = 2, multiline = 2, tag = 1;
}
/// hparams/plugin_data.proto
namespace hparams {
inline constexpr std::uint64_t sessionStart = 3, hparam = 1, groupName = 4, startTime = 5;
inline constexpr std::uint64_t key = 1, value = 2, number = 2, text = 3, truth = 4;
}  // namespace hparams

}  // namespace tfevents

}  // namespace sojourn
