#include "graphsr/graph/pickle.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/pickle_machine.h"

namespace graphsr {

Pickle::Pickle(std::string bytes, std::string place)
    : bytes_(std::make_unique<const std::string>(std::move(bytes))), place_(std::move(place)) {
  PickleMachine(*this, *bytes_).run();
}

void Pickle::refuse(const std::string& problem) const {
  bad_input(place_, problem, "save it again with pickle.dump, or as npz");
}

Pickle::Id Pickle::find(Id dict, std::string_view name) const {
  if ((*this)[dict].kind == Kind::matrix) {
    if ((*this)[dict].items.empty()) return -1;
    dict = (*this)[dict].items[0];
  }
  const std::vector<Id>& items = (*this)[dict].items;
  for (size_t i = items.size(); i >= 2; i -= 2) {
    const PickleValue& key = (*this)[items[i - 2]];
    if ((key.kind == Kind::text || key.kind == Kind::bytes) && key.text == name) return items[i - 1];
  }
  return -1;
}

NpyArray Pickle::integers(Id id, const std::string& what) const {
  const std::string place = fmt::format("{}, {}", place_, what);
  if (id < 0) bad_input(place, "is missing", "save it again with pickle.dump");
  const PickleValue& list = (*this)[id];
  if (list.kind != Kind::tuple && list.kind != Kind::list) bad_input(place, "is no list of integers");
  NpyArray out{'i', 8, {std::ssize(list.items)}, AlignedVector<unsigned char>(8 * list.items.size()), place};
  for (size_t i = 0; i < list.items.size(); ++i) {
    const PickleValue& item = (*this)[list.items[i]];
    if (item.kind != Kind::integer) bad_input(place, fmt::format("element {} is no integer", i));
    std::memcpy(out.bytes.data() + 8 * i, &item.integer, 8);
  }
  return out;
}

NpyArray Pickle::array(Id id, const std::string& what) const {
  const std::string place = fmt::format("{}, {}", place_, what);
  if (id < 0) bad_input(place, "is missing", "save it again with pickle.dump");
  const PickleValue& value = (*this)[id];
  if (value.kind != Kind::array || value.items.size() != 3) bad_input(place, "is no numpy array");
  NpyHeader header;
  for (const Id extent : (*this)[value.items[0]].items) header.shape.push_back((*this)[extent].integer);
  header.type = (*this)[value.items[1]].text;
  header.fortran_order = value.integer == 1;
  NpyArray out = announced_array(header, place);
  const std::string_view bytes = (*this)[value.items[2]].text;
  if (out.count() * out.item_size != std::ssize(bytes))
    bad_input(place,
              fmt::format("has {} bytes of data, but its shape needs {}", bytes.size(),
                          out.count() * out.item_size),
              "save it again with pickle.dump");
  out.bytes.assign(bytes.begin(), bytes.end());
  return out;
}

}  // namespace graphsr
