package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MakeSiteFinderTest {
    @TempDir
    private Path folder;

    private List<SourceEdit> edits(String makefile) throws IOException {
        Files.write(folder.resolve("program"), new byte[] {0x7f, 'E', 'L', 'F', 2});
        Files.writeString(folder.resolve("Makefile"), makefile);
        return new MakeSiteFinder().edits(folder, Path.of("program"), SourceLimits.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "CFLAGS = -Wall -O0 -g~cc-optimize~CFLAGS = -Wall -g -O2",
                "CFLAGS=~cc-optimize~CFLAGS=-O2",
                "CXXFLAGS += -O2~cc-optimize~CXXFLAGS += -O3",
                "CFLAGS := -O3~cc-native~CFLAGS := -O3 -march=native",
                "CFLAGS ?= -O3 -march=native~cc-fast-math~CFLAGS ?= -O3 -march=native -ffast-math",
                "CFLAGS = -O3~cc-lto~CFLAGS = -O3 -flto",
                "CFLAGS = -O3 -pg -fsanitize=address -g~cc-unchecked~CFLAGS = -O3 -g",
            })
    void oneVariable(String line, String name, String after) throws IOException {
        assertThat(edits("all: program\n" + line + "\n"))
                .filteredOn(edit -> edit.name().equals(name))
                .singleElement()
                .satisfies(edit -> {
                    assertThat(edit.places()).containsExactly("Makefile:2");
                    assertThat(edit.diff()
                                    .lines()
                                    .filter(text -> text.matches("[+-](?![+-]{2} ).*"))
                                    .collect(Collectors.joining("|")))
                            .isEqualTo("-" + line + "|+" + after);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "CFLAGS = -O3 -march=x86-64 -ffast-math -flto",
                "CFLAGS = -Ofast -mcpu=native -flto=auto",
                "# CFLAGS = -O0",
                "\t$(CC) $(CFLAGS) x.c",
                "CFLAGS = -O0 \\",
                "CFLAGS = -O0 # for the debugger",
                "MY_CFLAGS = -O0",
            })
    void notThere(String line) throws IOException {
        assertThat(edits(line + "\n")).isEmpty();
    }

    @Test
    void onlyOfCompiledPrograms() throws IOException {
        Files.writeString(folder.resolve("program.py"), "print(1)\n");
        edits("CFLAGS = -O0\n");
        MakeSiteFinder finder = new MakeSiteFinder();
        assertThat(finder.edits(folder, Path.of("program.py"), SourceLimits.DEFAULT))
                .isEmpty();
        assertThat(finder.edits(folder, Path.of("nowhere"), SourceLimits.DEFAULT))
                .isEmpty();
        assertThat(finder.find(folder, SourceLimits.DEFAULT).sites()).isEmpty();
        assertThatThrownBy(() -> finder.find(folder.resolve("nowhere"), SourceLimits.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no readable folder");
    }

    private List<SourceEdit> cmake(String lists, String cache) throws IOException {
        Path build = Files.createDirectories(folder.resolve("build"));
        Files.write(build.resolve("program"), new byte[] {0x7f, 'E', 'L', 'F', 2});
        Files.writeString(folder.resolve("CMakeLists.txt"), lists);
        Files.writeString(folder.resolve("Makefile"), "CFLAGS = -O0\n");
        if (!cache.isEmpty()) {
            Files.writeString(build.resolve("CMakeCache.txt"), cache);
        }
        return new MakeSiteFinder().edits(folder, Path.of("build/program"), SourceLimits.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "project(p C)~CMAKE_BUILD_TYPE:STRING=~cc-optimize cc-native cc-fast-math cc-lto",
                "project(p C)~CMAKE_BUILD_TYPE:STRING=Debug~cc-optimize cc-native cc-fast-math cc-lto",
                "project(p C)~CMAKE_BUILD_TYPE:STRING=Release~cc-native cc-fast-math cc-lto",
                "project(p C)|set(CMAKE_BUILD_TYPE Release)~A:B=~cc-native cc-fast-math cc-lto",
                "project(p C)|add_compile_options(-march=native -Ofast -flto)~A:B=~cc-optimize",
                "project(p C)~''~''",
                "# project(p)~A:B=~''",
            })
    void changesOfAProgramThatCMakeBuilt(String lists, String cache, String names) throws IOException {
        assertThat(cmake(lists.replace("|", "\n") + "\nadd_executable(program p.c)\n", cache).stream()
                        .map(SourceEdit::name)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(names);
    }

    @Test
    void aBuildTypeOfTheListsIsReplaced() throws IOException {
        assertThat(cmake("project(p C)\nset(CMAKE_BUILD_TYPE \"Debug\")\n", "A:B=\n"))
                .filteredOn(edit -> edit.name().equals("cc-optimize"))
                .singleElement()
                .satisfies(edit -> {
                    assertThat(edit.places()).containsExactly("CMakeLists.txt:2");
                    assertThat(edit.diff())
                            .contains("-set(CMAKE_BUILD_TYPE \"Debug\")\n+set(CMAKE_BUILD_TYPE Release)\n");
                });
    }

    @Test
    void whatAProgramIsLinkedWith() throws IOException {
        edits("all:\n");
        MakeSiteFinder finder = new MakeSiteFinder();
        assertThat(finder.settings(folder, Path.of("program"), SourceLimits.DEFAULT)
                        .libraries())
                .containsExactly("native");
        Files.writeString(folder.resolve("program"), "\u007fELF libgomp.so.1");
        assertThat(finder.settings(folder, Path.of("program"), SourceLimits.DEFAULT)
                        .libraries())
                .containsExactlyInAnyOrder("native", "openmp");
        assertThat(finder.settings(folder, Path.of("Makefile"), SourceLimits.DEFAULT)
                        .libraries())
                .isEmpty();
    }
}
