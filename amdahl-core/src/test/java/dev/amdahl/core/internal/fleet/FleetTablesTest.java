package dev.amdahl.core.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FleetTablesTest {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final Instant AS_OF = Instant.parse("2026-03-01T00:00:00Z");
    private static final String HEAD = "id,family,accelerators,submitted,started,ended,utilisation\n";
    private static final String GOOD = "1,f,2,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,2026-01-01T03:00:00Z,0.25\n";

    @TempDir
    Path folder;

    @Test
    void sumsOfBytesAreSumsOfRunsWhateverTheWriting() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 10; round++) {
            StringBuilder csv = new StringBuilder(random.nextBoolean() ? "\uFEFF" : "").append(HEAD);
            String end = random.nextBoolean() ? "\n" : "\r\n";
            for (int i = 0; i < 3000; i++) {
                csv.append(row(random, i)).append(end);
                if (random.nextInt(50) == 0) {
                    csv.append(end);
                }
            }
            Path file = write("fleet.csv", csv.toString());
            Path packed = folder.resolve("fleet.csv.gz");
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
                Files.copy(file, out);
            }
            FleetSource fast = new FileFleetSource(file);
            assertSame(sums(fast), sums(inJava(fast)));
            assertSame(sums(new FileFleetSource(packed)), sums(fast));
        }
    }

    private static String row(Random random, int i) {
        String family = switch (random.nextInt(5)) {
            case 0 -> "\"a, \"\"quoted\"\" one " + random.nextInt(5) + "\"";
            case 1 -> "\"two\nlines\"";
            case 2 -> "größe-" + random.nextInt(3);
            default -> "family-" + random.nextInt(50);
        };
        int start = 10 + random.nextInt(10);
        String started = random.nextInt(20) == 0 ? "" : "2026-01-" + start + "T01:02:03." + random.nextInt(1000) + "Z";
        String ended = started.isEmpty() || random.nextInt(9) == 0
                ? ""
                : random.nextBoolean()
                        ? "2026-01-" + (start + 2) + "T10:00:00Z"
                        : "2026-01-" + (start + 2) + "T10:00:00+02:00";
        String used = random.nextInt(5) == 0 ? "" : random.nextInt(9) == 0 ? "0" : Double.toString(random.nextDouble());
        return "j" + i + "," + family + "," + (1 << random.nextInt(4)) + ",2026-01-" + start + "T00:00:00Z," + started
                + "," + ended + "," + used;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2,f,1,1767225600,,, | 'submitted' is '1767225600'; name the unit: --columns time=epoch-seconds",
                "2,f,1,1767225600000,,, | name the unit: --columns time=millis",
                "2,f,1,2026-01-01 00:00:00,,, | use --columns time=timestamp",
                "2,f,1,1969-01-01T00:00:00Z,,, | 'submitted' is 1969-01-01T00:00:00Z, which cannot be",
                "2,f,1,2026-02-30T00:00:00Z,,, | 'submitted' is '2026-02-30T00:00:00Z'",
                "2,f,1,2026-01-02T00:00:00Z,2026-01-03T00:00:00Z,2026-01-02T12:00:00Z, | 'ended' 2026-01-02T12:00:00Z is before 'started'",
                "2,f,99999999,2026-01-02T00:00:00Z,,, | 'accelerators' is 99999999",
                "2,f,1,2026-01-02T00:00:00Z,,,Infinity | 'utilisation' is 'Infinity'",
                "2,f,1,2026-01-02T00:00:00Z,,,80 | in percent? use --columns unit=percent",
                "2,f,1,2026-01-02T00:00:00Z,, | the row has 6 fields, the header 7",
                "2,f,1,2026-01-02T00:00:00Z,,,,8 | the row has 8 fields, the header 7",
                "1,f,1,2026-01-02T00:00:00Z,,, | the id '1' occurs twice",
                "2,`` f,1,2026-01-02T00:00:00Z,,,-.5 | shares must be from 0 to 1",
                "2,\"f,1,2026-01-02T00:00:00Z,,, | a quote is opened and never closed"
            })
    void aBadRowIsNamedOrLeftOut(String row, String problem) throws IOException {
        Path file = write("bad.csv", HEAD + GOOD + row.replace("`", "") + "\n");

        assertThatThrownBy(() -> sums(new FileFleetSource(file)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("bad.csv:3")
                .hasMessageContaining(problem);
        FleetSums lenient = sums(new FileFleetSource(file, Columns.DEFAULT, BadRows.SKIP));
        assertThat(lenient.rejected()).isEqualTo(1);
        assertThat(lenient.rejects())
                .singleElement()
                .asString()
                .contains("bad.csv:3")
                .contains(problem);
        assertThat(lenient.totals().runs()).isEqualTo(1);
    }

    @Test
    void aFileThatEndsInTheMiddleOrIsNotTextIsAnError() throws IOException {
        Path packed = folder.resolve("half.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Random random = new Random(1);
            StringBuilder rows = new StringBuilder(HEAD);
            for (int i = 0; i < 5000; i++) {
                rows.append(row(random, i)).append('\n');
            }
            out.write(rows.toString().getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        Path latin = Files.write(
                folder.resolve("latin.csv"),
                (HEAD + GOOD.replace("f", "\u00e9")).getBytes(StandardCharsets.ISO_8859_1));

        for (BadRows policy : BadRows.values()) {
            assertThatThrownBy(() -> sums(new FileFleetSource(packed, Columns.DEFAULT, policy)))
                    .hasMessageContaining("half.csv.gz: the file ends in the middle");
        }
        assertThatThrownBy(() -> sums(new FileFleetSource(latin)))
                .hasMessageContaining("latin.csv:2: the row is not UTF-8");
        assertThatThrownBy(() -> sums(new FileFleetSource(write("empty.csv", ""))))
                .hasMessageContaining("the file is empty");
        Path unnamed = Files.copy(packed, folder.resolve("packed.csv"));
        assertThatThrownBy(() -> sums(new FileFleetSource(unnamed)))
                .hasMessageContaining("packed.csv: it is packed by gzip; add .gz to its name");
        assertThatThrownBy(() -> sums(new FileFleetSource(write("other.csv", "title,submit_time\n"))))
                .hasMessageContaining("there is no column 'family' for 'family'; nearest: ")
                .hasMessageContaining("'title'");
    }

    @Test
    void aRowThatIsNotUtf8IsLeftOutAlone() throws IOException {
        String rows = HEAD + GOOD + GOOD.replace("1,f", "2,\u00e9") + GOOD.replace("1,f", "3,\uFFFD\uD83D\uDFFF");
        byte[] mixed = (rows + GOOD.replace("1,f", "4,?")).getBytes(StandardCharsets.UTF_8);
        mixed[mixed.length - GOOD.length() + 2] = (byte) 0xE9;

        FleetSums sums = sums(
                new FileFleetSource(Files.write(folder.resolve("mixed.csv"), mixed), Columns.DEFAULT, BadRows.SKIP));

        assertThat(sums.rejects()).singleElement().asString().contains("mixed.csv:5: the row is not UTF-8");
        assertThat(sums.families())
                .extracting(FamilySums::family)
                .containsExactlyInAnyOrder("f", "\u00e9", "\uFFFD\uD83D\uDFFF");
    }

    @Test
    void textAfterAClosingQuoteBelongsToItsField() throws IOException {
        Path file = write("quotes.csv", HEAD + GOOD.replace("f", "\"a\" b"));

        assertThat(sums(new FileFleetSource(file)).families())
                .extracting(FamilySums::family)
                .containsExactly("a b");
    }

    @ParameterizedTest
    @CsvSource({"endless.csv, '\"'", "endless.jsonl, '{'"})
    void aRowThatDoesNotEndIsAnErrorWhateverTheRule(String name, String start) throws IOException {
        Path file = write(name, HEAD + GOOD + start + " ".repeat(17 << 20));

        for (BadRows policy : BadRows.values()) {
            assertThatThrownBy(() -> sums(new FileFleetSource(file, Columns.DEFAULT, policy)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(name);
        }
    }

    @Test
    void columnsUnitsAndNamesAreMapped() throws IOException {
        Path file = write(
                "other.csv",
                "job,gpus,start,stop,util\nnightly-2026-01-02,2,1767225600,1767229200,50\nnightly-2026-01-03,0,1767225600,,\n");
        Columns columns = Columns.parse(
                "family=job,count=gpus,started=start,ended=stop,utilisation=util,unit=percent,time=epoch-seconds,strip=-[0-9-]+$");

        FleetSums sums = sums(new FileFleetSource(file, columns, BadRows.FAIL));

        assertThat(sums.families()).singleElement().satisfies(family -> {
            assertThat(family.family()).isEqualTo("nightly");
            assertThat(family.heldHours()).isEqualTo(2);
            assertThat(family.wastedHours()).isEqualTo(1);
        });
        assertThat(sums.notes()).anyMatch(note -> note.startsWith("1 rows without accelerators"));
        assertThatThrownBy(() -> Columns.parse("famly=job")).hasMessageContaining("nearest: 'family'");
        assertThatThrownBy(() -> Columns.parse("time=weeks")).hasMessageContaining("time=weeks");
        assertThatThrownBy(() -> Mapping.named("alibaba-genai")).hasMessageContaining("'alibaba-genai2026'");
    }

    @Test
    void usefulWastedAndUnknownMakeUpWhatWasHeld() throws IOException {
        StringBuilder csv = new StringBuilder("family,accelerators,submitted,started,ended,idle,low,high,unknown\n");
        double useful = 0;
        double unknown = 0;
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            int idle = random.nextInt(11);
            int low = random.nextInt(11 - idle);
            int missing = random.nextInt(11 - idle - low);
            double high = (10 - idle - low - missing) / 10.0;
            csv.append("f" + i % 7 + ",4,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T05:00:00Z," + idle / 10.0
                    + "," + low / 10.0 + "," + high + "," + missing / 10.0 + "\n");
            useful += 20 * (high + .5 * low / 10);
            unknown += 20 * missing / 10.0;
        }

        FleetSums sums = sums(new FileFleetSource(write("split.csv", csv.toString())));

        assertThat(sums.totals().heldHours()).isCloseTo(10_000, within(1e-5));
        assertThat(useful + sums.totals().wastedHours() + unknown).isCloseTo(10_000, within(1e-5));
        assertThat(sums.totals().heldHours() - sums.totals().measuredHours()).isCloseTo(unknown, within(1e-5));
    }

    @Test
    void aUnionGoesOnWithoutTheSourceThatFails() throws IOException {
        FleetSource good = new FileFleetSource(write("good.csv", HEAD + GOOD));
        FleetSource down = (from, to) -> {
            throw new UnavailableException("warehouse", "it is down", "start it", null);
        };
        FleetUnion union = new FleetUnion(List.of(
                new FleetUnion.Part("good.csv", good),
                new FleetUnion.Part("down", down),
                new FleetUnion.Part(
                        "other.csv", new FileFleetSource(write("other.csv", HEAD + "2" + GOOD.substring(1))))));

        FleetUnion.Answer answer = union.ask(Instant.EPOCH, FAR, AS_OF, 5);

        assertThat(answer.failures()).hasSize(1);
        assertThat(answer.sums().notes()).contains("left out: warehouse: it is down; start it");
        assertThat(answer.sums().families())
                .singleElement()
                .satisfies(family -> assertThat(family.runs()).isEqualTo(2));
        assertThatThrownBy(() ->
                        new FleetUnion(List.of(new FleetUnion.Part("down", down))).ask(Instant.EPOCH, FAR, AS_OF, 5))
                .isInstanceOf(UnavailableException.class);
    }

    @Test
    void gapsBetweenSamplesAreUnknown() throws IOException {
        Path file = write("samples.csv", "pod,t,v\na,0,0\nb,0,100\na,60,0\na,600,50\n");
        Path mapping = write(
                "own.properties", "kind=samples\nrun=pod\nat=t\nuseful=v\nunit=percent\ntime=seconds\ncadence=60\n");

        FleetSums sums = Mapping.named(mapping.toString())
                .source(file, Map.of(), BadRows.FAIL)
                .sums(Instant.EPOCH, FAR, AS_OF, 5);

        FamilySums pod = sums.families().get(0);
        assertThat(pod.family()).isEqualTo("a");
        assertThat(pod.heldHours() * 3600).isCloseTo(660, within(1e-6));
        assertThat(pod.measuredHours() * 3600).isCloseTo(180, within(1e-6));
        assertThat(pod.wastedHours() * 3600).isCloseTo(150, within(1e-6));
        assertThat(pod.queuedRuns()).as("samples tell nothing of a queue").isZero();
    }

    @Test
    void aRunMayLeaveOutItsSubmissionAndItsQueueIsThenNotKnown() throws IOException {
        Path table = write("starts.csv", """
                id,family,started,ended
                1,f,2026-01-01T01:00:00Z,2026-01-01T03:00:00Z
                2,f,2026-01-02T01:00:00Z,
                """);
        Path lines = write("starts.jsonl", """
                {"id": "1", "family": "f", "started": "2026-01-01T01:00:00Z", "ended": "2026-01-01T03:00:00Z"}
                """);
        Path mixed = write("mixed.csv", HEAD + GOOD + "2,f,1,,2026-01-01T01:00:00Z,2026-01-01T02:00:00Z,0.5\n");

        for (FleetSource source : List.of(new FileFleetSource(table), new FileFleetSource(lines))) {
            FleetSums sums = sums(source);
            assertThat(sums.totals().queuedRuns()).isZero();
            assertThat(sums.totals().first()).contains(Instant.parse("2026-01-01T01:00:00Z"));
            assertThat(sums.families()).isEqualTo(sums(inJava(source)).families());
            try (Stream<FleetJob> jobs = source.jobs(Instant.EPOCH, FAR)) {
                assertThat(jobs).isNotEmpty().allSatisfy(job -> {
                    assertThat(job.submitted()).isEmpty();
                    assertThat(job.queued()).isEmpty();
                });
            }
        }
        FleetSums sums = sums(new FileFleetSource(mixed));
        assertThat(sums.totals().runs()).isEqualTo(2);
        assertThat(sums.totals().queuedRuns()).isEqualTo(1);
        assertThat(sums.totals().queueHours()).isEqualTo(1);
        Path neither = write("neither.csv", "id,family,ended\n1,f,2026-01-01T03:00:00Z\n");
        assertThatThrownBy(() -> sums(new FileFleetSource(neither)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is no column 'submitted'");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static FleetSums sums(FleetSource source) {
        return source.sums(Instant.EPOCH, FAR, AS_OF, Integer.MAX_VALUE);
    }

    private static FleetSource inJava(FleetSource source) {
        return new FleetSource() {
            @Override
            public Stream<FleetJob> jobs(Instant from, Instant to) {
                return source.jobs(from, to);
            }
        };
    }

    private static void assertSame(FleetSums one, FleetSums other) {
        assertThat(one.families()).hasSizeGreaterThan(40).hasSameSizeAs(other.families());
        for (int i = 0; i < one.families().size(); i++) {
            FamilySums a = one.families().get(i);
            FamilySums b = other.families().get(i);
            assertThat(a.family()).isEqualTo(b.family());
            assertThat(a.runs()).isEqualTo(b.runs());
            assertThat(a.heldHours()).isCloseTo(b.heldHours(), within(1e-9 * b.heldHours()));
            assertThat(a.wastedHours()).isCloseTo(b.wastedHours(), within(1e-9 * b.heldHours()));
            assertThat(a.queuedRuns()).isEqualTo(b.queuedRuns());
            assertThat(a.queueHours()).isCloseTo(b.queueHours(), within(1e-9 * b.queueHours()));
            assertThat(a.untouchedRuns()).isEqualTo(b.untouchedRuns());
        }
    }
}
