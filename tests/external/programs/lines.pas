program Sudoku;
var
  g: array[0..8, 0..8] of integer;
  r, c: integer;
  line: string;

function Fits(r, c, v: integer): boolean;
var k: integer;
begin
  Fits := true;
  for k := 0 to 8 do
    if (g[r, k] = v) or (g[k, c] = v) or (g[r div 3 * 3 + k div 3, c div 3 * 3 + k mod 3] = v) then Fits := false;
end;

function Solve(n: integer): boolean;
var r, c, v: integer;
begin
  Solve := true;
  if n = 81 then exit;
  r := n div 9; c := n mod 9;
  if g[r, c] <> 0 then begin Solve := Solve(n + 1); exit; end;
  for v := 1 to 9 do
    if Fits(r, c, v) then begin
      g[r, c] := v;
      if Solve(n + 1) then exit;
      g[r, c] := 0;
    end;
  Solve := false;
end;

begin
  for r := 0 to 8 do begin
    readln(line);
    for c := 0 to 8 do g[r, c] := ord(line[c + 1]) - ord('0');
  end;
  if Solve(0) then
    for r := 0 to 8 do begin
      for c := 0 to 8 do write(g[r, c], ' ');
      writeln;
    end
  else writeln('Il n''y a pas de solution');
end.
