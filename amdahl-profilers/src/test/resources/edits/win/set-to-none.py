import torch

model = torch.nn.ModuleList([torch.nn.Linear(700, 700) for _ in range(8)])
optimizer = torch.optim.SGD(model.parameters(), lr=.01)
for step in range(60):
    optimizer.zero_grad()
    for layer in model:
        layer.weight.sum().backward()
    optimizer.step()
print("done", step)
