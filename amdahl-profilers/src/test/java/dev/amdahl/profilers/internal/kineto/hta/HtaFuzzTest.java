package dev.amdahl.profilers.internal.kineto.hta;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Damaged traces give a report or a typed error, whatever HTA would do. */
final class HtaFuzzTest extends ReaderFuzz {
    private static final String NAME = "kineto-hta";

    @Override
    protected Profiler profiler() {
        return new Reports();
    }

    @Override
    protected String name() {
        return NAME;
    }

    @Override
    protected Map<String, byte[]> originals() {
        HtaTrace trace = HtaTrace.begun().members("\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":1}");
        for (int step = 1; step <= 3; step++) {
            long at = 1000L * step;
            long id = 10L * step;
            trace.step(step, at + ".5", "900.25")
                    .call("cudaLaunchKernel", at + 10 + ".125", "4", id)
                    .call("cuLaunchKernelEx", at + 20 + "", "4", id + 1)
                    .call("cudaMemcpyAsync", at + 30 + "", "4", id + 2)
                    .kernel("gemm", 7, at + 40 + ".007", "50.9", id)
                    .kernel("ncclDevKernel_AllReduce", 20, at + 45 + "", "90", id + 1)
                    .row("cuda_sync", "Event Sync", at + 96 + "", "3", "\"stream\":7,\"correlation\":" + (id + 3))
                    .row("gpu_user_annotation", "forward", at + 40 + "", "100", "\"stream\":7")
                    .row(
                            "gpu_memcpy",
                            "Memcpy HtoD (Pageable -> Device)",
                            at + 100 + "",
                            "10",
                            "\"stream\":7,\"correlation\":" + (id + 2) + ",\"memory bandwidth (GB/s)\":0.39");
        }
        return Map.of(
                "object.json", trace.text().getBytes(StandardCharsets.UTF_8),
                "array.json", trace.array().getBytes(StandardCharsets.UTF_8));
    }

    /** Gives both reports of a file as a profile without content. */
    private record Reports() implements Profiler {
        @Override
        public boolean reads(Artifact artifact) {
            return true;
        }

        @Override
        public Profile read(Artifact artifact, ProfileLimits limits) {
            HtaReport report = HtaCompat.read(List.of(artifact.path()), limits, false);
            HtaCompat.read(List.of(artifact.path(), artifact.path()), limits, true);
            return new Shown(artifact, report.findings());
        }
    }

    private record Shown(Artifact artifact, List<String> findings) implements Profile {
        @Override
        public String profiler() {
            return NAME;
        }

        @Override
        public Optional<Timeline> timeline() {
            return Optional.empty();
        }

        @Override
        public Map<String, Double> counters() {
            return Map.of();
        }

        @Override
        public List<HotFrame> hotFrames() {
            return List.of();
        }
    }
}
