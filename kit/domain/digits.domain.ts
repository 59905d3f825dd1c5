const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The digits of every script as those of ASCII: of each, ten stand in a row. Those beyond the basic plane stay. */
export const asciiDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/(?![\d\u{10000}-\u{10FFFF}])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let first = code
    while (isDigit(first - 1)) first -= 1
    return String((code - first) % 10)
  })
