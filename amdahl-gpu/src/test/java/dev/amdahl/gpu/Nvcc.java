package dev.amdahl.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The compiler of CUDA's toolkit; where it is not installed, the test is skipped. */
public final class Nvcc {

    private Nvcc() {}

    /** Compiles texts to machine code; it takes seconds to begin, so that several are better given at once. */
    public static void compile(Path folder, List<String> texts, String... architectures)
            throws IOException, InterruptedException {
        Requires.program("nvcc");
        Stream.Builder<String> command = Stream.builder();
        command.add("nvcc").add("-std=c++17").add("-fatbin").add("--threads=2");
        for (String architecture : architectures) {
            command.add("-gencode").add("arch=compute_" + architecture + ",code=sm_" + architecture);
        }
        for (int i = 0; i < texts.size(); i++) {
            Files.writeString(folder.resolve("text" + i + ".cu"), texts.get(i));
            command.add("text" + i + ".cu");
        }
        Path log = folder.resolve("log");
        int code = new ProcessBuilder(command.build().toList())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        assertThat(code).as(Files.readString(log)).isZero();
        for (int i = 0; i < texts.size(); i++) {
            assertThat(folder.resolve("text" + i + ".fatbin")).isNotEmptyFile();
        }
    }
}
