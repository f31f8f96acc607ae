-- Prints each step, with codes that clear the screen.
local g = {}
for sign in io.read("a"):gmatch("[0-9.]") do g[#g + 1] = tonumber(sign) or 0 end
local function fits(n, v)
  local r, c = n // 9, n % 9
  for k = 0, 8 do
    if g[9 * r + k + 1] == v or g[9 * k + c + 1] == v then return false end
    if g[9 * (r // 3 * 3 + k // 3) + c // 3 * 3 + k % 3 + 1] == v then return false end
  end
  return true
end
local function show()
  io.write("\27[2J\27[H")
  for r = 0, 8 do
    for c = 1, 9 do io.write(g[9 * r + c] == 0 and "." or "\27[32m" .. g[9 * r + c] .. "\27[0m", " ") end
    io.write("\n")
  end
end
local function solve(n)
  if n == 81 then return true end
  if g[n + 1] ~= 0 then return solve(n + 1) end
  for v = 1, 9 do
    if fits(n, v) then
      g[n + 1] = v
      show()
      if solve(n + 1) then return true end
      g[n + 1] = 0
    end
  end
  return false
end
if solve(0) then print("Solved!") else print("No solution.") end
