package dev.amdahl.examples.cli.gpu;

import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.roofline.CeilingMeasurement;
import dev.amdahl.gpu.roofline.Ceilings;
import dev.amdahl.gpu.roofline.Work;
import dev.amdahl.spi.InvalidInputException;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roofline}: what the device reaches, and where a kernel stands under that. */
@Command(
        name = "roofline",
        description = {
            "Measure the ceilings of memory and arithmetic on this device.",
            "With --flops, --bytes and --seconds also say what limits a kernel and what fixing it is worth."
        },
        footer = "  amdahl roofline --flops 2.1e9 --bytes 3.4e8 --seconds 0.0125 --share 0.4")
public final class RooflineCommand extends CliCommand {
    private static final String CPU = "cpu";
    private static final int MAX_SIDE = 1 << 16;
    private static final int MAX_MIB = 1 << 16;

    @Mixin
    private final BackendOption backend = new BackendOption();

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows of the matrices; default 512 on a processor, else 8192.")
    private @Nullable Integer rows;

    @Option(
            names = "--copy-mib",
            paramLabel = "N",
            description = "MiB per copy; default 128 on a processor, else 1024.")
    private @Nullable Integer copyMib;

    @Option(names = "--repetitions", paramLabel = "N", description = "Timed runs; default ${DEFAULT-VALUE}.")
    private int repetitions = 5;

    @Option(names = "--flops", paramLabel = "N", description = "Operations of one run of a kernel.")
    private @Nullable Double flops;

    @Option(names = "--bytes", paramLabel = "N", description = "Bytes that it has to read and write.")
    private @Nullable Double bytes;

    @Option(names = "--seconds", paramLabel = "S", description = "How long that run takes.")
    private @Nullable Double seconds;

    @Option(names = "--type", paramLabel = "T", description = "The kernel's arithmetic; default ${DEFAULT-VALUE}.")
    private String type = "fp32";

    @Option(names = "--share", paramLabel = "F", description = "The kernel's share of the whole job's time; default 1.")
    private double share = 1;

    @Override
    public Answer answer() {
        Optional<RooflineAnswer.Asked> asked = asked();
        try (ComputeBackend device = backend.open()) {
            boolean isProcessor = device.name().equals(CPU);
            int side = Options.within("--rows", rows == null ? (isProcessor ? 512 : 8192) : rows, 1, MAX_SIDE);
            int mib = Options.within("--copy-mib", copyMib == null ? (isProcessor ? 128 : 1024) : copyMib, 1, MAX_MIB);
            Ceilings ceilings = measured(
                    new CeilingMeasurement(
                            (long) mib << 20, side, Options.atLeast("--repetitions", repetitions, 1), seed()),
                    device);
            if (!ceilings.flopsPerSecond().containsKey(type)) {
                throw new InvalidInputException(
                        "--type",
                        "unknown type '" + type + "'",
                        "write one of " + ceilings.flopsPerSecond().keySet());
            }
            return new RooflineAnswer(device.name(), ceilings, asked).answer();
        }
    }

    private static Ceilings measured(CeilingMeasurement measurement, ComputeBackend device) {
        try (Bar bar = Bar.of("ceilings", CeilingMeasurement.ceilings())) {
            return measurement.run(device, Clock.systemUTC(), bar::at);
        }
    }

    private Optional<RooflineAnswer.Asked> asked() {
        if (flops == null && bytes == null && seconds == null) {
            return Optional.empty();
        }
        if (flops == null || bytes == null || seconds == null) {
            throw new InvalidInputException(
                    "roofline", "a kernel is half described", "give --flops, --bytes and --seconds together");
        }
        if (!(flops >= 0 && bytes > 0 && seconds > 0)
                || !Double.isFinite(flops + bytes + seconds)
                || !(share >= 0 && share <= 1)) {
            throw new InvalidInputException(
                    "roofline",
                    "--flops " + flops + " --bytes " + bytes + " --seconds " + seconds + " --share " + share
                            + " is not a kernel",
                    "give finite figures above 0, and a share from 0 to 1");
        }
        return Optional.of(new RooflineAnswer.Asked(new Work(flops, bytes), type, seconds, share));
    }
}
