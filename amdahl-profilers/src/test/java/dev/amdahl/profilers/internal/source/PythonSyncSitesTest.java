package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonSyncSitesTest {
    @TempDir
    Path folder;

    @Test
    void scalarReadsOfTheDevice() {
        assertThat(Scans.python(folder, """
                        import torch
                        def step(model, batch, criterion):
                            loss = criterion(model(batch))
                            loss.backward()
                            a = loss.item()
                            b = float(loss)
                            c = int(torch.argmax(batch))
                            d = bool((loss > 3).any())
                        """))
                .containsExactly("5 scalar-read", "6 scalar-read", "7 scalar-read", "8 scalar-read");
    }

    @Test
    void sameWordsThatReadNoDevice() {
        assertThat(Scans.python(folder, """
                        import torch, numpy as np
                        # loss.item() float(loss)
                        TEXT = "loss.item() and t.cpu().numpy()"
                        '''print(loss) assert tensor'''
                        class Menu:
                            def item(self): return 1
                            def cpu(self, n): return n
                        def item(): pass
                        def step(menu, d, x, path):
                            item()
                            for k, v in d.items():
                                f = menu.item
                                g = menu.item(3)
                                h = menu.cpu(2)
                            n = np.zeros(3)
                            m = float(n.sum())
                            q = n.tolist()
                            w = float(x.shape[0]) + int("3") + float(torch.load(path)["a"])
                            r = float(torch.cuda.memory_allocated())
                            return np.float32(1).item()
                        """)).isEmpty();
    }

    @Test
    void aValueOfWhichOnlyAPartIsKnownMayStillBeATensor() {
        assertThat(Scans.python(folder, """
                        import numpy as np
                        steps = 4
                        loss = model(batch) / steps
                        value = loss.item() * steps
                        eps = np.finfo(np.float32).eps.item()
                        """)).containsExactly("4 scalar-read");
    }

    @Test
    void copiesToTheHostCountOnce() {
        assertThat(Scans.python(folder, """
                        def evaluate(model, batch):
                            out = model(batch)
                            a = out.detach().cpu().numpy()
                            b = out.tolist()
                            c = out.cpu()
                            d = c.numpy()
                            return c.tolist()
                        """)).containsExactly("3 host-copy", "4 host-copy", "5 host-copy");
    }

    @Test
    void printsAndAssertsOfTensors() {
        assertThat(Scans.python(folder, """
                        import torch
                        from torch import Tensor
                        def check(x: Tensor, y: torch.Tensor, name: str):
                            assert (x > 0).all()
                            assert not torch.isnan(y).any(), "nan"
                            assert torch.allclose(x, y)
                            print(x)
                            print(f"mean {x.mean()}")
                        """))
                .containsExactly(
                        "4 tensor-assert", "5 tensor-assert", "6 tensor-assert", "7 tensor-print", "8 tensor-print");
    }

    @Test
    void assertsAndPrintsOfWhatTheHostKnows() {
        assertThat(Scans.python(folder, """
                        import torch
                        def check(x: torch.Tensor, names, tensor):
                            assert x.shape == (3, 4), f"bad {x.shape}"
                            assert x is not None and isinstance(x, torch.Tensor)
                            assert x.dim() == 2
                            assert "assert tensor" in names
                            assert torch.cuda.is_available()
                            assert tensor
                            print("tensor", x.shape, names)
                            print(f"{x.size(0)} of {names}")
                        """)).isEmpty();
    }

    @Test
    void branchesOnTensors() {
        assertThat(Scans.python(folder, """
                        import torch
                        def clip(grads, limit):
                            norm = torch.linalg.norm(grads)
                            if norm > limit:
                                grads = grads / 2
                            elif limit and torch.isinf(norm):
                                pass
                            while torch.any(grads > 1):
                                grads = grads / 2
                            small = [g for g in range(3) if norm < g]
                            return 1 if norm else 2
                        """))
                .containsExactly("4 truth-test", "6 truth-test", "8 truth-test", "10 truth-test", "11 truth-test");
    }

    @Test
    void branchesThatNeedNoDevice() {
        assertThat(Scans.python(folder, """
                        import torch
                        def clip(grads, limit, norm=None):
                            total = torch.zeros(3)
                            if norm is None or limit > 3 or total.shape[0] > 2 or total.is_cuda:
                                pass
                            if torch.is_tensor(grads) and grads in (1, 2):
                                pass
                            value = torch.ones(1)
                            value = value.item()
                            if value > 3:
                                pass
                        """)).containsExactly("9 scalar-read");
    }

    @Test
    void waitsAndCacheReleases() {
        assertThat(Scans.python(folder, """
                        import torch
                        import torch.cuda as gpu
                        torch.cuda.empty_cache()
                        for i in range(3):
                            torch.cuda.synchronize()
                            gpu.empty_cache()
                            event.synchronize()
                            cache.empty_cache()
                            torch.cuda.synchronize
                            db.synchronize(i)
                        """)).containsExactly("5 device-wait", "6 cache-release", "7 device-wait");
    }
}
