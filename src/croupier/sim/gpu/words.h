/* The words of a round, on a GPU and on a CPU: the generator of croupier/kernels/philox.py.
 *
 * A compiler for the CPU sees CPU_BUILD.
 */

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

#ifdef CPU_BUILD
#define DEVICE static inline
#define SELDOM static
DEVICE u32 high_half(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
/* How many bits are set, and how far apart a thread's cards lie. */
#define HELD(ranks) __builtin_popcount(ranks)
#define STRIDE 1
#else
#define DEVICE static __device__ __forceinline__
#define SELDOM static __device__ __noinline__
DEVICE u32 high_half(u32 a, u32 b) { return __umulhi(a, b); }
#define HELD(ranks) __popc(ranks)
#define STRIDE THREADS
#endif

typedef struct { u32 a, b, c, d; } Block;

DEVICE Block philox(u64 seed, u32 low, u32 high, u32 at, u32 stream) {
    u32 c0 = low, c1 = high, c2 = at, c3 = stream, k0 = (u32)seed, k1 = (u32)(seed >> 32);
#ifdef __CUDACC_RTC__
#pragma unroll
#endif
    for (int round = 0; round < 7; round++) {
        u32 h0 = high_half(0xD2511F53u, c0), l0 = 0xD2511F53u * c0;
        u32 h1 = high_half(0xCD9E8D57u, c2), l1 = 0xCD9E8D57u * c2;
        c0 = h1 ^ c1 ^ k0;
        c1 = l1;
        c2 = h0 ^ c3 ^ k1;
        c3 = l0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    Block block = {c0, c1, c2, c3};
    return block;
}
