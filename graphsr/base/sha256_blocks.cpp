// FIPS 180-4, section 6.2.2. The instructions of the SHA extensions keep the state as two vectors, (a,b,e,f)
// and (c,d,g,h), do two rounds at a time, and make four words of the message schedule from the sixteen
// before. Highway does not have them, so this is the one place that asks for an instruction set by itself.
#include "graphsr/base/sha256_blocks.h"

#include <bit>
#include <cpuid.h>
#include <immintrin.h>

namespace graphsr {

namespace {

constexpr std::array<uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void plain_block(Sha256State& state, const unsigned char* block) {
  std::array<uint32_t, 64> w;
  for (size_t t = 0; t < 16; ++t)
    w[t] = uint32_t{block[4 * t]} << 24 | uint32_t{block[4 * t + 1]} << 16 | uint32_t{block[4 * t + 2]} << 8 |
           uint32_t{block[4 * t + 3]};
  for (size_t t = 16; t < 64; ++t) {
    const uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t t = 0; t < 64; ++t) {
    const uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[t] + w[t];
    const uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  const Sha256State sum = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < 8; ++i) state[i] += sum[i];
}

}  // namespace

bool has_sha_instructions() {
  constexpr unsigned kSsse3 = 1u << 9, kSse41 = 1u << 19;  // of leaf 1, ecx
  constexpr unsigned kSha = 1u << 29;                      // of leaf 7, ebx
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & kSsse3) || !(c & kSse41)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & kSha);
}

void plain_sha256_blocks(Sha256State& state, const unsigned char* from, size_t blocks) {
  for (; blocks > 0; --blocks, from += 64) plain_block(state, from);
}

__attribute__((target("sha,sse4.1,ssse3"))) void fast_sha256_blocks(Sha256State& state,
                                                                    const unsigned char* from,
                                                                    size_t blocks) {
  const auto at = [](auto* words, int k) { return reinterpret_cast<__m128i*>(words) + k; };
  const auto load = [&](const uint32_t* words) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(words));
  };
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // From words in order to the two vectors, whose highest lane is a, and c.
  const __m128i badc = _mm_shuffle_epi32(load(&state[0]), 0xb1),
                hgfe = _mm_shuffle_epi32(load(&state[4]), 0x1b);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
  for (; blocks > 0; --blocks, from += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];  // the last sixteen words of the schedule, four at a time
    for (int k = 0; k < 4; ++k)
      w[k] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + k), big_endian);
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) {
      if (k >= 4) {
        const __m128i &last = w[(k - 1) % 4], &before = w[(k - 2) % 4];
        const __m128i sum =
            _mm_add_epi32(_mm_sha256msg1_epu32(w[k % 4], w[(k - 3) % 4]), _mm_alignr_epi8(last, before, 4));
        w[k % 4] = _mm_sha256msg2_epu32(sum, last);
      }
      const __m128i four = _mm_add_epi32(w[k % 4], load(&kRound[static_cast<size_t>(4 * k)]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, four);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(four, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(at(state.data(), 0), _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(at(state.data(), 1), _mm_alignr_epi8(dchg, feba, 8));
}

void sha256_blocks(Sha256State& state, const unsigned char* from, size_t blocks) {
  static const bool fast = has_sha_instructions();
  (fast ? fast_sha256_blocks : plain_sha256_blocks)(state, from, blocks);
}

}  // namespace graphsr
