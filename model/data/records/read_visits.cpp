// SPDX-License-Identifier: GPL-3.0-or-later
#include <tuple>

#include "model/data/records/date_order.h"
#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

/// The place of each number in an order.
std::vector<std::uint32_t> ranksIn(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> ranks(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
  return ranks;
}

}  // namespace

VisitRecords readVisits(ByteSource& source, const InputSettings& settings, ReadWatch& watch, ReadTally& tally) {
  const std::string where = settings.input.string();
  tally.dates = findDateOrder(source, settings, watch, tally.problems);
  TextLines lines(watch);
  lines.begin(source, where);
  TableInput table(lines, settings);
  const RowChecks checks(zoneOfStamps(settings), true, tally, tally.dates);

  VisitRecords records;
  records.placesGiven = table.columns()[Column::Place].has_value();
  IdNumbers users;
  IdNumbers places;
  std::vector<std::string> names;  // of places, in the order of their numbers
  std::string scratch;
  TableInput::Row row;
  while (table.next()) {
    ++tally.rows;
    const DropReason reason = table.read(checks, row);
    if (reason != DropReason::None) {
      tally.drop(table.asDropped(reason, row), where, table.line());
      continue;
    }
    row.visit.user = users.numberOf(row.user);
    tally.ledger.keep(row.visit.user, table.hour());
    tally.inFuture += row.visit.start > tally.newest ? 1 : 0;
    if (records.placesGiven) {
      row.visit.place = places.numberOf(row.place);
      names.resize(places.size());
      std::string& name = names[row.visit.place];
      for (const Column column : {Column::Name, Column::Category}) {
        if (name.empty() && !isMissing(table[column])) name = asUtf8(table[column], scratch);
      }
    }
    records.visits.push_back(row.visit);
  }

  const std::vector<Problem> lost = tally.ledger.warnings([&](const std::string& user) { return users.find(user); });
  tally.problems.insert(tally.problems.end(), lost.begin(), lost.end());
  const std::vector<std::uint32_t> userOrder = users.inOrder();
  const std::vector<std::uint32_t> placeOrder = places.inOrder();
  for (const std::uint32_t user : userOrder) records.users.push_back(users.id(user));
  for (const std::uint32_t place : placeOrder) {
    records.places.push_back({places.id(place), std::move(names[place])});
  }
  const std::vector<std::uint32_t> userRanks = ranksIn(userOrder);
  const std::vector<std::uint32_t> placeRanks = ranksIn(placeOrder);
  for (RecordedVisit& visit : records.visits) {
    visit.user = userRanks[visit.user];
    if (records.placesGiven) visit.place = placeRanks[visit.place];
  }
  const auto order = [](const RecordedVisit& visit) { return std::pair(visit.user, visit.start); };
  const auto identity = [&](const RecordedVisit& visit) {
    const Coordinates at = records.placesGiven ? Coordinates() : *visit.position;
    return std::tuple(visit.end, visit.place, at.latitude, at.longitude);
  };
  const OrderCounts counts = putInOrder(records.visits, settings.dropDuplicates, order, identity);
  tallyDuplicates(tally, counts, {});
  tally.points = static_cast<std::int64_t>(records.visits.size());
  tally.users = static_cast<std::int64_t>(records.users.size());
  return records;
}

Result<ReadVisits> readVisitRecords(const InputSettings& settings, const Progress& progress,
                                    const CancelToken& cancel) {
  return errorsAsValues(settings.input.string(), [&]() -> Result<ReadVisits> {
    const auto source = openInput(settings.input);
    ReadWatch watch(source->size(), progress, cancel);
    ReadTally tally;
    tally.newest = newestIn(settings.input);
    ReadVisits read{.records = readVisits(*source, settings, watch, tally), .report = {}};
    read.report = tally.report();
    if (const Status bad = checkDroppedRows(settings, read.report); !bad) return bad.error();
    return read;
  });
}

}  // namespace sojourn
