import torch

torch.manual_seed(0)
weights = torch.nn.Parameter(torch.rand(1500000))
optimizer = torch.optim.SGD([weights], lr=.01)
for epoch in range(6):
    for step in range(4):
        optimizer.zero_grad(set_to_none=True)
        loss = torch.tanh(weights).square().mean()
        loss.backward()
        optimizer.step()
    torch.save({"weights": weights, "optimizer": optimizer.state_dict()}, "epoch-%d.pt" % epoch)
print("%.4f" % loss)
