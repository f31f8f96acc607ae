% Calls the functions of an Octave copy: see driver.py. A request is the form, the grid and the call, separated by tabs.
1;

function driver_reply(text)
  printf("\n%c%s\n", char(30), text);
  fflush(stdout);
end

function text = driver_json_text(value)
  value = regexprep(value, '([\\"])', '\\$1');
  value = regexprep(value, '[\x00-\x1f]+', ' ');
  text = ['"', value, '"'];
end

function text = driver_json_list(parts)
  text = ['[', strjoin(parts, ', '), ']'];
end

function text = driver_json(value)
  if isempty(value)
    text = 'null';
  elseif ischar(value) && rows(value) == 1
    text = driver_json_text(value);
  elseif iscell(value) || ndims(value) > 2 || (! isvector(value) && (isnumeric(value) || islogical(value) || ischar(value)))
    parts = {};
    if ndims(value) > 2
      for number = 1:size(value, 3)
        parts{end+1} = driver_json(value(:, :, number));
      end
    elseif ischar(value)
      for number = 1:rows(value)
        parts{end+1} = driver_json_text(value(number, :));
      end
    elseif isvector(value)
      for number = 1:numel(value)
        parts{end+1} = driver_json(value{number});
      end
    else
      for number = 1:rows(value)
        row = value(number, :);
        if iscell(row)
          parts{end+1} = driver_json(row);
        else
          parts{end+1} = driver_json_list(driver_numbers(row));
        end
      end
    end
    text = driver_json_list(parts);
  elseif islogical(value) && isscalar(value)
    text = ifelse_text(value);
  elseif isnumeric(value) || islogical(value)
    parts = driver_numbers(value);
    if isscalar(value)
      text = parts{1};
    else
      text = driver_json_list(parts);
    end
  elseif isstruct(value) && isscalar(value)
    names = {};
    fields = fieldnames(value);
    for number = 1:numel(fields)
      if any(numel(value.(fields{number})) == [9, 81])
        names{end+1} = driver_json_text(fields{number});
      end
    end
    text = ['{"type": "struct", "grids": ', driver_json_list(names), '}'];
  else
    text = ['{"type": ', driver_json_text(class(value)), '}'];
  end
end

function text = ifelse_text(value)
  if value
    text = 'true';
  else
    text = 'false';
  end
end

function parts = driver_numbers(values)
  values = double(full(real(values(:)')));
  values(! isfinite(values)) = 0;
  parts = arrayfun(@(each) num2str(each, 15), values, 'UniformOutput', false);
end

function grid = driver_grid(form, digits)
  [name, blank] = strtok(form, ':');
  blank = blank(2:end);
  numbers = double(digits) - double('0');
  if any(strcmp(name, {'rows', 'flat'}))
    if strcmp(blank, 'None')
      numbers(numbers == 0) = NaN;
    elseif ! isempty(blank)
      numbers(numbers == 0) = str2double(blank);
    end
    grid = numbers;
  else
    if isempty(blank) && strcmp(name, 'characters') && ! any(form == ':')
      blank = '.';
    elseif isempty(blank)
      blank = '0';
    end
    digits(digits == '0') = blank;
    grid = digits;
  end
  if ! any(strcmp(name, {'flat', 'text'}))
    grid = reshape(grid, 9, 9).';
  end
  if strcmp(name, 'lines')
    grid = cellstr(grid);
  end
end

function text = driver_value(driver_call, GRID)
  % the value of the last expression, after the other statements
  driver_place = rindex(driver_call, '; ');
  if driver_place > 0
    driver_last = driver_call(driver_place+2:end);
    eval([driver_call(1:driver_place), '']);
  else
    driver_last = driver_call;
  end
  driver_name = regexp(driver_last, '^(\w+)\(', 'tokens', 'once');
  if driver_last(1) == '['
    eval([driver_last, ';']);
    driver_names = regexp(strtok(driver_last, ']'), '\w+', 'match');
    driver_parts = {};
    for driver_number = 1:numel(driver_names)
      if exist(driver_names{driver_number}, 'var')
        driver_each = eval(driver_names{driver_number});
      else
        driver_each = [];
      end
      is_flag = regexp(lower(driver_names{driver_number}), 'ok|solv|succ|poss|flag|valid|found|resol|trouv|stat|fini|done|compl|err', 'once');
      if isscalar(driver_each) && isnumeric(driver_each) && ! isempty(is_flag) && any(driver_each == [0, 1])
        driver_each = logical(driver_each);
      end
      driver_parts{end+1} = driver_json(driver_each);
    end
    text = driver_json_list(driver_parts);
  elseif ! isempty(driver_name) && exist(driver_name{1}) && ! exist(driver_name{1}, 'var') && nargout(driver_name{1}) == 0
    eval([driver_last, ';']);
    text = 'null';
  else
    driver_result = [];
    eval(['driver_result = ', driver_last, ';']);
    text = driver_json(driver_result);
  end
end

function driver_load()
  try
    source('driver_copy.m');
    driver_reply('{}');
  catch driver_error
    driver_reply(['{"error": ', driver_json_text(driver_error.message), '}']);
  end
end

function driver_loop()
  while ischar(driver_line = fgetl(stdin))
    driver_parts = strsplit(driver_line, "\t");
    if numel(driver_parts) < 3
      continue;
    end
    if strcmp(driver_parts{1}, 'load')
      driver_load();
      continue;
    end
    try
      driver_text = driver_value(driver_parts{3}, driver_grid(driver_parts{1}, driver_parts{2}));
      driver_reply(['{"returned": ', driver_text, ', "argument": null}']);
    catch driver_error
      driver_reply(['{"error": ', driver_json_text(driver_error.message), ', "argument": null}']);
    end
  end
end

page_screen_output(false);
max_recursion_depth(2000);
warning('off', 'all');
driver_loop();
