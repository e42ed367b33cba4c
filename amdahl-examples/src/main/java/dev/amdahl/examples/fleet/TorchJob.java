package dev.amdahl.examples.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The one job that trains with PyTorch, where a Python of this machine has it. */
final class TorchJob {
    static final String NAME = "images-train";
    static final String SCRIPT = "train_images.py";

    /** What the script is started with: few images, and a checkpoint after every step. */
    static final List<String> ARGUMENTS = List.of(
            "--images=64",
            "--image-size=64",
            "--batch-size=4",
            "--threads=1",
            "--save-every=1",
            "--compression-level=9");

    private static final long MAX_SECONDS = 60;

    private TorchJob() {}

    /** Returns the Python that imports PyTorch; looked for once. */
    static Optional<String> python() {
        return Found.PYTHON;
    }

    private static final class Found {
        static final Optional<String> PYTHON = first(List.of("python3", "/usr/bin/python3"));
    }

    /** Returns the first of those that can be started and import PyTorch. */
    static Optional<String> first(List<String> pythons) {
        return pythons.stream().filter(TorchJob::importsTorch).findFirst();
    }

    private static boolean importsTorch(String python) {
        try {
            Process process = new ProcessBuilder(python, "-c", "import torch")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                return process.onExit()
                        .orTimeout(MAX_SECONDS, TimeUnit.SECONDS)
                        .thenApply(ended -> ended.exitValue() == 0)
                        .exceptionally(late -> false)
                        .join();
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException absent) {
            return false;
        }
    }

    /** Lays out the script in a folder of its own. */
    static void layOut(Path root) throws IOException {
        EmbedBatchRepository.copy(SCRIPT, root.resolve(NAME).resolve(SCRIPT));
    }
}
