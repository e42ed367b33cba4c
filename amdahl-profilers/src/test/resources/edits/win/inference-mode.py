import torch

torch.manual_seed(0)
a = torch.rand(8)
with torch.no_grad():
    for _ in range(120000):
        a = a.view(2, 4).t().reshape(8).add(1)
print("%.3f" % a.sum())
