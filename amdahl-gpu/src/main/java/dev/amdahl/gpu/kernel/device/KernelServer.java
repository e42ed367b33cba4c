package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.CompilationException;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.kernel.device.KernelProcess.Answer;
import dev.amdahl.spi.AmdahlException;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The process of a kernel on a device: compiles it, and answers calls at the other end of a pipe. */
final class KernelServer {
    private final ComputeBackend backend;
    private final IntBuffer arena;
    private final List<Kernel> kernels = new ArrayList<>();
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    private KernelServer(ComputeBackend backend, IntBuffer arena) {
        this.backend = backend;
        this.arena = arena;
    }

    /** Arguments: BACKEND SOURCE ARENA ENTRY... The first answer, unasked, says whether the device can be used. */
    public static void main(String[] arguments) throws IOException {
        List<String> given = Arrays.asList(arguments);
        String source = Files.readString(Path.of(given.get(1)));
        try (FileChannel file =
                FileChannel.open(Path.of(given.get(2)), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            IntBuffer arena = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size())
                    .order(ByteOrder.nativeOrder())
                    .asIntBuffer();
            serve(given.get(0), arena, source, given.subList(3, given.size()));
        }
    }

    private static void serve(String backend, IntBuffer arena, String source, List<String> entries) throws IOException {
        ComputeBackend opened;
        try {
            opened = ComputeBackends.open(backend);
        } catch (AmdahlException | LinkageError unusable) {
            answer(new FileOutputStream(FileDescriptor.out), 0, Answer.UNAVAILABLE, 0, unusable.toString());
            return;
        }
        try (ComputeBackend device = opened) {
            new KernelServer(device, arena).serve(source, entries);
        }
    }

    private void serve(String source, List<String> entries) throws IOException {
        DeviceCopies room;
        try {
            room = new DeviceCopies(backend, arena, kernels);
        } catch (DeviceException refused) {
            answer(out, 0, Answer.UNAVAILABLE, 0, String.valueOf(refused.getMessage()));
            return;
        }
        try (DeviceCopies copies = room) {
            answer(out, 0, Answer.DONE, 0, "");
            Optional<Refusal> fault = compile(source, entries);
            answerAll(copies, fault);
        } finally {
            DeviceResource.closeAll(kernels);
        }
    }

    private record Refusal(Answer status, String text) {
        /** What only the machine's operator can mend says nothing of a candidate. */
        static Refusal of(DeviceException refused, Answer otherwise) {
            return new Refusal(
                    refused.remedy().isPresent() ? Answer.UNAVAILABLE : otherwise,
                    String.valueOf(refused.getMessage()));
        }
    }

    /** Returns why the source cannot be built. */
    private Optional<Refusal> compile(String source, List<String> entries) {
        try {
            for (String entry : entries) {
                kernels.add(backend.compile(KernelSource.of(entry, source, entry)));
            }
            return Optional.empty();
        } catch (CompilationException wrong) {
            return Optional.of(new Refusal(Answer.NOT_BUILT, wrong.log()));
        } catch (DeviceException refused) {
            return Optional.of(Refusal.of(refused, Answer.NOT_BUILT));
        }
    }

    private void answerAll(DeviceCopies copies, Optional<Refusal> fault) throws IOException {
        DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
        while (true) {
            byte[] words = in.readNBytes(Call.BYTES);
            if (words.length < Call.BYTES) {
                return;
            }
            Call call = Call.read(words);
            if (fault.isPresent()) {
                answer(out, call.number(), fault.get().status(), 0, fault.get().text());
                continue;
            }
            try {
                double seconds = copies.serve(call);
                answer(out, call.number(), Answer.DONE, Math.round(seconds * 1e9), footprint());
            } catch (ClocksDisagreeException wrong) {
                answer(out, call.number(), Answer.CLOCKS_DISAGREE, 0, String.valueOf(wrong.getMessage()));
            } catch (DeviceException failed) {
                Refusal refusal = Refusal.of(failed, Answer.FAILED);
                answer(out, call.number(), refusal.status(), 0, refusal.text());
            }
        }
    }

    private String footprint() {
        return kernels.get(0).footprint().map(String::valueOf).orElse("");
    }

    private static void answer(OutputStream to, long number, Answer status, long nanos, String text)
            throws IOException {
        byte[] said = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer answer = ByteBuffer.allocate(4 * Long.BYTES + said.length).order(ByteOrder.nativeOrder());
        answer.putLong(number).putLong(status.number()).putLong(nanos).putLong(said.length);
        to.write(answer.put(said).array());
        to.flush();
    }
}
