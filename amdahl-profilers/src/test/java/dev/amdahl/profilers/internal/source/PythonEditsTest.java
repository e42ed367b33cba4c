package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.provider.ValueSource;

/** Each change where it applies, and where it would be wrong or for nothing. */
class PythonEditsTest {
    private static final String IMPORTS = """
            import csv, gc, gzip, os, pickle, re, sys, yaml, zipfile
            import numpy as np
            import pandas as pd
            import torch
            from torch.utils.data import DataLoader
            from tqdm import tqdm
            """;

    @TempDir
    private Path folder;

    private List<SourceEdit> edits(String text) throws IOException {
        Files.writeString(folder.resolve("train.py"), text);
        return new PythonSiteFinder().edits(folder, Path.of("train.py"), SourceLimits.DEFAULT);
    }

    private static String changed(SourceEdit edit) {
        return edit.diff()
                .lines()
                .filter(line -> line.matches("[+-](?![+-]{2} ).*"))
                .collect(Collectors.joining("|"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "x = yaml.safe_load(f)~yaml-c-loader~x = yaml.load(f, Loader=yaml.CSafeLoader)",
                "x = yaml.load(f, Loader=yaml.FullLoader)~yaml-c-loader~x = yaml.load(f, Loader=yaml.CFullLoader)",
                "f = gzip.open(p, 'wb')~gzip-level~f = gzip.open(p, 'wb', compresslevel=1)",
                "f = gzip.open(p, mode='wt', compresslevel=9)~gzip-level~f = gzip.open(p, mode='wt', compresslevel=1)",
                "np.savez_compressed(p, a=a)~npz-uncompressed~np.savez(p, a=a)",
                "z = zipfile.ZipFile(p, 'w', zipfile.ZIP_DEFLATED)~zip-stored~z = zipfile.ZipFile(p, 'w', zipfile.ZIP_STORED)",
                "pickle.dump(x, f, protocol=2)~pickle-protocol~pickle.dump(x, f, protocol=-1)",
                "pickle.dump(x, f, 0)~pickle-protocol~pickle.dump(x, f, -1)",
                "d = DataLoader(s, batch_size=4)~loader-workers~d = DataLoader(s, batch_size=4, num_workers=2)",
                "d = DataLoader(s, num_workers=0)~loader-workers~d = DataLoader(s, num_workers=2)",
                "d = DataLoader(s, num_workers=4)~persistent-workers~d = DataLoader(s, num_workers=4, persistent_workers=True)",
                "d = DataLoader(s, num_workers=4)~pin-memory~d = DataLoader(s, num_workers=4, pin_memory=True)",
                "torch.backends.cudnn.benchmark = False~cudnn-benchmark~torch.backends.cudnn.benchmark = True",
                "a = np.load(p)~numpy-mmap~a = np.load(p, mmap_mode=\"r\")",
                "d = pd.read_csv(p, engine='python')~csv-c-engine~d = pd.read_csv(p, engine=\"c\")",
                "m = sorted(x, key=k)[0]~sorted-extreme~m = min(x, key=k)",
                "torch.set_num_threads(8)~usual-threads~pass",
                "torch.autograd.set_detect_anomaly(True)~anomaly-off~torch.autograd.set_detect_anomaly(False)",
                "opt.zero_grad()~set-to-none~opt.zero_grad(set_to_none=True)",
                "with torch.no_grad(): f()~inference-mode~with torch.inference_mode(): f()",
            })
    void oneLine(String line, String name, String after) throws IOException {
        assertThat(edits(IMPORTS + line + "\n"))
                .filteredOn(edit -> edit.name().equals(name))
                .singleElement()
                .satisfies(edit -> {
                    assertThat(changed(edit)).isEqualTo("-" + line + "|+" + after);
                    assertThat(edit.places()).containsExactly("train.py:7");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "for x in f.readlines():~g(x)~read-lines~-for x in f.readlines():|+for x in f:",
                "for x in tqdm(xs, total=9):~g(x)~no-progress-bar~-for x in tqdm(xs, total=9):|+for x in xs:",
                "while True:~print(x, flush=True)~print-flush~-    print(x, flush=True)|+    print(x, flush=False)",
                "for x in xs:~gc.collect()~gc-less~-    gc.collect()|+    pass",
                "for x in xs:~y = x.to(device)~non-blocking~-    y = x.to(device)|+    y = x.to(device, non_blocking=True)",
                "for x in xs:~p = re.compile(r'a+')~regex-hoist~+p = re.compile(r'a+')|-    p = re.compile(r'a+')|+    pass",
                "for i, r in d.iterrows():~g(i, r['a'], r[\"b\"])~itertuples~-for i, r in d.iterrows():|-    g(i, r['a'], r[\"b\"])"
                        + "|+for i, r in zip(d.index, d.itertuples(index=False)):|+    g(i, r.a, r.b)",
                "def evaluate(m):~m.eval(); return m(x)~no-grad-evaluation~+@torch.no_grad()",
            })
    void aLoopOrAFunction(String header, String body, String name, String after) throws IOException {
        assertThat(edits(IMPORTS + header + "\n    " + body + "\n"))
                .filteredOn(edit -> edit.name().equals(name))
                .singleElement()
                .satisfies(edit -> assertThat(changed(edit)).isEqualTo(after));
    }

    @Test
    void checkpointsAreCopiedAndWrittenByOneThread() throws IOException {
        List<SourceEdit> edits = edits(IMPORTS + """
                for epoch in range(3):
                    torch.save({"model": m.state_dict()}, f"m{epoch}.pt")
                    torch.save(opt, "o.pt")
                """);
        assertThat(edits).singleElement().satisfies(edit -> {
            assertThat(edit.name()).isEqualTo("async-save");
            assertThat(edit.places()).containsExactly("train.py:8", "train.py:9");
            assertThat(changed(edit))
                    .isEqualTo(
                            "+import concurrent.futures|+import copy|+|+_saver = concurrent.futures.ThreadPoolExecutor(1)"
                                    + "|-    torch.save({\"model\": m.state_dict()}, f\"m{epoch}.pt\")|-    torch.save(opt, \"o.pt\")"
                                    + "|+    _saver.submit(torch.save, copy.deepcopy({\"model\": m.state_dict()}), f\"m{epoch}.pt\")"
                                    + "|+    _saver.submit(torch.save, copy.deepcopy(opt), \"o.pt\")");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f = gzip.open(p)",
                "f = gzip.open(p, 'rb')",
                "f = gzip.open(p, 'wb', compresslevel=1)",
                "f = gzip.open(p, mode)",
                "x = yaml.load(f, Loader=yaml.CSafeLoader)",
                "z = zipfile.ZipFile(p, 'r')",
                "pickle.dump(x, f)",
                "pickle.dump(x, f, protocol=p)",
                "d = DataLoader(s, **options)",
                "d = DataLoader(s, num_workers=n, pin_memory=True)",
                "torch.backends.cudnn.benchmark = True",
                "a = np.load(p, allow_pickle=True)",
                "d = pd.read_csv(p)",
                "m = sorted(x)[1]",
                "m = sorted(x, reverse=True)[0]",
                "torch.set_num_threads(n)",
                "torch.save(m, 'm.pt')",
                "gc.collect()",
                "p = re.compile('a')",
                "print(x, flush=True)",
                "opt.zero_grad(set_to_none=False)",
                "for x in xs:\n    n = gc.collect()",
                "for x in xs:\n    p = re.compile(x)",
                "for x in xs:\n    p = re.compile('a')\n    p = re.compile('b')",
                "for x in xs:\n    y = x.to('cpu')",
                "for x in f.readlines(9): g(x)",
                "for x in tqdm(total=9): g(x)",
                "for i, r in d.iterrows():\n    g(r)",
                "for i, r in d.iterrows():\n    g(r['a b'])",
                "for i, r in d.iterrows():\n    g(r['a'], len(r))",
                "def evaluate(m):\n    m.eval(); loss(m).backward()",
                "def evaluate(m):\n    m.eval(); x.requires_grad_(); return m(x)",
                "def train(m):\n    m.eval(); return m(x)",
            })
    void notThere(String text) throws IOException {
        assertThat(edits(IMPORTS + text + "\n")).isEmpty();
    }

    @Test
    void namesMeanWhatTheFileImports() throws IOException {
        assertThat(edits("""
                from gzip import open as zopen
                def sorted(x): return x
                f = zopen(p, "wb")
                m = sorted(x)[0]
                torch = object()
                torch.set_num_threads(4)
                """)).extracting(SourceEdit::name).containsExactly("gzip-level");
    }

    @Test
    void oneChangeCoversAllFilesOfTheProgram() throws IOException {
        Files.writeString(folder.resolve("helper.py"), "import gzip\n\ndef save(p):\n    return gzip.open(p, 'wb')\n");

        List<SourceEdit> edits = edits("import gzip\nimport helper\nf = gzip.open('x', 'wb')\n");

        assertThat(edits)
                .singleElement()
                .satisfies(edit -> assertThat(edit.places()).containsExactly("helper.py:4", "train.py:3"));
    }

    @Test
    void aFileWhoseLastLineDoesNotEndIsLeftAlone() throws IOException {
        assertThat(edits("import gzip\nf = gzip.open(p, 'wb')")).isEmpty();
    }
}
