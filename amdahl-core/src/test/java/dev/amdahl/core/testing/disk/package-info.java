/**
 * A disk that fails as told, under a whole JVM: with {@code -Djava.nio.file.spi.DefaultFileSystemProvider} set to
 * {@link dev.amdahl.core.testing.disk.WatchedFileSystemProvider}, whatever the JVM does to files passes by a {@link
 * dev.amdahl.core.testing.disk.Disk}.
 */
@NullMarked
package dev.amdahl.core.testing.disk;

import org.jspecify.annotations.NullMarked;
