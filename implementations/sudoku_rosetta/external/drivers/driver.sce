// Calls the functions of a Scilab copy: see driver.py. A request is the form, the grid, the statements before the last expression, and
// that expression, separated by tabs.

function driver_reply(text)
    mprintf("\n%s%s\n", ascii(30), text);
endfunction

function text = driver_json_text(value)
    value = strsubst(strsubst(value, "\", "\\"), """", "\""");
    text = """" + strsubst(strsubst(value, ascii(10), " "), ascii(9), " ") + """";
endfunction

function text = driver_json_list(parts)
    text = "[" + strcat(parts, ", ") + "]";
endfunction

function text = driver_json(value)
    kind = type(value);
    if kind == 15 then // a list
        parts = [];
        for number = 1:size(value)
            parts(1, number) = driver_json(value(number));
        end
        if isempty(parts) then
            text = "null";
        else
            text = driver_json_list(parts);
        end
    elseif ~or(kind == [1, 4, 5, 8, 10]) then
        text = "{""type"": " + driver_json_text(typeof(value)) + "}";
    elseif isempty(value) then
        text = "null";
    elseif kind == 5 then
        text = driver_json(full(value));
    elseif kind == 8 then
        text = driver_json(double(value));
    elseif kind == 4 & size(value, "*") == 1 then
        text = "false";
        if value then
            text = "true";
        end
    elseif size(value, "*") == 1 then
        text = driver_cells_text(value);
    elseif length(size(value)) > 2 then
        parts = [];
        for number = 1:size(value, 3)
            parts(1, number) = driver_json(value(:, :, number));
        end
        text = driver_json_list(parts);
    elseif or(size(value) == 1) then
        text = driver_json_list(driver_values(value));
    else
        parts = [];
        for number = 1:size(value, 1)
            parts(1, number) = driver_json_list(driver_values(value(number, :)));
        end
        text = driver_json_list(parts);
    end
endfunction

function parts = driver_values(value)
    if type(value) == 4 then
        value = bool2s(value);
    end
    parts = driver_cells_of(value);
endfunction

function parts = driver_cells_of(values)
    parts = [];
    if type(values) == 10 then
        for number = 1:size(values, "*")
            parts(1, number) = driver_json_text(values(number));
        end
    else
        values = real(values(:)');
        values(isnan(values) | isinf(values)) = 0;
        parts = string(values);
    end
endfunction

function text = driver_cells_text(value)
    parts = driver_cells_of(value);
    text = parts(1);
endfunction

function grid = driver_grid(form, digits)
    parts = strsplit(form, ":");
    name = parts(1);
    blank = "0";
    if size(parts, "*") > 1 then
        blank = parts(2);
    elseif name == "characters" then
        blank = ".";
    end
    signs = strsplit(digits)';
    if or(name == ["rows", "flat"]) then
        grid = evstr(signs);
        if blank == "None" then
            grid(grid == 0) = %nan;
        end
    else
        signs(signs == "0") = blank;
        grid = signs;
    end
    if name == "text" then
        grid = strcat(grid);
    elseif name <> "flat" then
        grid = matrix(grid, 9, 9)';
    end
endfunction

// The value of the last expression, as JSON, and the error.
function [driver_text, driver_message] = driver_value(driver_before, driver_last, GRID)
    driver_text = "null";
    driver_message = "";
    driver_error = execstr(driver_before, "errcatch");
    if driver_error == 0 then
        if part(driver_last, 1) == "[" then
            driver_error = execstr(driver_last + ";", "errcatch");
            if driver_error == 0 then
                driver_names = tokens(part(driver_last, 2:strindex(driver_last, "]")(1) - 1), [",", " "]);
                driver_texts = [];
                for driver_number = 1:size(driver_names, "*")
                    driver_each = [];
                    execstr("driver_each = " + driver_names(driver_number) + ";", "errcatch");
                    driver_is_flag = ~isempty(regexp(convstr(driver_names(driver_number)), "/ok|solv|succ|poss|flag|valid|found|resol|trouv|stat|fini|done|compl/"));
                    if driver_is_flag & type(driver_each) == 1 & size(driver_each, "*") == 1 then
                        if driver_each == 0 | driver_each == 1 then
                            driver_each = driver_each == 1;
                        end
                    end
                    driver_texts(1, driver_number) = driver_json(driver_each);
                end
                driver_text = driver_json_list(driver_texts);
            end
        else
            driver_outputs = 1;
            driver_name = tokens(driver_last, "(")(1);
            execstr("driver_outputs = size(macrovar(" + driver_name + ")(2), ""*"")", "errcatch");
            if driver_outputs == 0 then
                driver_error = execstr(driver_last + ";", "errcatch");
            else
                driver_result = [];
                driver_error = execstr("driver_result = " + driver_last + ";", "errcatch");
                if driver_error == 0 then
                    driver_text = driver_json(driver_result);
                end
            end
        end
    end
    if driver_error <> 0 then
        driver_message = strcat(lasterror(), " ");
    end
endfunction

function driver_loop()
    while %t
        driver_line = mgetl(5, 1);
        if isempty(driver_line) then
            break;
        end
        if driver_line == "load" then
            // defined here, so that calls from this function see them
            if execstr("exec(""driver_copy.sci"", -1)", "errcatch") <> 0 then
                driver_reply("{""error"": " + driver_json_text(strcat(lasterror(), " ")) + "}");
            else
                driver_reply("{}");
            end
            continue;
        end
        driver_parts = strsplit(driver_line, ascii(9));
        if size(driver_parts, "*") < 4 then
            continue;
        end
        driver_argument = driver_grid(driver_parts(1), driver_parts(2));
        [driver_text, driver_message] = driver_value(driver_parts(3), driver_parts(4), driver_argument);
        if driver_message == "" then
            driver_reply("{""returned"": " + driver_text + ", ""argument"": null}");
        else
            driver_reply("{""error"": " + driver_json_text(driver_message) + ", ""argument"": null}");
        end
    end
endfunction

lines(0);
mode(-1);
warning("off");
funcprot(0);
driver_loop();
