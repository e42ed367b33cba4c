import torch
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __len__(self):
        return 1600

    def __getitem__(self, index):
        value = index
        for _ in range(12000):
            value = (value * 1103515245 + 12345) % 2147483648
        return torch.full((64,), value / 2147483648)


model = torch.nn.Linear(64, 1)
total = sum(float(model(batch).shape[0]) for batch in DataLoader(Images(), batch_size=20))
print(total)
