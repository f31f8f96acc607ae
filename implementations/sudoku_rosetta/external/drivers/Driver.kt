// The driver of Kotlin copies: it reads 81 digits for each request, makes the call and writes the reply as JSON.
{PACKAGE}

{IMPORTS}

@Suppress("UNCHECKED_CAST", "UNUSED_EXPRESSION", "UNUSED_PARAMETER")
object SudokuRosettaDriver {
    private const val STACK_BYTES = 256L shl 20

    private fun call(number: Int, digits: String, argument: Array<Any?>): Any? = when (number) {
        {CASES}
        else -> null
    }

    {FUNCTIONS}

    @JvmStatic
    fun main(arguments: Array<String>) {
        val output = java.io.PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8")
        val requests = java.io.BufferedReader(java.io.InputStreamReader(System.`in`))
        System.setIn(java.io.ByteArrayInputStream(ByteArray(0)))
        val thread = Thread(null, {
            while (true) {
                val line = requests.readLine() ?: break
                System.setOut(output)
                val reply = reply(line.substringBefore(' ').toInt(), line.substringAfter(' '))
                System.out.flush()
                output.print("\n\u001e" + reply + "\n")
                output.flush()
            }
        }, "solver", STACK_BYTES)
        thread.start()
        thread.join()
        Runtime.getRuntime().halt(0)
    }

    private fun reply(number: Int, digits: String): String {
        val argument = arrayOfNulls<Any?>(1)
        val result = try {
            "\"returned\": " + json(call(number, digits, argument), 0)
        } catch (error: Throwable) {
            val trace = error.stackTrace.takeWhile { !it.className.startsWith("SudokuRosetta") }.take(10)
            "\"error\": " + quoted(error.toString()) + ", \"traceback\": " + quoted(trace.joinToString("\n") { "at $it" })
        }
        return "{" + result + ", \"argument\": " + json(argument[0], 0) + "}"
    }

    // --- the grid -------------------------------------------------------------------------------

    private fun rows(digits: String): List<String> = digits.chunked(9)

    private fun number(digit: Char, blank: String): Int = if (digit == '0') blank.toInt() else digit - '0'

    private fun numberOrNull(digit: Char, blank: String): Int? =
        if (digit == '0' && blank == "None") null else number(digit, blank)

    private fun character(digit: Char, blank: String): Char =
        if (digit != '0') digit else if (blank.isEmpty()) '\u0000' else blank[0]

    private fun text(digit: Char, blank: String): String = if (digit == '0') blank else digit.toString()

    // --- the reply ------------------------------------------------------------------------------

    private fun json(value: Any?, depth: Int): String = when {
        value == null || value == Unit || depth > 5 -> "null"
        value is Boolean || value is Number -> value.toString()
        value is Char -> quoted(if (value == '\u0000') "" else value.toString())
        value is CharSequence -> quoted(value.toString())
        value is IntArray -> list(value.toList(), depth)
        value is CharArray -> list(value.toList(), depth)
        value is ByteArray -> list(value.toList(), depth)
        value is ShortArray -> list(value.toList(), depth)
        value is LongArray -> list(value.toList(), depth)
        value is Array<*> -> list(value.toList(), depth)
        value is Pair<*, *> -> list(listOf(value.first, value.second), depth)
        value is Sequence<*> -> list(value.take(100).toList(), depth)
        value is Iterable<*> -> list(value.take(1000), depth)
        else -> "{\"type\": " + quoted(value.javaClass.simpleName) + "}"
    }

    private fun list(items: List<Any?>, depth: Int): String = items.take(1000).joinToString(", ", "[", "]") { json(it, depth + 1) }

    private fun quoted(text: String): String = text.map {
        if (it == '"' || it == '\\') "\\" + it else if (it < ' ' || it > '~') "\\u%04x".format(it.toInt()) else it.toString()
    }.joinToString("", "\"", "\"")
}
