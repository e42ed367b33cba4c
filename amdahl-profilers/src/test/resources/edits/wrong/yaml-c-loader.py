import yaml

try:
    yaml.safe_load("a: b: c")
except yaml.YAMLError as problem:
    print(problem)
