// Philox4x32-10 (Salmon et al. 2011); the Java twin is dev.amdahl.gpu.Philox.
__device__ __forceinline__ uint4 philox(unsigned long long seed, uint4 c) {
    unsigned int k0 = (unsigned int) seed;
    unsigned int k1 = (unsigned int) (seed >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        unsigned int h0 = __umulhi(0xD2511F53u, c.x);
        unsigned int l0 = 0xD2511F53u * c.x;
        unsigned int h2 = __umulhi(0xCD9E8D57u, c.z);
        unsigned int l2 = 0xCD9E8D57u * c.z;
        c = make_uint4(h2 ^ c.y ^ k0, l2, h0 ^ c.w ^ k1, l0);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c;
}
