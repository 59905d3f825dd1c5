import { asciiDigits } from './digits.domain.ts'

/** So many digits has the longest number of E.164. */
const most = 15

const cleanPhone = (text: string) =>
  asciiDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .replace(/^tel:/i, '')

/**
 * The digits of one telephone number as people write it, with `+` where it begins with its country: each way to read it, the
 * likeliest first. Nothing where a part is no part of one number: letters, an extension, a second number.
 */
function phoneDigits(text: string): string[] {
  const plain = cleanPhone(text)
  if (!/^\(?\+?[\d ().\-/\t]+$/.test(plain) || isTwo(plain)) return []
  const digits = (part: string) => part.replaceAll(/[^\d+]/g, '')
  const isAbroad = /^\(?(\+|00)/.test(plain)
  // `+44 (0)20`: the zero is dialled at home alone; Italy dials it from everywhere.
  const ways = isAbroad ? [plain.replace('(0)', ''), plain] : [plain]
  const read = ways
    .map(digits)
    .flatMap((each) => (each.startsWith('00') ? [each, `+${each.slice(2)}`] : [each]))
  return [...new Set(read)].filter((each) => /\d/.test(each) && each.replace(/^(\+|00)/, '').length <= most)
}

// Countries whose numbers may begin with a zero, which is dialled from abroad too.
const keepsZero = /^\D*(?:22[5679]|24[127]|37[89]|39|992)\D/
const zeroAfterCode = /^\(?\+\D?(?:[17]|\d{2,3})\D+0/

/**
 * As `phoneDigits`, one way, where no library can be asked: undefined where the rules of a country would have to say whether a
 * zero after its code is dialled.
 */
export function abroadDigits(text: string): string | undefined {
  const plain = cleanPhone(text)
  const isSure = !zeroAfterCode.test(plain) || plain.includes('(0)') !== keepsZero.test(plain)
  return isSure ? phoneDigits(text)[0] : undefined
}

/** A stroke stands between an area and a number; few digits after it are the end of another number. */
const isTwo = (plain: string) => {
  const [, ...after] = plain.split('/')
  return after.length > 1 || after.some((part) => part.replaceAll(/\D/g, '').length < 5)
}

/** What a library tells of a number. */
interface Parsed {
  number: string
  isValid(): boolean
}

/** A number as people write it as E.164, by the rules of its country; undefined when it is not one number. */
export const readPhone = (text: string, parse: (digits: string) => Parsed | undefined): string | undefined =>
  phoneDigits(text)
    .map(parse)
    .find((number) => number?.isValid())?.number
