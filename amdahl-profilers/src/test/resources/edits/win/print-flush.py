for step in range(400000):
    print("step", step, flush=True)
