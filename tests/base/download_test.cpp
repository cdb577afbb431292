#include "graphsr/base/download.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/sha256.h"
#include "tests/base/https_server.h"

namespace graphsr {
namespace {

using testing::HasSubstr;
using testing::Not;

class DownloadTest : public testing::Test {
 protected:
  DownloadTest() {
    for (int i = 0; i < 5000; ++i) content_ += static_cast<char>('a' + i * i % 26);
    server_.file("data", content_);
    options_ = {.ca_file = server_.ca_file(), .timeout = 10, .tries = 3, .pause = 0.001};
  }

  Download file(const std::string& path, const std::string& host = "localhost") const {
    return {server_.url(path, host), folder_ / "data", 5000, sha256(content_), "do it by hand"};
  }
  void get(const std::string& path) { download(file(path), options_, {}); }
  void expect_got(const std::string& path) {
    get(path);
    EXPECT_EQ(read_file(folder_ / "data"), content_);
    EXPECT_FALSE(std::filesystem::exists(part_));
  }
  void old_part(const std::string& bytes) { folder_.file("data.part", bytes); }

  // Refused with this fault and words, and no file.
  void expect_refused(const Download& file, Fault fault, const std::string& words) {
    try {
      download(file, options_, {});
      ADD_FAILURE() << "it was not refused: " << file.url;
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), fault) << error.what();
      EXPECT_THAT(error.what(), HasSubstr(words));
      EXPECT_THAT(error.what(), HasSubstr(file.url));
      EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "data"));
  }
  void expect_refused(const std::string& path, Fault fault, const std::string& words) {
    expect_refused(file(path), fault, words);
    EXPECT_FALSE(std::filesystem::exists(part_)) << path;
  }

  HttpsServer server_;
  TemporaryFolder folder_;
  std::string part_ = folder_ / "data.part", content_;
  DownloadOptions options_;
};

TEST_F(DownloadTest, makes_the_file_and_tells_of_it) {
  int64_t last = -1;
  download(file("/good/data"), options_, [&](int64_t bytes) {
    EXPECT_GE(bytes, last);
    last = bytes;
  });
  EXPECT_EQ(last, 5000);
  EXPECT_EQ(read_file(folder_ / "data"), content_);
  expect_got("/to/good/data");
}

TEST_F(DownloadTest, goes_on_after_cuts) {
  expect_got("/cut/2000/data");
  EXPECT_EQ(server_.requests(), "/cut/2000/data \n/cut/2000/data bytes=2000-\n/cut/2000/data bytes=4000-\n");
  expect_got("/undeclared/2000/data");
}

TEST_F(DownloadTest, goes_on_with_the_part_of_an_earlier_run) {
  old_part(content_.substr(0, 1234));
  expect_got("/good/data");
  EXPECT_EQ(server_.requests(), "/good/data bytes=1234-\n");
  old_part(content_);
  expect_got("/good/data");
  EXPECT_EQ(server_.requests(), "/good/data bytes=1234-\n") << "a complete part needs no request";
}

TEST_F(DownloadTest, begins_anew_where_it_cannot_go_on) {
  for (const char* path : {"/whole/data", "/noranges/data", "/shifted/data"}) {
    old_part(content_.substr(0, 1234));
    expect_got(path);
    EXPECT_THAT(server_.requests(), HasSubstr(std::string(path) + " bytes=1234-\n")) << path;
    const bool once_more = std::string(path) != "/whole/data";
    EXPECT_EQ(server_.requests().ends_with(std::string(path) + " \n"), once_more) << path;
  }
  for (const std::string& wrong : {std::string(1234, '?'), std::string(5000, '?'), std::string(6000, '?')}) {
    old_part(wrong);
    expect_got("/good/data");
  }
}

TEST_F(DownloadTest, tries_again_after_errors_of_the_server) {
  expect_got("/fails/2/data");
  EXPECT_EQ(server_.requests(), "/fails/2/data \n/fails/2/data \n/fails/2/data \n");
}

TEST_F(DownloadTest, refuses_other_bytes) {
  expect_refused("/wrong/data", Fault::input, "other bytes: sha256 ");
  expect_refused("/longer/data", Fault::input, "has 5001 bytes, expected 5000");
  expect_refused("/shorter/data", Fault::input, "has 4999 bytes, expected 5000");
  expect_refused("/endless/data", Fault::input, "has more bytes, expected 5000");
  old_part(content_.substr(0, 1234));
  expect_refused("/wrong/data", Fault::input, "other bytes: sha256 ");
}

TEST_F(DownloadTest, gives_up_on_servers_that_fail) {
  expect_refused("/status/404/data", Fault::resource, "answers 404: there is no such file; do it by hand");
  expect_refused("/status/503/data", Fault::resource, "answers 503, 3 times in a row");
  expect_refused("/cut/0/data", Fault::resource, "cuts the connection, 3 times in a row");
  expect_refused("/http/data", Fault::resource, "leads to an address that is not followed");
  expect_refused("/to/to/to/to/to/to/good/data", Fault::resource, "leads to an address that is not followed");
  EXPECT_THAT(server_.requests(), Not(HasSubstr("/status/404/data \n/status/404/data")));
}

TEST_F(DownloadTest, keeps_what_it_got_before_it_gave_up) {
  expect_refused(file("/cut/1000/data"), Fault::resource, "goes on at 3000 of 5000 bytes");
  EXPECT_EQ(read_file(part_), content_.substr(0, 3000));
  expect_got("/good/data");
}

TEST_F(DownloadTest, does_not_wait_for_a_silent_server) {
  options_.timeout = 1;
  options_.tries = 1;
  expect_refused(file("/silent/10/data"), Fault::resource, "is silent for 1 s, 1 time");
  EXPECT_EQ(read_file(part_), content_.substr(0, 10));
}

TEST_F(DownloadTest, trusts_nobody_without_a_certificate_for_the_name) {
  expect_refused(file("/good/data", "127.0.0.1"), Fault::resource, "cannot be trusted");
  options_.ca_file = server_.other_ca_file();
  expect_refused("/good/data", Fault::resource, "cannot be trusted");
  options_.ca_file = folder_ / "missing.pem";
  expect_refused("/good/data", Fault::resource, "missing.pem");
  EXPECT_EQ(server_.requests(), "");
}

TEST_F(DownloadTest, says_what_to_do_without_a_network) {
  // Nobody listens at port 1, and no name of a host has a part of 70 letters.
  for (const std::string& url :
       {std::string("https://localhost:1/data"), "https://" + std::string(70, 'x') + "/data"}) {
    Download none = file("/");
    none.url = url;
    expect_refused(none, Fault::resource, "cannot be reached");
    expect_refused(none, Fault::resource, "check the network and the proxy (https_proxy), or do it by hand");
  }
}

TEST_F(DownloadTest, stops_where_it_is_when_interrupted) {
  const auto interrupt = [](int64_t bytes) {
    if (bytes > 0) throw Error(Fault::interrupted, "", "interrupted");
  };
  EXPECT_THROW(download(file("/silent/100/data"), options_, interrupt), Error);
  EXPECT_EQ(read_file(part_), content_.substr(0, 100));
  expect_got("/good/data");
}

TEST_F(DownloadTest, says_when_the_disk_is_full_or_the_folder_missing) {
  std::filesystem::create_symlink("/dev/full", part_);
  try {
    get("/good/data");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::resource);
    EXPECT_THAT(error.what(), HasSubstr("data.part: cannot be written: No space left on device"));
  }
  Download file = this->file("/good/data");
  file.path = "/proc/none/data";
  try {
    download(file, options_, {});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::resource);
    EXPECT_THAT(error.what(), HasSubstr("/proc/none/data.part: cannot be opened"));
  }
}

}  // namespace
}  // namespace graphsr
