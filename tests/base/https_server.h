// A server on localhost that answers well or badly, as tests/fixtures/https_server.py says, for one test.
#pragma once

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/base/temporary_folder.h"

namespace graphsr {

class HttpsServer {
 public:
  HttpsServer() {
    setenv("no_proxy", "*", 1);  // a proxy of the machine does not know this server
    const std::string script = GRAPHSR_SOURCE_DIR "/tests/fixtures/https_server.py";
    int out[2], in[2];
    if (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(in, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      ::execl("/usr/bin/python3", "python3", script.c_str(), folder_.path().c_str(), nullptr);
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    hold_ = in[1];
    for (char c = 0; ::read(out[0], &c, 1) == 1 && c != '\n';) port_ += c;
    ::close(out[0]);
    if (port_.empty()) throw std::runtime_error("the server does not start: " + script);
  }
  ~HttpsServer() {
    ::close(hold_);
    ::waitpid(child_, nullptr, 0);
  }
  HttpsServer(const HttpsServer&) = delete;
  HttpsServer& operator=(const HttpsServer&) = delete;

  void file(const std::string& name, const std::string& content) const { folder_.file(name, content); }
  std::string ca_file() const { return folder_ / "ca.pem"; }
  std::string other_ca_file() const { return folder_ / "other.pem"; }
  std::string url(const std::string& path, const std::string& host = "localhost") const {
    return "https://" + host + ":" + port_ + path;
  }
  // Address and range of every request so far, a line each.
  std::string requests() const {
    std::ifstream file(folder_ / "requests");
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  TemporaryFolder folder_;
  std::string port_;
  pid_t child_ = -1;
  int hold_ = -1;
};

}  // namespace graphsr
