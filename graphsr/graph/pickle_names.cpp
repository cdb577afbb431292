// The names of Python that pickles may use, and what is made in their place.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/npy_values.h"
#include "graphsr/graph/pickle_machine.h"

namespace graphsr {

namespace {

enum class Role {
  array,        // numpy.ndarray
  reconstruct,  // an empty array, to be built
  from_buffer,
  scalar,
  type,
  default_dict,
  list,
  object,
  bytes,
  encode,
  old_object,  // copyreg._reconstructor
  new_object,  // copyreg.__newobj__
  matrix,
};

struct KnownName {
  std::string_view module, name;
  Role role;
};

constexpr KnownName kNames[] = {
    {"numpy", "ndarray", Role::array},
    {"numpy.core.multiarray", "_reconstruct", Role::reconstruct},
    {"numpy._core.multiarray", "_reconstruct", Role::reconstruct},
    {"numpy.core.numeric", "_frombuffer", Role::from_buffer},
    {"numpy._core.numeric", "_frombuffer", Role::from_buffer},
    {"numpy.core.multiarray", "scalar", Role::scalar},
    {"numpy._core.multiarray", "scalar", Role::scalar},
    {"numpy", "dtype", Role::type},
    {"collections", "defaultdict", Role::default_dict},
    {"__builtin__", "list", Role::list},
    {"builtins", "list", Role::list},
    {"__builtin__", "object", Role::object},
    {"builtins", "object", Role::object},
    {"__builtin__", "bytes", Role::bytes},
    {"builtins", "bytes", Role::bytes},
    {"_codecs", "encode", Role::encode},
    {"copy_reg", "_reconstructor", Role::old_object},
    {"copyreg", "_reconstructor", Role::old_object},
    {"copyreg", "__newobj__", Role::new_object},
    {"scipy.sparse.csr", "csr_matrix", Role::matrix},
    {"scipy.sparse._csr", "csr_matrix", Role::matrix},
    {"scipy.sparse._csr", "csr_array", Role::matrix},
    {"scipy.sparse.csc", "csc_matrix", Role::matrix},
    {"scipy.sparse._csc", "csc_matrix", Role::matrix},
    {"scipy.sparse._csc", "csc_array", Role::matrix},
    {"scipy.sparse.coo", "coo_matrix", Role::matrix},
    {"scipy.sparse._coo", "coo_matrix", Role::matrix},
    {"scipy.sparse._coo", "coo_array", Role::matrix},
};

constexpr size_t kLongestType = 16;
constexpr size_t kMostDimensions = 64;
constexpr int64_t kLargestExtent = int64_t{1} << 58;

}  // namespace

void PickleMachine::push_name(std::string_view module, std::string_view name) {
  for (const KnownName& known : kNames)
    if (known.module == module && known.name == name)
      return push({Kind::name, &known - kNames, 0, known.name, {}});
  bad_input(
      pickle_.place(),
      fmt::format("this pickle wants Python's {}, and only arrays, sparse matrices, dicts and lists are read",
                  in_quotes(fmt::format("{}.{}", module, name))),
      "trust no file that asks for more, or save its arrays as npz");
}

bool PickleMachine::step_name(unsigned char operation) {
  switch (operation) {
    case 'c': {
      const std::string_view module = take_line();
      return push_name(module, take_line()), true;
    }
    case 0x93: {
      const PickleValue name = at(pop()), module = at(pop());
      if (name.kind != Kind::text || module.kind != Kind::text) refuse("it has a name that is no text");
      return push_name(module.text, name.text), true;
    }
    case 'R':
      return call(), true;
    case 0x81:
      return make_object(), true;
    case 'b':
      return build(), true;
    default:
      return false;
  }
}

void PickleMachine::push_matrix(Id of) {
  const PickleValue& type = at(of);
  if (type.kind != Kind::name || kNames[type.integer].role != Role::matrix)
    refuse("it makes an object that is no sparse matrix");
  push({Kind::matrix, 0, 0, type.text.substr(0, 3), {}});
}

void PickleMachine::call() {
  const Id arguments_id = pop(), name = pop();
  if (at(name).kind != Kind::name || at(arguments_id).kind != Kind::tuple) refuse("it calls what is no name");
  if (at(arguments_id).items.size() > kMostDimensions) refuse("it gives too many arguments");
  const std::vector<Id> arguments = at(arguments_id).items;
  switch (const KnownName& known = kNames[at(name).integer]; known.role) {
    case Role::reconstruct:
      return push({Kind::array, 0, 0, {}, {}});
    case Role::from_buffer:
      return call_from_buffer(arguments);
    case Role::scalar:
      return call_scalar(arguments);
    case Role::type:
      return call_type(arguments);
    case Role::default_dict:
      return push({Kind::dict, 0, 0, {}, {}});
    case Role::bytes:
      if (!arguments.empty()) refuse("bytes is given arguments");
      return push_text(Kind::bytes, "");
    case Role::encode:
      return call_encode(arguments);
    case Role::old_object:
    case Role::new_object:
      if (arguments.empty()) refuse("it makes an object of no kind");
      return push_matrix(arguments[0]);
    default:
      refuse(fmt::format("it calls {}, which is not read", known.name));
  }
}

void PickleMachine::make_object() {
  const Id arguments = pop(), type = pop();
  if (at(arguments).kind != Kind::tuple || !at(arguments).items.empty())
    refuse("it makes an object from arguments");
  push_matrix(type);
}

// numpy.dtype('i4', ...), whose byte order follows.
void PickleMachine::call_type(const std::vector<Id>& arguments) {
  if (arguments.empty() || at(arguments[0]).text.empty() || at(arguments[0]).text.size() > kLongestType)
    refuse("numpy.dtype is given no name of a type");
  const std::string_view code = at(arguments[0]).text;
  push({Kind::type, 0, 0, keep(fmt::format("{}{}", code.ends_with('1') ? '|' : '<', code)), {}});
}

// shape, type and data, as they are used later.
void PickleMachine::check_array(const PickleValue& array) const {
  const PickleValue &shape = at(array.items[0]), &type = at(array.items[1]), &data = at(array.items[2]);
  if (shape.kind != Kind::tuple || shape.items.size() > kMostDimensions)
    refuse("an array's shape is no tuple");
  for (const Id id : shape.items)
    if (at(id).kind != Kind::integer || at(id).integer < 0 || at(id).integer > kLargestExtent)
      refuse("an array's shape has an impossible extent");
  if (type.kind != Kind::type) refuse("an array's type is no numpy.dtype");
  if (type.text.substr(1).starts_with('O') || data.kind == Kind::list)
    refuse("an array holds Python objects, which are not read");
  if (data.kind != Kind::bytes) refuse("an array's data are no bytes");
}

void PickleMachine::call_from_buffer(const std::vector<Id>& arguments) {
  if (arguments.size() != 4) refuse("_frombuffer is given other than four arguments");
  PickleValue array{
      Kind::array, at(arguments[3]).text == "F", 0, {}, {arguments[2], arguments[1], arguments[0]}};
  check_array(array);
  push(std::move(array));
}

void PickleMachine::call_scalar(const std::vector<Id>& arguments) {
  if (arguments.size() != 2 || at(arguments[0]).kind != Kind::type || at(arguments[1]).kind != Kind::bytes)
    refuse("numpy's scalar is given other than a type and bytes");
  NpyHeader header;
  header.type = at(arguments[0]).text;
  NpyArray number = announced_array(header, pickle_.place());
  const std::string_view bytes = at(arguments[1]).text;
  if (std::ssize(bytes) != number.item_size) refuse("a number has the wrong size");
  number.bytes.assign(bytes.begin(), bytes.end());
  const bool known = for_numbers(number, [&](int64_t, auto value) {
    if (number.kind == 'f') return push({Kind::real, 0, static_cast<double>(value), {}, {}});
    const std::optional<int64_t> whole = whole_number(value);
    if (!whole) refuse("it has an integer of more than 63 bits");
    push_integer(*whole);
  });
  if (!known) refuse("numpy's scalar is no number");
}

// State of an array: version, shape, type, whether in Fortran order, data.
void PickleMachine::build_array(PickleValue& array, const PickleValue& state) {
  if (state.kind != Kind::tuple || state.items.size() != 5) refuse("an array's state is not understood");
  if (!array.items.empty()) refuse("an array is built twice");
  array.items = {state.items[1], state.items[2], state.items[4]};
  array.integer = at(state.items[3]).integer == 1;
  check_array(array);
}

void PickleMachine::build() {
  const Id state_id = pop();
  const PickleValue& state = at(state_id);
  PickleValue& value = at(top());
  switch (value.kind) {
    case Kind::array:
      return build_array(value, state);
    case Kind::matrix:
      if (state.kind != Kind::dict) refuse("a matrix's state is no dict");
      value.items = {state_id};
      return;
    case Kind::type: {
      if (state.kind != Kind::tuple || state.items.size() < 2 || state.items.size() > 10 ||
          at(state.items[1]).text.size() != 1)
        refuse("a type's state is not understood");
      const char order = at(state.items[1]).text[0];
      std::string type(value.text);
      type[0] = order == '=' ? '<' : order;
      value.text = keep(std::move(type));
      return;
    }
    default:
      refuse("it builds what is no array, matrix or type");
  }
}

}  // namespace graphsr
