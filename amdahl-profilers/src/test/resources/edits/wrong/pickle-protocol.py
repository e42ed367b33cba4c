import pickle

rows = list(range(100))
text = pickle.dumps(rows, protocol=0).decode("ascii")
print("as text,", len(text))
