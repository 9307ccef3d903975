// SPDX-License-Identifier: GPL-3.0-or-later
// A whole dataset: splits side by side, then what its metadata and tables say.
#include <algorithm>
#include <future>
#include <system_error>
#include <utility>

#include "model/core/sha256.h"
#include "model/data/dataset/dataset.h"
#include "model/data/dataset/visit_history.h"
#include "model/data/io/dataset_files.h"
#include "model/data/io/metadata_and_labels.h"
#include "model/data/io/read_split.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

struct SplitRead {
  SequenceSet set;
  std::string digest;  ///< SHA-256 of the file
  std::vector<Problem> problems;
};

/// SHA-256 of a whole file.
std::string digestOf(FileSource& file) {
  file.rewind();
  Sha256 digest;
  Bytes piece(std::min<std::uint64_t>(file.size(), std::uint64_t{1} << 20U));
  while (const std::size_t got = valueOrThrow(file.read(piece))) digest.update(std::span(piece).first(got));
  return digest.finish();
}

/// A file whose reader can be stopped, and tells how many of its bytes were read.
class WatchedSource final : public ByteSource {
 public:
  WatchedSource(FileSource& file, std::string name, const Progress& progress, const CancelToken& cancel)
      : m_file(file), m_name(std::move(name)), m_progress(progress), m_cancel(cancel) {}
  [[nodiscard]] std::uint64_t size() const override { return m_file.size(); }
  [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into) override {
    if (m_cancel.cancelled()) return Error{ErrorKind::Cancelled, m_name, "reading was cancelled", ""};
    if (m_progress) m_progress(m_file.offset(), m_file.size());
    return m_file.read(into);
  }
  void rewind() override { m_file.rewind(); }

 private:
  FileSource& m_file;
  std::string m_name;
  const Progress& m_progress;
  const CancelToken& m_cancel;
};

SplitRead readSplitFile(const std::filesystem::path& path, std::uint64_t memoryBytes, const Progress& progress,
                        const CancelToken& cancel) {
  const auto file = valueOrThrow(FileSource::open(path, largestSplitFile));
  WatchedSource source(*file, path.string(), progress, cancel);
  SplitRead read;
  read.set = valueOrThrow(readSplit(source, path.string(), splitLimits(memoryBytes), read.problems));
  read.digest = digestOf(*file);
  return read;
}

bool contains(const std::vector<Split>& splits, Split split) {
  return std::ranges::find(splits, split) != splits.end();
}

/// The wanted splits whose files are there. Errors: a required one is not, or none is.
std::vector<Split> splitsToRead(const DatasetLocation& location, const DatasetReadOptions& options) {
  std::vector<Split> found;
  for (const Split split : allSplits) {
    // Pseudonyms depend on how many ids the whole dataset has.
    if (options.pseudonyms.empty() && !contains(options.wanted, split) && !contains(options.required, split)) continue;
    std::error_code ignored;
    if (std::filesystem::exists(splitFile(location, split), ignored)) {
      found.push_back(split);
    } else if (contains(options.required, split)) {
      throw FormatFailure{{ErrorKind::BadInput, splitFile(location, split).string(), "is not there",
                           std::string("this needs the split ") + splitName(split)}};
    }
  }
  if (!found.empty()) return found;
  throw FormatFailure{{ErrorKind::BadInput, (location.folder / location.prefix).string(),
                       "has none of the splits asked for", "check the folder and the prefix"}};
}

/// Splits of less than this together are read side by side: half of the memory is enough for each.
constexpr std::uintmax_t smallDataset = 64'000'000;

std::uintmax_t totalBytes(const DatasetLocation& location, const std::vector<Split>& splits) {
  std::uintmax_t total = 0;
  for (const Split split : splits) {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(splitFile(location, split), error);
    if (!error) total += bytes;
  }
  return total;
}

struct LargestIds {
  std::int64_t location = 0;
  std::int64_t user = 0;
};

LargestIds largestIds(const SequenceSet& set) {
  LargestIds largest;
  for (std::size_t row = 0; row < set.size(); ++row) {
    largest.user = std::max<std::int64_t>(largest.user, set.user(row));
    largest.location = std::max<std::int64_t>(largest.location, set.target(row));
    for (const LocationId location : set.locations(row))
      largest.location = std::max<std::int64_t>(largest.location, location);
  }
  return largest;
}

/// A split whose ids are beyond what train (or the metadata) says there are.
void checkIdsWithin(const Dataset& dataset, Split split, const LargestIds& largest, std::vector<Problem>& problems) {
  const std::string where = splitFile({dataset.folder, dataset.prefix}, split).string();
  const auto note = [&](const char* kind, std::int64_t id, std::int32_t count) {
    if (id < count) return;
    problems.push_back({Severity::Warning, where,
                        std::string("holds the ") + kind + " id " + std::to_string(id) +
                            ", but there are only the ids below " + std::to_string(count),
                        "check that the splits belong together; a model of this dataset cannot read such sequences"});
  };
  note("location", largest.location, dataset.numLocations);
  note("user", largest.user, dataset.numUsers);
}

/// Sizes, and the problems that come from comparing the files with each other (SPEC 2).
void measure(Dataset& dataset) {
  const DatasetLocation location{dataset.folder, dataset.prefix};
  const std::string metadataName = metadataFile(location).string();
  Metadata metadata;
  if (auto read = readMetadata(metadataFile(location), dataset.problems)) {
    metadata = std::move(*read);
  } else {
    dataset.problems.push_back({Severity::Warning, read.error().where, read.error().what, read.error().remedy});
  }
  if (!metadata.datasetName.empty()) dataset.title = metadata.datasetName;
  dataset.localClock = metadata.localClock;

  std::array<LargestIds, 3> bySplit;
  LargestIds all;
  for (const Split split : allSplits) {
    const SequenceSet* set = dataset.split(split);
    if (!set) continue;
    const LargestIds& largest = bySplit[static_cast<std::size_t>(split)] = largestIds(*set);
    all = {std::max(all.location, largest.location), std::max(all.user, largest.user)};
    dataset.maxSequenceLength = std::max(dataset.maxSequenceLength, set->longest() + 10);
  }
  const bool hasTrain = dataset.split(Split::Train) != nullptr;
  const std::int64_t trainLocation = bySplit[static_cast<std::size_t>(Split::Train)].location;
  const auto said = [](std::optional<std::int64_t> number, std::int64_t largest) {
    return number && *number > 0 ? static_cast<std::int32_t>(*number) : static_cast<std::int32_t>(largest + 1);
  };
  dataset.numLocations = hasTrain ? static_cast<LocationId>(trainLocation + 1) : said(metadata.locations, all.location);
  dataset.numUsers = hasTrain ? static_cast<UserId>(all.user + 1) : said(metadata.users, all.user);
  compareWithMetadata(metadata, dataset, hasTrain ? std::optional(trainLocation) : std::nullopt,
                      hasTrain ? std::optional(all.user) : std::nullopt, metadataName, dataset.problems);
  for (const Split split : allSplits) {
    if (dataset.split(split))
      checkIdsWithin(dataset, split, bySplit[static_cast<std::size_t>(split)], dataset.problems);
  }
}

void readLabels(Dataset& dataset) {
  const DatasetLocation location{dataset.folder, dataset.prefix};
  const KnownIds known{.locations = dataset.numLocations, .users = dataset.numUsers};
  if (const auto file = labelFile(location, "_locations")) dataset.places = readPlaces(*file, known, dataset.problems);
  if (const auto file = labelFile(location, "_users"))
    dataset.userNames = readUserNames(*file, known, dataset.problems);
}

Dataset readWhole(const DatasetLocation& location, const DatasetReadOptions& options, const Progress& progress,
                  const CancelToken& cancel) {
  const auto stopWhereCancelled = [&] {
    if (cancel.cancelled())
      throw FormatFailure{{ErrorKind::Cancelled, location.folder.string(), "reading was cancelled", ""}};
  };
  const std::vector<Split> splits = splitsToRead(location, options);
  Dataset dataset;
  dataset.folder = location.folder;
  dataset.prefix = location.prefix;
  dataset.title = location.prefix;

  // Train is about as large as the two others together, so it gets a thread of its own, where both fit into memory.
  std::future<SplitRead> train;
  const bool sideBySide =
      splits.size() > 1 && splits.front() == Split::Train && totalBytes(location, splits) < smallDataset;
  std::uint64_t memory = sideBySide ? datasetMemory / 2 : datasetMemory;
  std::vector<Split> order = splits;
  if (sideBySide) {
    train =
        std::async(std::launch::async, readSplitFile, splitFile(location, Split::Train), memory, Progress(), cancel);
    std::rotate(order.begin(), order.begin() + 1,
                order.end());  // asked for last, so that the thread has the time of the others
  }
  std::array<std::optional<SplitRead>, 3> reads;
  const std::uintmax_t whole = totalBytes(location, splits);
  std::uintmax_t done = 0;
  for (const Split split : order) {
    stopWhereCancelled();
    const std::filesystem::path file = splitFile(location, split);
    const Progress ofFile = [&](std::size_t bytes, std::size_t) {
      if (progress) progress(done + bytes, whole);
    };
    SplitRead read = split == Split::Train && train.valid() ? train.get() : readSplitFile(file, memory, ofFile, cancel);
    if (!sideBySide) memory -= std::min<std::uint64_t>(memory, read.set.memoryBytes());
    done += totalBytes(location, {split});
    reads[static_cast<std::size_t>(split)] = std::move(read);
  }
  stopWhereCancelled();
  if (progress) progress(whole, whole);

  Sha256 fingerprint;
  for (const Split split : splits) {
    SplitRead& read = *reads[static_cast<std::size_t>(split)];
    dataset.splits[static_cast<std::size_t>(split)] = std::move(read.set);
    dataset.problems.insert(dataset.problems.end(), read.problems.begin(), read.problems.end());
    fingerprint.update(asBytes(fingerprintLine(split, read.digest)));
  }
  dataset.fingerprint = fingerprint.finish();
  measure(dataset);
  readLabels(dataset);
  if (options.pseudonyms.empty())
    giveHistory(dataset);
  else
    usePseudonyms(dataset, options.pseudonyms);
  return dataset;
}

}  // namespace

Result<Dataset> readDataset(const DatasetLocation& location, const DatasetReadOptions& options,
                            const Progress& progress, const CancelToken& cancel) {
  return errorsAsValues(location.folder.string(),
                        [&]() -> Result<Dataset> { return readWhole(location, options, progress, cancel); });
}

}  // namespace sojourn
