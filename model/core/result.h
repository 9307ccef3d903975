// SPDX-License-Identifier: GPL-3.0-or-later
// A value or the Error that stands in its place: how folders answer each other. Exceptions stay inside a folder.
#pragma once

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

#include "model/core/error.h"

namespace sojourn {

/// Holds a T or an Error. Reading the side that is not there is a programming mistake (asserted).
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return m_state.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & { return *std::get_if<0>(&m_state); }
  [[nodiscard]] const T& value() const& { return *std::get_if<0>(&m_state); }
  [[nodiscard]] T&& value() && { return std::move(*std::get_if<0>(&m_state)); }
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
  [[nodiscard]] T* operator->() { return &value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

  [[nodiscard]] const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&m_state);
  }

 private:
  std::variant<T, Error> m_state;
};

/// Success or an Error, for work that has nothing to give back.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : m_error(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return !m_error.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Error& error() const {
    assert(!ok());
    return *m_error;
  }

 private:
  std::optional<Error> m_error;
};

}  // namespace sojourn
