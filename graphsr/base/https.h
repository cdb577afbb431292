// One request over HTTPS by libcurl. No other protocol is spoken, also behind redirects, and certificate and
// host name of the server are always checked. Proxies are those of the environment (https_proxy, no_proxy).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace graphsr {

struct HttpsRequest {
  std::string url;
  int64_t from = 0;     // the first byte that is wanted; 0: the whole file
  std::string ca_file;  // certificates to trust; empty: the system's
  int timeout = 30;     // seconds to connect in, and to bear less than 100 bytes a second
};

// Of the last answer, behind all redirects.
struct HttpsHead {
  int status = 0;
  int64_t length = -1;  // bytes that its body is said to have; -1: not said
  int64_t first = -1;   // where they begin in the file, of a partial answer; -1: not said
};

struct HttpsEnd {
  // done: to the end of the body, where the status is below 300. stopped: by `take`.
  enum class Kind { done, stopped, status, cut, slow, unreachable, untrusted, redirected, failed };
  Kind kind = Kind::done;
  HttpsHead head;
  std::string detail;  // libcurl's words
};

// `take` gets the pieces of the body, of a status below 300 only, and stops the request by false. `tick` is
// called about every second at least. What either throws ends the request and is thrown on.
HttpsEnd https_get(const HttpsRequest& request,
                   const std::function<bool(const HttpsHead&, std::string_view)>& take,
                   const std::function<void()>& tick);

}  // namespace graphsr
