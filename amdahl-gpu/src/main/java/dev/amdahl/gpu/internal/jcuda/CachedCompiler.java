package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.KernelSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps what was compiled, by source, options, architecture and compiler version: in memory, and in a private folder for the next
 * process. Thread-safe.
 */
final class CachedCompiler implements KernelCompiler {
    private final KernelCompiler compiler;
    private final PrivateFolder folder;
    private final Map<String, byte[]> kept = new ConcurrentHashMap<>();

    CachedCompiler(KernelCompiler compiler, PrivateFolder folder) {
        this.compiler = compiler;
        this.folder = folder;
    }

    @Override
    public byte[] compile(KernelSource source, String architecture) {
        return kept.computeIfAbsent(key(source, architecture), key -> fromFolder(key, source, architecture));
    }

    private byte[] fromFolder(String key, KernelSource source, String architecture) {
        Path file = folder.path().resolve(key + ".cubin");
        try {
            if (Files.isRegularFile(file)) {
                return Files.readAllBytes(file);
            }
            byte[] image = compiler.compile(source, architecture);
            folder.put(key + ".cubin", image);
            return image;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use the compiled kernel " + file + "; remove it", e);
        }
    }

    private String key(KernelSource source, String architecture) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(version(), architecture, String.join("\n", source.options()), source.text())) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String version() {
        return compiler.version();
    }
}
