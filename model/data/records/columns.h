// SPDX-License-Identifier: GPL-3.0-or-later
// Which column of a table holds what: by the header's names or as the user says (PREPARE.md 1).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/name_table.h"
#include "model/data/records/records.h"

namespace sojourn {

enum class Column { User, Latitude, Longitude, Time, Place, Start, End, Offset, Category, Name };
inline constexpr NameTable<10> columnKeys{"user",  "lat", "lon",    "time",     "place",
                                          "start", "end", "offset", "category", "name"};

/// What a table of this format may say, "user", "time", ...; nothing for the other formats.
[[nodiscard]] std::vector<std::string_view> columnsReadBy(InputFormat format);

struct ColumnMap {
  std::vector<std::string> header;                                    ///< "1", "2", ... without a header
  std::array<std::optional<std::size_t>, columnKeys.size()> index{};  ///< from 0
  std::vector<std::string> missing;                                   ///< keys that the format needs

  [[nodiscard]] std::optional<std::size_t> operator[](Column column) const {
    return index[static_cast<std::size_t>(column)];
  }
};

/// `firstRow`: the header, or without one the first row's fields. `where` names the file. Errors: BadUsage for a key
/// that the format does not read; BadInput for a name or a number that the table does not have. What is needed and
/// nowhere is left to the caller: see `missing`.
[[nodiscard]] Result<ColumnMap> mapColumns(const InputSettings& settings, std::span<const std::string> firstRow,
                                           const std::string& where);

/// The error of a table that lacks columns.
[[nodiscard]] Error missingColumns(const ColumnMap& columns, std::span<const std::string> firstRow, bool header,
                                   const std::string& where);

}  // namespace sojourn
