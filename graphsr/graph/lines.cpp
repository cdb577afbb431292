#include "graphsr/graph/lines.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"

namespace graphsr {

namespace {
constexpr size_t kFirstBuffer = 1 << 12, kBuffer = 1 << 18;
constexpr size_t kLongest = 256 << 20;
}  // namespace

Lines::Lines(SourcePtr source) : source_(std::move(source)), buffer_(kFirstBuffer) {
  while (end_ < 4 && refill()) continue;
  const std::string_view head(buffer_.data(), end_);
  if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"))
    bad_input(file(), "is text in UTF-16", "save it as UTF-8");
  if (head.substr(0, 4).find('\0') != std::string_view::npos)
    bad_input(file(), "is not text", "check the path");
  if (head.starts_with("\xef\xbb\xbf")) begin_ = 3;
}

// Moves what is left to the front and reads on; false at the end of the file.
bool Lines::refill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (end_ >= kLongest)
      bad_input(fmt::format("{}:{}", file(), number_ + 1),
                fmt::format("the line is longer than {} MB", kLongest >> 20), "is this the file you mean?");
    buffer_.resize(2 * buffer_.size());
  }
  const size_t got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += got;
  if (end_ == buffer_.size() && end_ < kBuffer) buffer_.resize(4 * end_);
  return got > 0;
}

bool Lines::next() {
  size_t searched = 0;
  for (;;) {
    const char* from = buffer_.data() + begin_;
    const auto* stop = static_cast<const char*>(std::memchr(from + searched, '\n', end_ - begin_ - searched));
    if (stop == nullptr) {
      searched = end_ - begin_;
      if (refill()) continue;
      if (searched == 0) return false;
      from = buffer_.data() + begin_;
      stop = from + searched;
    }
    const auto length = static_cast<size_t>(stop - from);
    begin_ = std::min(begin_ + length + 1, end_);
    line_ = {from, length};
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    ++number_;
    return true;
  }
}

std::string Lines::place() const { return fmt::format("{}:{}", file(), number_); }

std::string Lines::place(size_t column) const { return fmt::format("{}:{}:{}", file(), number_, column); }

}  // namespace graphsr
