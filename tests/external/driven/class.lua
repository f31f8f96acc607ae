local Sudoku = {}
Sudoku.__index = Sudoku
function Sudoku.new(text)
  local self = setmetatable({}, Sudoku)
  self.cells = {}
  for i = 1, 81 do local ch = text:sub(i,i); self.cells[i] = ch == '.' and 0 or tonumber(ch) end
  return self
end
function Sudoku:ok(k, n)
  local r, c = (k-1)//9, (k-1)%9
  for i = 0, 8 do
    if self.cells[r*9+i+1]==n or self.cells[i*9+c+1]==n or self.cells[(r//3*3+i//3)*9 + c//3*3+i%3 + 1]==n then return false end
  end
  return true
end
function Sudoku:solve(k)
  k = k or 1
  if k > 81 then return true end
  if self.cells[k] ~= 0 then return self:solve(k+1) end
  for n = 1, 9 do
    if self:ok(k, n) then self.cells[k] = n; if self:solve(k+1) then return true end; self.cells[k] = 0 end
  end
  return false
end
return Sudoku
