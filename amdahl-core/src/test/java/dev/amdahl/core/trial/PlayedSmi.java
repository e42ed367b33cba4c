package dev.amdahl.core.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * An {@code nvidia-smi} that keeps the limit of each accelerator in a file, takes 200 to 700 W, and draws what the limit allows, at most 600 W.
 * A file {@code refuse} beside it makes it refuse to set a limit, with what it holds; {@code mute} makes it fail whatever it is asked.
 */
public final class PlayedSmi {
    private static final String SCRIPT = """
            #!/bin/sh
            here=${0%/*}
            [ ! -e "$here/mute" ] || { echo busy; exit 9; }
            ids='' watts='' fields='' every=''
            while [ "$#" -gt 0 ]; do
              case $1 in
                -i) ids=$2; shift ;;
                -pl) watts=$2; shift ;;
                -lms) every=1; shift ;;
                --query-gpu=*) fields=${1#*=} ;;
              esac
              shift
            done
            [ -n "$ids" ] || ids=$(ls "$here/limits" | tr '\\n' ',')
            ids=$(echo "$ids" | tr ',' '\n' | sed 's/^GPU-//')
            if [ -n "$watts" ]; then
              echo "GPU-$ids $watts" >>"$here/set"
              [ ! -e "$here/refuse" ] || { cat "$here/refuse"; exit 4; }
              echo "${watts%.*}.00" >"$here/limits/$ids"
              exit
            fi
            while :; do
              for id in $ids; do
                read -r limit <"$here/limits/$id" || exit 6
                draws=600.00
                [ "${limit%.*}" -ge 600 ] || draws=$limit
                line=''
                for field in $(echo "$fields" | tr ',' ' '); do
                  case $field in
                    uuid) value=GPU-$id ;;
                    power.limit) value=$limit ;;
                    power.min_limit) value=200.00 ;;
                    power.max_limit | power.default_limit) value=700.00 ;;
                    power.draw) value=$draws ;;
                    clocks.sm) value=$((${draws%.*} * 2)) ;;
                    clocks_throttle_reasons.active) value=0x4 ;;
                    name) value=H200 ;;
                    *) value=50 ;;
                  esac
                  line="$line, $value"
                done
                echo "${line#, }"
              done
              [ -n "$every" ] || exit 0
              sleep 0.1
            done
            """;

    private final Path bin;

    /** Makes one in a folder, with these accelerators at 700 W. */
    public PlayedSmi(Path bin, String... accelerators) throws IOException {
        this.bin = Files.createDirectories(bin);
        Files.createDirectories(bin.resolve("limits"));
        for (String accelerator : accelerators) {
            limit(accelerator, "700.00");
        }
        Path program = Files.writeString(bin.resolve("nvidia-smi"), SCRIPT);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    /** By its number, or by its UUID, which is {@code GPU-} and its number. */
    private Path place(String accelerator) {
        return bin.resolve("limits").resolve(accelerator.replaceFirst("^GPU-", ""));
    }

    /** Sets a limit as somebody else would. */
    public void limit(String accelerator, String watts) throws IOException {
        Files.writeString(place(accelerator), watts + "\n");
    }

    /** Returns the limit of an accelerator. */
    public String limit(String accelerator) throws IOException {
        return Files.readString(place(accelerator), UTF_8).strip();
    }

    /** Makes every setting of a limit fail with these words. */
    public void refuse(String words) throws IOException {
        Files.writeString(bin.resolve("refuse"), words + "\n");
    }

    /** Makes it fail whatever it is asked, or work again. */
    public void mute(boolean isMute) throws IOException {
        if (isMute) {
            Files.writeString(bin.resolve("mute"), "");
        } else {
            Files.deleteIfExists(bin.resolve("mute"));
        }
    }

    /** Returns what was set, as accelerator and watts. */
    public List<String> set() throws IOException {
        Path set = bin.resolve("set");
        return Files.exists(set) ? Files.readAllLines(set) : List.of();
    }

    /** Returns the value of {@code PATH} in which it comes first. */
    public String path() {
        return bin + ":" + System.getenv("PATH");
    }

    /** Returns whether nothing waits to be set back in a folder of what was set. */
    public static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return true;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.allMatch(file -> file.endsWith("lock"));
        }
    }
}
