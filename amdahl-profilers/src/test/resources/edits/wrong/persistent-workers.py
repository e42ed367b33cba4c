import torch
from torch.utils.data import DataLoader, Dataset


class Growing(Dataset):
    difficulty = 1

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor(float(self.difficulty))


data = Growing()
loader = DataLoader(data, num_workers=1)
for epoch in range(3):
    data.difficulty = epoch
    print(sum(float(batch) for batch in loader))
