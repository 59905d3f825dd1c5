import { icaoCodes } from '#modules/organisation/countries/icao.domain.ts'
import {
  bare,
  checkDigit,
  type Dated,
  linesOf,
  type MrzFormat,
  type MrzParts,
  partsOf,
} from './mrz-lines.domain.ts'
import { isDay } from './mykad.domain.ts'

/** What the machine-readable zone of a travel document says; ICAO Doc 9303. Empty is what it does not say, or says wrong. */
export interface Mrz {
  format: MrzFormat
  /** Empty for a visa, which is no identity document. */
  idType: '' | 'NATIONAL_ID' | 'PASSPORT'
  /** ISO 3166 alpha-3, or another code of ICAO's such as `UTO`. */
  issuingCountry: string
  nationality: string
  surname: string
  givenNames: string
  number: string
  dateOfBirth: string
  gender: '' | 'F' | 'M' | 'X'
  expiryDate: string
  /** The optional part; Malaysia prints the MyKad number there. */
  personalNumber: string
}

/** What is wrong with a zone, or is not in it. `field` is where; `text` what was read there. */
export interface MrzFault {
  code:
    | 'MRZ_CHECK'
    | 'MRZ_CUT'
    | 'MRZ_DATE'
    | 'MRZ_DATE_PART'
    | 'MRZ_EMPTY'
    | 'MRZ_FORMAT'
    | 'MRZ_SIGNS'
    | 'MRZ_VISA'
    | 'MRZ_WHOLE'
  field: string
  text: string
}

/** The parts that are good, and beside them what is not; without values where the text is no zone at all. */
export interface MrzReading {
  values?: Mrz
  faults: MrzFault[]
}

const countryOf = (code: string) => icaoCodes[bare(code)] ?? bare(code)

/**
 * Reads the zone of a document as typed or scanned.
 * @param today `YYYY-MM-DD`: a birth lies before it, so that the century is known
 */
export function parseMrz(text: string, today: string): MrzReading {
  const lines = linesOf(text)
  if (!lines) return { faults: [{ code: 'MRZ_FORMAT', field: 'mrz', text: '' }] }
  const parts = partsOf(lines)
  const faults: MrzFault[] = []
  const isVisa = parts.format === 'MRVA' || parts.format === 'MRVB'
  const values: Mrz = {
    format: parts.format,
    idType: isVisa ? '' : readKind(parts.kind, faults),
    issuingCountry: isVisa ? '' : countryOf(parts.issuer),
    nationality: countryOf(parts.nationality),
    ...readNames(parts, faults),
    number: isVisa ? '' : readNumber(parts, faults),
    dateOfBirth: readBirth(parts.birth, today, faults),
    gender: readGender(parts.sex, faults),
    expiryDate: isVisa ? '' : readExpiry(parts.expiry, today, faults),
    personalNumber: readPersonal(parts, faults),
  }
  if (isVisa) faults.push({ code: 'MRZ_VISA', field: 'idNumber', text: '' })
  const isWhole = parts.whole === undefined || checkDigit(parts.whole) === parts.wholeDigit
  // A part that is wrong makes the whole wrong.
  if (!isWhole && !faults.some(({ code }) => code === 'MRZ_CHECK'))
    faults.push({ code: 'MRZ_WHOLE', field: 'mrz', text: '' })
  return { values, faults }
}

/** Whether a digit fits; of an empty part a filler does. */
const fits = (part: string, digit: string) =>
  checkDigit(part) === digit || (bare(part) === '' && digit === '<')

function readKind(kind: string, faults: MrzFault[]): Mrz['idType'] {
  if (kind.startsWith('P')) return 'PASSPORT'
  if (/^[ACI]/.test(kind)) return 'NATIONAL_ID'
  faults.push({ code: 'MRZ_SIGNS', field: 'idType', text: bare(kind) })
  return ''
}

function readNames({ format, names }: MrzParts, faults: MrzFault[]) {
  const [surname = '', ...given] = names.split('<<').map(bare)
  const found = { surname, givenNames: given.filter(Boolean).join(' ') }
  const text = `${found.givenNames} ${found.surname}`.trim()
  if (text === '') faults.push({ code: 'MRZ_EMPTY', field: 'name', text })
  else if (/\d/.test(text)) faults.push({ code: 'MRZ_SIGNS', field: 'name', text })
  // A name that fills its line to the end may go on. The French card cuts both of its names.
  else if (!names.endsWith('<') || (format === 'FRANCE' && /^[^<].{24}<</.test(names)))
    faults.push({ code: 'MRZ_CUT', field: 'name', text })
  return found
}

function readNumber({ number, numberDigit }: MrzParts, faults: MrzFault[]): string {
  // A filler within a number stands for a sign that the zone does not have.
  const text = bare(number).replaceAll(' ', '')
  if (text === '') faults.push({ code: 'MRZ_EMPTY', field: 'idNumber', text })
  else if (!fits(number, numberDigit)) faults.push({ code: 'MRZ_CHECK', field: 'idNumber', text })
  else return text
  return ''
}

function readPersonal({ optional, optionalDigit }: MrzParts, faults: MrzFault[]): string {
  const text = bare(optional)
  if (optionalDigit === undefined || fits(optional, optionalDigit)) return text
  faults.push({ code: 'MRZ_CHECK', field: 'personalNumber', text })
  return ''
}

function readGender(sex: string, faults: MrzFault[]): Mrz['gender'] {
  if (sex === 'M' || sex === 'F' || sex === 'X') return sex
  if (sex !== '<') faults.push({ code: 'MRZ_SIGNS', field: 'gender', text: sex })
  return ''
}

function readBirth(birth: Dated, today: string, faults: MrzFault[]): string {
  const field = 'dateOfBirth'
  if (bare(birth.text) === '' && fits(birth.text, birth.digit)) {
    faults.push({ code: 'MRZ_EMPTY', field, text: '' })
    return ''
  }
  return readDate(birth, field, (iso) => iso <= today, faults)
}

/** A document may be good for ever: then the zone says nothing, or the end of the calendar. */
function readExpiry(expiry: Dated | undefined, today: string, faults: MrzFault[]): string {
  const field = 'idExpiryDate'
  if (expiry === undefined) return ''
  const isEndless = /^(<{6}|0{6}|99(0101|1231))$/.test(expiry.text)
  if (isEndless && fits(expiry.text, expiry.digit)) {
    faults.push({ code: 'MRZ_EMPTY', field, text: '' })
    return ''
  }
  // Documents are good for ten years or so, and people keep old ones: half a century ahead is the past.
  return readDate(expiry, field, (iso) => Number(iso.slice(0, 4)) <= Number(today.slice(0, 4)) + 50, faults)
}

/** `YYMMDD` as a date of this century where `isNear`, else of the last one. Fillers or zeros stand for what is not known. */
function readDate(date: Dated, field: string, isNear: (iso: string) => boolean, faults: MrzFault[]): string {
  const { text, digit } = date
  const fail = (code: MrzFault['code'], said: string) => {
    faults.push({ code, field, text: said })
    return ''
  }
  if (!fits(text, digit)) return fail('MRZ_CHECK', text)
  const [yy = '', mm = '', dd = ''] = [0, 2, 4].map((at) => text.slice(at, at + 2))
  if (!/^\d\d(\d\d|<<)(\d\d|<<)$/.test(text)) return fail('MRZ_DATE', text)
  const [month, day] = [mm, dd].map((part) => Number(part.replace('<<', '0'))) as [number, number]
  const isKnown = month > 0 && day > 0
  const isoOf = (century: string) =>
    [`${century}${yy}`, ...(month > 0 ? [mm, ...(day > 0 ? [dd] : [])] : [])].join('-')
  const isRight = (iso: string) => isNear(iso) && (!isKnown || isDay(Number(iso.slice(0, 4)), month, day))
  const iso = ['20', '19'].map(isoOf).find(isRight)
  if (iso === undefined || month > 12) return fail('MRZ_DATE', text)
  return isKnown ? iso : fail('MRZ_DATE_PART', iso)
}
