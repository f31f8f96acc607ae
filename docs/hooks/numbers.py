"""Format numbers in both languages: 18,885 and 18 885, 1.5 and 1,5."""

from collections.abc import Mapping


def number(value: float, language: str) -> str:
    """With thousands separators, and three significant digits if it is below 100.

    >>> number(14617.07, "en"), number(8.593, "en"), number(8.593, "fr")
    ('14,617', '8.59', '8,59')
    """
    digits = 0 if value >= 100 or value == round(value) else 1 if value >= 10 else 2 if value >= 1 else 3
    return _localized(f"{value:,.{digits}f}", language)


def rounded(value: float, language: str) -> str:
    """A mean, with at most one decimal.

    >>> rounded(1487.78, "en"), rounded(24.3966, "fr")
    ('1,488', '24,4')
    """
    return _localized(f"{value:,.0f}" if value >= 100 or value == round(value) else f"{value:,.1f}", language)


def interval(ratio: Mapping[str, float], language: str) -> str:
    """
    >>> interval({"value": 18.93, "low": 18.33, "high": 19.56}, "en")
    '18.9 [18.3 – 19.6]'
    """
    value, low, high = (number(ratio[name], language) for name in ("value", "low", "high"))
    return value if low == value == high else f"{value} [{low} – {high}]"


def share(value: float, language: str) -> str:
    """
    >>> share(0.12345, "en"), share(0.12345, "fr")
    ('12.3%', '12,3\\xa0%')
    """
    percent = f"{100 * value:.3g}" if value < 0.9995 or value == 1 else f"{100 * value:.2f}"
    return _localized(percent, language) + ("%" if language == "en" else "\u00a0%")


def time(nanoseconds: float, language: str) -> str:
    """
    >>> time(70887, "en"), time(1_232_000, "fr")
    ('70.9\\xa0µs', '1,23\\xa0ms')
    """
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{number(nanoseconds / size, language)}\u00a0{unit}"
    return f"{number(nanoseconds, language)}\u00a0ns"


def _localized(text: str, language: str) -> str:
    return text.translate({ord(","): "\u202f", ord("."): ","}) if language == "fr" else text
