package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.contract.SiteFinderContract;
import dev.amdahl.spi.profiler.SiteFinder;

class PythonContractTest extends SiteFinderContract {
    @Override
    protected SiteFinder finder() {
        return new PythonSiteFinder();
    }

    @Override
    protected String fileName() {
        return "train.py";
    }

    @Override
    protected String source() {
        return """
                import torch
                from torch.utils.data import DataLoader

                def train(model, data):
                    loader = DataLoader(data, batch_size=8)
                    for batch in loader:
                        loss = model(batch)
                        loss.backward()
                        print("größe", loss.item())
                """;
    }
}
