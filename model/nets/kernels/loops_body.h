// SPDX-License-Identifier: GPL-3.0-or-later
// The loops themselves. loops.cpp includes this file once for each instruction set, in a namespace and with a number of
// `lanes` of its own; so nothing is included here, and nothing of the standard library is called.

/// `lanes` numbers that are computed together.
using Vector = float __attribute__((vector_size(4 * lanes)));
using Bits = std::uint32_t __attribute__((vector_size(4 * lanes)));
using Signed = std::int32_t __attribute__((vector_size(4 * lanes)));
using Unaligned = float __attribute__((vector_size(4 * lanes), aligned(4), may_alias));

#define SOJOURN_INLINE [[gnu::always_inline]] inline

SOJOURN_INLINE void load(Vector& to, const float* from) {
  to = *reinterpret_cast<const Unaligned*>(from);
}
SOJOURN_INLINE void store(float* to, const Vector& from) {
  *reinterpret_cast<Unaligned*>(to) = from;
}

/// x = e^x for x <= 0, to about one unit in the last place; 0 below e^-87, where a float has few digits left.
/// exp(x) = 2^n * exp(r) with n the nearest whole number to x / ln 2, as in Cephes (Moshier 1989), whose polynomial it
/// is.
SOJOURN_INLINE void exponential(Vector& x) {
  constexpr float smallest = -87, roundingShift = 12582912;  // 1.5 * 2^23: added, it rounds to whole numbers
  const Signed tiny = x < smallest;
  const Vector shifted = x * 1.44269504F + roundingShift;
  const Vector n = shifted - roundingShift;
  const Vector r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
  Vector y = r * 1.9875691500e-4F + 1.3981999507e-3F;
  y = y * r + 8.3334519073e-3F;
  y = y * r + 4.1665795894e-2F;
  y = y * r + 1.6666665459e-1F;
  y = y * r + 5.0000001201e-1F;
  y = y * (r * r) + r + 1;
  // The last bits of `shifted` are n; moved into the exponent they multiply by 2^n.
  const Bits bits = __builtin_bit_cast(Bits, y) + (__builtin_bit_cast(Bits, shifted) << 23);
  x = tiny ? Vector{} : __builtin_bit_cast(Vector, bits);
}

/// Numbers whose factors are made together.
constexpr std::ptrdiff_t block = 256;

/// Factors of the numbers from `first` on, a multiple of a block. Sixteen bits a number from SplitMix64 (Steele et al.
/// 2014) over a counter.
SOJOURN_INLINE void fillFactors(const Dropout& dropout, std::ptrdiff_t first, float* factors) {
  constexpr std::ptrdiff_t draws = 2 * lanes / numbersPerDraw, steps = block / (2 * lanes);
  using Draws = std::uint64_t __attribute__((vector_size(8 * draws)));
  using Halves = std::uint16_t __attribute__((vector_size(2 * lanes)));
  Draws counter{};
  for (std::ptrdiff_t i = 0; i < draws; ++i)
    counter[i] = dropout.seed + static_cast<std::uint64_t>(first + i * numbersPerDraw + 1) * 0x9e3779b97f4a7c15U;
  for (std::ptrdiff_t step = 0; step < steps; ++step) {
    Draws z = counter + static_cast<std::uint64_t>(step * 2 * lanes) * 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    z ^= z >> 31;
    Halves sixteenBits[2];
    __builtin_memcpy(&sixteenBits, &z, sizeof(z));
    for (const Halves& half : sixteenBits) {
      const Signed keep = __builtin_convertvector(half, Signed) >= static_cast<std::int32_t>(dropout.threshold);
      store(factors, keep ? Vector{} + dropout.kept : Vector{});
      factors += lanes;
    }
  }
}

void drop(const Dropout& dropout, const float* x, float* y, std::size_t count) {
  float factors[block];
  const auto all = static_cast<std::ptrdiff_t>(count);
  for (std::ptrdiff_t first = 0; first < all; first += block) {
    fillFactors(dropout, first, factors);
    if (first + block <= all) {
      for (std::ptrdiff_t i = 0; i < block; i += lanes) {
        Vector value, factor;
        load(value, x + first + i);
        load(factor, factors + i);
        store(y + first + i, value * factor);
      }
    } else {
      for (std::ptrdiff_t i = first; i < all; ++i) y[i] = x[i] * factors[i - first];
    }
  }
}

/// A matrix whose numbers lie `row` and `column` apart.
struct Left {
  const float* at;
  std::ptrdiff_t row, column;
};

/// out = left [rows, inner] * right [inner, columns]; right and out lie in rows of `columns`, a multiple of `lanes`.
template <std::ptrdiff_t rows, std::ptrdiff_t vectors>
SOJOURN_INLINE void multiplyBlock(const Left& left, const float* right, float* out, std::ptrdiff_t inner,
                                  std::ptrdiff_t columns) {
  Vector sums[rows][vectors] = {};
  for (std::ptrdiff_t k = 0; k < inner; ++k) {
    Vector b[vectors];
    for (std::ptrdiff_t v = 0; v < vectors; ++v) load(b[v], right + k * columns + v * lanes);
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
      const float a = left.at[r * left.row + k * left.column];
      for (std::ptrdiff_t v = 0; v < vectors; ++v) sums[r][v] += a * b[v];
    }
  }
  for (std::ptrdiff_t r = 0; r < rows; ++r)
    for (std::ptrdiff_t v = 0; v < vectors; ++v) store(out + r * columns + v * lanes, sums[r][v]);
}

template <std::ptrdiff_t rows>
SOJOURN_INLINE void multiplyRows(const Left& left, const float* right, float* out, std::ptrdiff_t inner,
                                 std::ptrdiff_t columns) {
  std::ptrdiff_t column = 0;
  for (; column + 2 * lanes <= columns; column += 2 * lanes)
    multiplyBlock<rows, 2>(left, right + column, out + column, inner, columns);
  if (column < columns) multiplyBlock<rows, 1>(left, right + column, out + column, inner, columns);
}

void multiply(Left left, const float* right, float* out, std::ptrdiff_t rows, std::ptrdiff_t inner,
              std::ptrdiff_t columns) {
  const auto skip = [&](std::ptrdiff_t count) {
    rows -= count;
    left.at += count * left.row;
    out += count * columns;
  };
  for (std::ptrdiff_t i = rows / rowsAtOnce; i > 0; --i, skip(rowsAtOnce))
    multiplyRows<rowsAtOnce>(left, right, out, inner, columns);
  for (std::ptrdiff_t i = rows / 2; i > 0; --i, skip(2)) multiplyRows<2>(left, right, out, inner, columns);
  if (rows > 0) multiplyRows<1>(left, right, out, inner, columns);
}

/// Rows of `width` numbers to rows of `columns`, what lies between set to zero.
void padRows(const float* from, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t width, float* to,
             std::ptrdiff_t columns) {
  for (std::ptrdiff_t i = 0; i < rows; ++i, from += stride, to += columns) {
    __builtin_memcpy(to, from, static_cast<std::size_t>(width) * sizeof(float));
    for (std::ptrdiff_t c = width; c < columns; ++c) to[c] = 0;
  }
}

void unpadRows(const float* from, std::ptrdiff_t columns, std::ptrdiff_t rows, std::ptrdiff_t width, float* to,
               std::ptrdiff_t stride) {
  for (std::ptrdiff_t i = 0; i < rows; ++i, from += columns, to += stride)
    __builtin_memcpy(to, from, static_cast<std::size_t>(width) * sizeof(float));
}

/// [rows, width] -> [width, columns], times `factor`; zero behind the last row's.
void transpose(const float* from, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t width, float factor,
               float* to, std::ptrdiff_t columns) {
  for (std::ptrdiff_t c = 0; c < width; ++c) {
    float* const row = to + c * columns;
    for (std::ptrdiff_t i = 0; i < rows; ++i) row[i] = from[i * stride + c] * factor;
    for (std::ptrdiff_t i = rows; i < columns; ++i) row[i] = 0;
  }
}

SOJOURN_INLINE float sumOf(const Vector& x) {
  float sum = 0;
  for (std::ptrdiff_t i = 0; i < lanes; ++i) sum += x[i];
  return sum;
}

/// Softmax over the first `open` of `columns` numbers; the rest becomes zero.
void softmax(float* row, std::ptrdiff_t open, std::ptrdiff_t columns) {
  float largest = row[0];
  for (std::ptrdiff_t i = 1; i < open; ++i) largest = row[i] > largest ? row[i] : largest;
  for (std::ptrdiff_t i = open; i < columns; ++i) row[i] = -__builtin_inff();
  Vector sums{};
  for (std::ptrdiff_t i = 0; i < columns; i += lanes) {
    Vector x;
    load(x, row + i);
    x -= largest;
    exponential(x);
    sums += x;
    store(row + i, x);
  }
  const float scale = 1 / sumOf(sums);
  for (std::ptrdiff_t i = 0; i < columns; i += lanes) {
    Vector x;
    load(x, row + i);
    store(row + i, x * scale);
  }
}

float scaleOf(const HeadInput& head) {
  return 1 / __builtin_sqrtf(static_cast<float>(head.width));
}

void attend(const HeadInput& head, float* probabilities, float* out, std::ptrdiff_t outStride, float* scratch) {
  const std::ptrdiff_t length = head.length, keys = paddedTo(length, lanes), width = paddedTo(head.width, lanes);
  float* const other = scratch + keys * width;
  transpose(head.key, head.stride, length, head.width, scaleOf(head), scratch, keys);
  multiply({head.query, head.stride, 1}, scratch, probabilities, length, head.width, keys);
  for (std::ptrdiff_t i = 0; i < length; ++i) softmax(probabilities + i * keys, head.causal ? i + 1 : length, keys);
  const float* mixing = probabilities;
  if (head.dropout) {
    drop(*head.dropout, probabilities, other, static_cast<std::size_t>(length * keys));
    mixing = other;
  }
  float* const mixed = other + keys * keys;
  padRows(head.value, head.stride, length, head.width, scratch, width);
  multiply({mixing, keys, 1}, scratch, mixed, length, length, width);
  unpadRows(mixed, width, length, head.width, out, outStride);
}

void attendBackward(const HeadInput& head, const float* probabilities, const float* outGradient,
                    std::ptrdiff_t outStride, const HeadGradients& gradients, float* scratch) {
  const std::ptrdiff_t length = head.length, keys = paddedTo(length, lanes), width = paddedTo(head.width, lanes);
  float* const rows = scratch;                  // [keys, width] of what is multiplied
  float* const result = rows + keys * width;    // [keys, width] of a product
  float* const scores = result + keys * width;  // [keys, keys] gradients of probabilities, then of scores
  float* const mixing = scores + keys * keys;   // [keys, keys] probabilities after dropout
  const auto numbers = static_cast<std::size_t>(length * keys);

  transpose(head.value, head.stride, length, head.width, 1, rows, keys);
  multiply({outGradient, outStride, 1}, rows, scores, length, head.width, keys);
  const float* mixed = probabilities;
  if (head.dropout) {
    drop(*head.dropout, probabilities, mixing, numbers);
    drop(*head.dropout, scores, scores, numbers);
    mixed = mixing;
  }
  padRows(outGradient, outStride, length, head.width, rows, width);
  multiply({mixed, 1, keys}, rows, result, length, length, width);
  unpadRows(result, width, length, head.width, gradients.value, head.stride);

  for (std::ptrdiff_t i = 0; i < length; ++i) {
    const float* const probability = probabilities + i * keys;
    float* const gradient = scores + i * keys;
    Vector sums{}, p, g;
    for (std::ptrdiff_t j = 0; j < keys; j += lanes) {
      load(p, probability + j);
      load(g, gradient + j);
      sums += p * g;
    }
    const float mean = sumOf(sums), scale = scaleOf(head);
    for (std::ptrdiff_t j = 0; j < keys; j += lanes) {
      load(p, probability + j);
      load(g, gradient + j);
      store(gradient + j, p * (g - mean) * scale);
    }
  }
  padRows(head.key, head.stride, length, head.width, rows, width);
  multiply({scores, keys, 1}, rows, result, length, length, width);
  unpadRows(result, width, length, head.width, gradients.query, head.stride);
  padRows(head.query, head.stride, length, head.width, rows, width);
  multiply({scores, 1, keys}, rows, result, length, length, width);
  unpadRows(result, width, length, head.width, gradients.key, head.stride);
}

#undef SOJOURN_INLINE

constexpr Loops all{name, lanes, drop, attend, attendBackward};
