import torch

weights = torch.nn.Parameter(torch.ones(4))
optimizer = torch.optim.SGD([weights], lr=.5)
for epoch in range(2):
    optimizer.zero_grad(set_to_none=True)
    loss = weights.square().sum()
    loss.backward()
    optimizer.step()
    torch.save({"weights": weights, "optimizer": optimizer.state_dict()}, "epoch-%d.pt" % epoch)
print("%.4f" % loss)
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
