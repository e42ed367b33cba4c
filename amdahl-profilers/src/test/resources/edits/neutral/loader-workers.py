import torch
from torch.utils.data import DataLoader, TensorDataset

print([float(batch.sum()) for (batch,) in DataLoader(TensorDataset(torch.arange(8.)), batch_size=4)])
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
