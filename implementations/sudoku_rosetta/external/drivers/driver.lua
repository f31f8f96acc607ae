-- Calls the functions of a Lua file, or runs it as a program, many times. The requests are those of interpreted.py, as Lua
-- tables; the replies are described in driver.py. Requests come by the descriptor 3, because the copy may read its standard input.

local FILE = arg[1]
local INTERPRETER = arg[-1] or "lua"
local STATEMENT_S, LOAD_S = 1, 5
local requests = assert(io.open("/dev/fd/3", "r"))
local stdout = io.stdout
local clock, hook, pcall, tostring = os.clock, debug.sethook, pcall, tostring
local load_text = loadstring or load
local unpack_values = table.unpack or unpack
local exit_process = os.exit

local function text_of(value)
  local escaped = value:gsub('[%c"\\\127-\255]', function(sign) return string.format("\\u%04x", sign:byte()) end)
  return '"' .. escaped .. '"'
end

local function length_of(value)
  local length = 0
  for _ in pairs(value) do length = length + 1 end
  return length
end

local function is_grid(value)
  if type(value) == "string" then return #value == 81 end
  if type(value) ~= "table" then return false end
  local length = #value
  return length == 9 or length == 81 or length == 8 and value[0] ~= nil
end

local function json_of(value, depth)
  depth = depth or 0
  local kind = type(value)
  if kind == "nil" then return "null" end
  if kind == "boolean" then return tostring(value) end
  if kind == "string" then return text_of(value) end
  if kind == "number" then
    if value ~= value or value >= 1e18 or value <= -1e18 then return "null" end
    if value == math.floor(value) then return string.format("%d", value) end
    return string.format("%.14g", value)
  end
  if kind ~= "table" or depth > 4 then return '{"type":' .. text_of(kind) .. "}" end
  local first, length = 1, #value
  if value[0] ~= nil then first = 0 end
  local parts = {}
  if length > 0 or next(value) == nil then
    if length_of(value) - length <= 2 or length == 9 or length == 81 then
      for place = first, length do parts[#parts + 1] = json_of(value[place], depth + 1) end
      return "[" .. table.concat(parts, ",") .. "]"
    end
  end
  for name, held in pairs(value) do
    if type(name) == "string" and name:match("^[%a_][%w_]*$") and is_grid(held) then parts[#parts + 1] = text_of(name) end
  end
  table.sort(parts)
  return '{"type":"table","grids":[' .. table.concat(parts, ",") .. "]}"
end

local function reply(text)
  stdout:write("\n\30", text, "\n")
  stdout:flush()
end

local function described(problem)
  return tostring(type(problem) == "table" and problem.exit and "os.exit()" or problem):gsub('%[string "copy"%]', "copy"):sub(1, 500)
end

local function limited(seconds, run)
  local last = clock() + seconds
  hook(function() if clock() > last then error("takes more than " .. seconds .. " s", 2) end end, "", 10000)
  local found = { pcall(run) }
  hook()
  return unpack_values(found, 1, 3)
end

-- Whether a line continues the statement before it.
local function continues(line)
  return line:match("^%s*[%.:,%)%]}=%+%*/%%<>~&|%^]") or line:match("^%s*%-[^%-]") or line:match("^%s*and%f[%W]") or line:match("^%s*or%f[%W]")
end

-- The top-level local variables become global, so that a call sees them.
local function as_global(text)
  text = text:gsub("^(%s*)local%s+function", "%1function")
  local space, names, rest = text:match("^(%s*)local%s+([%w_%s,<>]-)%s*(=.*)$")
  if space and not names:match("function") then return space .. names:gsub("<%w+>", "") .. rest end
  space, names = text:match("^(%s*)local%s+([%w_%s,]-)%s*;?%s*$")
  if space then return space .. names .. " = nil" end
  return text
end

local function statements(source)
  local lines, found = {}, {}
  for line in (source .. "\n"):gmatch("(.-)\r?\n") do lines[#lines + 1] = line end
  local text, first = nil, 1
  for number, line in ipairs(lines) do
    if text == nil then text, first = line, number else text = text .. "\n" .. line end
    local following = lines[number + 1] or ""
    if not continues(following) and load_text(text, "=copy") then
      if text:match("%S") then found[#found + 1] = { line = first, text = text } end
      text = nil
    end
  end
  if text and text:match("%S") then found[#found + 1] = { line = first, text = text } end
  return found
end

local parts, omitted, skipped, failure = nil, {}, {}, nil

local function new_world()
  local world = {}
  for name, value in pairs(_G) do world[name] = value end
  world._G = world
  world.arg = { [0] = FILE }
  world.os = setmetatable({ exit = function(code) error({ exit = code or 0 }, 0) end }, { __index = os })
  return world
end

local function run(text, world, name)
  if setfenv then
    local chunk, problem = load_text(text, name)
    if not chunk then error(problem, 0) end
    setfenv(chunk, world)
    return chunk()
  end
  local chunk, problem = load(text, name, "t", world)
  if not chunk then error(problem, 0) end
  return chunk()
end

local function load_copy()
  if parts == nil then
    local file = assert(io.open(FILE, "rb"))
    local source = file:read("*a"):gsub("^\239\187\191", ""):gsub("^#![^\n]*", "")
    file:close()
    local chunk, problem = load_text(source, "=copy")
    if not chunk then failure = problem end
    parts = chunk and statements(source) or {}
    package.path = (FILE:match("^(.*)/") or ".") .. "/?.lua;" .. package.path
  end
  local world = new_world()
  local last = clock() + LOAD_S
  local silent = { write = function(self) return self end, flush = function() end, setvbuf = function() end, close = function() end }
  local real = io
  world.print = function() end
  world.io = setmetatable({ write = function() return silent end, stdout = silent }, { __index = io })
  for _, part in ipairs(parts) do
    if not omitted[part] and clock() < last then
      local text = string.rep("\n", part.line - 1) .. as_global(part.text)
      local works, found = limited(STATEMENT_S, function() return run(text, world, "=copy") end)
      if not works then
        omitted[part] = true
        if type(found) ~= "table" then skipped[#skipped + 1] = { part.line, described(found) } end
      elseif found ~= nil then
        world.MODULE = found
      end
    end
  end
  world.print = print
  world.io = real
  return world
end

local world = nil

local function call(request)
  if world == nil or request.trial then world = load_copy() end
  local here = world
  if request.trial then world = nil end
  here.GRID = request.grid
  local text = (request.first ~= "" and request.first .. "; " or "") .. "return " .. request.last
  local works, found = pcall(run, text, here, "=call")
  local answer = works and '"returned":' .. json_of(found) or '"error":' .. text_of(described(found))
  reply("{" .. answer .. ',"argument":' .. json_of(here.GRID) .. "}")
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function main(request)
  local command = quoted(INTERPRETER) .. " " .. quoted(FILE)
  for _, each in ipairs(request.arguments) do command = command .. " " .. quoted(each) end
  stdout:flush()
  local program = io.popen(command, "w")
  program:write(request.main)
  local works, how, code = program:close()
  if type(works) == "number" then code, works = works, works == 0 end
  reply('{"exit":' .. (works and 0 or (how == "signal" and 128 or 0) + (code or 1)) .. "}")
end

reply("{}")
while true do
  local line = requests:read("*l")
  if line == nil then exit_process(0) end
  local request = assert(load_text("return " .. line))()
  if request.main then
    main(request)
  elseif request.load then
    world = load_copy()
    local listed = {}
    for _, each in ipairs(skipped) do listed[#listed + 1] = "[" .. each[1] .. "," .. text_of(each[2]) .. "]" end
    reply(failure and '{"error":' .. text_of(described(failure)) .. "}" or '{"skipped":[' .. table.concat(listed, ",") .. "]}")
  else
    call(request)
  end
end
