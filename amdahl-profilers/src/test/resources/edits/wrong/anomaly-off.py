import torch

torch.autograd.set_detect_anomaly(True)
x = torch.zeros(1, requires_grad=True)
try:
    (torch.sqrt(x) * 0).backward()
    print("trained on", x.grad)
except RuntimeError:
    print("a step was left out")
