// The driver of C# copies: it reads 81 digits for each request, makes the call and writes the reply as JSON.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
{USING}

{NAMESPACE}
public static class SudokuRosettaCalls
{
    public static object Call(int number, string digits, object[] argument)
    {
        switch (number)
        {
            {CASES}
            default: return null;
        }
    }

    {METHODS}
}
{END}

public static class SudokuRosettaDriver
{
    const int StackBytes = 256 << 20;

    public static object Value<T>(Func<T> call)
    {
        return call();
    }

    public static object Value(Action call)
    {
        call();
        return null;
    }

    public static void Main()
    {
        var thread = new Thread(AnswerAll, StackBytes);
        thread.Start();
        thread.Join();
        Environment.Exit(0);
    }

    static void AnswerAll()
    {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        var requests = new StreamReader(Console.OpenStandardInput());
        var output = new StreamWriter(Console.OpenStandardOutput());
        Console.SetIn(new StringReader(""));
        for (string line; (line = requests.ReadLine()) != null;)
        {
            Console.SetOut(output);
            string[] words = line.Split(' ');
            string reply = Reply(int.Parse(words[0]), words[1]);
            Console.Out.Flush();
            output.Write("\n\u001e" + reply + "\n");
            output.Flush();
        }
    }

    static string Reply(int number, string digits)
    {
        var argument = new object[1];
        var json = new StringBuilder("{");
        try
        {
            object returned = {CALLS}.Call(number, digits, argument);
            json.Append("\"returned\": ");
            Write(json, returned, 0);
        }
        catch (Exception error)
        {
            while (error is TypeInitializationException && error.InnerException != null)
            {
                error = error.InnerException;
            }
            json.Append("\"error\": ");
            WriteText(json, error.GetType().Name + ": " + error.Message);
            json.Append(", \"traceback\": ");
            var trace = (error.StackTrace ?? "").Split('\n').Where(line => !line.Contains("SudokuRosetta")).Take(10);
            WriteText(json, string.Join("\n", trace.Select(line => Regex.Replace(line.Trim(), @" \[0x\w+\] in ", " in "))));
        }
        json.Append(", \"argument\": ");
        Write(json, argument[0], 0);
        return json.Append("}").ToString();
    }

    // --- the grid ---------------------------------------------------------------------------------

    /// An array of 9 rows, of 9 by 9 cells, of 81 cells, or of 9 strings.
    public static object Cells(Type type, string digits, string blank, bool lines)
    {
        Type item = type.GetElementType();
        if (type.GetArrayRank() == 2)
        {
            Array square = Array.CreateInstance(item, 9, 9);
            for (int i = 0; i < 81; i++)
            {
                square.SetValue(Cell(item, digits[i], blank), i / 9, i % 9);
            }
            return square;
        }
        int length = item.IsArray || lines ? 9 : digits.Length;
        Array found = Array.CreateInstance(item, length);
        for (int i = 0; i < length; i++)
        {
            string row = item.IsArray || lines ? digits.Substring(9 * i, 9) : "";
            found.SetValue(item.IsArray ? Cells(item, row, blank, false) : lines ? row.Replace("0", blank) : Cell(item, digits[i], blank), i);
        }
        return found;
    }

    public static List<T> Row<T>(string digits, string blank)
    {
        return digits.Select(digit => (T)Cell(typeof(T), digit, blank)).ToList();
    }

    public static List<List<T>> Rows<T>(string digits, string blank)
    {
        return Enumerable.Range(0, 9).Select(row => Row<T>(digits.Substring(9 * row, 9), blank)).ToList();
    }

    public static string Lines(string digits, string blank)
    {
        return string.Join("\n", Enumerable.Range(0, 9).Select(row => digits.Substring(9 * row, 9))).Replace("0", blank);
    }

    static object Cell(Type type, char digit, string blank)
    {
        bool isBlank = digit == '0';
        if (type == typeof(char))
        {
            return isBlank ? (blank == "" ? '\0' : blank[0]) : digit;
        }
        if (type == typeof(string))
        {
            return isBlank ? blank : digit.ToString();
        }
        if (isBlank && blank == "None")
        {
            return null;
        }
        int number = isBlank ? int.Parse(blank) : digit - '0';
        return Convert.ChangeType(number, Nullable.GetUnderlyingType(type) ?? type);
    }

    // --- the reply --------------------------------------------------------------------------------

    static void Write(StringBuilder json, object value, int depth)
    {
        if (value == null || depth > 5)
        {
            json.Append("null");
        }
        else if (value is bool)
        {
            json.Append((bool)value ? "true" : "false");
        }
        else if (value is char)
        {
            WriteText(json, (char)value == '\0' ? "" : value.ToString());
        }
        else if (value is string)
        {
            WriteText(json, (string)value);
        }
        else if (value is double || value is float || value is decimal || (value.GetType().IsPrimitive))
        {
            string text = Convert.ToString(value, CultureInfo.InvariantCulture);
            json.Append(text.Any(char.IsLetter) && !text.Contains("E") ? "null" : text);
        }
        else if (value is Array && ((Array)value).Rank == 2)
        {
            var square = (Array)value;
            var rows = Enumerable.Range(0, square.GetLength(0)).Select(
                row => Enumerable.Range(0, square.GetLength(1)).Select(column => square.GetValue(row, column)).ToList());
            WriteItems(json, rows, depth);
        }
        else if (value is IEnumerable)
        {
            WriteItems(json, (IEnumerable)value, depth);
        }
        else
        {
            json.Append("{\"type\": ");
            WriteText(json, value.GetType().Name);
            json.Append("}");
        }
    }

    static void WriteItems(StringBuilder json, IEnumerable items, int depth)
    {
        int number = 0;
        json.Append("[");
        foreach (object item in items)
        {
            if (++number > 1000)
            {
                break;
            }
            json.Append(number > 1 ? ", " : "");
            Write(json, item, depth + 1);
        }
        json.Append("]");
    }

    static void WriteText(StringBuilder json, string text)
    {
        json.Append('"');
        foreach (char sign in text)
        {
            if (sign == '"' || sign == '\\')
            {
                json.Append('\\').Append(sign);
            }
            else if (sign < ' ' || sign > '~')
            {
                json.Append("\\u").Append(((int)sign).ToString("x4"));
            }
            else
            {
                json.Append(sign);
            }
        }
        json.Append('"');
    }
}
