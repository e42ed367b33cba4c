import torch

weights = torch.nn.Parameter(torch.ones(4))
optimizer = torch.optim.SGD([weights], lr=.5)
for step in range(3):
    optimizer.zero_grad()
    weights.square().sum().backward()
    optimizer.step()
print("%.4f" % weights.sum())
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
