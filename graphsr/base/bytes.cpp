#include "graphsr/base/bytes.h"

#include "graphsr/base/error.h"

namespace graphsr {

void ByteReader::refuse() const {
  bad_input(place_, "is damaged or was written by another version", "start again without --resume");
}

}  // namespace graphsr
