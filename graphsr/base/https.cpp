#include "graphsr/base/https.h"

#include <array>
#include <charconv>
#include <curl/curl.h>
#include <exception>
#include <memory>

#include <fmt/format.h>

#include "graphsr/base/error.h"

namespace graphsr {

namespace {

constexpr long kMostRedirects = 5;
constexpr long kLeastSpeed = 100;  // bytes a second

using Kind = HttpsEnd::Kind;
using Easy = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

// What libcurl's callbacks see of one request. Exceptions must not pass through libcurl: they wait here.
struct Transfer {
  CURL* easy;
  const std::function<bool(const HttpsHead&, std::string_view)>& take;
  const std::function<void()>& tick;
  HttpsHead head;
  bool stopped = false;
  std::exception_ptr thrown;
};

// N of "bytes N-M/T".
int64_t first_byte(CURL* easy) {
  curl_header* header = nullptr;
  if (curl_easy_header(easy, "Content-Range", 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return -1;
  const std::string_view text = header->value, unit = "bytes ";
  if (!text.starts_with(unit)) return -1;
  int64_t first = -1;
  std::from_chars(text.data() + unit.size(), text.data() + text.size(), first);
  return first;
}

HttpsHead head_of(CURL* easy) {
  long status = 0;
  curl_off_t length = -1;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  return {static_cast<int>(status), length, first_byte(easy)};
}

size_t on_bytes(char* bytes, size_t, size_t count, void* data) {
  auto& transfer = *static_cast<Transfer*>(data);
  try {
    if (transfer.head.status == 0) transfer.head = head_of(transfer.easy);
    if (transfer.head.status >= 300) return count;
    transfer.stopped = !transfer.take(transfer.head, {bytes, count});
  } catch (...) {
    transfer.thrown = std::current_exception();
  }
  return transfer.stopped || transfer.thrown ? CURL_WRITEFUNC_ERROR : count;
}

int on_tick(void* data, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  auto& transfer = *static_cast<Transfer*>(data);
  try {
    transfer.tick();
  } catch (...) {
    transfer.thrown = std::current_exception();
  }
  return transfer.thrown ? 1 : 0;
}

Kind kind_of(CURLcode code, int status) {
  switch (code) {
    case CURLE_OK:
      return status >= 300 ? Kind::status : Kind::done;
    case CURLE_HTTP_RETURNED_ERROR:
      return Kind::status;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return Kind::cut;
    case CURLE_OPERATION_TIMEDOUT:
      return Kind::slow;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
      return Kind::unreachable;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CONNECT_ERROR:
      return Kind::untrusted;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_TOO_MANY_REDIRECTS:
      return Kind::redirected;
    case CURLE_OUT_OF_MEMORY:
      throw std::bad_alloc();
    default:
      return Kind::failed;
  }
}

// A setting that this libcurl does not know must not be passed over: it may be the one that checks.
template <class Value>
void set(CURL* easy, CURLoption option, Value value) {
  if (const CURLcode code = curl_easy_setopt(easy, option, value); code != CURLE_OK)
    throw Error(Fault::internal, "libcurl", curl_easy_strerror(code));
}

void set_up(CURL* easy, const HttpsRequest& request, Transfer& transfer, char* detail) {
  set(easy, CURLOPT_URL, request.url.c_str());
  set(easy, CURLOPT_PROTOCOLS_STR, "https");
  set(easy, CURLOPT_REDIR_PROTOCOLS_STR, "https");
  set(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  set(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  set(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!request.ca_file.empty()) set(easy, CURLOPT_CAINFO, request.ca_file.c_str());
  set(easy, CURLOPT_FOLLOWLOCATION, 1L);
  set(easy, CURLOPT_MAXREDIRS, kMostRedirects);
  set(easy, CURLOPT_FAILONERROR, 1L);
  set(easy, CURLOPT_NOSIGNAL, 1L);
  set(easy, CURLOPT_USERAGENT, "graphsr/" GRAPHSR_VERSION);
  // As a range and not as libcurl's resume, which takes an answer with the whole file for an error.
  if (request.from > 0) set(easy, CURLOPT_RANGE, fmt::format("{}-", request.from).c_str());
  set(easy, CURLOPT_CONNECTTIMEOUT, static_cast<long>(request.timeout));
  set(easy, CURLOPT_LOW_SPEED_LIMIT, kLeastSpeed);
  set(easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(request.timeout));
  set(easy, CURLOPT_WRITEFUNCTION, &on_bytes);
  set(easy, CURLOPT_WRITEDATA, static_cast<void*>(&transfer));
  set(easy, CURLOPT_XFERINFOFUNCTION, &on_tick);
  set(easy, CURLOPT_XFERINFODATA, static_cast<void*>(&transfer));
  set(easy, CURLOPT_NOPROGRESS, 0L);
  set(easy, CURLOPT_ERRORBUFFER, detail);
}

}  // namespace

HttpsEnd https_get(const HttpsRequest& request,
                   const std::function<bool(const HttpsHead&, std::string_view)>& take,
                   const std::function<void()>& tick) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  const Easy easy(ready == CURLE_OK ? curl_easy_init() : nullptr, &curl_easy_cleanup);
  if (!easy) throw Error(Fault::resource, "libcurl", "cannot be started");
  std::array<char, CURL_ERROR_SIZE> detail{};
  Transfer transfer{easy.get(), take, tick};
  set_up(easy.get(), request, transfer, detail.data());
  const CURLcode code = curl_easy_perform(easy.get());
  if (transfer.thrown) std::rethrow_exception(transfer.thrown);
  HttpsEnd end;
  end.head = head_of(easy.get());
  end.kind = transfer.stopped ? Kind::stopped : kind_of(code, end.head.status);
  end.detail = detail[0] ? detail.data() : curl_easy_strerror(code);
  return end;
}

}  // namespace graphsr
