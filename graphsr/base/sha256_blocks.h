// The inner loop of SHA-256: a state taken over whole blocks of 64 bytes, by the CPU's own instructions where
// it has them, else by the plain twin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace graphsr {

using Sha256State = std::array<uint32_t, 8>;

void sha256_blocks(Sha256State& state, const unsigned char* from, size_t blocks);

// The two of them; the second may only be called where has_sha_instructions().
void plain_sha256_blocks(Sha256State& state, const unsigned char* from, size_t blocks);
void fast_sha256_blocks(Sha256State& state, const unsigned char* from, size_t blocks);
bool has_sha_instructions();

}  // namespace graphsr
