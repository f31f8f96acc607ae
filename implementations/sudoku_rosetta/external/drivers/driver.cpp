// Gives the grids to a C++ copy and writes its values as JSON. `cpp` puts the copy before this text, and the call after it.

#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

extern "C" {
extern long driver_cells[81];
void driver_start(void);
int driver_read(void);
void driver_begin_reply(void);
void driver_end_reply(void);
void driver_form(int, int, void (*)(void));
void driver_error(const char *);
void driver_key(const char *);
void driver_sign(const char *);
void driver_character(int);
void driver_null(void);
void driver_number(long);
void driver_boolean(int);
void driver_text(const char *);
}

namespace driver {

// What holds the grid for a parameter: of a reference its type, of a pointer an array.
template <class T, class = void> struct Stored { using type = std::remove_cv_t<T>; };
template <class T> struct Stored<T &> : Stored<std::remove_cv_t<T>> {};
template <class T> struct Stored<T &&> : Stored<std::remove_cv_t<T>> {};
template <class T, std::size_t N> struct Stored<T (*)[N]> { using type = std::remove_cv_t<T>[16][N]; };
template <class T> struct Rows {
    T cells[16][16];
    T *pointers[16];
};
template <class T> struct Stored<T **> { using type = Rows<T>; };
template <class T> struct Stored<T *, std::enable_if_t<std::is_arithmetic_v<T>>> { using type = std::remove_cv_t<T>[128]; };
template <class T> struct Stored<T *, std::enable_if_t<std::is_class_v<T>>> { using type = std::remove_cv_t<T>; };
template <class T> T parameter_of(void (*)(T));

template <class T> decltype(auto) given(T &stored) { return (stored); }
template <class T> T **given(Rows<T> &stored) { return stored.pointers; }

template <class T> constexpr bool is_text = std::is_same_v<std::remove_cv_t<T>, std::string>;

template <class T, class = void> struct Item { using type = void; };
template <class T> struct Item<T, std::void_t<typename T::value_type>> { using type = typename T::value_type; };
template <class T, std::size_t N> struct Item<T[N], void> { using type = T; };
template <class T> using ItemOf = typename Item<T>::type;
template <class T> constexpr bool holds_cells = std::is_arithmetic_v<ItemOf<T>>;

template <class T, class = void> constexpr bool can_resize = false;
template <class T> constexpr bool can_resize<T, std::void_t<decltype(std::declval<T &>().resize(9))>> = true;

template <class T> void fill(T &grid, int start = 0, int count = 81)
{
    if constexpr (std::is_arithmetic_v<T>)
        grid = static_cast<T>(driver_cells[start]);
    else if constexpr (is_text<T>) {
        grid.clear();
        for (int cell = 0; cell < count; cell++)
            grid += static_cast<char>(driver_cells[start + cell]);
    } else if constexpr (std::is_pointer_v<T>) {
        static Rows<std::remove_pointer_t<std::remove_pointer_t<T>>> rows;
        fill(rows);
        if constexpr (std::is_pointer_v<std::remove_pointer_t<T>>)
            grid = rows.pointers;
    } else {
        int items = holds_cells<T> ? count : 9;
        if constexpr (can_resize<T>)
            grid.resize(items);
        for (int item = 0; item < items; item++) {
            if constexpr (std::is_same_v<T, std::vector<bool>>)
                continue;
            else
                fill(grid[item], start + item * (count / items), count / items);
        }
        if constexpr (std::is_array_v<T> && std::is_same_v<std::remove_cv_t<ItemOf<T>>, char>)
            if (sizeof grid > static_cast<std::size_t>(items))
                grid[items] = 0;
    }
}

template <class T> void fill(Rows<T> &rows)
{
    for (int row = 0; row < 16; row++)
        rows.pointers[row] = rows.cells[row];
    for (int cell = 0; cell < 81; cell++)
        rows.cells[cell / 9][cell % 9] = static_cast<T>(driver_cells[cell]);
}

inline void write(bool value) { driver_boolean(value); }
inline void write(char value)
{
    if (value >= 32)
        driver_character(value);
    else
        driver_number(value);
}
inline void write(const std::string &text) { driver_text(text.c_str()); }
inline void write(const char *text) { driver_text(text); }
inline void write(std::nullptr_t) { driver_null(); }

template <class T, class = void> constexpr bool is_iterable = false;
template <class T> constexpr bool is_iterable<T, std::void_t<decltype(std::declval<const T &>().begin(), std::declval<const T &>().end())>> = true;
template <class T, class = void> constexpr bool is_tuple = false;
template <class T> constexpr bool is_tuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> = !is_iterable<T>;
template <class T> constexpr bool is_optional = false;
template <class T> constexpr bool is_optional<std::optional<T>> = true;

template <class T> void write_items(const T &grid, int count);

template <class T> void write(const T &value)
{
    if constexpr (std::is_arithmetic_v<T>)
        driver_number(static_cast<long>(value));
    else if constexpr (std::is_enum_v<T>)
        driver_number(static_cast<long>(value));
    else if constexpr (is_optional<T>) {
        if (value)
            write(*value);
        else
            driver_null();
    } else if constexpr (std::is_array_v<T>) {
        constexpr int length = std::extent_v<T>;
        if constexpr (std::is_same_v<std::remove_cv_t<ItemOf<T>>, char> && length > 81)
            driver_text(value);
        else
            write_items(value, length > 9 && length < 17 ? 9 : length > 81 && length < 129 ? 81 : length);
    } else if constexpr (std::is_pointer_v<T>) {
        using Pointed = std::remove_pointer_t<T>;
        if (value == nullptr)
            driver_null();
        else if constexpr (std::is_arithmetic_v<Pointed>)
            write_items(value, 81);
        else if constexpr (std::is_pointer_v<Pointed> && std::is_arithmetic_v<std::remove_pointer_t<Pointed>>) {
            for (int row = 0; row < 9; row++) {
                driver_sign(row ? ", " : "[");
                write_items(value[row], 9);
            }
            driver_sign("]");
        } else if constexpr (std::rank_v<Pointed> == 2 || (std::is_array_v<Pointed> && std::extent_v<Pointed> > 16))
            write(*value);
        else if constexpr (std::is_array_v<Pointed>)
            write_items(value, 9);
        else if constexpr (std::is_class_v<Pointed>)
            write(*value);
        else
            driver_boolean(1);
    } else if constexpr (is_iterable<T>) {
        int number = 0;
        driver_sign("[");
        for (const auto &item : value) {
            if (number == 1000)
                break;
            if (number++)
                driver_sign(", ");
            write(static_cast<const ItemOf<T> &>(item));
        }
        driver_sign("]");
    } else if constexpr (is_tuple<T>) {
        int number = 0;
        driver_sign("[");
        std::apply([&](const auto &...items) { ((driver_sign(number++ ? ", " : ""), write(items)), ...); }, value);
        driver_sign("]");
    } else
        driver_null();
}

template <class T> void write_items(const T &grid, int count)
{
    for (int item = 0; item < count; item++) {
        driver_sign(item ? ", " : "[");
        write(grid[item]);
    }
    driver_sign("]");
}

template <class T> void write(const Rows<T> &rows) { write(const_cast<T **>(rows.pointers)); }

inline std::function<void()> write_argument;

template <class T> void show_argument(T &grid)
{
    write_argument = [&grid] { write(static_cast<const T &>(grid)); };
}

template <class Call> void reply(Call call)
{
    if constexpr (std::is_void_v<decltype(call())>) {
        call();
        driver_begin_reply();
        driver_null();
    } else {
        auto &&returned = call();
        driver_begin_reply();
        write(static_cast<const std::remove_reference_t<decltype(returned)> &>(returned));
    }
}

extern "C" {
static void argument(void)
{
    driver_key("argument");
    if (write_argument)
        write_argument();
    else
        driver_null();
}
}

} // namespace driver
