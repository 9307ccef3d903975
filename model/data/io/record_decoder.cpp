// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/record_decoder.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "model/data/dataset/sequence.h"

namespace sojourn {
namespace {

constexpr const char* recordRemedy =
    "save a list of dicts with the keys X, user_X, weekday_X, start_min_X, dur_X, diff and Y";

/// A whole number, also where it is kept as a float.
std::optional<std::int64_t> wholeNumber(const PickleValue& value) {
  if (const auto integer = value.asInteger()) return integer;
  const auto number = value.asNumber();
  constexpr double limit = 9007199254740992.0;  // 2^53: up to here a double counts in ones
  if (!number || !(std::abs(*number) <= limit) || std::trunc(*number) != *number) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

bool convert(const PickleArray& array, std::vector<std::int64_t>& out) {
  return copyAsIntegers(array.dtype, array.data, out);
}

bool convert(const PickleArray& array, std::vector<double>& out) {
  copyAsDoubles(array.dtype, array.data, out);
  return true;
}

bool convert(const PickleValue& value, std::int64_t& out) {
  const auto number = wholeNumber(value);
  out = number.value_or(0);
  return number.has_value();
}

bool convert(const PickleValue& value, double& out) {
  const auto number = value.asNumber();
  out = number.value_or(0);
  return number.has_value();
}

}  // namespace

Error RecordDecoder::error(std::size_t number, const char* key, std::string what, std::string remedy) const {
  std::string where = m_file + ", record " + std::to_string(number);
  if (key) where += std::string(", key ") + key;
  return {ErrorKind::BadInput, std::move(where), std::move(what), std::move(remedy)};
}

Error RecordDecoder::noColumn(std::size_t number, const char* key, const PickleValue& value) const {
  return error(number, key, "is " + value.description() + ", not an array or a list of numbers",
               "save one number per visit");
}

Result<const PickleValue*> RecordDecoder::find(const PickleValue& record, std::size_t number, const char* key) const {
  if (const PickleValue* value = record.find(key)) return value;
  return error(number, nullptr, std::string("has no key ") + key, recordRemedy);
}

Result<std::size_t> RecordDecoder::columnLength(const PickleValue& value, std::size_t number, const char* key) const {
  if (const PickleArray* array = value.asArray()) {
    if (array->shape.size() == 1) return array->elements();
    return error(number, key, "is an array of shape " + shapeText(array->shape), "save it with one dimension");
  }
  if (value.isSequence()) return value.items().size();
  return noColumn(number, key, value);
}

Result<std::size_t> RecordDecoder::length(const PickleValue& record, std::size_t number) const {
  if (!record.is(PickleKind::Dict)) {
    return error(number, nullptr, "is " + record.description() + ", not a dict", recordRemedy);
  }
  const auto value = find(record, number, "X");
  if (!value) return value.error();
  Result<std::size_t> count = columnLength(**value, number, "X");
  if (count && *count == 0) return error(number, "X", "holds no visit", "leave out sequences without visits");
  return count;
}

template <class T>
Status RecordDecoder::column(const PickleValue& record, std::size_t number, const char* key, std::vector<T>& out) {
  const auto value = find(record, number, key);
  if (!value) return value.error();
  const auto count = columnLength(**value, number, key);
  if (!count) return count.error();
  if (*count != out.size()) {
    return error(number, key, "holds " + std::to_string(*count) + " values, but X holds " + std::to_string(out.size()),
                 "give every key of a record one value per visit");
  }
  bool usable = true;
  if (const PickleArray* array = (*value)->asArray()) {
    usable = convert(*array, out);
  } else {
    const auto items = (*value)->items();
    for (std::size_t i = 0; i < items.size() && usable; ++i) usable = convert(items[i], out[i]);
  }
  if (usable) return {};
  const char* expected = std::is_same_v<T, double> ? "a number" : "a whole number that 64 bits hold";
  return error(number, key, std::string("holds something that is not ") + expected, "correct the value");
}

Status RecordDecoder::checkIds(const std::vector<std::int64_t>& ids, std::size_t number, const char* key,
                               const char* kind) const {
  const auto bad = std::ranges::find_if(ids, [](std::int64_t id) { return id < 0 || id > largestId; });
  if (bad == ids.end()) return {};
  const std::string limit = *bad < 0 ? "" : " without large gaps; ids up to " + std::to_string(largestId) + " are read";
  const std::string remedy = std::string("number ") + kind + "s from 0" + limit;
  return error(number, key, std::string("holds the ") + kind + " id " + std::to_string(*bad), remedy);
}

Status RecordDecoder::readTarget(const PickleValue& record, std::size_t number) {
  const auto value = find(record, number, "Y");
  if (!value) return value.error();
  std::optional<std::int64_t> whole = wholeNumber(**value);
  if (const PickleArray* array = (*value)->asArray(); array && array->elements() == 1) {
    std::vector<std::int64_t> one(1);
    if (convert(*array, one)) whole = one[0];
  }
  if (!whole)
    return error(number, "Y", "is " + (*value)->description() + ", not a location id", "save one whole number");
  target = *whole;
  return checkIds({target}, number, "Y", "location");
}

void RecordDecoder::readCauses(const PickleValue& record) {
  causes.clear();
  strayCauses = 0;
  const PickleValue* value = record.find(causesKey);
  if (!value) return;
  const auto add = [&](std::int64_t index) {
    if (index >= 0 && static_cast<std::uint64_t>(index) < locations.size()) {
      causes.push_back(static_cast<std::int32_t>(index));
    } else {
      ++strayCauses;
    }
  };
  if (const PickleArray* array = value->asArray(); array && array->elements() <= locations.size()) {
    std::vector<std::int64_t> indices(array->elements());
    if (!convert(*array, indices)) return void(++strayCauses);
    std::ranges::for_each(indices, add);
  } else if (value->isSequence() && value->items().size() <= locations.size()) {
    for (const PickleValue& item : value->items()) add(wholeNumber(item).value_or(-1));
  } else {
    ++strayCauses;
  }
}

Status RecordDecoder::decode(const PickleValue& record, std::size_t number) {
  const auto visits = length(record, number);
  if (!visits) return visits.error();
  for (auto* values : {&locations, &users, &weekdays, &startMinutes, &daysAgo}) values->resize(*visits);
  durations.resize(*visits);
  const std::pair<const char*, std::vector<std::int64_t>*> wholeColumns[] = {{"X", &locations},
                                                                             {"user_X", &users},
                                                                             {"weekday_X", &weekdays},
                                                                             {"start_min_X", &startMinutes},
                                                                             {"diff", &daysAgo}};
  for (const auto& [key, values] : wholeColumns) {
    if (const Status read = column(record, number, key, *values); !read) return read;
  }
  if (const Status read = column(record, number, "dur_X", durations); !read) return read;
  if (const Status ids = checkIds(locations, number, "X", "location"); !ids) return ids;
  if (const Status ids = checkIds(users, number, "user_X", "user"); !ids) return ids;
  if (!std::ranges::all_of(durations, [](double minutes) { return std::isfinite(minutes); })) {
    return error(number, "dur_X", "holds a duration that is not a finite number", "save durations in minutes");
  }
  if (const Status read = readTarget(record, number); !read) return read;
  readCauses(record);
  return {};
}

}  // namespace sojourn
