#!/usr/bin/env lua
local grid = {
  {5,3,0,0,7,0,0,0,0},
  {6,0,0,1,9,5,0,0,0},
}
local function ok(r, c, n)
  for i = 1, 9 do
    if grid[r][i] == n or grid[i][c] == n then return false end
  end
  local r0, c0 = r - (r-1) % 3, c - (c-1) % 3
  for i = r0, r0+2 do for j = c0, c0+2 do if grid[i][j] == n then return false end end end
  return true
end
local function solve()
  for r = 1, 9 do for c = 1, 9 do
    if grid[r][c] == 0 then
      for n = 1, 9 do
        if ok(r, c, n) then
          grid[r][c] = n
          if solve() then return true end
          grid[r][c] = 0
        end
      end
      return false
    end
  end end
  return true
end
if solve() then for i=1,9 do print(table.concat(grid[i], " ")) end end
os.exit(0)
