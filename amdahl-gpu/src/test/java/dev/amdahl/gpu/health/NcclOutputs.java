package dev.amdahl.gpu.health;

/** What NCCL's tests print, in the forms of its versions. */
final class NcclOutputs {
    /** One process with two devices. */
    static final String TWO_RANKS = """
            # nThread 1 nGpus 2 minBytes 1073741824 maxBytes 1073741824 step: 1048576(bytes) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
            #
            # Using devices
            #  Rank  0 Group  0 Pid   4711 on     node-1 device  0 [0x3b] NVIDIA H200
            #  Rank  1 Group  0 Pid   4711 on     node-1 device  1 [0xaf] NVIDIA H200
            #
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
              1073741824     268435456     float     sum      -1   4010.1  267.76  267.76      0   3990.7  269.06  269.06      0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 268.41
            #
            """;

    /** Before 2.13: no column of the root, errors as numbers; with the marks of mpirun. */
    static final String OLD = """
            [1,0]<stdout>:#   Rank  0 Pid 182 on a100-1 device  0 [0x00] NVIDIA A100-SXM4-40GB
            [1,0]<stdout>:#   Rank  1 Pid 183 on a100-2 device  0 [0x00] NVIDIA A100-SXM4-40GB
            [1,0]<stdout>:    33554432       8388608   float     sum    351.1   95.57   95.57  1e-07    350.6   95.71   95.71  1e-07
            [1,0]<stdout>:  1073741824     268435456   float     sum   9011.3  119.15  119.15  5e-07   9002.9  119.27  119.27  5e-07
            [1,0]<stdout>:# Out of bounds values : 0 OK
            """;

    static final String WRONG = TWO_RANKS
            .replace("268435456     float     sum      -1   4010.1  267.76  267.76      0", """
            268435456     float     sum      -1   4010.1  267.76  267.76      7""")
            .replace(": 0 OK", ": 7 FAILED");

    private NcclOutputs() {}
}
