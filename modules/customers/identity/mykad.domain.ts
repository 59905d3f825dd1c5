import { asciiDigits } from '#kit/domain/digits.domain.ts'

/** What a MyKad number says of its holder. */
export interface MyKad {
  /** The twelve digits as `880101-14-5523`. */
  idNumber: string
  dateOfBirth: string
  gender: 'F' | 'M'
  /** The Malaysian state or territory, empty for somebody born elsewhere. */
  placeOfBirth: string
  /** ISO 3166 alpha-2; empty where the number does not tell one country. */
  countryOfBirth: string
}

/** Why a number is not one: the shape, the day, or the place code. */
export type MyKadFault = 'MYKAD_FORMAT' | 'MYKAD_DATE' | 'MYKAD_PLACE'

const states: Record<string, string> = Object.fromEntries(
  Object.entries({
    Johor: '01 21 22 23 24',
    Kedah: '02 25 26 27',
    Kelantan: '03 28 29',
    Melaka: '04 30',
    'Negeri Sembilan': '05 31 59',
    Pahang: '06 32 33',
    'Pulau Pinang': '07 34 35',
    Perak: '08 36 37 38 39',
    Perlis: '09 40',
    Selangor: '10 41 42 43 44',
    Terengganu: '11 45 46',
    Sabah: '12 47 48 49',
    Sarawak: '13 50 51 52 53',
    'Kuala Lumpur': '14 54 55 56 57',
    Labuan: '15 58',
    Putrajaya: '16',
  }).flatMap(([name, codes]) => codes.split(' ').map((code) => [code, name])),
)

const abroad: Record<string, string> = {
  60: 'BN',
  61: 'ID',
  62: 'KH',
  63: 'LA',
  64: 'MM',
  65: 'PH',
  66: 'SG',
  67: 'TH',
  68: 'VN',
  74: 'CN',
  75: 'IN',
  76: 'PK',
  77: 'SA',
  78: 'LK',
  79: 'BD',
}

// Never given to anybody.
const unused = new Set('00 17 18 19 20 69 70 73 80 81 94 95 96 97'.split(' '))

const bareOf = (text: string) => asciiDigits(text).replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '')
const two = (value: number) => String(value).padStart(2, '0')

/** Whether there is such a day in the calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

/** Whether a text is digits alone and dashes: a MyKad number, or what is left of one. */
export const isAllDigits = (text: string): boolean => /^\d+$/.test(bareOf(text))

/**
 * Reads a MyKad number, with or without dashes: YYMMDD, two digits of the place of birth, four of which the last is odd for
 * a man. It has no check digit. The century is this one unless that day is still to come.
 * @param today `YYYY-MM-DD`
 */
export function parseMyKad(text: string, today: string): MyKad | MyKadFault {
  const bare = bareOf(text)
  if (!/^\d{12}$/.test(bare)) return 'MYKAD_FORMAT'
  const [yy, month, day] = [bare.slice(0, 2), bare.slice(2, 4), bare.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ]
  const born = [2000 + yy, 1900 + yy].find(
    (year) => isDay(year, month, day) && `${year}-${two(month)}-${two(day)}` <= today,
  )
  if (born === undefined) return 'MYKAD_DATE'
  const place = bare.slice(6, 8)
  if (unused.has(place)) return 'MYKAD_PLACE'
  return {
    idNumber: `${bare.slice(0, 6)}-${place}-${bare.slice(8)}`,
    dateOfBirth: `${born}-${two(month)}-${two(day)}`,
    gender: Number(bare.at(-1)) % 2 === 1 ? 'M' : 'F',
    placeOfBirth: states[place] ?? '',
    countryOfBirth: states[place] ? 'MY' : (abroad[place] ?? ''),
  }
}
