import torch
from torch.utils.data import DataLoader, Dataset


class Counted(Dataset):
    seen = 0

    def __len__(self):
        return 8

    def __getitem__(self, index):
        self.seen += 1
        return torch.ones(1)


data = Counted()
list(DataLoader(data, batch_size=4))
print("records read:", data.seen)
