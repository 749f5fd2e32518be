// Visits every extract of a space on a CUDA card: an extract is a stem and a row.
//
// Stems are sets of the dearest sentences, rows are what can be added to them (engines/tiles.py). The stems of one cost are
// numbered; a lane makes the stem of a number with a table of counts, so that no list of them is needed. What a stem leaves
// of the units is a mask, what a row holds is another, and the gain is the number of bits in both: a product of two matrices
// of bits, which tensor cores make, and whose entries are counted by value in shared memory, several copies of each counter
// lying in different banks.
//
// Defined when it is compiled: CHUNKS of 128 bits to a mask (0: many, of which a row has few), PLANES where levels weigh more than 1, EXTRA where
// rows add more than hits to a value, CUT where the last sentence of a row may be one of the stem, COPIES of each counter (0: one
// in global memory), SCRATCH where the masks of stems are too large for shared memory, TENSOR where the card multiplies
// matrices of bits, and the THREADS of a block and BLOCKS of a multiprocessor.

typedef unsigned int u32;
typedef unsigned long long u64;

#define STEMS 32   // to a warp
#define TILE 8     // rows
#define TILES 4    // at a time

// Writes down what rows hold, a thread to each word: a set of the cheapest sentences and the first words of another, if any.
// Rows that fill up the last tile of a block hold nothing.
extern "C" __global__ void build_rows(
    long long rows, const int* row_block, const int* block_first, const int* block_count, const int* block_set,
    const int* block_begun, const int* block_cost, const int* sets, const int* set_costs, const unsigned short* held,
    const unsigned short* begun, const int* begun_rows, const int* set_extra, const int* begun_extra, int units,
    const int* bit_units, const int* bit_places, int chunks, u32* masks, int* extra)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    long long row = at / (4 * chunks);
    int word = at % (4 * chunks);
    if (row >= rows) return;
    int block = row_block[row / TILE], place = row - block_first[block];
    u32 bits = 0;
    int added = 0;
    if (place < block_count[block]) {
        int set = sets[block_set[block] + place], last = block_begun[block], begin = -1;
        if (last >= 0) begin = begun_rows[last] + block_cost[block] - set_costs[set];
        for (int bit = 0; bit < 32; ++bit) {
            int unit = bit_units[32 * word + bit];
            if (unit < 0) continue;
            int count = held[(long long)set * units + unit];
            if (begin >= 0) count += begun[(long long)begin * units + unit];
            bits |= (u32)(count > bit_places[32 * word + bit]) << bit;
        }
        added = set_extra[set] + (begin >= 0 ? begun_extra[begin] : 0);
    }
    masks[((word / 4) * rows + row) * 4 + word % 4] = bits;
    if (word == 0) extra[row] = added;
}

// Returns the first sentence from `from` on that the stem with this number takes. ways[i] of the stems take no sentence before i,
// and have the lowest numbers.
__device__ __forceinline__ int next_taken(const u64* ways, int sentences, int from, u64 number)
{
    int low = from, high = sentences;
    while (low < high) {
        int middle = (low + high) / 2;
        if (number >= __ldg(ways + middle + 1)) high = middle; else low = middle + 1;
    }
    return low;
}

__device__ __forceinline__ void multiply(int* sums, u32 a0, u32 a1, u32 b)
{
#if TENSOR
    asm volatile("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3]) : "r"(a0), "r"(a1), "r"(b));
#else
    int lane = threadIdx.x & 31, group = lane & ~3, column = (lane & 3) * 8;
    for (int word = 0; word < 4; ++word) {
        u32 first = __shfl_sync(~0u, a0, group + word), second = __shfl_sync(~0u, a1, group + word);
        u32 left = __shfl_sync(~0u, b, column + word), right = __shfl_sync(~0u, b, column + 4 + word);
        sums[0] += __popc(first & left);
        sums[1] += __popc(first & right);
        sums[2] += __popc(second & left);
        sums[3] += __popc(second & right);
    }
#endif
}

__device__ __forceinline__ void tally(u32* shared_counts, u64* counts, int value, u32 increment)
{
#if EXTRA
    if (!increment) return;  // with a sentence twice, a value may be too large to be one
#endif
#if COPIES
    atomicAdd(shared_counts + value * COPIES + (threadIdx.x & (COPIES - 1)), increment);
#else
    atomicAdd(counts + value, (u64)(long long)(int)increment);
#endif
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) explore(
    u64 last_tile, u64* next_tile, int most_cost, int sentences, const u64* ways, const u64* tile_starts,
    const int* costs, const u64* initial, const int* shifts, const int* touched, const int* touched_words,
    const u64* touched_masks, const int* moves, const int* sources,
    const int* targets, const u64* keeps, const int* rights, const int* lefts, const int* stem_extra,
    const int* groups, const int* piece_first, const int* piece_tiles, const int* piece_pads, const int* piece_last,
    long long rows, const u32* masks, const int* extra, const int* chunk_starts, const int* chunk_list,
    int given_chunks, int width, u64* scratch, u64* counts)
{
    extern __shared__ u64 memory[];
    const int chunks = CHUNKS ? CHUNKS : given_chunks, words = 2 * chunks;
    int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x & 31, stem_row = lane / 4, part = lane & 3;
    int flags = (sentences + 31) / 32;
#if SCRATCH
    u64* masks_left = scratch + ((long long)blockIdx.x * warps + warp) * 2 * words * STEMS;
    u32* taken_all = (u32*)memory;
#else
    u64* masks_left = memory + warp * 2 * words * STEMS;
    u32* taken_all = (u32*)(memory + warps * 2 * words * STEMS);
#endif
    int* values = (int*)(taken_all + warps * flags * STEMS) + warp * STEMS;
    u32* taken = taken_all + warp * flags * STEMS;
    u32* shared_counts = (u32*)(taken_all + warps * flags * STEMS) + warps * STEMS;
#if COPIES
    for (int i = threadIdx.x; i < width * COPIES; i += blockDim.x) shared_counts[i] = 0;
    __syncthreads();
#endif
    while (true) {
        u64 tile = 0;
        if (lane == 0) tile = atomicAdd(next_tile, 1ull);
        tile = __shfl_sync(~0u, tile, 0);
        if (tile >= last_tile) break;
        int cost = 0;
        for (int step = 1 << 30; step; step >>= 1)
            if (cost + step <= most_cost && tile >= __ldg(tile_starts + cost + step)) cost += step;

        // Each lane makes a stem: what it leaves, sentence by sentence; a value is what is gone, besides what is added.
        u64 number = (tile - tile_starts[cost]) * STEMS + lane;
        bool there = number < ways[(long long)cost * (sentences + 1)];
        u64 *left = masks_left + lane, *before = left + words * STEMS;
        int value = 0;
        for (int w = 0; w < words; ++w) left[w * STEMS] = __ldg(initial + w);
        for (int w = 0; w < flags; ++w) taken[w * STEMS + lane] = 0;
        if (there) {
            int room = cost, next = 0;
            while (true) {
                const u64* column = ways + (long long)room * (sentences + 1);
                int s = next_taken(column, sentences, next, number);
                if (s == sentences) break;
                number -= __ldg(column + s + 1);
                room -= __ldg(costs + s);
                value += __ldg(stem_extra + s);
                taken[(s >> 5) * STEMS + lane] |= 1u << (s & 31);
                int first = __ldg(touched + s), end = __ldg(touched + s + 1);
                for (int t = first; t < end; ++t) {
                    int w = __ldg(touched_words + t);
                    u64 old = left[w * STEMS];
                    before[w * STEMS] = old;
                    left[w * STEMS] = old & ~__ldg(touched_masks + t);
                    value += __popcll(old) << __ldg(shifts + w / 2);
                }
                for (int m = __ldg(moves + s); m < __ldg(moves + s + 1); ++m)
                    left[__ldg(targets + m) * STEMS] |=
                        (before[__ldg(sources + m) * STEMS] & __ldg(keeps + m)) >> __ldg(rights + m) << __ldg(lefts + m);
                for (int t = first; t < end; ++t) {
                    int w = __ldg(touched_words + t);
                    value -= __popcll(left[w * STEMS]) << __ldg(shifts + w / 2);
                }
                next = s + 1;
            }
        }
        values[lane] = there ? value : -1;
        __syncwarp();

        // In the product, a lane has the entries of stems stem_row + 8 i, two columns of each tile.
        int base[4];
        u32 is_there[4];
        for (int i = 0; i < 4; ++i) {
            base[i] = values[stem_row + 8 * i];
            is_there[i] = base[i] >= 0;
            if (base[i] < 0) base[i] = 0;
        }
        const u32* stem_words = (const u32*)masks_left;
        for (int piece = groups[cost]; piece < groups[cost + 1]; ++piece) {
            u32 increment[4];
            for (int i = 0; i < 4; ++i) increment[i] = is_there[i];
            int last = __ldg(piece_last + piece);
#if !CHUNKS
            int begin = __ldg(chunk_starts + last + 1), end = __ldg(chunk_starts + last + 2);
#endif
#if CUT
            if (last >= 0)
                for (int i = 0; i < 4; ++i)
                    increment[i] &= ~(taken[(last >> 5) * STEMS + stem_row + 8 * i] >> (last & 31));
#endif
            long long first = __ldg(piece_first + piece);
            int tiles = __ldg(piece_tiles + piece);
            for (int tile_at = 0; tile_at < tiles; tile_at += TILES) {
                int sums[2][TILES][4];
                for (int q = 0; q < TILES; ++q)
                    for (int i = 0; i < 8; ++i) sums[i / 4][q][i & 3] = PLANES ? 0 : base[i / 2];
#if CHUNKS
                #pragma unroll
                for (int chunk = CHUNKS - 1; chunk >= 0; --chunk) {
#else
                for (int c = begin; c < end; ++c) {
                    int chunk = __ldg(chunk_list + c);
#endif
                    u32 a[4], b[TILES];
                    for (int i = 0; i < 4; ++i)
                        a[i] = stem_words[((2 * chunk + part / 2) * STEMS + stem_row + 8 * i) * 2 + (part & 1)];
                    const u32* at = masks + ((long long)chunk * rows + (first + tile_at) * TILE) * 4 + lane;
                    for (int q = 0; q < TILES; ++q) b[q] = tile_at + q < tiles ? __ldg(at + q * 32) : 0;
                    for (int q = 0; q < TILES; ++q)
                        for (int i = 0; i < 2; ++i) multiply(sums[i][q], a[2 * i], a[2 * i + 1], b[q]);
#if PLANES
#if CHUNKS
                    int heavier = __ldg(shifts + chunk) - (chunk ? __ldg(shifts + chunk - 1) : 0);
#else
                    int heavier = __ldg(shifts + chunk) - (c + 1 < end ? __ldg(shifts + __ldg(chunk_list + c + 1)) : 0);
#endif
                    for (int q = 0; q < TILES; ++q)
                        for (int i = 0; i < 8; ++i) sums[i / 4][q][i & 3] <<= heavier;
#endif
                }
                for (int q = 0; q < TILES; ++q) {
                    if (tile_at + q >= tiles) break;
                    int more[2] = {0, 0};
#if EXTRA
                    more[0] = __ldg(extra + (first + tile_at + q) * TILE + 2 * part);
                    more[1] = __ldg(extra + (first + tile_at + q) * TILE + 2 * part + 1);
#endif
                    for (int i = 0; i < 8; ++i) {
                        int value = sums[i / 4][q][i & 3] + more[i & 1] + (PLANES ? base[i / 2] : 0);
                        tally(shared_counts, counts, value, increment[i / 2]);
                    }
                }
            }
            // Rows that fill up the last tile hold nothing; they counted as the stem itself.
            u32 pads = __ldg(piece_pads + piece);
            if (pads && part == 0)
                for (int i = 0; i < 4; ++i) tally(shared_counts, counts, base[i], -(increment[i] * pads));
        }
        __syncwarp();
    }
#if COPIES
    __syncthreads();
    for (int value = threadIdx.x; value < width; value += blockDim.x) {
        long long sum = 0;
        for (int copy = 0; copy < COPIES; ++copy)
            sum += (int)shared_counts[value * COPIES + ((copy + threadIdx.x) & (COPIES - 1))];
        if (sum) atomicAdd(counts + value, (u64)sum);
    }
#endif
}
