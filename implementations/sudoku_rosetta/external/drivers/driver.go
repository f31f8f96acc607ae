// The driver of Go copies: it reads 81 digits for each request, makes the call and writes the reply as JSON.
package main

import (
	"bufio"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
)

var sudokuRosettaForm, sudokuRosettaBlank string

var sudokuRosettaCalls = []struct {
	form, blank string
	call        func(digits string, argument *reflect.Value) interface{}
}{
	{CASES}
}

{FUNCTIONS}

func main() {
	requests := bufio.NewReader(os.Stdin)
	os.Stdin, _ = os.Open(os.DevNull)
	output := os.Stdout
	for {
		line, err := requests.ReadString('\n')
		if words := strings.Fields(line); len(words) == 2 {
			number, _ := strconv.Atoi(words[0])
			reply := sudokuRosettaReply(number, words[1])
			fmt.Fprintf(output, "\n\u001e%s\n", reply)
		}
		if err != nil {
			os.Exit(0)
		}
	}
}

func sudokuRosettaReply(number int, digits string) (reply string) {
	var argument reflect.Value
	defer func() {
		if reason := recover(); reason != nil {
			text := strconv.QuoteToASCII(strings.ToValidUTF8(fmt.Sprint("panic: ", reason), "?"))
			trace := strconv.QuoteToASCII(sudokuRosettaTrace())
			reply = `{"error": ` + sudokuRosettaEscaped(text) + `, "traceback": ` + sudokuRosettaEscaped(trace) + `, "argument": ` + sudokuRosettaJSON(argument, 0) + "}"
		}
	}()
	chosen := sudokuRosettaCalls[number]
	sudokuRosettaForm, sudokuRosettaBlank = chosen.form, chosen.blank
	returned := chosen.call(digits, &argument)
	return `{"returned": ` + sudokuRosettaJSON(reflect.ValueOf(returned), 0) + `, "argument": ` + sudokuRosettaJSON(argument, 0) + "}"
}

// Where the copy panicked: the functions after that of the panic, without those of the driver.
func sudokuRosettaTrace() string {
	_, trace, _ := strings.Cut(string(debug.Stack()), "\npanic(")
	lines := strings.Split(trace, "\n")
	found := []string{}
	for i := 2; i+1 < len(lines) && len(found) < 10 && !strings.Contains(lines[i], "sudokuRosetta"); i += 2 {
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +")
		found = append(found, lines[i]+" "+place[strings.LastIndex(place, "/")+1:])
	}
	return strings.Join(found, "\n")
}

// The result of a call: nothing, one value, or a list. An error is the answer false.
func sudokuRosettaValues(values ...interface{}) interface{} {
	found := []interface{}{}
	for _, value := range values {
		if failed, isError := value.(error); isError {
			fmt.Fprintln(os.Stderr, failed)
			return false
		}
		if value != nil {
			found = append(found, value)
		}
	}
	if len(found) == 0 {
		return nil
	}
	if len(found) == 1 {
		return found[0]
	}
	return found
}

// --- the grid -----------------------------------------------------------------------------------

func sudokuRosettaFill(target reflect.Value, text string) {
	kind := target.Kind()
	switch {
	case kind == reflect.String:
		target.SetString(sudokuRosettaText(text))
	case kind == reflect.Array || kind == reflect.Slice:
		element := target.Type().Elem().Kind()
		isRows := element == reflect.Array || element == reflect.Slice || sudokuRosettaForm == "lines" && len(text) == 81
		length, width := len(text), 1
		if isRows {
			length, width = 9, 9
		}
		if kind == reflect.Slice {
			target.Set(reflect.MakeSlice(target.Type(), length, length))
		}
		for i := 0; i < length && i < target.Len(); i++ {
			sudokuRosettaFill(target.Index(i), text[i*width:(i+1)*width])
		}
	case kind == reflect.Ptr:
		target.Set(reflect.New(target.Type().Elem()))
		sudokuRosettaFill(target.Elem(), text)
	case kind >= reflect.Int && kind <= reflect.Int64:
		target.SetInt(int64(sudokuRosettaCell(text)))
	case kind >= reflect.Uint && kind <= reflect.Uint64:
		target.SetUint(uint64(sudokuRosettaCell(text)))
	}
}

func sudokuRosettaText(digits string) string {
	if sudokuRosettaForm == "text-lines" {
		lines := []string{}
		for i := 0; i < 81; i += 9 {
			lines = append(lines, digits[i:i+9])
		}
		digits = strings.Join(lines, "\n")
	}
	return strings.ReplaceAll(digits, "0", sudokuRosettaBlank)
}

func sudokuRosettaCell(digit string) int {
	if strings.HasSuffix(sudokuRosettaForm, "characters") {
		if digit != "0" {
			return int(digit[0])
		}
		if sudokuRosettaBlank == "" {
			return 0
		}
		return int(sudokuRosettaBlank[0])
	}
	number, _ := strconv.Atoi(sudokuRosettaText(digit))
	return number
}

// --- the reply ----------------------------------------------------------------------------------

func sudokuRosettaJSON(value reflect.Value, depth int) string {
	if !value.IsValid() || depth > 6 {
		return "null"
	}
	switch kind := value.Kind(); kind {
	case reflect.Bool:
		return strconv.FormatBool(value.Bool())
	case reflect.Int32:
		if number := value.Int(); number >= ' ' && strings.HasSuffix(sudokuRosettaForm, "characters") {
			return sudokuRosettaEscaped(strconv.QuoteToASCII(string(rune(number))))
		}
		return strconv.FormatInt(value.Int(), 10)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int64:
		return strconv.FormatInt(value.Int(), 10)
	case reflect.Uint8:
		if number := value.Uint(); number >= ' ' && number <= '~' {
			return sudokuRosettaEscaped(strconv.Quote(string(rune(number))))
		}
		return strconv.FormatUint(value.Uint(), 10)
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.FormatUint(value.Uint(), 10)
	case reflect.String:
		return sudokuRosettaEscaped(strconv.QuoteToASCII(strings.ToValidUTF8(value.String(), "?")))
	case reflect.Interface, reflect.Ptr:
		return sudokuRosettaJSON(value.Elem(), depth+1)
	case reflect.Array, reflect.Slice:
		if value.Len() == 0 && kind == reflect.Slice && value.IsNil() {
			return "null"
		}
		items := []string{}
		for i := 0; i < value.Len() && i < 1000; i++ {
			items = append(items, sudokuRosettaJSON(value.Index(i), depth+1))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return `{"type": ` + sudokuRosettaEscaped(strconv.QuoteToASCII(value.Type().String())) + "}"
}

// Go's quoted strings have three escapes that JSON has not.
func sudokuRosettaEscaped(quoted string) string {
	escapes := strings.NewReplacer(`\\`, `\\`, `\a`, `\u0007`, `\v`, `\u000b`, `\x`, `\u00`, `\U0010`, `\u`, `\U000`, `\u`)
	return escapes.Replace(quoted)
}
