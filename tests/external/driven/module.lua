local M = {}
local function possible(board, row, col, num)
  for i = 1, 9 do
    if board[row][i] == num or board[i][col] == num then return false end
  end
  local sr, sc = math.floor((row-1)/3)*3+1, math.floor((col-1)/3)*3+1
  for i = 0, 2 do for j = 0, 2 do if board[sr+i][sc+j] == num then return false end end end
  return true
end
function M.solve(board)
  for row = 1, 9 do for col = 1, 9 do
    if board[row][col] == 0 then
      for num = 1, 9 do if possible(board, row, col, num) then
        board[row][col] = num
        if M.solve(board) then return board end
        board[row][col] = 0
      end end
      return nil
    end
  end end
  return board
end
return M
