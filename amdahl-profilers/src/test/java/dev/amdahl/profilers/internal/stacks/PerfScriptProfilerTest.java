package dev.amdahl.profilers.internal.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PerfScriptProfilerTest {
    private static final String CLOCK = """
            # cmdline : /usr/bin/perf record -F 99 -g
            Web Content 1751/1752 [001] 13289.335292:   10000000 cpu-clock:uhH:
            	559a3f21248b ns::map<int, std::pair<a, b> >::at(int; char)+0x24b (/home/my dir/box)
              box.cc:72
            	560cdca670ef main+0x1f (/home/box)

            Web Content 1751/1752 13289.345292:   30000000 cpu-clock:uhH:
            	7f36527fd09b [unknown] (/usr/lib/libpython3.11.so.1.0)
            	560cdca670ef main+0x1f (/home/box)

            swapper     0 [000] 13289.345500:   10000000 cpu-clock:
            	ffffffff8103ce3b pv_native_safe_halt+0xb ([kernel.kallsyms])
            swapper     0 [000] 13289.345500:   10000000 cpu-clock:
            x 1 [000] 13289.4: not a time
            x 1 [000] 13289.400000: 4 page-faults:
            	ffffffff8103ce3b f ([kernel.kallsyms])
            """;

    @TempDir
    Path directory;

    PerfScriptProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void periodsOfTheClockAreSeconds() {
        Profile profile = read(CLOCK);
        assertThat(StackText.hot(profile))
                .containsOnly(
                        Map.entry("ns::map<int, std::pair<a, b> >::at(int; char) (box.cc:72)", .01),
                        Map.entry("[unknown] (libpython3.11.so.1.0)", .03));
        assertThat(profile.counters())
                .containsOnly(
                        Map.entry("perf_samples", 4.0),
                        Map.entry("on_cpu_sampled_seconds", .04),
                        Map.entry("python_self_frac", .75));
        assertThat(profile.findings())
                .anyMatch(finding -> finding.startsWith("1 sample of event page-faults only counted"))
                .anyMatch(finding -> finding.startsWith("1 of 4 samples without a stack"))
                .anyMatch(finding -> finding.startsWith("skipped 1 line: neither"));
    }

    @Test
    void cyclesAreSecondsOnlyWhereTheRateIsShown() {
        String sample =
                "a 1 [000] 1.000001: 77 cycles:u: 55aa f+0x1 (/bin/a)\na 1 [000] 1.100001: 78 cycles:u: 55aa g (/bin/a)\n";
        assertThat(StackText.hot(read(sample))).containsOnly(Map.entry("f", .5), Map.entry("g", .5));
        Profile rated = read("# cmdline : perf record -F 50 ./a\n" + sample);
        assertThat(StackText.hot(rated)).containsOnly(Map.entry("f", .02), Map.entry("g", .02));
        assertThat(rated.counters()).containsEntry("on_cpu_sampled_seconds", .04);
    }

    @Test
    void rowsOfABranchTraceGiveTimeInAndOutside() {
        Profile profile = read("""
                s 1/1 [043] 10.000000100:   call   g     7fb22e72 f+0x197 (/lib/c.so)
                s 1/1 [043] 10.000000400:   return g     7fb22e6e g+0x3 (/lib/c.so)
                s 1/1 [043] 10.000000500:   tr end  syscall          7fb2 nap+0xe (/lib/c.so)
                s 1/1 [043] 10.000002500:   tr strt  nap     0 [unknown] ([unknown])
                s 1/1 [043] 10.000002600:   return  nap      7fb2 nap+0x18 (/lib/c.so)
                """);
        assertThat(profile.counters().get("traced_seconds")).isCloseTo(500e-9, within(1e-15));
        assertThat(profile.counters().get("untraced_seconds")).isCloseTo(2000e-9, within(1e-15));
        assertThat(StackText.hot(profile).get("g")).isCloseTo(300e-9, within(1e-15));
        assertThat(StackText.hot(profile).get("nap")).isCloseTo(200e-9, within(1e-15));
    }

    @Test
    void aRecordedBranchTraceIsReadWhole() {
        Path file = Requires.data("traces/bpf/perf_script_intel_pt_stress_ushort.txt");
        PerfScriptProfiler profiler = new PerfScriptProfiler();
        Artifact artifact = new Artifact(file, "trace");
        assertThat(profiler.reads(artifact)).isTrue();
        Profile profile = profiler.read(artifact, ProfileLimits.DEFAULT);
        assertThat(profile.counters()).containsEntry("branch_rows", 60.0);
        assertThat(profile.counters().getOrDefault("traced_seconds", 0.0)
                        + profile.counters().getOrDefault("untraced_seconds", 0.0))
                .as("25717.337524020 - 25717.334360551")
                .isCloseTo(.003163469, within(1e-12));
    }

    @Test
    void textWithoutASampleIsRefused() {
        assertThatThrownBy(() -> read("# nothing\nhello 12 world\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no sample of perf script");
    }

    private Profile read(String text) {
        return StackText.read(new PerfScriptProfiler(), directory, "perf.txt", text);
    }
}
