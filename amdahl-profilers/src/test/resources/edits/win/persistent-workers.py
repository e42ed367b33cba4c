import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.arange(64.)), batch_size=16, num_workers=2)
print(sum(float(batch.sum()) for epoch in range(25) for (batch,) in loader))
