package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.CompilationException;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelSource;
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

/** The process of a kernel on a device: compiles it, and answers calls at the other end of a pipe. */
final class KernelServer {
    private final ComputeBackend backend;
    private final IntBuffer arena;
    private final OutputStream said = new FileOutputStream(FileDescriptor.err);

    private KernelServer(ComputeBackend backend, IntBuffer arena) {
        this.backend = backend;
        this.arena = arena;
    }

    /** Arguments: BACKEND SOURCE ARENA ENTRY... */
    public static void main(String[] arguments) throws IOException {
        List<String> given = Arrays.asList(arguments);
        String source = Files.readString(Path.of(given.get(1)));
        try (ComputeBackend backend = ComputeBackends.open(given.get(0));
                FileChannel file =
                        FileChannel.open(Path.of(given.get(2)), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            IntBuffer arena = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size())
                    .order(ByteOrder.nativeOrder())
                    .asIntBuffer();
            new KernelServer(backend, arena).serve(source, given.subList(3, given.size()));
        }
    }

    private void serve(String source, List<String> entries) throws IOException {
        List<Kernel> kernels = new ArrayList<>();
        KernelProcess.Answer fault = KernelProcess.Answer.DONE;
        try {
            for (String entry : entries) {
                kernels.add(backend.compile(KernelSource.of(entry, source, entry)));
            }
            say(kernels.get(0).footprint().map(String::valueOf).orElse(""));
        } catch (CompilationException wrong) {
            say(wrong.log());
            fault = KernelProcess.Answer.NOT_BUILT;
        } catch (DeviceException refused) {
            say(String.valueOf(refused.getMessage()));
            fault = KernelProcess.Answer.NOT_BUILT;
        }
        try (DeviceCopies copies = new DeviceCopies(backend, arena, kernels)) {
            answer(copies, fault);
        } finally {
            DeviceResource.closeAll(kernels);
        }
    }

    private void answer(DeviceCopies copies, KernelProcess.Answer fault) throws IOException {
        try (DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
                OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            while (true) {
                byte[] words = in.readNBytes(Call.BYTES);
                if (words.length < Call.BYTES) {
                    return;
                }
                Call call = Call.read(words);
                KernelProcess.Answer status = fault;
                double seconds = 0;
                if (fault == KernelProcess.Answer.DONE) {
                    try {
                        seconds = copies.serve(call);
                    } catch (ClocksDisagreeException wrong) {
                        say(String.valueOf(wrong.getMessage()));
                        status = KernelProcess.Answer.CLOCKS_DISAGREE;
                    } catch (DeviceException failed) {
                        say(String.valueOf(failed.getMessage()));
                        status = KernelProcess.Answer.FAILED;
                    }
                }
                ByteBuffer answer = ByteBuffer.allocate(3 * Long.BYTES).order(ByteOrder.nativeOrder());
                answer.putLong(call.number()).putLong(status.number()).putLong(Math.round(seconds * 1e9));
                out.write(answer.array());
                out.flush();
            }
        }
    }

    private void say(String text) throws IOException {
        said.write(text.getBytes(StandardCharsets.UTF_8));
        said.flush();
    }
}
