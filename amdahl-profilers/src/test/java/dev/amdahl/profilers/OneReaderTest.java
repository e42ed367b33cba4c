package dev.amdahl.profilers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfilerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is known by its content, whatever it is declared to be, and by one reader alone. */
final class OneReaderTest {
    private static final Map<String, String> FILES = Map.of(
            "ncu", "==PROF== Connected\n\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n",
            "ncu.json", "{\"kernel_name\": \"k\", \"ncu_profile\": {\"metrics\": {}}}\n",
            "nsys-stats", "Time (%),Total Time (ns),Instances,Avg (ns),Name\n100.0,5,1,5.0,k\n",
            "nvidia-smi", "timestamp, index, utilization.gpu [%]\n2024/03/15 13:00:00.000, 0, 80 %\n",
            "nvidia-smi.dmon", "# gpu    pwr  gtemp     sm\n# Idx      W      C      %\n    0     70     30      5\n",
            "dcgm", "#Entity   GRACT        TENSO\nID\nGPU 0     0.170        0.121\n",
            "dcgm.page", "# TYPE DCGM_FI_DEV_GPU_UTIL gauge\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 40\n",
            "monitor",
                    "{\"time\": \"2021-12-06 04:19:35\", \"gpu_usage:0\": 50}\n{\"time\": \"2021-12-06 04:19:46\", \"gpu_usage:0\": 51}\n",
            "job-log", "[2024-03-15 10:00:50,000] epoch 0 iter 1/100 time: 8.0 loss: 2.5\n",
            "job-log.plain", "step 1 loss 0.31 12.3 ms\nstep 2 loss 0.30 12.7 ms\n");

    private static final Map<String, String> OTHERS = Map.of(
            "rocprofv3",
                    "{\"rocprofiler-sdk-tool\":[{\"metadata\":{\"pid\":1},\"buffer_records\":{\"kernel_dispatch\":[]}}]}",
            "flight-recorder", "{\"comm_lib_version\":\"\",\"entries\":[{\"collective_seq_id\":1}]}",
            "flight-recorder.old", "{\"entries\":[{\"collective_seq_id\":1}],\"nccl_version\":\"2.20\"}",
            "proton", "\n[\n  {\"children\": [], \"frame\": {\"name\": \"ROOT\"}, \"metrics\": {}}, {}]",
            "xplane", "\n\u0010\u0012\u000e/host:metadata",
            "rocprofv3.csv", """
                    "Kind","Agent_Id","Queue_Id","Kernel_Name","Start_Timestamp","End_Timestamp"
                    "KERNEL_DISPATCH",1,1,"add",10,20
                    """);

    @TempDir
    Path directory;

    OneReaderTest() {
        directory = Path.of("");
    }

    @Test
    void eachKindOfFileHasOneReader() throws IOException {
        Map<String, String> files = new HashMap<>(FILES);
        files.putAll(OTHERS);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = Files.writeString(directory.resolve(file.getKey()), file.getValue());
            String reader = file.getKey().replaceFirst("\\..*", "");
            for (String role : List.of("trace", "log")) {
                assertThat(ServiceLoader.load(ProfilerFactory.class))
                        .as("%s as %s", file.getKey(), role)
                        .filteredOn(factory ->
                                factory.create(new Context(directory)).reads(new Artifact(path, role)))
                        .extracting(ProfilerFactory::name)
                        .containsExactly(reader);
            }
        }
    }

    private record Context(Path directory) implements PluginContext {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public RandomGenerator random() {
            return new SplittableRandom(1);
        }

        @Override
        public Map<String, String> settings() {
            return Map.of();
        }
    }
}
