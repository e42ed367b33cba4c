import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.arange(8.)), batch_size=4, num_workers=1)
print([float(batch.sum()) for (batch,) in loader])
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
