import torch

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=.1)
model(torch.ones(1, 2)).sum().backward()
optimizer.zero_grad()
print("norm of gradients", sum(float(p.grad.norm()) for p in model.parameters()))
