// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/comma_locale.h"

#include <array>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace sojourn::test {
namespace {

constexpr const char* name = "de_DE.UTF-8";

/// What localedef makes of `decimal_point ","`, `thousands_sep "."`, `grouping 3;3`: the category's magic number, the
/// number of fields, where each begins, the fields.
std::string numericCategory() {
  constexpr std::uint32_t magic = 0x20031115U ^ static_cast<std::uint32_t>(LC_NUMERIC);
  constexpr std::array<std::uint32_t, 8> head{magic, 6, 32, 34, 36, 40, 44, 48};
  constexpr std::array<std::uint32_t, 2> wide{',', '.'};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), head.data(), sizeof head);
  bytes += std::string(",\0.\0\3\3\0\0", 8);
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof wide);
  std::memcpy(bytes.data() + at, wide.data(), sizeof wide);
  return bytes + std::string("UTF-8\0\0\0", 8);
}

}  // namespace

CommaLocale::CommaLocale() : m_before(std::setlocale(LC_NUMERIC, nullptr)) {
  std::filesystem::create_directory(m_folder / name);
  std::ofstream(m_folder / name / "LC_NUMERIC", std::ios::binary) << numericCategory();
  ::setenv("LOCPATH", m_folder.path().c_str(), 1);
  std::setlocale(LC_NUMERIC, name);
}

CommaLocale::~CommaLocale() {
  std::setlocale(LC_NUMERIC, m_before.c_str());
  ::unsetenv("LOCPATH");
}

bool CommaLocale::works() const {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.1f", 1.5);
  return std::string(text.data()) == "1,5";
}

std::string CommaLocale::variables() const {
  return "-u LC_ALL LOCPATH=" + m_folder.path().string() + " LC_NUMERIC=" + name;
}

}  // namespace sojourn::test
