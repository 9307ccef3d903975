// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/made_tracks.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>

namespace sojourn::bench {
namespace {

constexpr std::int64_t begin = 1'230'768'000;  ///< 2009-01-01
constexpr std::int64_t secondsBetween = 5;
constexpr std::int64_t secondsOfStay = 2 * 3600, secondsOfWay = 1800;

struct Position {
  double latitude = 0, longitude = 0;
};

/// One person's fixes, one after the other.
class Walk {
 public:
  explicit Walk(std::size_t user) : m_random(user) {
    for (Position& place : m_places) place = {39.9 + uniform() * 0.2, 116.2 + uniform() * 0.3};
  }
  [[nodiscard]] std::int64_t time() const { return m_time; }
  Position next() {
    m_time += secondsBetween;
    const std::int64_t within = (m_time - begin) % (secondsOfStay + secondsOfWay);
    if (within < secondsBetween) m_from = m_to, m_to = m_random() % m_places.size();
    const double share = within < secondsOfStay ? 0 : static_cast<double>(within - secondsOfStay) / secondsOfWay;
    const Position &from = m_places[m_from], &to = m_places[m_to];
    constexpr double noise = 5e-5;  // some five metres
    return {from.latitude + share * (to.latitude - from.latitude) + noise * uniform(),
            from.longitude + share * (to.longitude - from.longitude) + noise * uniform()};
  }

 private:
  double uniform() { return static_cast<double>(m_random() % 1'000'000) / 1e6; }

  std::mt19937_64 m_random;
  std::array<Position, 12> m_places{};
  std::size_t m_from = 0, m_to = 1;
  std::int64_t m_time = begin;
};

void append(std::string& text, double degrees) {
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), degrees, std::chars_format::fixed, 6).ptr;
  text.append(digits.data(), end);
}

}  // namespace

void makeTable(const std::filesystem::path& file, const TrackCounts& counts) {
  std::ofstream out(file, std::ios::binary);
  std::string text = "user,lat,lon,time\n";
  for (std::size_t user = 0; user < counts.users; ++user) {
    Walk walk(user);
    const std::string name = std::to_string(user);
    for (std::size_t i = user; i < counts.fixes; i += counts.users) {
      const Position at = walk.next();
      text += name + ',';
      append(text, at.latitude);
      text += ',';
      append(text, at.longitude);
      text += ',' + std::to_string(walk.time()) + '\n';
      if (text.size() < 1U << 20U) continue;
      out << text;
      text.clear();
    }
  }
  out << text;
}

void makeFolders(const std::filesystem::path& folder, const TrackCounts& counts) {
  for (std::size_t user = 0; user < counts.users; ++user) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "%03zu", user);
    const std::filesystem::path tracks = folder / name.data() / "Trajectory";
    std::filesystem::create_directories(tracks);
    Walk walk(user);
    std::ofstream out;
    std::string text;
    std::int64_t day = -1;
    for (std::size_t i = user; i < counts.fixes; i += counts.users) {
      const Position at = walk.next();
      const std::chrono::sys_seconds when{std::chrono::seconds(walk.time())};
      const auto midnight = std::chrono::floor<std::chrono::days>(when);
      const std::chrono::year_month_day date(midnight);
      const std::chrono::hh_mm_ss clock(when - midnight);
      if (const std::int64_t today = midnight.time_since_epoch().count(); today != day) {
        out << text;
        text = "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n";
        out.close();
        out.open(tracks / (std::to_string(today) + ".plt"), std::ios::binary);
        day = today;
      }
      append(text, at.latitude);
      text += ',';
      append(text, at.longitude);
      std::array<char, 64> rest{};
      std::snprintf(rest.data(), rest.size(), ",0,492,0,%04d-%02u-%02u,%02d:%02d:%02d\n", static_cast<int>(date.year()),
                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                    static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                    static_cast<int>(clock.seconds().count()));
      text += rest.data();
    }
    out << text;
  }
}

}  // namespace sojourn::bench
