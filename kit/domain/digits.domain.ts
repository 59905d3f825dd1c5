/** A digit of any script as that of ASCII: in Unicode ten stand in a row, and so do rows of ten beside one another. */
export function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}

/** The digits of every script as those of ASCII, in the basic plane: the database knows no others. */
export const asciiDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/(?![\d\u{10000}-\u{10FFFF}])\p{Nd}/gu, digitOf)

/** `-1234567.5` as `-1,234,567.5`: the digits as they are, only grouped. */
export function groupDigits(decimal: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d*)?$/.exec(decimal) ?? []
  return whole ? `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}` : decimal
}
