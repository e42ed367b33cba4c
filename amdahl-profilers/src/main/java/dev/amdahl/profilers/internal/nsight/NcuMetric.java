package dev.amdahl.profilers.internal.nsight;

import java.util.Optional;

/** A counter of ours and the names under which Nsight Compute gives it, in sections ("details") and raw. */
enum NcuMetric {
    SM("sm_util", .01, "Compute (SM) Throughput", "sm__throughput.avg.pct_of_peak_sustained_elapsed"),
    DRAM(
            "dram_util",
            .01,
            "DRAM Throughput",
            "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
            "dram__throughput.avg.pct_of_peak_sustained_elapsed"),
    MEMORY(
            "memory_throughput_pct",
            1,
            "Memory Throughput",
            "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"),
    SM_BUSY("sm_busy_pct", 1, "SM Busy", "sm__instruction_throughput.avg.pct_of_peak_sustained_active"),
    MEM_BUSY(
            "memory_busy_pct",
            1,
            "Mem Busy",
            "gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed"),
    MAX_BANDWIDTH(
            "memory_bandwidth_pct",
            1,
            "Max Bandwidth",
            "gpu__compute_memory_request_throughput.avg.pct_of_peak_sustained_elapsed"),
    OCCUPANCY("occupancy_pct", 1, "Achieved Occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"),
    THEORETICAL_OCCUPANCY(
            "theoretical_occupancy_pct", 1, "Theoretical Occupancy", "sm__maximum_warps_per_active_cycle_pct"),
    TENSOR(
            "tensor_util",
            .01,
            "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
            "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_elapsed",
            "sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_elapsed"),
    L2_HIT("l2_hit_pct", 1, "L2 Hit Rate", "lts__t_sector_hit_rate.pct"),
    LONG_SCOREBOARD(
            "long_scoreboard_stall_pct",
            1,
            "smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct",
            NcuLaunch.STALL),
    SHORT_SCOREBOARD("short_scoreboard_stall_pct", 1, "smsp__warp_issue_stalled_short_scoreboard_per_warp_active.pct"),
    BRANCH("branch_uniform_pct", 1, "smsp__sass_average_branch_targets_threads_uniform.pct"),
    LOAD("ld_efficiency_pct", 1, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct");

    private final String counter;
    private final double factor;
    private final String names;

    /** @param factor from percent to the counter's unit */
    NcuMetric(String counter, double factor, String... names) {
        this.counter = counter;
        this.factor = factor;
        this.names = String.join("\n", names);
    }

    String counter() {
        return counter;
    }

    double factor() {
        return factor;
    }

    /** Returns its percent of a kernel, the first name that the file has; empty if none is there. */
    Optional<Double> percent(NcuKernel kernel) {
        return names.lines().flatMap(name -> kernel.percent(name).stream()).findFirst();
    }
}
