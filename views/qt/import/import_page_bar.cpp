// SPDX-License-Identifier: GPL-3.0-or-later
// The bar of the Import page: what is imported, by which recipe, under which name, to where.
#include <QButtonGroup>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <utility>

#include "views/qt/import/import_page.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

QWidget* ImportPage::makeBar() {
  auto* bar = new QFrame;
  bar->setObjectName(QStringLiteral("importBar"));
  bar->setFixedHeight(40);
  m_source->setObjectName(QStringLiteral("importSource"));
  m_source->setPlaceholderText(tr("A file, or a folder of tracks"));
  m_source->setMinimumWidth(scaledPixels(150));
  connect(m_source, &QLineEdit::returnPressed, this, [this] { open(m_source->text().toStdString()); });
  QToolButton* file = framedButton(tr("File…"), "importFile");
  QToolButton* folder = framedButton(tr("Folder…"), "importFolder");
  connect(file, &QToolButton::clicked, this, &ImportPage::askFile);
  connect(folder, &QToolButton::clicked, this, &ImportPage::askFolder);
  auto* recipes = new QButtonGroup(this);
  recipes->addButton(m_published);
  recipes->addButton(m_corrected);
  for (const auto& [button, recipe] :
       {std::pair(m_published, PrepareRecipe::Published), {m_corrected, PrepareRecipe::Corrected}}) {
    button->setCheckable(true);
    connect(button, &QToolButton::clicked, this, [this, recipe = recipe] { m_study.chooseRecipe(recipe); });
  }
  m_like->setToolTip(tr("Takes recipe and settings of a dataset that was prepared before"));
  connect(m_like, &QToolButton::clicked, this, &ImportPage::askLike);
  m_name->setObjectName(QStringLiteral("importName"));
  m_name->setFixedWidth(110);
  m_name->setToolTip(tr("Name of the dataset: its files begin with it"));
  connect(m_name, &QLineEdit::textEdited, this, [this](const QString& name) {
    m_study.setName(name.toStdString());
    showBar();
  });
  m_out->setObjectName(QStringLiteral("importOut"));
  m_out->setMinimumWidth(scaledPixels(120));
  m_out->setToolTip(tr("Folder for the dataset. What an earlier Run wrote there is replaced, nothing else."));
  m_note->setFont(toFont({.size = 12}));
  m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_progress->setFixedWidth(120);
  m_progress->setTextVisible(false);
  m_run->setObjectName(QStringLiteral("importRun"));
  m_run->setDefault(true);
  connect(m_run, &QPushButton::clicked, this, &ImportPage::runOrStop);
  m_train->setObjectName(QStringLiteral("importTrain"));
  connect(m_train, &QPushButton::clicked, this, &ImportPage::trainWanted);
  m_places->setObjectName(QStringLiteral("importPlaces"));
  connect(m_places, &QPushButton::clicked, this, &ImportPage::placesWanted);
  QToolButton* close = iconButton(QStringLiteral("close"), tr("Close (Escape)"));
  connect(close, &QToolButton::clicked, this, &ImportPage::closed);
  bar->setLayout(rowOf({textLabel(tr("Import"), {.font = present::boldFont}),
                        {m_source, 2},
                        file,
                        folder,
                        fixedGap(4),
                        textLabel(tr("Recipe")),
                        m_published,
                        m_corrected,
                        m_like,
                        fixedGap(4),
                        textLabel(tr("Name")),
                        m_name,
                        textLabel(tr("into")),
                        {m_out, 2},
                        {m_note, 3},
                        m_progress,
                        m_train,
                        m_places,
                        m_run,
                        close},
                       6, {12, 0, 8, 0}));
  return bar;
}

}  // namespace sojourn::qt
