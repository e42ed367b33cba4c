import torch

torch.manual_seed(0)
model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(48, 48), torch.nn.Tanh()) for _ in range(20)])


def evaluate(batches):
    model.eval()
    return sum(float(model(torch.ones(8, 48)).sum()) for _ in range(batches))


print("%.3f" % evaluate(900))
