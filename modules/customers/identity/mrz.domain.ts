import { isDay } from './mykad.domain.ts'

/** What the machine-readable zone of a travel document says; ICAO Doc 9303. */
export interface Mrz {
  format: 'TD1' | 'TD2' | 'TD3'
  isPassport: boolean
  /** As printed: ISO 3166 alpha-3, or one of ICAO's own codes such as `UTO`. */
  issuingCountry: string
  nationality: string
  surname: string
  givenNames: string
  number: string
  dateOfBirth: string
  gender: '' | 'F' | 'M'
  expiryDate: string
  /** The optional part; Malaysia prints the MyKad number there. */
  personalNumber: string
}

/** What is wrong with a zone: its outline, a check digit, or a date. `field` is which. */
export interface MrzFault {
  code: 'MRZ_CHECK' | 'MRZ_DATE' | 'MRZ_FORMAT'
  field: string
}

const valueOf = (sign: string) => (sign === '<' ? 0 : Number.parseInt(sign, 36))

/** The check digit of a part: weights 7, 3, 1; letters count 10 to 35, the filler 0. */
export const checkDigit = (part: string): string =>
  String(part.split('').reduce((sum, sign, at) => sum + valueOf(sign) * ([7, 3, 1][at % 3] ?? 0), 0) % 10)

const layouts = {
  TD3: { lines: 2, length: 44 },
  TD2: { lines: 2, length: 36 },
  TD1: { lines: 3, length: 30 },
} as const

const bare = (part: string) => part.replaceAll('<', ' ').trim()
// Old German documents say D, British ones their kind of citizenship.
const country = (code: string) => {
  const plain = bare(code)
  if (plain === 'D') return 'DEU'
  return /^GB[DNOPS]$/.test(plain) ? 'GBR' : plain
}

/**
 * Reads the two or three lines as typed or scanned, in any case, spaces taken for fillers at the ends.
 * @param today `YYYY-MM-DD`: a birth lies before it, so that the century is known
 * @returns the contents, or every fault that was found
 */
export function parseMrz(text: string, today: string): Mrz | MrzFault[] {
  const lines = text
    .toUpperCase()
    .split(/\r?\n/)
    .map((line) => line.trim().replaceAll(/[«\s]/g, '<'))
    .filter(Boolean)
  const format = (Object.keys(layouts) as (keyof typeof layouts)[]).find(
    (name) =>
      lines.length === layouts[name].lines &&
      lines.every(({ length }) => length <= layouts[name].length && length > layouts[name].length - 8),
  )
  if (!format || lines.some((line) => !/^[A-Z0-9<]+$/.test(line)))
    return [{ code: 'MRZ_FORMAT', field: 'mrz' }]
  const [first = '', second = '', third = ''] = lines.map((line) => line.padEnd(layouts[format].length, '<'))
  return format === 'TD1' ? td1(first, second, third, today) : td23(format, first, second, today)
}

function td23(format: 'TD2' | 'TD3', first: string, second: string, today: string) {
  const isLong = format === 'TD3'
  const optional = isLong ? second.slice(28, 42) : second.slice(28, 35)
  const whole = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, isLong ? 43 : 35)
  const long = isLong ? undefined : longNumber(second.slice(0, 9), second.charAt(9), optional)
  return read({
    format,
    kind: first.slice(0, 2),
    issuer: first.slice(2, 5),
    names: first.slice(5),
    number: long?.number ?? second.slice(0, 9),
    numberDigit: long?.digit ?? second.charAt(9),
    nationality: second.slice(10, 13),
    birth: second.slice(13, 20),
    sex: second.charAt(20),
    expiry: second.slice(21, 28),
    optional: long?.rest ?? optional,
    optionalDigit: isLong ? second.charAt(42) : undefined,
    whole,
    wholeDigit: second.at(-1) ?? '',
    today,
  })
}

function td1(first: string, second: string, third: string, today: string) {
  const long = longNumber(first.slice(5, 14), first.charAt(14), first.slice(15))
  return read({
    format: 'TD1',
    kind: first.slice(0, 2),
    issuer: first.slice(2, 5),
    names: third,
    number: long?.number ?? first.slice(5, 14),
    numberDigit: long?.digit ?? first.charAt(14),
    nationality: second.slice(15, 18),
    birth: second.slice(0, 7),
    sex: second.charAt(7),
    expiry: second.slice(8, 15),
    optional: long?.rest ?? first.slice(15),
    optionalDigit: undefined,
    whole: first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29),
    wholeDigit: second.charAt(29),
    today,
  })
}

/** A number of more than nine signs goes on in the optional part, with its digit at its end; a filler stands for the digit. */
function longNumber(start: string, digit: string, optional: string) {
  if (digit !== '<' || bare(start) === '') return undefined
  const [more = ''] = optional.split('<')
  if (more.length < 2) return undefined
  return { number: start + more.slice(0, -1), digit: more.slice(-1), rest: optional.slice(more.length) }
}

interface Parts {
  format: Mrz['format']
  kind: string
  issuer: string
  names: string
  number: string
  numberDigit: string
  nationality: string
  birth: string
  sex: string
  expiry: string
  optional: string
  optionalDigit: string | undefined
  whole: string
  wholeDigit: string
  today: string
}

function read(parts: Parts): Mrz | MrzFault[] {
  const { today, birth, expiry } = parts
  const digits: [string, string, string][] = [
    ['idNumber', parts.number, parts.numberDigit],
    ['dateOfBirth', birth.slice(0, 6), birth.charAt(6)],
    ['idExpiryDate', expiry.slice(0, 6), expiry.charAt(6)],
    ['mrz', parts.whole, parts.wholeDigit],
  ]
  // An empty optional part may have a filler for its digit.
  if (parts.optionalDigit !== undefined && !(bare(parts.optional) === '' && parts.optionalDigit === '<'))
    digits.push(['personalNumber', parts.optional, parts.optionalDigit])
  const faults: MrzFault[] = digits
    .filter(([, part, digit]) => checkDigit(part) !== digit)
    .map(([field]) => ({ code: 'MRZ_CHECK', field }))
  const bornAt = dateOf(birth, (iso) => iso <= today)
  // Documents are good for ten years or so, and people keep old ones: half a century ahead is the past.
  const expires = dateOf(expiry, (iso) => Number(iso.slice(0, 4)) <= Number(today.slice(0, 4)) + 50)
  if (!bornAt) faults.push({ code: 'MRZ_DATE', field: 'dateOfBirth' })
  if (!expires) faults.push({ code: 'MRZ_DATE', field: 'idExpiryDate' })
  const [surname = '', givenNames = ''] = parts.names.split('<<').map(bare)
  if (!surname) faults.push({ code: 'MRZ_FORMAT', field: 'name' })
  if (faults.length > 0 || !bornAt || !expires) return faults
  return {
    format: parts.format,
    isPassport: parts.kind.startsWith('P'),
    issuingCountry: country(parts.issuer),
    nationality: country(parts.nationality),
    surname: surname.replaceAll(/ +/g, ' '),
    givenNames: givenNames.replaceAll(/ +/g, ' '),
    number: bare(parts.number),
    dateOfBirth: bornAt,
    gender: parts.sex === 'M' || parts.sex === 'F' ? parts.sex : '',
    expiryDate: expires,
    personalNumber: bare(parts.optional),
  }
}

/** `YYMMDD` as a date of this century where `fits`, else of the last one. */
function dateOf(text: string, fits: (iso: string) => boolean): string | undefined {
  if (!/^\d{6}/.test(text)) return undefined
  const [yy = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2)))
  const iso = (year: number) => `${year}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  const year = [2000 + yy, 1900 + yy].find((one) => isDay(one, month, day) && fits(iso(one)))
  return year === undefined ? undefined : iso(year)
}
