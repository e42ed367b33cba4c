package dev.amdahl.core.ledger.evidence;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.ledger.file.FreeSpace;
import dev.amdahl.core.ledger.event.LedgerLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The folder {@code NAME.evidence} beside a ledger: {@code sha256/ab/cd...} for each content once, which appears whole and on the disk or
 * not at all. A row names a file only after that. Thread-safe, in several processes too; sweep under the ledger's lease alone.
 */
public final class EvidenceStore {
    private static final int BUFFER = 1 << 16;
    private static final int PREFIX = 2;
    private static final long ROOM_BYTES = 64L << 20;

    private final Path folder;
    private final Path contents;
    private final Path drafts;

    /** Returns a store in a folder, which is made when the first file is kept. */
    public EvidenceStore(Path folder) {
        this.folder = folder;
        this.contents = folder.resolve("sha256");
        this.drafts = folder.resolve("drafts");
    }

    /** Returns the store of a ledger; none of a ledger in memory. */
    public static Optional<EvidenceStore> of(LedgerLocation location) {
        return location.evidence().map(EvidenceStore::new);
    }

    /** As {@link #put(InputStream, long)}, of a file that a job left, as long as it is now; without the secrets in it. */
    public StoredArtifact put(Path file) throws IOException {
        if (!SecretSieve.isNeeded(file)) {
            return putAsItIs(file);
        }
        FreeSpace.require(folder, Files.size(file) + ROOM_BYTES);
        Files.createDirectories(drafts);
        Path clean = Files.createTempFile(drafts, "", ".tmp");
        try {
            SecretSieve.copy(file, clean);
            return putAsItIs(clean);
        } finally {
            Files.deleteIfExists(clean);
        }
    }

    private StoredArtifact putAsItIs(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return put(in, Files.size(file));
        }
    }

    /**
     * Keeps what is read, unless it is kept already; on return it is on the disk.
     *
     * @param expected how many bytes to ask the disk for
     * @throws dev.amdahl.core.ledger.event.LedgerUnusableException if the disk has no room for it
     */
    public StoredArtifact put(InputStream content, long expected) throws IOException {
        FreeSpace.require(folder, expected + ROOM_BYTES);
        Files.createDirectories(drafts);
        Path draft = Files.createTempFile(drafts, "", ".tmp");
        try {
            StoredArtifact kept = write(content, draft);
            FailPoints.hit(FailPoint.EVIDENCE_FILE_WRITTEN);
            Path place = place(kept.digest());
            Path parent = place.resolveSibling("");
            createForced(parent);
            if (isSound(place, kept.digest())) {
                Files.setLastModifiedTime(place, Files.getLastModifiedTime(draft));
            } else {
                Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            AtomicFiles.forceFolder(parent);
            FailPoints.hit(FailPoint.EVIDENCE_FILE_NAMED);
            return kept;
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /**
     * Returns the kept file, after its content was checked.
     *
     * @throws EvidenceDamagedException if it is missing or holds other bytes
     */
    public Path open(String digest) {
        Path place = place(digest);
        try (InputStream in = Files.newInputStream(place)) {
            String found = digest(in);
            if (!found.equals(digest)) {
                throw EvidenceDamagedException.changed(place, digest, found);
            }
            return place;
        } catch (NoSuchFileException e) {
            throw EvidenceDamagedException.missing(place, digest);
        } catch (IOException e) {
            throw EvidenceDamagedException.unreadable(place, digest, e);
        }
    }

    /**
     * Removes what no row names and what a process that died left half written, if it has lain since before that time.
     *
     * @param isReferenced whether a row names a digest
     * @return how many files were removed
     */
    public int sweep(Predicate<String> isReferenced, Instant olderThan) throws IOException {
        return new Sweep(isReferenced, FileTime.from(olderThan)).over(drafts, contents);
    }

    /** Removes what was left half written, however new: for whoever holds the lease, under which alone files are kept. */
    public int sweepDrafts() throws IOException {
        return new Sweep(digest -> true, FileTime.from(Instant.MAX)).drafts(drafts);
    }

    /**
     * Sweeps, unless that was done since {@code olderThan}.
     *
     * @param now the time to remember it under
     */
    public int sweepIfDue(Predicate<String> isReferenced, Instant olderThan, Instant now) throws IOException {
        Path mark = folder.resolve(".swept");
        if (!Files.isDirectory(folder) || isBetween(mark, olderThan, now)) {
            return 0;
        }
        if (!Files.exists(mark)) {
            Files.createFile(mark);
        }
        Files.setLastModifiedTime(mark, FileTime.from(now));
        return sweep(isReferenced, olderThan);
    }

    private static boolean isBetween(Path mark, Instant from, Instant to) throws IOException {
        if (!Files.exists(mark)) {
            return false;
        }
        Instant at = Files.getLastModifiedTime(mark).toInstant();
        return at.isAfter(from) && !at.isAfter(to);
    }

    private Path place(String digest) {
        if (!StoredArtifact.isDigest(digest)) {
            throw new IllegalArgumentException("no digest: '" + digest + "'");
        }
        return contents.resolve(digest.substring(0, PREFIX)).resolve(digest.substring(PREFIX));
    }

    private static boolean isSound(Path place, String digest) throws IOException {
        try (InputStream in = Files.newInputStream(place)) {
            return digest(in).equals(digest);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Names of folders last, too; another process may have made them a moment ago. */
    private void createForced(Path parent) throws IOException {
        Files.createDirectories(parent);
        for (Path made = contents; made.startsWith(folder); made = made.resolveSibling("")) {
            AtomicFiles.forceFolder(made);
        }
        AtomicFiles.forceFolder(folder.toAbsolutePath().resolveSibling(""));
    }

    private static StoredArtifact write(InputStream content, Path draft) throws IOException {
        MessageDigest sha256 = sha256();
        long bytes = 0;
        byte[] buffer = new byte[BUFFER];
        try (FileChannel out = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                sha256.update(buffer, 0, read);
                ByteBuffer chunk = ByteBuffer.wrap(buffer, 0, read);
                while (chunk.hasRemaining()) {
                    out.write(chunk);
                }
                bytes += read;
            }
            out.force(true);
        }
        return new StoredArtifact(HexFormat.of().formatHex(sha256.digest()), bytes);
    }

    private static String digest(InputStream in) throws IOException {
        MessageDigest sha256 = sha256();
        byte[] buffer = new byte[BUFFER];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            sha256.update(buffer, 0, read);
        }
        return HexFormat.of().formatHex(sha256.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
