package dev.amdahl.profilers.kineto;

/** A small trace with a row of every kind that the reader knows. */
final class Samples {
    private Samples() {}

    /** Two steps of one rank: a loader wait, a copy in, three launches, a graph of two kernels, a collective, frames. */
    static TraceText rich() {
        TraceText trace = new TraceText();
        for (int step = 0; step < 2; step++) {
            long at = 1_000 + 1_000L * step;
            long id = 10 + 10L * step;
            trace.row("user_annotation", "ProfilerStep#" + step, "9", at + ".5", "990.25", "\"External id\":" + id)
                    .row("python_function", "train.py(120): step", "9", at + 1 + "", "900", "\"Python id\":" + id)
                    .row(
                            "python_function",
                            "model.py(7): forward",
                            "9",
                            at + 30 + "",
                            "300",
                            "\"Python parent id\":" + id)
                    .row("user_annotation", "enumerate(DataLoader)#_Iter.__next__", "9", at + 2 + "", "20", "")
                    .row("cuda_runtime", "cudaMemcpyAsync", "9", at + 24 + "", "4.125", "\"correlation\":" + (id + 1))
                    .row("cuda_runtime", "cudaLaunchKernel", "9", at + 40 + "", "5", "\"correlation\":" + (id + 2))
                    .row("cuda_driver", "cuLaunchKernelEx", "9", at + 50 + "", "5", "\"correlation\":" + (id + 3))
                    .row("cuda_runtime", "cudaGraphLaunch", "9", at + 60 + "", "6", "\"correlation\":" + (id + 4))
                    .row("cpu_op", "aten::item", "9", at + 500 + "", "60.001", "\"Input Dims\":[[],[1,2]]")
                    .row("cuda_runtime", "cudaMalloc", "9", at + 600 + "", "60", "\"correlation\":0")
                    .row(
                            "gpu_memcpy",
                            "Memcpy HtoD (Pageable -> Device)",
                            "7",
                            at + 45 + "",
                            "10.5",
                            "\"device\":0,\"stream\":7,\"correlation\":" + (id + 1)
                                    + ",\"bytes\":4096,\"memory bandwidth (GB/s)\":0.39")
                    .row(
                            "kernel",
                            "ampere_sgemm_128x64_tn",
                            "7",
                            at + 60 + ".007",
                            "100.003",
                            "\"device\":0,\"stream\":7,\"correlation\":" + (id + 2)
                                    + ",\"blocks per SM\":1.5,\"est. achieved occupancy %\":25,\"grid\":[1,2,3]")
                    .kernel("node one", 7, at + 170 + "", "30", id + 4)
                    .kernel("node two", 7, at + 201 + "", "30", id + 4)
                    .row(
                            "kernel",
                            "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                            "20",
                            at + 180 + "",
                            "200",
                            "\"device\":0,\"stream\":20,\"correlation\":" + (id + 3)
                                    + ",\"Collective name\":\"allreduce\",\"In msg nelems\":1024,\"Out msg nelems\":1024,"
                                    + "\"Group size\":2,\"dtype\":\"Float\",\"Process Group Ranks\":\"[0, 1]\"")
                    .raw("{\"ph\":\"i\",\"name\":\"[memory]\",\"pid\":1,\"tid\":9,\"s\":\"t\",\"ts\":" + (at + 700)
                            + ",\"args\":{\"Total Reserved\":2097152,\"Total Allocated\":1048576,\"Bytes\":1024,"
                            + "\"Addr\":1,\"Device Id\":0,\"Device Type\":1}}")
                    .raw("{\"ph\":\"s\",\"id\":" + id + ",\"pid\":1,\"tid\":9,\"ts\":" + (at + 40)
                            + ",\"cat\":\"ac2g\",\"name\":\"ac2g\"}")
                    .raw("{\"ph\":\"B\",\"cat\":\"user_annotation\",\"name\":\"span\",\"pid\":1,\"tid\":8,\"ts\":" + at
                            + "}")
                    .raw("{\"ph\":\"E\",\"pid\":1,\"tid\":8,\"ts\":" + (at + 90) + "}");
        }
        return trace.raw(
                "{\"name\":\"process_name\",\"ph\":\"M\",\"ts\":0,\"pid\":1,\"tid\":0,\"args\":{\"name\":\"python\"}}");
    }

    /** The members around the events, as a rank of two writes them. */
    static String members() {
        return "\"deviceProperties\":[{\"id\":0,\"name\":\"NVIDIA A100-SXM4-40GB\",\"totalGlobalMem\":42297786368,"
                + "\"computeMajor\":8,\"computeMinor\":0,\"numSms\":108}],"
                + "\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":1,\"world_size\":2},"
                + "\"baseTimeNanoseconds\":1700000000000000000";
    }
}
