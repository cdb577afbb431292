// An architecture: how messages are weighted (once per graph), one layer's forward (every epoch), and what
// follows the layers. A new one is one file and one line in the table of conv.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphsr/model/block.h"
#include "graphsr/model/layer_input.h"
#include "graphsr/model/propagation.h"
#include "graphsr/tensor/tape.h"

namespace graphsr {

class Conv;

struct ModelOptions {
  std::string conv = "sage";       // name in the table of convs()
  const Conv* own = nullptr;       // a layer of one's own in the table's place; must outlive all that use it
  int layers = 2;                  // convolutions before the linear head
  int width = 128;                 // of every hidden layer
  int heads = 8;                   // of gat; divides width
  double dropout = 0.5;            // after every layer
  double attention_dropout = 0.5;  // of gat
};

// A matrix that a layer trains. Names and file shapes are those of PyG's state_dict.
struct ParamSpec {
  enum class Kind {
    weight,     // (in,out) here, (out,in) in files
    attention,  // (1,heads*width) here, (1,heads,width) in files
    bias,       // (1,out) here, (out) in files; starts at 0
  };
  std::string name;  // "lin.weight"
  Kind kind;
};

// What a forward is given besides its input.
struct LayerContext {
  const ModelOptions& options;
  Dropout attention_dropout;
};

class Conv {
 public:
  virtual ~Conv() = default;
  virtual Messages messages(const Csr& edges) const = 0;
  // The bias comes last.
  virtual std::vector<ParamSpec> params() const = 0;
  // The layer's sum before bias and activation, (outputs, width). `params` as above, without the bias.
  virtual Var forward(Tape& tape, LayerInput& input, std::span<const Var> params,
                      const LayerContext& context) const = 0;
  // Does a layer read its input by aggregated_projected(), with or without self_projected(), and nothing
  // else, and are all factors of messages() finite, those of `from` not 0? Then what all nodes of a large
  // graph gather is made before anybody trains on it, on all threads.
  virtual bool only_sums() const { return false; }
  // Messages that go round after the head, as messages() weighs them, instead of in the layers: with such
  // steps a layer reads each node alone, and its input has self_projected only. Default: none.
  virtual Propagation propagation() const { return {}; }
};

struct ConvEntry {
  const char* name;
  const char* summary;
  const Conv& conv;
};
std::span<const ConvEntry> convs();

// Refuses an unknown name and suggests the nearest.
const Conv& conv_named(const std::string& name);

// The layer of one's own, or else the named one.
const Conv& conv_of(const ModelOptions& options);

const Conv& gcn();
const Conv& sage();
const Conv& gat();
const Conv& appnp();

}  // namespace graphsr
