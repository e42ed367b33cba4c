package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.amdahl.spi.profiler.CodeSite;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaSitesTest {
    @TempDir
    Path folder;

    @Test
    void sleepingAndLockingInALoop() {
        assertThat(Scans.java(folder, """
                        import static java.lang.Thread.sleep;
                        import java.util.concurrent.TimeUnit;
                        import java.util.concurrent.locks.LockSupport;
                        class Job {
                            void run() throws Exception {
                                Thread.sleep(1);
                                while (true) {
                                    Thread.sleep(1);
                                    sleep(2);
                                    TimeUnit.SECONDS.sleep(1);
                                    LockSupport.parkNanos(3);
                                    synchronized (this) { count++; }
                                    tick();
                                }
                            }
                            void tick() { synchronized (this) { count--; } }
                            int count;
                        }
                        """))
                .containsExactly("8 sleep", "9 sleep", "10 sleep", "11 sleep", "12 lock", "16 lock");
    }

    @Test
    void sameWordsThatDoNotSleep() {
        assertThat(Scans.java(folder, """
                        import my.Thread;
                        class Job {
                            // Thread.sleep(1) in a loop
                            String text = "Thread.sleep(1); System.gc()";
                            void run(Cat cat, Runtime other) {
                                for (int i = 0; i < 9; i++) {
                                    Thread.sleep(1);
                                    cat.sleep(1);
                                    cat.park();
                                    this.gc();
                                    other.gc(i);
                                }
                                synchronized (this) { cat.nap(); }
                            }
                            void gc() {}
                        }
                        """)).isEmpty();
    }

    @Test
    void futuresWaitedForOneByOne() {
        assertThat(Scans.java(folder, """
                        import java.util.*;
                        import java.util.concurrent.*;
                        class Job {
                            void run(ExecutorService pool, List<Future<String>> tasks, Map<String, String> map) throws Exception {
                                for (Future<String> task : tasks) {
                                    task.get();
                                    map.get("task");
                                    Optional<String> found = Optional.empty();
                                    found.get();
                                }
                                List<Future<Integer>> more = List.of();
                                for (var one : more) {
                                    one.get();
                                }
                                for (int i = 0; i < 3; i++) {
                                    pool.submit(() -> 1).get();
                                }
                                Future<?> last = pool.submit(() -> 1);
                                last.get();
                                for (int i = 0; i < 3; i++) {
                                    pool.submit(() -> last.get());
                                }
                            }
                        }
                        """)).containsExactly("6 future-wait", "13 future-wait", "16 future-wait");
    }

    @Test
    void parallelStreamsOverLittle() {
        assertThat(Scans.java(folder, """
                        import java.util.*;
                        import java.util.stream.IntStream;
                        class Job {
                            void run(List<String> rows) {
                                rows.parallelStream().forEach(this::use);
                                IntStream.range(0, 8).parallel().forEach(this::add);
                                for (int i = 0; i < 1000; i++) {
                                    rows.parallelStream().forEach(this::use);
                                    rows.stream().parallel().forEach(this::use);
                                    IntStream.range(0, 1000000).parallel().forEach(this::add);
                                    geometry.parallel();
                                }
                            }
                        }
                        """)).containsExactly("6 small-parallel", "8 small-parallel", "9 small-parallel");
    }

    @Test
    void requestedCollectionsAndThreadSettings() {
        assertThat(Scans.java(folder, """
                        class Job {
                            void run() {
                                System.gc();
                                Runtime.getRuntime().gc();
                                System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "2");
                                System.setProperty("user.dir", "/");
                            }
                        }
                        """)).containsExactly("3 collection", "4 collection", "5 thread-setting");
    }

    @Test
    void newSyntaxParses() {
        assertThat(Scans.java(folder, """
                        sealed interface Shape permits Circle {}
                        record Circle(double radius) implements Shape {
                            static String name(Object o) {
                                return switch (o) {
                                    case Circle(var r) when r > 1 -> "big";
                                    case null, default -> \"""
                                            System.gc()
                                            \""";
                                };
                            }
                        }
                        """)).isEmpty();
    }

    @Test
    void scopeNamesMethodAndClasses() {
        assertThat(Scans.scan(folder, new JavaSiteFinder(), "Job.java", """
                                class Job {
                                    static class Inner {
                                        void stop() {
                                            System.gc();
                                        }
                                    }
                                }
                                """).sites())
                .extracting(
                        CodeSite::line,
                        site -> site.scope().function(),
                        site -> site.scope().firstLine())
                .containsExactly(tuple(4, "Job.Inner.stop", 3));
    }
}
