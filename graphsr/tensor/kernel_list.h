// Every kernel, declared. kernels.h includes this once in each of its namespaces: no include guard.

// out row i = sum over the stored (j, v) of row i of v * in row j, for i in [begin, end); cols values a row.
// With `times` not 0, that many times the sum is added to what out holds.
void gather_sum(SparseRows matrix, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                Real times);
// The same bytes, for an `in` whose strips are larger than the cache.
void far_gather_sum(SparseRows matrix, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                    Real times);
// What gather_sum would put there is the gradient of `value`, which takes Adam's step (see adam below).
// `mean` and `square` lie as `value` does; cols is a multiple of strip_width(). `far` as above, for the same
// bytes.
void gather_adam(SparseRows matrix, int64_t begin, int64_t end, ConstStrips in, int64_t cols,
                 const AdamStep& s, Strips value, Real* mean, Real* square, bool far);
// out row i - begin = times[i] * (the sum of in row j for each column j of row i, and of in row i where
// `self`), values of 16 bits (half_rows.h), for i in [begin, end); times null: 1. in_row, from row to row of
// `in`, is a multiple of strip_width() and at least cols. Rows of many nodes are asked for ahead.
void half_neighbour_sum(SparseRows matrix, int64_t begin, int64_t end, const uint16_t* in, int64_t in_row,
                        int64_t cols, bool self, const Real* times, Real* out);
// The same for rows of bytes, and out[g] for each group g.
void byte_neighbour_sum(SparseRows matrix, int64_t begin, int64_t end, ByteGroups in, bool self,
                        const Real* times, Real* const* out);
// out row i = sum over the stored (j, v) of row i of v * row j of a group, for i in [begin, end).
void byte_gather_sum(SparseRows matrix, int64_t begin, int64_t end, ByteGroups in, int64_t group, Real* out);
int64_t strip_width();

// out row i = in row i + in row j for each column j of row i, added one after the other; cols values a row.
void sum_with_neighbours(SparseRows matrix, int64_t begin, int64_t end, const Real* in, int64_t cols,
                         Real* out);

// B (depth, cols) repacked for multiply_rows; `packed` has room for packed_size(depth, cols) values.
void pack(View b, int64_t depth, int64_t cols, Real* packed);
int64_t packed_size(int64_t depth, int64_t cols);

// c rows [begin, end) = or += (add) rows of a (., depth) times packed (depth, cols); c has cols values a row.
void multiply_rows(View a, int64_t begin, int64_t end, int64_t depth, const Real* packed, int64_t cols,
                   Real* c, bool add);

// 16-bit random numbers: eight for each block [first, first + blocks) of the stream.
void random_bits(uint64_t seed, Purpose purpose, uint64_t position, uint32_t first, int64_t blocks,
                 uint16_t* out);

// Each of `count` rows of cols values becomes relu(row + bias).
void bias_relu(Real* rows, const Real* bias, int64_t count, int64_t cols);
// The same for one row x, whose values are then kept or dropped by `bits`.
void bias_relu_dropout(Real* x, const Real* bias, const uint16_t* bits, KeepRule keep, int64_t count);

// dx = dy where y > 0, times scale, else 0; dx may be dy.
void relu_dropout_backward(const Real* y, const Real* dy, Real scale, int64_t count, Real* dx);
void add_to(const Real* x, int64_t count, Real* sum);
// sum += the first cols values of each of `count` rows, one after the other; `stride` is from row to row.
void add_rows(const Real* rows, int64_t stride, int64_t count, int64_t cols, Real* sum);
// Each of `count` rows of cols values += x.
void add_to_rows(const Real* x, int64_t count, int64_t cols, Real* rows);
void adam(const AdamStep& s, int64_t count, const Real* gradient, Real* value, Real* mean, Real* square);
// Without momentum `velocity` may be null.
void sgd(const SgdStep& s, int64_t count, const Real* gradient, Real* value, Real* velocity);

// out = to_half(times * in), see half_rows.h; and out = from_half(in).
void halve(const Real* in, int64_t count, Real times, uint16_t* out);
void widen(const uint16_t* in, int64_t count, Real* out);
// out = times * in as bytes of the returned range, and back; see byte_rows.h.
ByteRange to_bytes(const Real* in, int64_t count, Real times, uint8_t* out);
void from_bytes(const uint8_t* in, ByteRange range, int64_t count, Real* out);

// dots[i,h] = head h of row i times head h of `vector`.
void head_dots(const Real* rows, const Real* vector, HeadShape shape, int64_t begin, int64_t end, Real* dots);

// weight[e,h] = softmax over the entries of row i of leaky_relu(source[j,h] + target[i,h]).
void attention_weights(const AttentionRows& a, int64_t begin, int64_t end, Real* weight);

// out = kept ? x * scale : 0, by the bits.
void drop(const Real* x, const uint16_t* bits, KeepRule keep, int64_t count, Real* out);

// out row i = or += (add) the sum over entries of weight[place[e], h] * in[j,h,.] (place null: e itself).
void head_gather(SparseRows m, HeadShape shape, int64_t begin, int64_t end, const Real* weight,
                 const int64_t* place, const Real* in, Real* out, bool add);

// From the gradient g of the result to that of leaky_relu's argument: entry[e,h], and its sums receiver[i,h].
// `dropped` are the weights after dropout, `scale` what kept ones were multiplied with.
void attention_backward(const AttentionRows& a, int64_t begin, int64_t end, const Real* rows, const Real* g,
                        const Real* weight, const Real* dropped, Real scale, Real* entry, Real* receiver);

// sum[h,.] += factor[h] * x[h,.].
void head_axpy(const Real* factor, const Real* x, HeadShape shape, Real* sum);
