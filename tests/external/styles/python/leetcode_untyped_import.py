class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        rows = [set() for _ in range(9)]
        columns = [set() for _ in range(9)]
        boxes = [set() for _ in range(9)]
        empty = []
        for r in range(9):
            for c in range(9):
                digit = board[r][c]
                if digit == ".":
                    empty.append((r, c))
                    continue
                if digit in rows[r] or digit in columns[c] or digit in boxes[r // 3 * 3 + c // 3]:
                    return
                rows[r].add(digit)
                columns[c].add(digit)
                boxes[r // 3 * 3 + c // 3].add(digit)

        def backtrack(index=0):
            if index == len(empty):
                return True
            r, c = empty[index]
            b = r // 3 * 3 + c // 3
            for digit in "123456789":
                if digit not in rows[r] and digit not in columns[c] and digit not in boxes[b]:
                    board[r][c] = digit
                    for used in (rows[r], columns[c], boxes[b]):
                        used.add(digit)
                    if backtrack(index + 1):
                        return True
                    board[r][c] = "."
                    for used in (rows[r], columns[c], boxes[b]):
                        used.remove(digit)
            return False

        backtrack()
