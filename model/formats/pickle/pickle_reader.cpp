// SPDX-License-Identifier: GPL-3.0-or-later
// The doors of the pickle machine: here failures become error values.
#include "model/formats/pickle/pickle_reader.h"

#include <new>

#include "model/formats/bytes/failure.h"
#include "model/formats/pickle/unpickler.h"

namespace sojourn {

PickleDocument::PickleDocument(std::unique_ptr<State> state) : m_state(std::move(state)) {}
PickleDocument::PickleDocument(PickleDocument&&) noexcept = default;
PickleDocument& PickleDocument::operator=(PickleDocument&&) noexcept = default;
PickleDocument::~PickleDocument() = default;

const PickleValue& PickleDocument::root() const {
  return m_state->root;
}
std::span<const std::byte> PickleDocument::bytes() const {
  return m_state->bytes;
}

namespace {

/// Runs what may fail deep inside, and turns that into an error value.
template <class Work>
auto guarded(const std::string& where, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const FormatFailure& failure) {
    return failure.error;
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::Failed, where, "needs more memory than there is", "close other programs"};
  }
}

}  // namespace

Result<PickleDocument> Unpickler::read(Bytes owned, std::span<const std::byte> bytes, const std::string& where,
                                       PickleAllowList* extra, const PickleLimits& limits) {
  return guarded(where, [&]() -> Result<PickleDocument> {
    auto state = std::make_unique<PickleDocument::State>(limits.memoryBytes);
    state->owned = std::move(owned);
    state->bytes = state->owned.empty() ? bytes : std::span<const std::byte>(state->owned);
    Unpickler(*state, PickleInput(state->bytes), where, extra, limits).run();
    return PickleDocument(std::move(state));
  });
}

Status Unpickler::readElements(ByteSource& source, const std::string& where, PickleElements& elements,
                               const PickleLimits& limits) {
  return guarded(where, [&]() -> Status {
    PickleDocument::State state(limits.memoryBytes);
    PickleInput input(source, state.budget, limits.pieceBytes, where);
    Unpickler unpickler(state, std::move(input), where, nullptr, limits);
    unpickler.m_elements = &elements;
    unpickler.run();
    return {};
  });
}

Status readPickleElements(ByteSource& source, const std::string& where, PickleElements& elements,
                          const PickleLimits& limits) {
  return Unpickler::readElements(source, where, elements, limits);
}

Result<PickleDocument> readPickle(Bytes bytes, const std::string& where, const PickleLimits& limits) {
  return Unpickler::read(std::move(bytes), {}, where, nullptr, limits);
}

Result<PickleDocument> readPickleView(std::span<const std::byte> bytes, const std::string& where,
                                      PickleAllowList* extra, const PickleLimits& limits) {
  return Unpickler::read({}, bytes, where, extra, limits);
}

}  // namespace sojourn
