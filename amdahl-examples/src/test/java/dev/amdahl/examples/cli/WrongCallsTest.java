package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong call of any command ends with 2 and one line that says where and what to do. */
final class WrongCallsTest {
    @TempDir
    private static Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            quikstart                                             | did you mean 'quickstart'?
            version                                               | unknown argument 'version'; did you mean '--version'?
            watch                                                 | watch: no samples are named; add FILE or --prometheus URL
            watch DIR/x.csv --prometheus http://localhost:1       | watch: FILE and --prometheus were both given; give one of them
            ledger log --last                                     | ledger log: --last is missing; add --last N
            --nothing                                             | unknown option '--nothing'; known here: --help
            @nowhere.args                                         | unknown argument '@nowhere.args'
            help nosuch                                           | no command 'nosuch'
            help ledger nosuch                                    | no command 'nosuch'
            completion                                            | "bash|zsh|fish"
            completion bash more                                  | unknown argument 'more'; leave it out
            doctor more                                           | leave it out
            doctor --ledger jdbc:oracle:x                         | this kind of database is not supported
            plugins more                                          | leave it out
            quickstart --dir DIR/text                             | it exists already and is not a folder
            quickstart --dir /proc/x                              | the file or folder does not exist
            quickstart --only nojob --dir DIR/q                   | no job is named 'nojob'; choose clickstream-train
            quickstart --dir DIR/q --ledger jdbc:mysql://x/y      | give a path
            ab                                                    | ab: --baseline is missing; add --baseline CMD
            ab --baseline true                                    | ab: --variant is missing; add --variant CMD
            ab --baseline a --variant b --pairs x                 | 'x' is not a whole number
            ab --baseline a --variant b --pairs 99999999999       | is not a whole number, or too large
            ab --baseline a --variant b --pairs 1                 | --pairs: was 1, and fewer than 12 can show no difference
            ab --baseline a --variant b --pairs 1 --ledger DIR/led | give at least 12, or --fixed-n
            ab --baseline a --baseline b --variant c              | --baseline was given more than once; give it once
            ab --baseline a --variant b --accelerators -1         | --accelerators: was -1; give at least 0
            ab --baseline a --variant b --accelerators x          | 'x' is not a whole number
            ab --baseline a --variant b --accelerators 999        | may be used on this machine;
            ab --baseline a --variant b --output /etc/hosts       | leaves the working directory
            ab --baseline a --variant b --output=                 | the path is empty
            ab --baseline a --variant b --time-limit -5s          | write it like 90s
            ab --baseline a --variant b --ledger jdbc:mysql://x/y | give a path
            ab --baseline a --variant b --ledger=                 | name a file
            ab --baseline a --variant PASSWORD=hunter2s3 --ledger DIR/led | a ledger keeps commands: PASSWORD=[redacted secret]
            ab --baseline a --variant b --ledger /proc/no/led     | check the path
            judge                                                 | judge: PATCH is missing; add PATCH
            judge DIR/text --ledger DIR/led                       | judge: no jobs file is named
            judge DIR/none --jobs DIR/jobs --ledger DIR/led       | DIR/none: there is no such file
            judge DIR/text --jobs DIR/jobs                        | judge: no ledger is named
            judge DIR/text --jobs DIR/jobs --ledger jdbc:h2:mem:x | is not a file, so no second ledger can be kept beside it
            judge DIR/text --jobs DIR/jobs --ledger DIR/led --family y | --family y: no such job
            judge DIR/text --jobs DIR/jobs --ledger DIR/led --pairs 3 | --pairs: was 3; give at least 12
            judge DIR/text --jobs DIR/jobs --ledger DIR/led --addresses NONE | expected one of [QUEUE_WAIT
            judge DIR/text --jobs DIR/jobs --ledger DIR/led       | add 'source' with its repository
            loop --jobs DIR/none --ledger DIR/led                 | no such file; check the path
            loop --jobs DIR/text --ledger DIR/led                 | DIR/text
            loop --jobs DIR --ledger DIR/led                      | cannot be read
            loop --jobs DIR/jobs                                  | loop: no ledger is named; add --ledger
            loop --jobs DIR/jobs --ledger DIR/led --cycles 0      | --cycles: was 0
            loop --jobs DIR/jobs --ledger DIR/led --cycles 1 --until-idle | loop: --cycles=N, --until-idle exclude each other; give one of them
            loop --jobs DIR/jobs --ledger DIR/led --scheduler lsf | choose one of: local
            loop --jobs DIR/jobs --ledger DIR/led --scheduler-setting x | for option '--scheduler-setting'
            loop --jobs DIR/jobs --ledger DIR/led --budget-hours -1 | give a number of at least 0
            loop --jobs DIR/jobs --ledger DIR/a/led --scheduler lsf | choose one of: local
            loop --jobs DIR/jobs --ledger DIR/led --fleet DIR/no.csv | DIR/no.csv: no readable file
            loop --jobs DIR/jobs --ledger DIR/led --trial-root DIR --scheduler-setting root=x | the setting root is given as well
            loop --jobs DIR/jobs --ledger DIR/led --report DIR/text/r | DIR/text is not a folder that can be written; choose another
            scan                                                  | no fleet is named; name a FILE, or add --fleet
            scan --fleet DIR/text --top 0                         | --top: was 0
            scan --fleet DIR/x.csv                                  | there is no column 'family'
            scan --fleet DIR/x.csv --from yesterday                 | write 2026-01-31
            scan --fleet DIR/x.csv --mapping none                   | no mapping is named 'none'
            scan --fleet nosuch:url=x                             | no plugin is named 'nosuch'
            goodput --fleet DIR/x.csv --log DIR/none                | no readable file
            trace                                                 | no FILE is named
            trace DIR/text                                        | not a Kineto trace
            trace DIR/text DIR/text                               | is named twice
            trace --rank-dir DIR/empty                            | holds no .json
            watch DIR/text --require noise                        | write quiet
            watch --prometheus notaurl                            | write http://HOST:9090
            ask                                                   | ask: TEXT is missing; add TEXT
            ask why --trace DIR/none                              | does not exist; check the path
            ask why --ledger DIR/led                              | there is none
            triage                                                | give the log of the job that failed
            triage DIR                                            | is a folder; name a file in it
            ledger                                                | choose log, search, show, note, prioritize, cancel, accounts, verify, prove, export, import or repair
            ledger log                                            | ledger log: no ledger is named
            ledger show x --ledger DIR/led                        | there is none
            ledger verify --ledger DIR/led --head zz              | is not a hash; give 64 digits
            ledger prove x --ledger DIR/led                       | 'x' is not a whole number
            ledger prove --check DIR/text                         | give the output of ledger prove
            ledger export --ledger DIR/led                        | add --out FILE
            ledger import DIR/text --ledger DIR/new               | is not an event
            ledger search --class NONE --ledger DIR/led           | expected one of [QUEUE_WAIT
            review                                                | choose list, approve, decline, publish or keygen
            review approve x --ledger DIR/led --by a              | --reason is missing; add --reason TEXT
            review keygen --by ../x                               | is not a name
            recipes show x --ledger DIR/led                       | there is none
            report --out DIR/r                                    | report: no ledger is named
            simulate --model B                                    | write S or azure
            bilinear                                              | write them such as 3x3x3
            bilinear 0x3x3                                        | write one such as 3x3x3
            bilinear 3x3x3 --field q                              | write z or z2
            bilinear --ab 64 --type int8                          | write one of [fp64
            bilinear --ab 64 --backend tpu                        | --backend: no backend is named 'tpu'
            burnin --seconds 0                                    | give 0.1 to 86400
            burnin --backend tpu                                  | --backend: no backend is named 'tpu'
            burnin --backend tpu --ledger DIR/led                 | --backend: no backend is named 'tpu'
            roofline --flops 1                                    | give --flops, --bytes and --seconds together
            roofline --backend tpu                                | choose auto, jcuda or cpu
            kernel nosuch                                         | choose one of [sgemm
            kernel softmax --backend tpu                          | choose auto, emulated or jcuda
            kernel softmax --backend tpu --ledger DIR/led         | choose auto, emulated or jcuda
            kernel softmax --backend emulated --models DIR/none --ledger DIR/led | DIR/none: no such file; check the path
            mcp --patience never                                  | is not a duration
            """)
    void itIsRefusedInOneLineAndLeavesNothingBehind(String call, String words) throws Exception {
        Files.writeString(folder.resolve("text"), "hello\n");
        Files.writeString(folder.resolve("x.csv"), "a,b\n");
        Files.writeString(folder.resolve("jobs"), "jobs:\n  - family: x\n    command: [\"true\"]\n");
        Files.createDirectories(folder.resolve("empty"));
        List<Path> before = files();

        Cli refused = Cli.here(call.replace("DIR", folder.toString()).split(" +"));

        refused.failsWith(2, words.replace("DIR", folder.toString()));
        assertThat(refused.err()).doesNotContain("internal error", "Exception");
        assertThat(files()).isEqualTo(before);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.sorted().toList();
        }
    }
}
