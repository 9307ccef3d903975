# SPDX-License-Identifier: GPL-3.0-or-later
# libtorch as the imported target sojourn_torch. find_package(Torch) demands a CUDA toolkit even for a program that
# only ever runs on the CPU, so the two libraries that are needed are imported by hand.
set(SOJOURN_TORCH "$ENV{SOJOURN_TORCH}" CACHE PATH "Folder of a torch that is there already (holds include/ and lib/)")
if(DEFINED ENV{SOJOURN_DEPS})
  set(sojournDeps "$ENV{SOJOURN_DEPS}")
else()
  set(sojournDeps "$ENV{HOME}/.cache/sojourn/deps")
endif()

if(SOJOURN_TORCH)
  set(sojournTorchRoot "${SOJOURN_TORCH}")
else()
  set(sojournTorchRoot "${sojournDeps}/torch-2.11.0/torch")
endif()
if(NOT EXISTS "${sojournTorchRoot}/lib/libtorch_cpu.so")
  message(FATAL_ERROR "libtorch is not in ${sojournTorchRoot}.\nRun packaging/setup, or set SOJOURN_TORCH to a folder that holds include/ and lib/, or configure with -DSOJOURN_WITH_TORCH=OFF.")
endif()

# libtorch_cpu of the CUDA wheel needs NVIDIA's runtime and profiler libraries even on the CPU. They lie beside torch in
# the dependency folder, or under site-packages/nvidia of a Python environment.
file(GLOB sojournNvidiaLibs LIST_DIRECTORIES true
  "${sojournTorchRoot}/../nvidia/*/lib" "${sojournDeps}/nvidia-*/nvidia/*/lib")
set(sojournNvidia "")
foreach(folder IN LISTS sojournNvidiaLibs)
  get_filename_component(folder "${folder}" REALPATH)
  if(IS_DIRECTORY "${folder}")
    list(APPEND sojournNvidia "${folder}")
  endif()
endforeach()
list(JOIN sojournNvidia ":" sojournRpathLink)

add_library(sojourn_torch INTERFACE)
target_include_directories(sojourn_torch SYSTEM INTERFACE
  "${sojournTorchRoot}/include" "${sojournTorchRoot}/include/torch/csrc/api/include")
# Its headers name their files in messages: where torch lies on this machine is no part of the programs.
target_compile_options(sojourn_torch INTERFACE "-fmacro-prefix-map=${sojournTorchRoot}/=torch/")
target_link_libraries(sojourn_torch INTERFACE
  "${sojournTorchRoot}/lib/libtorch_cpu.so" "${sojournTorchRoot}/lib/libc10.so")
if(sojournRpathLink)
  target_link_options(sojourn_torch INTERFACE "-Wl,-rpath-link,${sojournRpathLink}")
endif()
foreach(folder IN ITEMS "${sojournTorchRoot}/lib" ${sojournNvidia})
  target_link_options(sojourn_torch INTERFACE "-Wl,-rpath,${folder}")
endforeach()
target_link_options(sojourn_torch INTERFACE "-Wl,--disable-new-dtags")

# libsojourn_cuda.so: torch's CUDA half, and NVIDIA's headers, which are all that a build needs of CUDA. The library lies
# beside the programs; tests find it in bin/, beside their own folder.
option(SOJOURN_WITH_CUDA "Build the library that is opened where a CUDA driver is" ON)
if(NOT EXISTS "${sojournTorchRoot}/lib/libtorch_cuda.so")
  message(STATUS "This torch has no CUDA half: built without CUDA")
  set(SOJOURN_WITH_CUDA OFF)
endif()
if(SOJOURN_WITH_CUDA)
  foreach(project IN ITEMS runtime-headers-13.0.96 crt-13.0.88)
    set(sojournCudaInclude "${sojournDeps}/nvidia-cuda-${project}/nvidia/cu13/include")
    if(NOT IS_DIRECTORY "${sojournCudaInclude}")
      message(FATAL_ERROR "NVIDIA's headers are not in ${sojournCudaInclude}.\nRun packaging/setup, or configure with -DSOJOURN_WITH_CUDA=OFF.")
    endif()
    list(APPEND sojournCudaIncludes "${sojournCudaInclude}")
  endforeach()
  foreach(folder IN LISTS sojournNvidia)
    file(GLOB sojournCudart "${folder}/libcudart.so.13")
    if(sojournCudart)
      break()
    endif()
  endforeach()
  add_library(sojourn_torch_cuda INTERFACE)
  # Before torch's, and so before a toolkit's that the system may have.
  target_include_directories(sojourn_torch_cuda SYSTEM INTERFACE ${sojournCudaIncludes})
  # Some distributions' linkers leave out what nothing names: torch's CUDA half registers itself.
  target_link_options(sojourn_torch_cuda INTERFACE "-Wl,--no-as-needed")
  target_link_libraries(sojourn_torch_cuda INTERFACE sojourn_torch
    "${sojournTorchRoot}/lib/libtorch_cuda.so" "${sojournTorchRoot}/lib/libc10_cuda.so" "${sojournCudart}")
endif()
