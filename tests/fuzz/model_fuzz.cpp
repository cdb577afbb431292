// Model files, whose hash of the tensors is put right.
#include "graphsr/base/sha256.h"
#include "graphsr/model/model_file.h"
#include "graphsr/model/safetensors.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  expect_read_or_refused([&] {
    TensorFile file = from_safetensors(text_of(data, size), "toy.safetensors");
    if (file.metadata.contains("sha256")) file.metadata["sha256"] = sha256(tensor_bytes(file));
    const std::string bytes = to_safetensors(file);
    expect(from_safetensors(bytes, "toy.safetensors") == file, "it can be saved");
    const Model model = from_model_file(bytes, "toy.safetensors");
    expect(to_model_file(from_model_file(to_model_file(model), "toy.safetensors")) == to_model_file(model),
           "it can be saved again");
  });
  return 0;
}
