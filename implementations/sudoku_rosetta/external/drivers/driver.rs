
// The driver of Rust copies, after the copy: it reads 81 digits for each request, makes the call and writes the reply as JSON.
mod sudoku_rosetta_call {
    #[allow(unused_imports)]
    use super::*;
    #[allow(unused_imports)]
    use std::str::FromStr as _;
    #[allow(unused_imports)]
    use super::sudoku_rosetta_driver::{call_on as sudoku_rosetta_call_on, Reply as SudokuRosettaReply, Unknown as _};

    {FUNCTIONS}

    pub fn call(number: usize, digits: &str) -> ::std::string::String {
        match number {
            {CASES}
            _ => ::std::string::String::new(),
        }
    }
}

mod sudoku_rosetta_driver {
    use std::io::{BufRead, Write};
    use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};

    const STACK_BYTES: usize = 512 << 20;

    pub fn run() {
        let builder = std::thread::Builder::new().name("solver".to_string()).stack_size(STACK_BYTES);
        let _ = builder.spawn(answer_all).unwrap().join();
    }

    fn answer_all() {
        let usual_hook = take_hook();
        set_hook(Box::new(move |panic| {
            PANIC.with(|text| *text.borrow_mut() = panic.to_string());
            usual_hook(panic);
        }));
        let requests = std::io::BufReader::new(std::fs::File::open("/dev/stdin").unwrap());
        for line in requests.lines() {
            let line = line.unwrap_or_default();
            let (number, digits) = line.trim().split_once(' ').unwrap_or(("0", ""));
            let reply = super::sudoku_rosetta_call::call(number.parse().unwrap_or(0), digits);
            let mut output = std::io::stdout();
            let _ = write!(output, "\n\u{1e}{}\n", reply);
            let _ = output.flush();
        }
    }

    thread_local! {
        static PANIC: std::cell::RefCell<String> = std::cell::RefCell::new(String::new());
        static FORM: std::cell::Cell<&'static str> = std::cell::Cell::new("");
        static BLANK: std::cell::Cell<&'static str> = std::cell::Cell::new("");
    }

    /// The reply to a call that takes a grid of type G.
    pub fn call_on<G: FromDigits + Json>(
        form: &'static str,
        blank: &'static str,
        digits: &str,
        call: impl FnOnce(&mut G) -> String,
    ) -> String {
        FORM.with(|each| each.set(form));
        BLANK.with(|each| each.set(blank));
        let mut grid = G::from_digits(digits);
        let reply = match catch_unwind(AssertUnwindSafe(|| call(&mut grid))) {
            Ok(returned) => format!("\"returned\": {}", returned),
            Err(_) => format!("\"error\": {}", quoted(&PANIC.with(|text| text.borrow().clone()))),
        };
        format!("{{{}, \"argument\": {}}}", reply, grid.json())
    }

    fn form() -> &'static str {
        FORM.with(|each| each.get())
    }

    fn blank() -> &'static str {
        BLANK.with(|each| each.get())
    }

    // --- the grid -------------------------------------------------------------------------------

    pub trait FromDigits {
        const IS_CELL: bool = false;
        fn from_digits(digits: &str) -> Self;
    }

    fn items<T: FromDigits>(digits: &str) -> Vec<T> {
        let is_cell = T::IS_CELL && !(form() == "lines" && digits.len() == 81);
        let width = if is_cell { 1 } else { 9 };
        (0..digits.len()).step_by(width).map(|start| T::from_digits(&digits[start..start + width])).collect()
    }

    impl<T: FromDigits> FromDigits for Vec<T> {
        fn from_digits(digits: &str) -> Self {
            items(digits)
        }
    }

    impl<T: FromDigits, const N: usize> FromDigits for [T; N] {
        fn from_digits(digits: &str) -> Self {
            items(digits).try_into().unwrap_or_else(|_| panic!("the array has not 9 or 81 elements"))
        }
    }

    impl<T: FromDigits> FromDigits for Box<T> {
        fn from_digits(digits: &str) -> Self {
            Box::new(T::from_digits(digits))
        }
    }

    impl<T: FromDigits> FromDigits for Option<T> {
        const IS_CELL: bool = true;
        fn from_digits(digits: &str) -> Self {
            if digits == "0" && blank() == "None" { None } else { Some(T::from_digits(digits)) }
        }
    }

    impl FromDigits for String {
        const IS_CELL: bool = true;
        fn from_digits(digits: &str) -> Self {
            let lines: Vec<&str> = (0..digits.len()).step_by(9).map(|start| &digits[start..digits.len().min(start + 9)]).collect();
            lines.join(if form() == "text-lines" { "\n" } else { "" }).replace('0', blank())
        }
    }

    impl FromDigits for char {
        const IS_CELL: bool = true;
        fn from_digits(digits: &str) -> Self {
            if digits == "0" { blank().chars().next().unwrap_or('\0') } else { digits.chars().next().unwrap() }
        }
    }

    macro_rules! numbers {
        ($($number:ty)*) => {$(
            impl FromDigits for $number {
                const IS_CELL: bool = true;
                fn from_digits(digits: &str) -> Self {
                    if form().ends_with("characters") {
                        return char::from_digits(digits) as u8 as $number;
                    }
                    digits.replace('0', blank()).parse::<i64>().unwrap_or(0) as $number
                }
            }
            impl Json for $number {
                fn json(&self) -> String {
                    self.to_string()
                }
            }
        )*};
    }
    numbers!(i8 i16 i32 i64 i128 isize u16 u32 u64 u128 usize);

    impl FromDigits for u8 {
        const IS_CELL: bool = true;
        fn from_digits(digits: &str) -> Self {
            u16::from_digits(digits) as u8
        }
    }

    // --- the reply ------------------------------------------------------------------------------

    /// A value whose type may be unknown.
    pub struct Reply<T>(pub T);

    pub trait Json {
        fn json(&self) -> String;
    }

    pub trait Unknown {
        fn json(&self) -> String;
    }

    impl<T: Json> Reply<&T> {
        pub fn json(&self) -> String {
            self.0.json()
        }
    }

    impl<T> Unknown for Reply<T> {
        fn json(&self) -> String {
            format!("{{\"type\": {}}}", quoted(std::any::type_name::<T>()))
        }
    }

    fn quoted(text: &str) -> String {
        let mut found = String::from("\"");
        for sign in text.chars() {
            match sign {
                '"' | '\\' => found.extend(['\\', sign]),
                ' '..='~' => found.push(sign),
                _ => sign.encode_utf16(&mut [0; 2]).iter().for_each(|unit| found += &format!("\\u{:04x}", unit)),
            }
        }
        found + "\""
    }

    fn list<'a, T: Json + 'a>(items: impl Iterator<Item = &'a T>) -> String {
        format!("[{}]", items.take(1000).map(|item| item.json()).collect::<Vec<_>>().join(", "))
    }

    impl Json for u8 {
        fn json(&self) -> String {
            if (b' '..=b'~').contains(self) { quoted(&(*self as char).to_string()) } else { self.to_string() }
        }
    }

    impl Json for char {
        fn json(&self) -> String {
            quoted(&if *self == '\0' { String::new() } else { self.to_string() })
        }
    }

    impl Json for bool {
        fn json(&self) -> String {
            self.to_string()
        }
    }

    impl Json for () {
        fn json(&self) -> String {
            "null".to_string()
        }
    }

    impl Json for str {
        fn json(&self) -> String {
            quoted(self)
        }
    }

    impl Json for String {
        fn json(&self) -> String {
            quoted(self)
        }
    }

    impl<T: Json + ?Sized> Json for &T {
        fn json(&self) -> String {
            (**self).json()
        }
    }

    impl<T: Json + ?Sized> Json for &mut T {
        fn json(&self) -> String {
            (**self).json()
        }
    }

    impl<T: Json + ?Sized> Json for Box<T> {
        fn json(&self) -> String {
            (**self).json()
        }
    }

    impl<T: Json> Json for [T] {
        fn json(&self) -> String {
            list(self.iter())
        }
    }

    impl<T: Json, const N: usize> Json for [T; N] {
        fn json(&self) -> String {
            list(self.iter())
        }
    }

    impl<T: Json> Json for Vec<T> {
        fn json(&self) -> String {
            list(self.iter())
        }
    }

    impl<T: Json> Json for Option<T> {
        fn json(&self) -> String {
            self.as_ref().map_or("null".to_string(), |value| value.json())
        }
    }

    /// An error is the answer false.
    impl<T: Json, E> Json for Result<T, E> {
        fn json(&self) -> String {
            self.as_ref().map_or("false".to_string(), |value| value.json())
        }
    }

    impl<A: Json, B: Json> Json for (A, B) {
        fn json(&self) -> String {
            format!("[{}, {}]", self.0.json(), self.1.json())
        }
    }

    impl<A: Json, B: Json, C: Json> Json for (A, B, C) {
        fn json(&self) -> String {
            format!("[{}, {}, {}]", self.0.json(), self.1.json(), self.2.json())
        }
    }
}

fn main() {
    sudoku_rosetta_driver::run()
}
