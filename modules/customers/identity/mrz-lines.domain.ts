/** How the lines of a zone are laid out: ICAO 9303 parts 4 to 7, and the French card before 2021. */
export type MrzFormat = 'FRANCE' | 'MRVA' | 'MRVB' | 'TD1' | 'TD2' | 'TD3'

/** A date of the zone: six signs and its check digit. */
export interface Dated {
  text: string
  digit: string
}

/** The parts of a zone as printed, fillers included. */
export interface MrzParts {
  format: MrzFormat
  kind: string
  issuer: string
  names: string
  number: string
  numberDigit: string
  nationality: string
  birth: Dated
  sex: string
  /** Undefined where the layout has none. */
  expiry: Dated | undefined
  optional: string
  optionalDigit: string | undefined
  /** What the last check digit is made of; undefined where there is none. */
  whole: string | undefined
  wholeDigit: string
}

const valueOf = (sign: string) => (sign === '<' ? 0 : Number.parseInt(sign, 36))

/** The check digit of a part: weights 7, 3, 1; letters count 10 to 35, the filler 0. */
export const checkDigit = (part: string): string =>
  String(part.split('').reduce((sum, sign, at) => sum + valueOf(sign) * ([7, 3, 1][at % 3] ?? 0), 0) % 10)

/** A part without its fillers. */
export const bare = (part: string): string => part.replaceAll(/<+/g, ' ').trim()

const shapes = [
  { count: 2, length: 44, least: [6, 28] },
  { count: 2, length: 36, least: [6, 28] },
  { count: 3, length: 30, least: [14, 23, 2] },
] as const

/**
 * The lines of a text that is a zone, each filled up to its length; undefined when it is none. Fillers at the ends may be lost,
 * a space stands for a filler, and the lines may follow each other without a break.
 */
export function linesOf(text: string): string[] | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/(?![\n\v\f\r\t])[\p{Cf}\p{Cc}"]/gu, '')
    .toUpperCase()
  // A reader of letters takes two fillers for one quotation mark, or one for one.
  return ['<', '<<'].map((mark) => fit(plain.replaceAll(/[«‹]/g, mark))).find(Boolean)
}

function fit(text: string): string[] | undefined {
  const given = text
    .split(/[\r\n\v\f\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  const lines = (given.length === 1 ? cut(given[0] ?? '') : given).map((line) => line.replaceAll(/\s/g, '<'))
  if (!lines.every((line) => /^[A-Z0-9<]+$/.test(line))) return undefined
  const longest = Math.max(...lines.map((line) => line.length))
  const shape = shapes
    .filter(({ count, length }) => count === lines.length && longest <= length)
    .toSorted((a, b) => a.length - b.length)
    .find(({ least }) => lines.every((line, at) => line.length >= (least[at] ?? 0)))
  return shape && lines.map((line) => line.padEnd(shape.length, '<'))
}

/** One line of all signs, with or without a space where the breaks were. */
function cut(line: string): string[] {
  for (const { count, length } of shapes)
    for (const gap of [0, 1]) {
      if (line.length !== count * length + (count - 1) * gap) continue
      const starts = Array.from({ length: count }, (_, at) => at * (length + gap))
      if (gap === 1 && !starts.slice(1).every((start) => /\s/.test(line.charAt(start - 1)))) continue
      return starts.map((start) => line.slice(start, start + length))
    }
  return [line]
}

/** The parts of these full lines. */
export function partsOf(lines: readonly string[]): MrzParts {
  const [first = '', second = '', third = ''] = lines
  if (lines.length === 3) return td1(first, second, third)
  // The digits are where a card of any other state has letters or fillers.
  if (/^IDFRA.{31}$/.test(first) && /^[A-Z0-9]{12}\d[A-Z<]{14}[0-9<]{6}[0-9<][MF<X]\d$/.test(second))
    return france(first, second)
  return td23(first, second)
}

const dated = (text: string, start: number): Dated => ({
  text: text.slice(start, start + 6),
  digit: text.charAt(start + 6),
})

function td23(first: string, second: string): MrzParts {
  const isLong = first.length === 44
  const isVisa = first.startsWith('V')
  const [end, format]: [number, MrzFormat] = isVisa
    ? [second.length, isLong ? 'MRVA' : 'MRVB']
    : isLong
      ? [42, 'TD3']
      : [35, 'TD2']
  const optional = second.slice(28, end)
  const long = format === 'TD2' ? longNumber(second.slice(0, 9), second.charAt(9), optional) : undefined
  const whole = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, isLong ? 43 : 35)
  return {
    format,
    kind: first.slice(0, 2),
    issuer: first.slice(2, 5),
    names: first.slice(5),
    number: long?.number ?? second.slice(0, 9),
    numberDigit: long?.digit ?? second.charAt(9),
    nationality: second.slice(10, 13),
    birth: dated(second, 13),
    sex: second.charAt(20),
    expiry: dated(second, 21),
    optional: long?.rest ?? optional,
    optionalDigit: format === 'TD3' ? second.charAt(42) : undefined,
    whole: isVisa ? undefined : whole,
    wholeDigit: second.at(-1) ?? '',
  }
}

function td1(first: string, second: string, third: string): MrzParts {
  const long = longNumber(first.slice(5, 14), first.charAt(14), first.slice(15))
  return {
    format: 'TD1',
    kind: first.slice(0, 2),
    issuer: first.slice(2, 5),
    names: third,
    number: long?.number ?? first.slice(5, 14),
    numberDigit: long?.digit ?? first.charAt(14),
    nationality: second.slice(15, 18),
    birth: dated(second, 0),
    sex: second.charAt(7),
    expiry: dated(second, 8),
    optional: long?.rest ?? first.slice(15),
    optionalDigit: undefined,
    whole: first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29),
    wholeDigit: second.charAt(29),
  }
}

/** The card of 1988 to 2021: names on both lines, the number of twelve signs, no expiry. It is given to citizens alone. */
function france(first: string, second: string): MrzParts {
  return {
    format: 'FRANCE',
    kind: 'ID',
    issuer: 'FRA',
    names: `${first.slice(5, 30).replaceAll(/<+$/g, '')}<<${second.slice(13, 27)}`,
    number: second.slice(0, 12),
    numberDigit: second.charAt(12),
    nationality: 'FRA',
    birth: dated(second, 27),
    sex: second.charAt(34),
    expiry: undefined,
    optional: '',
    optionalDigit: undefined,
    whole: first + second.slice(0, 35),
    wholeDigit: second.charAt(35),
  }
}

/** A number of more than nine signs goes on in the optional part, with its digit at its end; a filler stands for the digit. */
function longNumber(start: string, digit: string, optional: string) {
  if (digit !== '<' || bare(start) === '') return undefined
  const [more = ''] = optional.split('<')
  if (more.length < 2) return undefined
  return { number: start + more.slice(0, -1), digit: more.slice(-1), rest: optional.slice(more.length) }
}
