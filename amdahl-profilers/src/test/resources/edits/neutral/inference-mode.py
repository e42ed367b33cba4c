import torch

with torch.no_grad():
    print("%.1f" % torch.ones(8).add(1).sum())
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
