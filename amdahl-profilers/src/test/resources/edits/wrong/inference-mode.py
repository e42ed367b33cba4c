import torch

model = torch.nn.Linear(4, 4)
with torch.no_grad():
    target = model(torch.ones(2, 4))
loss = (model(torch.ones(2, 4)) * target).sum()
loss.backward()
print("trained")
