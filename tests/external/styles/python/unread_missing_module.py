from module_that_is_nowhere import model


def solve(grid):
    return model(grid).solutions()[0]
