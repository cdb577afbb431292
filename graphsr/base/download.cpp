#include "graphsr/base/download.h"

#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/https.h"
#include "graphsr/base/part_file.h"
#include "graphsr/base/sha256.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

using Kind = HttpsEnd::Kind;

// One download over all of its tries.
class Fetching {
 public:
  Fetching(const Download& file, const DownloadOptions& options, const Downloaded& downloaded)
      : file_(file), options_(options), downloaded_(downloaded), part_(file.path) {}

  void run() {
    old_ = part_.size() > 0;
    if (part_.size() > file_.size) begin_anew();
    for (int tries = 1;;) {
      tick();
      if (part_.size() == file_.size && is_right()) return part_.finish();
      const HttpsEnd end = request();
      if (anew_) {
        begin_anew();
        continue;
      }
      if (end.kind == Kind::done && part_.size() == file_.size) continue;
      if (!may_pass(end)) refuse(end);
      if (tries == options_.tries) give_up(end);
      pause(options_.pause * (1 << (tries - 1)));
      ++tries;
    }
  }

 private:
  void tick() const {
    if (downloaded_) downloaded_(part_.size());
  }

  void begin_anew() {
    part_.clear();
    old_ = anew_ = false;
  }

  // Of a complete part; a wrong one that was begun before is emptied and got once more.
  bool is_right() {
    const std::string found = file_sha256(part_.part());
    if (found == file_.sha256) return true;
    const bool old = old_;
    begin_anew();
    if (!old)
      bad_input(
          file_.url, fmt::format("has other bytes: sha256 {}, expected {}", found, file_.sha256),
          "nothing was kept; the file was changed, or something between here and the server changes it");
    return false;
  }

  HttpsEnd request() {
    from_ = part_.size();
    begun_ = false;
    const auto take = [this](const HttpsHead& head, std::string_view bytes) {
      return this->take(head, bytes);
    };
    const HttpsEnd end =
        https_get({file_.url, from_, options_.ca_file, options_.timeout}, take, [this] { tick(); });
    // The part may have been complete in another form of the file.
    if (end.kind == Kind::status && end.head.status == 416 && from_ > 0) anew_ = true;
    return end;
  }

  // False stops the request: it begins anew, or the answer is refused.
  bool take(const HttpsHead& head, std::string_view bytes) {
    if (!begun_ && !fits(head)) return false;
    begun_ = true;
    if (part_.size() + static_cast<int64_t>(bytes.size()) > file_.size) return too_long();
    part_.append(bytes);
    tick();
    return true;
  }

  // Whether an answer with this head can bring the missing bytes.
  bool fits(const HttpsHead& head) {
    if (head.status == 200 && from_ > 0) begin_anew();  // the server sends the whole file
    const bool begins = head.status == 200 || (head.status == 206 && head.first == part_.size());
    const bool ends = head.length < 0 || part_.size() + head.length == file_.size;
    if (begins && ends) return true;
    if (head.status == 206 && from_ > 0) {
      anew_ = true;
      return false;
    }
    part_.clear();
    if (!begins) bad_input(file_.url, fmt::format("the server answers {} with another part", head.status));
    wrong_size(fmt::to_string(head.length));
  }

  bool too_long() {
    part_.clear();
    if (old_) {
      anew_ = true;
      return false;
    }
    wrong_size("more");
  }

  [[noreturn]] void wrong_size(const std::string& found) const {
    bad_input(file_.url, fmt::format("has {} bytes, expected {}", found, file_.size),
              "nothing was kept; the file was changed, or the server answers with something else");
  }

  // What may be gone a moment later. A body that ends early without having said how long it is, is a cut one.
  bool may_pass(const HttpsEnd& end) const {
    const int status = end.head.status;
    if (end.kind == Kind::status) return status >= 500 || status == 429 || status == 408;
    if (end.kind == Kind::done) return end.head.length < 0;
    return end.kind == Kind::cut || end.kind == Kind::slow;
  }

  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const {
    throw Error(Fault::resource, file_.url, problem, remedy);
  }

  [[noreturn]] void refuse(const HttpsEnd& end) const {
    const std::string detail = on_one_line(end.detail);
    switch (end.kind) {
      case Kind::done:
        wrong_size(fmt::to_string(end.head.length));
      case Kind::status:
        fail(fmt::format("the server answers {}{}", end.head.status,
                         end.head.status == 404 ? ": there is no such file" : ""),
             file_.otherwise);
      case Kind::untrusted:
        fail(fmt::format("the server cannot be trusted ({})", detail),
             "nothing was got; if the network has certificates of its own, give their file as --ca-file");
      case Kind::redirected:
        fail(fmt::format("leads to an address that is not followed ({})", detail), file_.otherwise);
      case Kind::unreachable:
        fail(fmt::format("the server cannot be reached ({})", detail),
             "check the network and the proxy (https_proxy), or " + file_.otherwise);
      default:
        fail(fmt::format("could not be got ({})", detail), file_.otherwise);
    }
  }

  [[noreturn]] void give_up(const HttpsEnd& end) const {
    const std::string what = end.kind == Kind::status ? fmt::format("answers {}", end.head.status)
                             : end.kind == Kind::slow ? fmt::format("is silent for {} s", options_.timeout)
                                                      : "cuts the connection";
    fail(fmt::format("the server {}, {} {}", what, options_.tries,
                     options_.tries == 1 ? "time" : "times in a row"),
         part_.size() > 0 ? fmt::format("give the same command later, which goes on at {} of {} bytes",
                                        part_.size(), file_.size)
                          : "give the same command later, or " + file_.otherwise);
  }

  // In short steps, so that an interrupt need not wait.
  void pause(double seconds) const {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
      tick();
      std::this_thread::sleep_for(
          std::min<std::chrono::duration<double>>(std::chrono::milliseconds(50), end - Clock::now()));
    }
  }

  const Download& file_;
  const DownloadOptions& options_;
  const Downloaded& downloaded_;
  PartFile part_;
  int64_t from_ = 0;    // where the request under way begins
  bool begun_ = false;  // it has brought bytes
  bool old_ = false;    // some bytes of the part are from an earlier run
  bool anew_ = false;   // the part cannot go on
};

}  // namespace

void download(const Download& file, const DownloadOptions& options, const Downloaded& downloaded) {
  Fetching(file, options, downloaded).run();
}

}  // namespace graphsr
