// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that are added at the end while others look at what is there: copies share their memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace sojourn {

/// A list of numbers in one stretch of memory. A copy costs nothing, however long it is, and never changes: what is
/// added to one of them stands beyond the end of the others. So whoever follows a run hands out snapshots of all its
/// steps at each look for the price of the new ones. Copies may be read by several threads, while one of them adds to
/// its own.
template <class T>
class Column {
  static_assert(std::is_arithmetic_v<T>);

 public:
  using value_type = T;
  using const_iterator = const T*;
  using iterator = const_iterator;
  using size_type = std::size_t;

  Column() = default;
  Column(std::initializer_list<T> values) { append(std::span<const T>(values.begin(), values.size())); }

  [[nodiscard]] std::size_t size() const { return m_size; }
  [[nodiscard]] bool empty() const { return m_size == 0; }
  [[nodiscard]] const T* data() const { return m_buffer ? m_buffer->values.get() : nullptr; }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] const T* end() const { return data() + m_size; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return m_buffer->values[i]; }
  [[nodiscard]] const T& front() const { return (*this)[0]; }
  [[nodiscard]] const T& back() const { return (*this)[m_size - 1]; }

  void push_back(T value) {
    const std::size_t at = m_size;
    grow(1);
    m_buffer->values[at] = value;
  }
  void append(std::span<const T> values) {
    if (values.empty()) return;
    const std::size_t at = m_size;
    const Column keep = *this;  // the values may be our own
    grow(values.size());
    std::ranges::copy(values, m_buffer->values.get() + at);
  }
  /// Drops what lies beyond; never makes it longer.
  void truncate(std::size_t size) {
    m_size = std::min(m_size, size);
    // Nobody else looks: the memory beyond is free again. Paired with the release of the last copy that went.
    if (!m_buffer || m_buffer.use_count() != 1) return;
    std::atomic_thread_fence(std::memory_order_acquire);
    m_buffer->used.store(m_size, std::memory_order_relaxed);
  }
  /// Changes one value, for this copy alone.
  void set(std::size_t i, T value) {
    if (m_buffer.use_count() != 1) move(m_size, m_size);
    m_buffer->values[i] = value;
  }

  [[nodiscard]] friend bool operator==(const Column& a, const Column& b) { return std::ranges::equal(a, b); }
  [[nodiscard]] friend bool operator==(const Column& a, const std::vector<T>& b) { return std::ranges::equal(a, b); }

 private:
  struct Buffer {
    explicit Buffer(std::size_t size) : values(std::make_unique_for_overwrite<T[]>(size)), capacity(size) {}
    std::unique_ptr<T[]> values;
    std::size_t capacity;
    std::atomic<std::size_t> used{0};  ///< the end of the longest copy: who ends there may go on in this memory
  };

  void grow(std::size_t more) {
    const std::size_t size = m_size + more;
    std::size_t end = m_size;
    const bool goesOn = m_buffer && size <= m_buffer->capacity &&
                        m_buffer->used.compare_exchange_strong(end, size, std::memory_order_relaxed);
    if (!goesOn) move(std::max(size, roomBeyond(m_size)), size);
    m_size = size;
  }
  /// Twice as much, of what is large already a quarter more: an average value is moved a few times at most, and little
  /// lies idle.
  [[nodiscard]] static std::size_t roomBeyond(std::size_t size) {
    return size < 65'536 ? std::max<std::size_t>(64, size * 2) : size + size / 4;
  }
  /// To memory of its own.
  void move(std::size_t capacity, std::size_t used) {
    auto buffer = std::make_shared<Buffer>(capacity);
    std::ranges::copy(*this, buffer->values.get());
    buffer->used.store(used, std::memory_order_relaxed);
    m_buffer = std::move(buffer);
  }

  std::shared_ptr<Buffer> m_buffer;
  std::size_t m_size = 0;
};

}  // namespace sojourn
