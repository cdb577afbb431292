// svmlight's text: "class index:value index:value ..." in each line, one line per node.
#pragma once

#include <string_view>

#include "graphsr/graph/class_column.h"
#include "graphsr/graph/features.h"
#include "graphsr/graph/lines.h"

namespace graphsr {

// Whether the first line with anything in it is a class and then index:value.
bool looks_like_svmlight(std::string_view head);

struct Svmlight {
  Features features;  // sparse
  ClassColumn::Classes classes;
  bool from_zero = false;  // some index is 0; else they are taken to begin at 1
};

// Classes are one word; -1 is none, unless there are only -1 and 1, which are two classes. qid:N and what
// follows # are skipped.
Svmlight read_svmlight(Lines& lines);

}  // namespace graphsr
