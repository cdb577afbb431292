// The text and bytes of pickles.
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/text.h"
#include "graphsr/graph/pickle_machine.h"

namespace graphsr {

namespace {

int hex_digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

// `count` hexadecimal digits at `at`, or -1.
int64_t hex_number(std::string_view text, size_t at, size_t count) {
  if (at + count > text.size()) return -1;
  int64_t number = 0;
  for (const char c : text.substr(at, count)) {
    if (hex_digit(c) < 0) return -1;
    number = 16 * number + hex_digit(c);
  }
  return number;
}

void add_utf8(std::string& text, uint32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  text += static_cast<char>((0xf80 >> more & 0xff) | c >> 6 * more);
  for (int k = more - 1; k >= 0; --k) text += static_cast<char>(0x80 | (c >> 6 * k & 0x3f));
}

}  // namespace

// Each operation makes no more text than it takes, unless the same is asked for again and again.
std::string_view PickleMachine::keep(std::string text) {
  kept_ += text.size();
  if (kept_ > 4 * size_ + 64) refuse("it makes more text than it holds");
  return pickle_.made_.emplace_back(std::move(text));
}

// Python's notation of bytes in quotes.
std::string PickleMachine::without_escapes(std::string_view quoted) const {
  constexpr std::string_view kLetters = "\\'\"abfnrtv", kMeanings = "\\'\"\a\b\f\n\r\t\v";
  if (quoted.size() < 2 || (quoted[0] != '\'' && quoted[0] != '"') || quoted.back() != quoted[0])
    refuse("it has text without quotes");
  quoted = quoted.substr(1, quoted.size() - 2);
  std::string bytes;
  for (size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] != '\\') {
      bytes += quoted[i];
      continue;
    }
    const char letter = ++i < quoted.size() ? quoted[i] : '\0';
    if (letter == 'x') {
      const int64_t number = hex_number(quoted, i + 1, 2);
      if (number < 0) refuse("it has text with an escape that is none");
      bytes += static_cast<char>(number);
      i += 2;
    } else if (const size_t known = kLetters.find(letter);
               letter != '\0' && known != std::string_view::npos) {
      bytes += kMeanings[known];
    } else if (letter >= '0' && letter <= '7') {
      int number = 0;
      const size_t end = i + 3;
      for (; i < end && i < quoted.size() && quoted[i] >= '0' && quoted[i] <= '7'; ++i)
        number = 8 * number + (quoted[i] - '0');
      --i;
      bytes += static_cast<char>(number);
    } else {
      refuse("it has text with an escape that is none");
    }
  }
  return bytes;
}

// Latin-1 with \uXXXX, as protocol 0 has it, as UTF-8.
std::string PickleMachine::from_raw_unicode(std::string_view text) const {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool small = text[i] == '\\' && text.substr(i + 1).starts_with('u');
    const bool large = text[i] == '\\' && text.substr(i + 1).starts_with('U');
    if (!small && !large) {
      add_utf8(out, static_cast<unsigned char>(text[i]));
      continue;
    }
    const int64_t c = hex_number(text, i + 2, small ? 4 : 8);
    if (c < 0 || c > 0x10ffff) refuse("it has text with an escape that is none");
    add_utf8(out, static_cast<uint32_t>(c));
    i += small ? 5 : 9;
  }
  return out;
}

bool PickleMachine::step_text(unsigned char operation) {
  switch (operation) {
    case 'S':
      return push_text(Kind::bytes, keep(without_escapes(take_line()))), true;
    case 'V':
      return push_text(Kind::text, keep(from_raw_unicode(take_line()))), true;
    case 'U':
    case 'C':
      return push_text(Kind::bytes, take(take_size(1))), true;
    case 'T':
    case 'B':
      return push_text(Kind::bytes, take(take_size(4))), true;
    case 0x8e:  // bytes
    case 0x96:  // a bytearray
      return push_text(Kind::bytes, take(take_size(8))), true;
    case 0x8c:
      return push_text(Kind::text, take(take_size(1))), true;
    case 'X':
      return push_text(Kind::text, take(take_size(4))), true;
    case 0x8d:
      return push_text(Kind::text, take(take_size(8))), true;
    default:
      return false;
  }
}

// _codecs.encode(text, 'latin1'): how Python 3 writes bytes in protocols that have none.
void PickleMachine::call_encode(const std::vector<Id>& arguments) {
  if (arguments.size() != 2 || at(arguments[0]).kind != Kind::text ||
      (at(arguments[1]).text != "latin1" && at(arguments[1]).text != "latin-1"))
    refuse("_codecs.encode is not given text and 'latin1'");
  const std::string_view text = at(arguments[0]).text;
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0x80) {
      bytes += text[i];
    } else if ((first == 0xc2 || first == 0xc3) && i + 1 < text.size() && (text[i + 1] & 0xc0) == 0x80) {
      bytes += static_cast<char>((first & 3) << 6 | (text[++i] & 0x3f));
    } else {
      refuse("its text is not Latin-1");
    }
  }
  push_text(Kind::bytes, keep(std::move(bytes)));
}

}  // namespace graphsr
