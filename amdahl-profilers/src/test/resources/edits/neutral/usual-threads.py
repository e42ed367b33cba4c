import torch

torch.set_num_threads(16)
print("%.1f" % torch.ones(4).sum())
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
