-- reads nine lines
local g = {}
for line in io.lines() do
  local row = {}
  for d in line:gmatch("%d") do row[#row+1] = tonumber(d) end
  g[#g+1] = row
end
local function ok(r,c,n)
  for i=1,9 do if g[r][i]==n or g[i][c]==n then return false end end
  local a,b = r-(r-1)%3, c-(c-1)%3
  for i=a,a+2 do for j=b,b+2 do if g[i][j]==n then return false end end end
  return true
end
local function go(k)
  if k==81 then return true end
  local r,c = k//9+1, k%9+1
  if g[r][c] ~= 0 then return go(k+1) end
  for n=1,9 do if ok(r,c,n) then g[r][c]=n; if go(k+1) then return true end; g[r][c]=0 end end
  return false
end
if go(0) then for i=1,9 do print(table.concat(g[i])) end else print("none") end
