nan = float("nan")
losses = [3.0, nan, 2.0]
print("best", sorted(losses)[0])
