#include "graphsr/report/markup.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graphsr/base/text.h"

namespace graphsr {
namespace {

TEST(Markup, text_cannot_leave_its_place) {
  EXPECT_EQ(escaped("</script><img src=x onerror=alert(1)>"),
            "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;");
  EXPECT_EQ(escaped("\" ' & &lt;"), "&quot; &#39; &amp; &amp;lt;");
  EXPECT_EQ(escaped("\xc3\xa9\xe2\x82\xac"), "\xc3\xa9\xe2\x82\xac");
}

TEST(Markup, bytes_that_xml_forbids_are_replaced) {
  const std::string bad = std::string("a\0b\x01\x1f\xff\xc3", 7) + "\xef\xbf\xbf z";
  const std::string out = escaped(bad);
  EXPECT_TRUE(is_utf8(out));
  for (const char c : out) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20) << out;
  EXPECT_EQ(out.substr(0, 4), "a\xef\xbf\xbd");
}

TEST(Markup, names_are_cut_between_characters) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abcde\xe2\x80\xa6");
  EXPECT_EQ(shortened("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 3), "\xc3\xa9\xc3\xa9\xe2\x80\xa6");
  EXPECT_EQ(shortened("", 3), "");
}

TEST(Markup, names_beside_each_other_are_cut_where_they_differ) {
  const std::vector<std::string> apart = {"Experimental", "Physics"};
  EXPECT_EQ(shortened_apart(apart, 6), (std::vector<std::string>{"Exper\xe2\x80\xa6", "Physi\xe2\x80\xa6"}));
  const std::vector<std::string> alike = {"Diabetes 1", "Diabetes 2", "None"};
  EXPECT_EQ(shortened_apart(alike, 6),
            (std::vector<std::string>{"\xe2\x80\xa6tes 1", "\xe2\x80\xa6tes 2", "None"}));
  const std::vector<std::string> same = {"Diabetes 1", "Diabetes 1"};
  EXPECT_EQ(shortened_apart(same, 6), (std::vector<std::string>{"Diabe\xe2\x80\xa6", "Diabe\xe2\x80\xa6"}));
}

TEST(Markup, numbers_read_as_people_write_them) {
  EXPECT_EQ(percent(0.8024999999999999), "80.3") << "as in tables: up from the middle";
  EXPECT_EQ(percent(0.7844), "78.4");
  EXPECT_EQ(percent(std::nan("")), "\xe2\x80\x93");
  EXPECT_EQ(signed_percent(0.012), "+1.2");
  EXPECT_EQ(signed_percent(-0.012),
            "\xe2\x88\x92"
            "1.2");
  EXPECT_EQ(signed_percent(-0.0001),
            "\xc2\xb1"
            "0.0");
  EXPECT_EQ(grouped(1234567),
            "1\xe2\x80\xaf"
            "234\xe2\x80\xaf"
            "567");
  EXPECT_EQ(grouped(-1234),
            "\xe2\x88\x92"
            "1\xe2\x80\xaf"
            "234");
  EXPECT_EQ(grouped(12), "12");
}

}  // namespace
}  // namespace graphsr
