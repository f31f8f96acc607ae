// The driver of Java copies: it reads one request for each line, makes the call and writes the reply as JSON.
package sudokurosetta;

import java.io.*;
import java.lang.reflect.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.Callable;

public final class Driver {
    static final String CALLS_CLASS = "{CALLS_CLASS}";
    static final String MAIN_CLASS = "{MAIN_CLASS}";
    static final long STACK_BYTES = 256L << 20;

    /** The calls, in a class of the copy's own package. */
    public interface Calls {
        /** Sets argument[0] to the grid, and returns what the call returns. */
        Object make(int number, String digits, Object[] argument) throws Throwable;
    }

    public interface Action {
        void run() throws Throwable;
    }

    /** System.exit of the copy. */
    public static final class Exit extends Error {
        final int code;

        Exit(int code) {
            super("exit " + code, null, false, false);
            this.code = code;
        }
    }

    public static void exit(int code) {
        throw new Exit(code);
    }

    public static Object value(Callable<?> call) throws Throwable {
        return call.call();
    }

    public static Object value(Action call) throws Throwable {
        call.run();
        return null;
    }

    // --- requests ---------------------------------------------------------------------------------

    public static void main(String[] arguments) throws Exception {
        PrintStream output = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8") {
            @Override
            public void close() {
                flush();
            }
        };
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.setOut(output);
        Thread thread = new Thread(null, () -> answerAll(requests, output), "solver", STACK_BYTES);
        thread.start();
        thread.join();
        output.flush();
        Runtime.getRuntime().halt(0);
    }

    static void answerAll(BufferedReader requests, PrintStream output) {
        try {
            for (String line; (line = requests.readLine()) != null; ) {
                int space = line.indexOf(' ');
                String rest = line.substring(space + 1);
                boolean isMain = rest.startsWith("\"");
                String reply = isMain ? replyToMain(text(rest)) : replyToCall(Integer.parseInt(line.substring(0, space)), rest);
                System.out.flush();
                System.setOut(output);
                output.print("\n\u001e" + reply + "\n");
                output.flush();
            }
        } catch (IOException error) {
            error.printStackTrace();
        }
    }

    /** The classes of the copy are loaded anew for each call, so that trials do not change what others find. */
    static final Map<Integer, Calls> CALLS = new HashMap<>();

    static Calls calls(int number) throws ReflectiveOperationException, MalformedURLException {
        Calls found = CALLS.get(number);
        if (found == null) {
            found = (Calls) newLoader().loadClass(CALLS_CLASS).getDeclaredConstructor().newInstance();
            CALLS.put(number, found);
        }
        return found;
    }

    static String replyToCall(int number, String digits) {
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Object[] argument = new Object[1];
        StringBuilder json = new StringBuilder("{");
        try {
            Object returned = calls(number).make(number, digits, argument);
            json.append("\"returned\": ");
            write(json, returned, 0);
        } catch (Throwable error) {
            writeError(json, error);
        }
        json.append(", \"argument\": ");
        write(json, argument[0], 0);
        return json.append("}").toString();
    }

    static String replyToMain(String input) {
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        int code = 0;
        try (URLClassLoader loader = newLoader()) {
            Method main = loader.loadClass(MAIN_CLASS).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
        } catch (Throwable error) {
            Throwable cause = unwrapped(error);
            if (cause instanceof Exit) {
                code = ((Exit) cause).code;
            } else {
                cause.printStackTrace();
                code = 1;
            }
        }
        return "{\"exit\": " + code + "}";
    }

    /** A loader of the copy's classes. The class of this driver is always the same. */
    static URLClassLoader newLoader() throws MalformedURLException {
        return new URLClassLoader(classPath(), null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.startsWith("sudokurosetta.")) {
                    return Class.forName(name);
                }
                try {
                    return super.findClass(name);
                } catch (ClassNotFoundException missing) {
                    return ClassLoader.getSystemClassLoader().loadClass(name);
                }
            }
        };
    }

    static URL[] classPath() throws MalformedURLException {
        List<URL> found = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            found.add(new File(each).toURI().toURL());
        }
        return found.toArray(new URL[0]);
    }

    /** The text of a JSON string. */
    static String text(String json) {
        StringBuilder found = new StringBuilder();
        for (int i = 1; i < json.length() - 1; i++) {
            char sign = json.charAt(i);
            if (sign == '\\') {
                sign = json.charAt(++i);
                if (sign == 'u') {
                    sign = (char) Integer.parseInt(json.substring(i + 1, i + 5), 16);
                    i += 4;
                } else {
                    int known = "ntrbf".indexOf(sign);
                    sign = known < 0 ? sign : "\n\t\r\b\f".charAt(known);
                }
            }
            found.append(sign);
        }
        return found.toString();
    }

    // --- the grid ---------------------------------------------------------------------------------

    /** An array of 9 rows or of 81 cells, or of 9 strings. */
    public static Object array(Class<?> type, String digits, String blank) {
        Class<?> item = type.getComponentType();
        boolean isRows = item.isArray() || (item == String.class && digits.length() == 81 && blank.startsWith("line"));
        int length = isRows ? 9 : digits.length();
        Object found = Array.newInstance(item, length);
        for (int i = 0; i < length; i++) {
            Array.set(found, i, item.isArray() ? array(item, digits.substring(9 * i, 9 * i + 9), blank)
                : isRows ? digits.substring(9 * i, 9 * i + 9).replace("0", blank.substring(4)) : cell(item, digits.charAt(i), blank));
        }
        return found;
    }

    /** A list of rows, or of cells. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static <T> T list(Class<?> item, boolean isRows, String digits, String blank) {
        List found = new ArrayList();
        for (int i = 0; i < (isRows ? 9 : digits.length()); i++) {
            found.add(isRows ? list(item, false, digits.substring(9 * i, 9 * i + 9), blank) : cell(item, digits.charAt(i), blank));
        }
        return (T) found;
    }

    static Object cell(Class<?> type, char digit, String blank) {
        boolean isBlank = digit == '0';
        if (type == char.class || type == Character.class) {
            return isBlank ? (blank.isEmpty() ? '\0' : blank.charAt(0)) : digit;
        }
        if (type == String.class) {
            return isBlank ? blank : String.valueOf(digit);
        }
        if (isBlank && blank.equals("None")) {
            return null;
        }
        int number = isBlank ? Integer.parseInt(blank) : digit - '0';
        if (type == long.class || type == Long.class) {
            return (long) number;
        }
        if (type == byte.class || type == Byte.class) {
            return (byte) number;
        }
        if (type == short.class || type == Short.class) {
            return (short) number;
        }
        return number;
    }

    public static String lines(String digits, String blank) {
        StringBuilder found = new StringBuilder();
        for (int i = 0; i < 81; i += 9) {
            found.append(i > 0 ? "\n" : "").append(digits, i, i + 9);
        }
        return found.toString().replace("0", blank);
    }

    // --- the reply --------------------------------------------------------------------------------

    static void write(StringBuilder json, Object value, int depth) {
        if (value == null || depth > 5) {
            json.append("null");
        } else if (value instanceof Boolean || value instanceof Number) {
            json.append(value instanceof Double && !Double.isFinite((Double) value) ? "null" : value.toString());
        } else if (value instanceof Character) {
            writeText(json, (Character) value == 0 ? "" : value.toString());
        } else if (value instanceof CharSequence) {
            writeText(json, value.toString());
        } else if (value.getClass().isArray()) {
            List<Object> items = new ArrayList<>();
            for (int i = 0; i < Math.min(Array.getLength(value), 1000); i++) {
                items.add(Array.get(value, i));
            }
            writeItems(json, items, depth);
        } else if (value instanceof Optional) {
            write(json, ((Optional<?>) value).orElse(null), depth);
        } else if (value instanceof Iterable) {
            writeItems(json, (Iterable<?>) value, depth);
        } else {
            json.append("{\"type\": ");
            writeText(json, value.getClass().getSimpleName());
            json.append("}");
        }
    }

    static void writeItems(StringBuilder json, Iterable<?> items, int depth) {
        String between = "[";
        int number = 0;
        for (Object item : items) {
            if (++number > 1000) {
                break;
            }
            json.append(between);
            write(json, item, depth + 1);
            between = ", ";
        }
        json.append(number == 0 ? "[]" : "]");
    }

    static void writeText(StringBuilder json, String text) {
        json.append('"');
        for (char sign : text.toCharArray()) {
            if (sign == '"' || sign == '\\') {
                json.append('\\').append(sign);
            } else if (sign < ' ' || sign > '~') {
                json.append(String.format("\\u%04x", (int) sign));
            } else {
                json.append(sign);
            }
        }
        json.append('"');
    }

    static void writeError(StringBuilder json, Throwable error) {
        Throwable cause = unwrapped(error);
        StringBuilder trace = new StringBuilder();
        for (StackTraceElement each : cause.getStackTrace()) {
            if (each.getClassName().startsWith(CALLS_CLASS) || trace.length() > 1000) {
                break;
            }
            trace.append("at ").append(each.getClassName()).append(".").append(each.getMethodName());
            trace.append(" (").append(each.getFileName()).append(":").append(each.getLineNumber()).append(")\n");
        }
        json.append("\"error\": ");
        writeText(json, cause.toString());
        json.append(", \"traceback\": ");
        writeText(json, trace.toString());
    }

    static Throwable unwrapped(Throwable error) {
        boolean isWrapped = error instanceof InvocationTargetException || error instanceof ExceptionInInitializerError;
        return isWrapped && error.getCause() != null ? unwrapped(error.getCause()) : error;
    }
}
