package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonSettingsTest {
    @TempDir
    private Path folder;

    @Test
    void optionsOfArgparse() throws IOException {
        assertThat(found("""
                import argparse
                WORKERS = 2
                p = argparse.ArgumentParser()
                p.add_argument("data")
                p.add_argument("-j", "--num-workers", type=int, default=WORKERS)
                p.add_argument("--lr", type=float, default=1e-3)
                g = p.add_argument_group("io")
                g.add_argument("--save_every", default=10)
                g.add_argument("--loader", choices=["slow", "fast"], default="slow")
                g.add_argument("--amp", action="store_true")
                g.add_argument("--sizes", nargs="+", type=int)
                p.add_argument("--out", default=get_default())
                p.add_argument("-v", action="count")
                """))
                .containsExactly(
                        "OPTION --num-workers INTEGER=2 [-j] argparse:5",
                        "OPTION --lr NUMBER=1e-3 [] argparse:6",
                        "OPTION --save_every INTEGER=10 [] argparse:8",
                        "OPTION --loader TEXT=slow [] argparse:9",
                        "OPTION --amp FLAG= [] argparse:10",
                        "OPTION --out TEXT= [] argparse:12");
    }

    @Test
    void optionsOfClickTyperAndAbsl() throws IOException {
        assertThat(found("""
                import click, typer
                from absl import flags
                from typing import Annotated
                flags.DEFINE_integer("num_workers", 4, "how many")
                flags.DEFINE_enum("mode", "a", ["a", "b"], "which")

                @click.command()
                @click.option("--batch-size", "-b", default=32, type=int)
                @click.option("--fast/--slow", default=False)
                def main(batch_size, fast): ...

                app = typer.Typer()

                @app.command()
                def run(workers: int = typer.Option(0, "--workers"), depth: Annotated[int, typer.Option()] = 3, x: int = 1): ...
                """))
                .containsExactly(
                        "OPTION --num_workers INTEGER=4 [] absl:4",
                        "OPTION --mode TEXT=a [] absl:5",
                        "OPTION --batch-size INTEGER=32 [-b] click:8",
                        "OPTION --fast FLAG= [] click:9",
                        "OPTION --workers INTEGER=0 [] typer:15",
                        "OPTION --depth INTEGER=3 [] typer:15");
    }

    @Test
    void globalNamesThatAConfiguratorOverrides() throws IOException {
        String globals = """
                import os
                out_dir = 'out'
                eval_interval = 2000
                always_save = True
                rate = 6e-4
                beta = rate / 2
                """;
        assertThat(found(globals)).isEmpty();
        assertThat(found(globals + "exec(open('configurator.py').read()) # overrides\nlater = 1\n"))
                .containsExactly(
                        "OPTION --out_dir TEXT=out [] configurator:2",
                        "OPTION --eval_interval INTEGER=2000 [] configurator:3",
                        "OPTION --always_save BOOLEAN=True [] configurator:4",
                        "OPTION --rate NUMBER=6e-4 [] configurator:5");
    }

    @Test
    void aFlagGoesByTheWordThatChangesSomething() throws IOException {
        assertThat(found("""
                import argparse, click, typer
                p = argparse.ArgumentParser()
                p.add_argument("--amp", action=argparse.BooleanOptionalAction, default=True)
                p.add_argument("--jit", action=argparse.BooleanOptionalAction)
                p.add_argument("--idle", action="store_true", default=True)
                p.add_argument("--no-sync", dest="sync", action="store_false")
                @click.command()
                @click.option("--shout/--quiet", default=True)
                @click.option("--fast/--slow", default=False)
                def main(shout, fast): ...
                app = typer.Typer()
                @app.command()
                def run(eager: bool = typer.Option(True), warm: bool = typer.Option(False)): ...
                """))
                .containsExactly(
                        "OPTION --no-amp FLAG= [] argparse:3",
                        "OPTION --jit FLAG= [] argparse:4",
                        "OPTION --no-sync FLAG= [] argparse:6",
                        "OPTION --quiet FLAG= [] click:8",
                        "OPTION --fast FLAG= [] click:9",
                        "OPTION --no-eager FLAG= [] typer:13",
                        "OPTION --warm FLAG= [] typer:13");
    }

    @Test
    void fieldsOfDataclassesThatAParserReads() throws IOException {
        assertThat(found("""
                from dataclasses import dataclass, field
                from transformers import HfArgumentParser

                @dataclass
                class Read:
                    workers: int = 0
                    path: str = field(default="x", metadata={"help": "where"})

                @dataclass
                class NotRead:
                    other: int = 1

                HfArgumentParser((Read,)).parse_args_into_dataclasses()
                """))
                .containsExactly(
                        "OPTION --workers INTEGER=0 [] HfArgumentParser:6",
                        "OPTION --path TEXT=x [] HfArgumentParser:7");
    }

    @Test
    void variablesAndKeywordsOfKnownCalls() throws IOException {
        assertThat(found("""
                import os
                from torch.utils.data import DataLoader
                n = int(os.environ.get("NUM_WORKERS", "0"))
                m = os.environ["DATA"]
                k = os.getenv("LOG_EVERY", 1)
                DataLoader(d, batch_size=4, num_workers=n, pin_memory=False)
                """))
                .containsExactlyInAnyOrder(
                        "VARIABLE NUM_WORKERS TEXT=0 [] environment:3",
                        "VARIABLE DATA TEXT= [] environment:4",
                        "VARIABLE LOG_EVERY TEXT=1 [] environment:5",
                        "KEYWORD DataLoader.batch_size TEXT=4 [] call:6",
                        "KEYWORD DataLoader.pin_memory TEXT=False [] call:6");
    }

    @Test
    void ownModulesAreReadAndLibrariesAreNamed() throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        Files.writeString(folder.resolve("lib/__init__.py"), "");
        Files.writeString(
                folder.resolve("lib/options.py"), "def add(p):\n    p.add_argument('--workers', default=0)\n");
        Files.writeString(folder.resolve("unused.py"), "p.add_argument('--never', default=0)\n");
        SettingScan scan = scan("""
                import torch.nn as nn, numpy
                from lib import options
                """);

        assertThat(scan.files()).containsExactly("lib/__init__.py", "lib/options.py", "train.py");
        assertThat(scan.libraries()).containsExactlyInAnyOrder("torch", "numpy");
        assertThat(scan.settings())
                .singleElement()
                .satisfies(setting -> assertThat(setting.place()).isEqualTo("lib/options.py:2 (argparse)"));
    }

    @Test
    void anOptionOfTwoParsersWithOtherDefaultsIsLeftOut() throws IOException {
        SettingScan scan = scan("""
                a.add_argument("--n", default=1)
                b.add_argument("--n", default=2)
                a.add_argument("--m", default=1)
                b.add_argument("--m", default=1)
                """);

        assertThat(scan.settings())
                .singleElement()
                .satisfies(setting -> assertThat(setting.name()).isEqualTo("--m"));
        assertThat(scan.findings())
                .containsExactly("--n is declared with different defaults in train.py:1 (argparse) and train.py:2"
                        + " (argparse): left out, add the lever by hand");
    }

    @Test
    void whatIsNoPythonIsSaid() throws IOException {
        assertThat(scan("def (:\n").findings()).containsExactly("train.py: line 1: does not parse as Python");
        Files.writeString(folder.resolve("run.sh"), "echo\n");
        assertThat(new PythonSiteFinder().settings(folder, Path.of("run.sh"), SourceLimits.DEFAULT))
                .isSameAs(SettingScan.NONE);
        Files.writeString(folder.resolve("run"), "#!/usr/bin/env python3\nimport os\nos.getenv('A')\n");
        assertThat(new PythonSiteFinder()
                        .settings(folder, Path.of("run"), SourceLimits.DEFAULT)
                        .settings())
                .hasSize(1);
    }

    private List<String> found(String text) throws IOException {
        return scan(text).settings().stream()
                .map(setting -> setting.kind() + " " + setting.name() + " " + setting.type() + "=" + setting.value()
                        + " " + setting.aliases() + " " + setting.reader() + ":" + setting.line())
                .toList();
    }

    private SettingScan scan(String text) throws IOException {
        Files.writeString(folder.resolve("train.py"), text);
        return new PythonSiteFinder().settings(folder, Path.of("train.py"), SourceLimits.DEFAULT);
    }
}
