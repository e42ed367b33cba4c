import torch

torch.manual_seed(0)
model = torch.nn.Linear(4, 1)


def evaluate():
    model.eval()
    return float(model(torch.ones(1, 4)).sum())


print("%.3f" % evaluate())
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
