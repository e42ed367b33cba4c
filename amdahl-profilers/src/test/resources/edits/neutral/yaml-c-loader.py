import yaml

print(yaml.safe_load("{id: 1, name: one}")["name"])
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
