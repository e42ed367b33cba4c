package dev.amdahl.profilers.internal.telemetry;

/** Small files of samples, made up. */
final class TelemetryText {
    static final String QUERY = """
            timestamp, index, name, utilization.gpu [%], temperature.gpu, clocks.current.sm [MHz], clocks.applications.graphics [MHz], memory.used [MiB], memory.total [MiB], power.draw [W], clocks_throttle_reasons.active
            2024/03/15 13:00:00.000, 0, Fast GPU, 80 %, 60, 1000 MHz, 1980 MHz, 40000 MiB, 80000 MiB, 600.50 W, 0x0000000000000004
            2024/03/15 13:00:00.000, 1, Fast GPU, 0 %, [N/A], 300 MHz, 1980 MHz, 10 MiB, 80000 MiB, [Not Supported], 0x0000000000000001
            2024/03/15 13:01:00.000, 0, Fast GPU, 100 %, 70, 1980 MHz, 1980 MHz, 60000 MiB, 80000 MiB, 700.50 W, 0x0000000000000004
            2024/03/15 13:01:00.000, 1, Fast GPU, 2 %, [N/A], 300 MHz, 1980 MHz, 10 MiB, 80000 MiB, [Not Supported], 0x0000000000000001
            """;
    static final String DMON = """
            #Date       Time        gpu    pwr  gtemp  mtemp     sm    mem   mclk   pclk  pviol  tviol
            #YYYYMMDD   HH:MM:SS    Idx      W      C      C      %      %    MHz    MHz      %   bool
             20240315   13:57:59      0    350     61      -     90     20   2619   1500     50      0
             20240315   13:58:00      0    250     63      -     30     20   2619   1300      0      1
            # gpu    pwr
            """;
    static final String DCGM = """
            #Entity   GRACT        TENSO        DRAMA        SMCLK
            ID                                 \s
            GPU 0     0.000        0.000        0.000        300
            GPU 0     0.500        0.200        0.100        1000
            GPU 0     1.000        0.700        N/A          1200
            """;
    static final String EXPORTER = """
            # HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).
            DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",model="x \\"y\\", z}"} 40 1710511079000
            DCGM_FI_DEV_FB_USED{gpu="0", UUID="GPU-a"} 300
            DCGM_FI_DEV_FB_FREE{gpu="0", UUID="GPU-a"} 700
            DCGM_FI_DEV_MEMORY_TEMP{gpu="0", UUID="GPU-a"} 9223372036854775794
            DCGM_FI_DEV_GPU_TEMP{gpu="0", UUID="GPU-a"} 9223372036854775794
            DCGM_FI_DEV_POWER_USAGE{gpu="0", UUID="GPU-a"} NaN
            DCGM_FI_DEV_CLOCK_THROTTLE_REASONS{gpu="0", UUID="GPU-a"} 72
            DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a"} 60
            other_metric 7
            """;
    static final String MONITOR = """
            {"time": "2021-12-06 04:19:35", "gpu_usage:0": 50, "gpu_temperature:0": 26, "gpu_mem_used:0": 1048576, "gpu_mem_total:0": 4194304}
            {"time": "2021-12-06 04:19:46", "gpu_usage:0": 100, "gpu_temperature:0": null}
            """;

    private TelemetryText() {}
}
