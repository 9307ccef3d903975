// SPDX-License-Identifier: GPL-3.0-or-later
// One list of members for both directions: what is written, what comes back, and what is refused by its key.
#include "model/formats/text/json_fields.h"

#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

enum class Kind { Walk, Ride };
constexpr NameTable<2> kindNames{"walk", "ride"};

struct Stop {
  std::int64_t minutes = 0;
  double distance = 0;

  static void fields(auto& json, auto& stop) {
    json("minutes", stop.minutes);
    json("distance", stop.distance);
    json.check("distance", !(stop.distance < 0), "is below 0");
  }

  bool operator==(const Stop&) const = default;
};

struct Trip {
  std::string name;
  Kind kind = Kind::Walk;
  bool done = false;
  std::int32_t zone = 0;
  std::vector<std::int64_t> counts;
  std::vector<std::string> tags;
  Stop first;
  std::map<std::string, Stop> named;
  std::vector<std::pair<std::string, std::string>> versions;
  std::optional<Stop> last;
  std::optional<double> weight;
  std::string note;
  std::int64_t percent = 100;
  Json settings = Json::object();

  static void fields(auto& json, auto& trip) {
    json.schema("sojourn.trip/2");
    json("name", trip.name);
    json("kind", trip.kind, kindNames);
    json("done", trip.done);
    json("zone", trip.zone);
    json("counts", trip.counts);
    json("tags", trip.tags);
    json("first", trip.first);
    json("named", trip.named);
    json("versions", trip.versions);
    json.ifAny("last", trip.last);
    json.orNull("weight", trip.weight);
    json.ifSet("note", trip.note);
    json.orDefault("percent", trip.percent, 50, 300);
    json("settings", trip.settings);
  }

  bool operator==(const Trip&) const = default;
};

Trip everything() {
  return {.name = "north \"1\"",
          .kind = Kind::Ride,
          .done = true,
          .zone = 7,
          .counts = {3, 0},
          .tags = {"a", "b"},
          .first = {.minutes = 5, .distance = 1.5},
          .named = {{"z", {.minutes = 1, .distance = 2}}, {"a", {}}},
          .versions = {{"torch", "2"}, {"sojourn", "1"}},
          .last = Stop{.minutes = 9, .distance = 0.25},
          .weight = 0.5,
          .note = "by bus",
          .percent = 130,
          .settings = {{"b", 1}, {"a", {2, 3}}}};
}

TEST(JsonFields, WhatIsWrittenComesBack) {
  const Json json = jsonOf(everything());
  EXPECT_EQ(
      json.dump(),
      R"({"schema":"sojourn.trip/2","name":"north \"1\"","kind":"ride","done":true,"zone":7,"counts":[3,0],)"
      R"("tags":["a","b"],"first":{"minutes":5,"distance":1.5},)"
      R"("named":{"a":{"minutes":0,"distance":0.0},"z":{"minutes":1,"distance":2.0}},)"
      R"("versions":{"torch":"2","sojourn":"1"},"last":{"minutes":9,"distance":0.25},"weight":0.5,"note":"by bus",)"
      R"("percent":130,"settings":{"b":1,"a":[2,3]}})");
  const auto read = structOf<Trip>(json, "trip.json");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(*read, everything());
  EXPECT_EQ(jsonFileText(Stop{}), "{\"minutes\":0,\"distance\":0.0}\n");
}

TEST(JsonFields, WhatNeedNotBeThereIsLeftOutOrNull) {
  Trip trip = everything();
  trip.last.reset();
  trip.weight.reset();
  trip.note.clear();
  Json json = jsonOf(trip);
  EXPECT_FALSE(json.contains("last"));
  EXPECT_TRUE(json["weight"].is_null());
  EXPECT_FALSE(json.contains("note"));
  json.erase("weight");
  json["last"] = nullptr;
  json["note"] = nullptr;
  const auto read = structOf<Trip>(json, "trip.json");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(*read, trip);
  for (const Json& percent : {Json(9000), Json(-1), Json(1e9), Json(80.5), Json(nullptr)}) {
    json["percent"] = percent;
    EXPECT_EQ(structOf<Trip>(json, "trip.json")->percent, 100) << percent << " is as by default";
  }
}

TEST(JsonFields, EveryWrongMemberIsNamed) {
  const struct {
    const char *pointer, *value, *where, *what;
  } cases[] = {
      {"/name", "5", "key name", "is not a text"},
      {"/kind", "\"swim\"", "key kind", "is none of walk and ride"},
      {"/done", "1", "key done", "is not true or false"},
      {"/zone", "-1", "key zone", "is not a whole number from 0 to 10^15"},
      {"/zone", "1e3", "key zone", "is not a whole number from 0 to 10^15"},
      {"/zone", "3000000000", "key zone", "is too large"},
      {"/first/minutes", "1000000000000001", "key first, key minutes", "is not a whole number from 0 to 10^15"},
      {"/first/distance", "\"far\"", "key first, key distance", "is not a number"},
      {"/first/distance", "-2", "key first, key distance", "is below 0"},
      {"/first", "[]", "key first", "is not an object"},
      {"/counts/1", "-4", "key counts", "is not a list of whole numbers from 0 to 10^15"},
      {"/tags", "{}", "key tags", "is not a list of texts"},
      {"/named/z/minutes", "null", "key named, key z, key minutes", "is not a whole number from 0 to 10^15"},
      {"/versions/torch", "2", "key versions, key torch", "is not a text"},
      {"/last", "7", "key last", "is not an object"},
      {"/percent", "\"all\"", "key percent", "is not a number"},
      {"/settings", "[]", "key settings", "is not an object"},
      {"/schema", "\"sojourn.walk/2\"", "key schema", "is not sojourn.trip/2"},
      {"/schema", "\"sojourn.trip/3\"", "key schema",
       "is sojourn.trip/3, of another version of this program; this one reads sojourn.trip/2"},
  };
  for (const auto& one : cases) {
    Json json = jsonOf(everything());
    json[Json::json_pointer(one.pointer)] = Json::parse(one.value);
    const auto read = structOf<Trip>(json, "trip.json");
    ASSERT_FALSE(read) << one.pointer;
    EXPECT_EQ(read.error().where, std::string("trip.json, ") + one.where);
    EXPECT_EQ(read.error().what, one.what);
    EXPECT_FALSE(read.error().remedy.empty());
  }
  const Json whole = jsonOf(everything());
  for (const auto& [key, value] : whole.items()) {
    Json json = whole;
    json.erase(key);
    const bool needed = key != "last" && key != "weight" && key != "note" && key != "percent";
    EXPECT_EQ(structOf<Trip>(json, "").ok(), !needed) << key;
  }
  EXPECT_FALSE(structOf<Trip>(Json::array(), "trip.json"));
}

TEST(JsonFields, NumbersThatAreNoneAreTextsOrNull) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [value, text] : {std::pair{std::nan(""), "NaN"}, {infinity, "Infinity"}, {-infinity, "-Infinity"}}) {
    EXPECT_EQ(jsonOf(Stop{.minutes = 1, .distance = value})["distance"], text);
    EXPECT_TRUE(jsonOf(Stop{.minutes = 1, .distance = value}, JsonWriter::NotFinite::Null)["distance"].is_null());
    EXPECT_TRUE(jsonOf(Stop{.minutes = 1, .distance = value}, JsonWriter::NotFinite::Keep)["distance"].is_number());
  }
  EXPECT_TRUE(std::isnan(structOf<Stop>({{"minutes", 1}, {"distance", "NaN"}}, "")->distance));
}

TEST(JsonFields, ALenientOneTakesWhatItCan) {
  const Json json{{"name", 5}, {"kind", "ride"}, {"zone", -1}, {"tags", {"a", 2}}, {"first", {{"minutes", 4}}}};
  Trip trip;
  trip.zone = 3;
  trip.tags = {"old"};
  JsonFields fields = JsonFields::lenient(json);
  Trip::fields(fields, trip);
  EXPECT_FALSE(fields.error());
  EXPECT_EQ(trip.name, "");
  EXPECT_EQ(trip.kind, Kind::Ride);
  EXPECT_EQ(trip.zone, 3);
  EXPECT_EQ(trip.tags, std::vector<std::string>{"old"});
  EXPECT_EQ(trip.first.minutes, 4);
}

}  // namespace
}  // namespace sojourn
