// SPDX-License-Identifier: GPL-3.0-or-later
// Files that Python, NumPy and torch write in all the ways they can, read by us.
#include <gmock/gmock.h>

#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/pickle/pickle_reader.h"
#include "tests/formats/python.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

void make(const std::string& python, const test::TempFolder& folder, const std::string& script) {
  const auto answer = test::runPython(python, script, {folder.path().string()});
  ASSERT_EQ(answer.exitCode, 0) << answer.output;
}

TEST(PythonFilesTest, ArraysOfEveryTypeOrderAndProtocol) {
  SOJOURN_NEEDS_PYTHON(python, "numpy");
  const test::TempFolder folder;
  make(python, folder, R"(
import numpy, pickle, sys
types = '? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 >i8 >f4 >u2'.split()
base = numpy.arange(24).reshape(2, 3, 4)
arrays = [base.astype(t) for t in types]
arrays += [numpy.asfortranarray(base), base.transpose(2, 0, 1), base[:, ::-1], base[..., 1], base.T]
arrays += [numpy.zeros((0, 3)), numpy.array(7), base.astype(object), base.astype('U3')]
expected = [a.astype(float).flatten().tolist() for a in arrays[:-2]]
for protocol in (2, 3, 4, 5):
    pickle.dump((arrays, expected), open(f'{sys.argv[1]}/{protocol}', 'wb'), protocol)
)");
  for (const char* protocol : {"2", "3", "4", "5"}) {
    const auto bytes = readFile(folder / protocol, 1U << 24U);
    ASSERT_TRUE(bytes.ok()) << bytes.error().sentence();
    const auto document = readPickle(*bytes, protocol);
    ASSERT_TRUE(document.ok()) << document.error().sentence();
    const auto arrays = document->root().items()[0].items();
    const auto expected = document->root().items()[1].items();
    ASSERT_EQ(arrays.size(), 24U);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_NE(arrays[i].asArray(), nullptr) << protocol << " " << i;
      std::vector<double> wanted;
      for (const PickleValue& value : expected[i].items()) wanted.push_back(*value.asNumber());
      EXPECT_EQ(arrays[i].asArray()->toNdArray().toDoubles(), wanted) << protocol << " " << i;
    }
    EXPECT_THAT(arrays[16].asArray()->shape, ElementsAre(4, 2, 3));
    EXPECT_EQ(arrays[22].description(), "an array of NumPy type O8");
    EXPECT_EQ(arrays[23].description(), "an array of NumPy type U3");
  }
}

TEST(PythonFilesTest, CheckpointsOfEveryKind) {
  SOJOURN_NEEDS_PYTHON(python, "torch");
  const test::TempFolder folder;
  make(python, folder, R"(
import collections, sys, torch, zipfile
out = sys.argv[1]
base = torch.arange(12.)
state = collections.OrderedDict()
state['w'] = torch.nn.Parameter(base.view(3, 4))
state['transposed'] = base.view(3, 4).t()
state['slice'] = base[2:11:3]
state['expanded'] = torch.tensor([5.]).expand(3)
state['half'] = torch.tensor([1.5, -2], dtype=torch.half)
state['brain'] = torch.tensor([1.5, -2], dtype=torch.bfloat16)
state['uint16'] = torch.tensor([1, 65535], dtype=torch.uint16)
state['scalar'] = torch.tensor(9)
model = torch.nn.Linear(2, 2)
optimizer = torch.optim.AdamW(model.parameters())
model(torch.ones(2)).sum().backward()
optimizer.step()
whole = {'epoch': 4, 'state_dict': state, 'optimizer_state_dict': optimizer.state_dict(),
         'config': {'size': torch.Size([1, 2]), 'device': torch.device('cpu'), 'dtype': torch.float32}}
for protocol in (2, 3, 4, 5):
    torch.save(whole, f'{out}/{protocol}.pt', pickle_protocol=protocol)
torch.save(state, f'{out}/legacy.pt', _use_new_zipfile_serialization=False)
torch.save({'w': torch.zeros(1, dtype=torch.complex64)}, f'{out}/complex.pt')
torch.save(model, f'{out}/module.pt')
torch.jit.script(model).save(f'{out}/script.pt')
with zipfile.ZipFile(f'{out}/2.pt') as old, zipfile.ZipFile(f'{out}/deflated.pt', 'w', zipfile.ZIP_DEFLATED) as new:
    for name in old.namelist():
        new.writestr(name, old.read(name))
)");
  for (const char* name : {"2.pt", "3.pt", "4.pt", "5.pt", "deflated.pt"}) {
    const auto file = readCheckpointFile(folder / name);
    ASSERT_TRUE(file.ok()) << file.error().sentence();
    EXPECT_EQ(file->stateKey, "state_dict");
    ASSERT_EQ(file->tensors.size(), 8U);
    EXPECT_EQ(file->tensors[0].array.toDoubles()[11], 11.0);
    EXPECT_EQ(file->tensors[1].array.shapeText(), "[4, 3]");
    EXPECT_THAT(file->tensors[1].array.toDoubles(), ElementsAre(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11));
    EXPECT_THAT(file->tensors[2].array.toDoubles(), ElementsAre(2, 5, 8));
    EXPECT_THAT(file->tensors[3].array.toDoubles(), ElementsAre(5, 5, 5));
    EXPECT_THAT(file->tensors[4].array.toDoubles(), ElementsAre(1.5, -2));
    EXPECT_THAT(file->tensors[5].array.toDoubles(), ElementsAre(1.5, -2));
    EXPECT_THAT(file->tensors[6].array.toDoubles(), ElementsAre(1, 65535));
    EXPECT_TRUE(file->tensors[7].array.shape.empty());
    EXPECT_EQ(file->metadata.dump(), R"({"epoch":4,"config":{"size":[1,2],"device":"cpu","dtype":"torch.float32"}})");
    ASSERT_TRUE(file->optimizer);
    EXPECT_EQ(file->optimizer->slots.size(), 2U);
    EXPECT_EQ(file->optimizer->slots[0].tensors[0].name, "step");
  }
  const auto whatOf = [&](const char* name) { return readCheckpointFile(folder / name).error().what; };
  EXPECT_THAT(whatOf("legacy.pt"), HasSubstr("before PyTorch 1.6"));
  EXPECT_THAT(whatOf("complex.pt"), HasSubstr("torch.ComplexFloatStorage, which are not real numbers"));
  EXPECT_THAT(whatOf("module.pt"), HasSubstr("asks for torch.nn.modules.linear.Linear"));
  EXPECT_THAT(whatOf("script.pt"), HasSubstr("TorchScript program"));
}

}  // namespace
}  // namespace sojourn
