// SPDX-License-Identifier: GPL-3.0-or-later
// A button with the files that lie below a map: adds one, takes one away.
#pragma once

#include <QToolButton>
#include <string>
#include <vector>

namespace sojourn::qt {

class BackgroundButton final : public QToolButton {
  Q_OBJECT
 public:
  explicit BackgroundButton(QWidget* parent = nullptr);

  void setFiles(const std::vector<std::string>& files);

 Q_SIGNALS:
  void added(const std::string& file);
  void removed(const std::string& file);

 private:
  void askFile();

  std::vector<std::string> m_files;
};

}  // namespace sojourn::qt
