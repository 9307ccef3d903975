// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/portal.h"

#ifdef SOJOURN_WITH_SDBUS

#include <cstdint>
#include <memory>

#include <systemd/sd-bus.h>

namespace sojourn::monitor {
namespace {

constexpr std::uint64_t waitBetweenLooks = 50'000;  ///< us

struct Answer {
  bool came = false;
  std::uint32_t scheme = 0;  ///< 1 is dark, 2 light, 0 no preference
};

/// `Read` wraps its number in two variants, newer portals in one.
int takeAnswer(sd_bus_message* message, void* into, sd_bus_error*) {
  auto& answer = *static_cast<Answer*>(into);
  answer.came = true;
  if (sd_bus_message_is_method_error(message, nullptr) != 0) return 0;
  char type = 0;
  const char* inside = nullptr;
  while (sd_bus_message_peek_type(message, &type, &inside) > 0 && type == SD_BUS_TYPE_VARIANT)
    if (sd_bus_message_enter_container(message, type, inside) < 0) return 0;
  if (type == SD_BUS_TYPE_UINT32) (void)sd_bus_message_read_basic(message, type, &answer.scheme);
  return 0;
}

}  // namespace

std::optional<bool> darkFromPortal(const std::stop_token& stop, std::chrono::milliseconds longest) {
  sd_bus* opened = nullptr;
  if (sd_bus_open_user(&opened) < 0) return std::nullopt;
  Answer answer;
  const std::unique_ptr<sd_bus, sd_bus* (*)(sd_bus*)> bus(opened, sd_bus_close_unref);
  if (sd_bus_call_method_async(bus.get(), nullptr, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                               "org.freedesktop.portal.Settings", "Read", takeAnswer, &answer, "ss",
                               "org.freedesktop.appearance", "color-scheme") < 0)
    return std::nullopt;
  // Not sd_bus_call: its limit of time does not count for the connection.
  const auto end = std::chrono::steady_clock::now() + longest;
  while (!answer.came && !stop.stop_requested() && std::chrono::steady_clock::now() < end) {
    const int done = sd_bus_process(bus.get(), nullptr);
    if (done < 0 || (done == 0 && sd_bus_wait(bus.get(), waitBetweenLooks) < 0)) break;
  }
  if (answer.scheme == 1) return true;
  return answer.scheme == 2 ? std::optional(false) : std::nullopt;
}

}  // namespace sojourn::monitor

#else

namespace sojourn::monitor {

std::optional<bool> darkFromPortal(const std::stop_token&, std::chrono::milliseconds) {
  return std::nullopt;
}

}  // namespace sojourn::monitor

#endif
