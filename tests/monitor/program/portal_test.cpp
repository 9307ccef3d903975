// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop's portal answers about its colours, over a session bus that is played here.
#include "app/monitor/portal.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include "tests/support/temp_folder.h"

namespace sojourn::monitor {
namespace {

/// Writes the answer to `Read`; null: none is given.
using Reply = int (*)(sd_bus_message* call);

int answer(sd_bus_message* call, void* replies, sd_bus_error*) {
  if (sd_bus_message_is_method_call(call, "org.freedesktop.DBus", "Hello") > 0)
    return sd_bus_reply_method_return(call, "s", ":1.1");
  if (sd_bus_message_is_method_call(call, "org.freedesktop.portal.Settings", "Read") <= 0) return 0;
  const char *group = nullptr, *key = nullptr;
  if (sd_bus_message_read(call, "ss", &group, &key) < 0 || std::strcmp(group, "org.freedesktop.appearance") != 0 ||
      std::strcmp(key, "color-scheme") != 0)
    return 0;
  const Reply reply = *static_cast<const Reply*>(replies);
  return reply ? reply(call) : 1;
}

/// A session bus with a portal, for one connection; the environment names it.
class FakeBus {
 public:
  explicit FakeBus(Reply reply, bool speaks = true) : m_reply(reply) {
    const std::string path = (m_folder.path() / "bus").string();
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    m_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::bind(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(m_socket, 1), 0);
    ::setenv("DBUS_SESSION_BUS_ADDRESS", ("unix:path=" + path).c_str(), 1);
    if (speaks) m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
  }
  ~FakeBus() {
    if (m_thread.joinable()) m_thread = {};
    ::close(m_socket);
    ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
  }
  FakeBus(const FakeBus&) = delete;
  FakeBus& operator=(const FakeBus&) = delete;

 private:
  void serve(const std::stop_token& stop) {
    pollfd waits{.fd = m_socket, .events = POLLIN, .revents = 0};
    while (!stop.stop_requested() && ::poll(&waits, 1, 20) == 0) {
    }
    if (stop.stop_requested()) return;
    const int connection = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    sd_bus* bus = nullptr;
    sd_id128_t id{};
    if (sd_id128_randomize(&id) < 0 || sd_bus_new(&bus) < 0 || sd_bus_set_fd(bus, connection, connection) < 0 ||
        sd_bus_set_server(bus, 1, id) < 0 || sd_bus_set_anonymous(bus, 1) < 0 || sd_bus_start(bus) < 0 ||
        sd_bus_add_filter(bus, nullptr, answer, &m_reply) < 0)
      return;
    while (!stop.stop_requested()) {
      const int done = sd_bus_process(bus, nullptr);
      if (done < 0 || (done == 0 && sd_bus_wait(bus, 20'000) < 0)) break;
    }
    sd_bus_close_unref(bus);
  }

  const test::TempFolder m_folder;
  Reply m_reply;
  int m_socket = -1;
  std::jthread m_thread;
};

std::optional<bool> asked(Reply reply) {
  const FakeBus bus(reply);
  return darkFromPortal({}, std::chrono::minutes(1));
}

TEST(Portal, SaysWhetherTheDesktopIsDark) {
  EXPECT_EQ(asked([](sd_bus_message* call) { return sd_bus_reply_method_return(call, "v", "v", "u", 1U); }), true);
  EXPECT_EQ(asked([](sd_bus_message* call) { return sd_bus_reply_method_return(call, "v", "v", "u", 2U); }), false);
  EXPECT_EQ(asked([](sd_bus_message* call) { return sd_bus_reply_method_return(call, "v", "u", 1U); }), true)
      << "as newer portals wrap it";
}

TEST(Portal, WhatIsNoPreferenceIsNone) {
  EXPECT_EQ(asked([](sd_bus_message* call) { return sd_bus_reply_method_return(call, "v", "v", "u", 0U); }),
            std::nullopt);
  EXPECT_EQ(asked([](sd_bus_message* call) { return sd_bus_reply_method_return(call, "v", "s", "dark"); }),
            std::nullopt);
  EXPECT_EQ(asked([](sd_bus_message* call) { return sd_bus_reply_method_return(call, ""); }), std::nullopt);
  EXPECT_EQ(asked([](sd_bus_message* call) {
              return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_SERVICE_UNKNOWN, "no portal here");
            }),
            std::nullopt);
}

TEST(Portal, WithoutABusThereIsNoAnswer) {
  ::setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus", 1);
  EXPECT_EQ(darkFromPortal({}), std::nullopt);
  ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
}

TEST(Portal, ABusOrPortalThatNeverAnswersIsLeft) {
  for (const bool speaks : {true, false}) {
    const FakeBus silent(nullptr, speaks);
    EXPECT_EQ(darkFromPortal({}, std::chrono::milliseconds(100)), std::nullopt);
  }
}

TEST(Portal, TheEndOfTheProgramDoesNotWaitForIt) {
  const FakeBus silent(nullptr, false);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(darkFromPortal(stopped.get_token(), std::chrono::hours(1)), std::nullopt);
}

}  // namespace
}  // namespace sojourn::monitor
