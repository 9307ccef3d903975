# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` writes: the programs beside each other, and what desktops and shells want to know of them.
include(GNUInstallDirs)
foreach(program IN ITEMS sojourn sojourn-models sojourn-studio sojourn-monitor)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endforeach()
if(TARGET sojourn_cuda)
  install(TARGETS sojourn_cuda LIBRARY DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(FILES resources/python/sojourn_model.py DESTINATION "${CMAKE_INSTALL_DATADIR}/sojourn/python")
set(sojournDesktop "${PROJECT_SOURCE_DIR}/packaging/desktop")
install(FILES "${sojournDesktop}/app.sojourn.Studio.desktop" "${sojournDesktop}/app.sojourn.Monitor.desktop"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
install(FILES "${sojournDesktop}/sojourn.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
install(FILES "${sojournDesktop}/app.sojourn.Studio.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
install(FILES resources/icons/sojourn.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/sojourn" RENAME copyright)

# Man pages and completions say what --help says: they are made from it when the programs are installed.
find_program(SOJOURN_PACKAGING_PYTHON NAMES python3 DOC "Python that writes man pages and completions")
if(SOJOURN_PACKAGING_PYTHON)
  install(CODE "
    execute_process(
      COMMAND \"${SOJOURN_PACKAGING_PYTHON}\" \"${PROJECT_SOURCE_DIR}/packaging/documents.py\"
        \"${PROJECT_BINARY_DIR}/bin\" \"${PROJECT_BINARY_DIR}/documents\"
      COMMAND_ERROR_IS_FATAL ANY)")
  set(documents "${PROJECT_BINARY_DIR}/documents")
  install(DIRECTORY "${documents}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(DIRECTORY "${documents}/bash/" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(DIRECTORY "${documents}/zsh/" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
  install(DIRECTORY "${documents}/fish/" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
