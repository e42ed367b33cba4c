package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.profiler.CodeScope;
import dev.amdahl.spi.profiler.CodeSite;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonLoopSitesTest {
    @TempDir
    Path folder;

    @Test
    void loaderSettings() {
        assertThat(Scans.python(folder, """
                        from torch.utils.data import DataLoader as DL
                        import torch.utils.data as data
                        a = DL(set, 8)
                        b = data.DataLoader(set, num_workers=0, pin_memory=True)
                        c = DL(set, num_workers=4, pin_memory=False)
                        d = DL(set, 8, True, None, None, 4, pin_memory=True, prefetch_factor=4, persistent_workers=True)
                        """))
                .containsExactly(
                        "3 loader-pinning",
                        "3 loader-workers",
                        "4 loader-workers",
                        "5 loader-pinning",
                        "5 loader-prefetch",
                        "5 loader-restart");
    }

    @Test
    void loadersThatTheTextDoesNotShow() {
        assertThat(Scans.python(folder, """
                        from my.loaders import DataLoader
                        import torch
                        # torch.utils.data.DataLoader(x)
                        class Loader(torch.utils.data.Dataset): pass
                        a = DataLoader(set)
                        b = torch.utils.data.DataLoader(set, **settings)
                        c = torch.utils.data.DataLoader
                        s = "DataLoader(set, num_workers=0)"
                        """)).isEmpty();
    }

    @Test
    void copiesInALoopThatTheHostWaitsFor() {
        assertThat(Scans.python(folder, """
                        import torch
                        model = Net().to(device)
                        model.cuda()
                        for x, y in loader:
                            x = x.to(device)
                            y = y.cuda()
                            y = y.to("cuda:0")
                            y = y.to(torch.device("cuda"))
                            x = x.to(self.device, non_blocking=True)
                            x = x.cuda(non_blocking=True)
                            x = x.to(torch.float16)
                            x = x.to("cpu")
                            x = x.to(other)
                        """))
                .containsExactly("5 blocking-copy", "6 blocking-copy", "7 blocking-copy", "8 blocking-copy");
    }

    @Test
    void checkpointsInALoop() {
        assertThat(Scans.python(folder, """
                        import torch
                        for epoch in range(9):
                            for batch in loader:
                                train(batch)
                            torch.save(model.state_dict(), "a.pt")
                            model.save_pretrained("out")
                            image.save("x.png")
                        torch.save(model.state_dict(), "end.pt")
                        """)).containsExactly("5 checkpoint", "6 checkpoint");
    }

    @Test
    void loggingOfEachStep() {
        assertThat(Scans.python(folder, """
                        import logging, wandb
                        for epoch in range(9):
                            for step, batch in enumerate(loader):
                                print("step", step)
                                self.logger.info("x")
                                logging.info("x")
                                wandb.log({"x": 1})
                                writer.add_scalar("a", 1, step)
                                math.log(3)
                                catalog.info(3)
                                if step % 100 == 0:
                                    print("seldom")
                                try:
                                    train()
                                except ValueError:
                                    print("error")
                            print("epoch", epoch)
                        print("end")
                        """))
                .containsExactly(
                        "4 step-logging", "5 step-logging", "6 step-logging", "7 step-logging", "8 step-logging");
    }

    @Test
    void aPrintOfItsOwnLogsNothing() {
        assertThat(Scans.python(folder, """
                        def print(*a): pass
                        for x in loader:
                            print(x)
                        """)).isEmpty();
    }

    @Test
    void threadSettings() {
        assertThat(Scans.python(folder, """
                        import os, torch
                        os.environ["OMP_NUM_THREADS"] = "1"
                        os.environ.setdefault("MKL_NUM_THREADS", "4")
                        torch.set_num_threads(2)
                        os.environ["HOME"] = "OMP_NUM_THREADS"
                        settings["OMP_NUM_THREADS"] = 1
                        # torch.set_num_threads(1)
                        """))
                .containsExactly("2 thread-setting", "3 thread-setting", "4 thread-setting");
    }

    @Test
    void absenceOfCompileIsNoSite() {
        assertThat(Scans.python(folder, "import torch\nmodel = torch.nn.Linear(3, 3)\n"))
                .isEmpty();
    }

    @Test
    void scopeNamesTheFunctionWithItsClassAndDecorators() {
        List<CodeSite> sites =
                Scans.scan(folder, new PythonSiteFinder(), "train.py", """
                        import torch
                        class Trainer:
                            @torch.no_grad()
                            def step(self, x):
                                return x.item()

                            def idle(self, x):
                                return x.item()

                            def run(self, xs):
                                for x in xs:
                                    self.step(x)
                        y = z.item()
                        """).sites();
        assertThat(sites)
                .containsExactly(
                        site(5, new CodeScope("Trainer.step", 3, 5, true), "return x.item()"),
                        site(8, new CodeScope("Trainer.idle", 7, 8, false), "return x.item()"),
                        site(13, new CodeScope("", 1, 13, false), "y = z.item()"));
    }

    private static CodeSite site(int line, CodeScope scope, String text) {
        return new CodeSite("train.py", line, "scalar-read", Bottleneck.SYNC_STALL, scope, text);
    }

    @Test
    void placesHoldBehindCharactersOutsideAscii() {
        List<CodeSite> sites = Scans.scan(
                        folder, new PythonSiteFinder(), "train.py", "name = \"\uD83D\uDE00 ü\"\nx = größe.item()\n")
                .sites();
        assertThat(sites).extracting(CodeSite::line, CodeSite::text).containsExactly(tuple(2, "x = größe.item()"));
    }
}
