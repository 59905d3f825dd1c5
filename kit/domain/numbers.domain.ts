import { digitOf } from './digits.domain.ts'

/** What a number may be where it is typed; without a rule: not negative, any length. */
export interface NumberRule {
  /** At most so many decimals; zeros behind them say nothing and are dropped. */
  decimals?: number
  /** At most so many digits before the point. */
  digits?: number
  /** A minus before it is allowed. */
  sign?: boolean
  /** `1k` and `2.5m` are understood. */
  magnitudes?: boolean
}

const spaces = /[ \u00A0\u2000-\u200A\u202F\u205F\u3000]/g
const signs: Record<string, string> = {
  '，': ',',
  '٬': ',',
  '．': '.',
  '٫': '.',
  '－': '-',
  '\u2212': '-',
  '’': "'",
  '＇': "'",
}

const plain = String.raw`\d+`
const grouped = String.raw`[1-9]\d{0,2}(?:(?:, ?\d{3})+|(?: \d{3})+|(?:'\d{3})+)`
const lakhs = String.raw`[1-9]\d?(?:,\d{2})+,\d{3}`
const pattern = new RegExp(String.raw`^(-?)(${plain}|${grouped}|${lakhs}|)(?:\.(\d*))?(?: ?([km]))?$`, 'i')
const zerosOf: Record<string, number> = { '': 0, k: 3, m: 6 }

/**
 * A number that a person typed or a file holds, as a plain decimal; undefined for what can be read in no way or in more than one.
 * The decimal sign is the point. Comma, space or apostrophe only group: all groups alike and of three digits (`1,250,000.50`), or
 * as in India (`12,50,000`), not after a leading zero. So `250,50`, `0,250` and `1.250,50` are no numbers. Digits of any script.
 */
export function readNumber(text: string, rule: NumberRule = {}): string | undefined {
  const [, minus, whole = '', rest = '', unit = ''] = pattern.exec(inLatin(text.trim())) ?? []
  if (minus === undefined || (whole === '' && rest === '')) return undefined
  if ((minus && !rule.sign) || (unit && !rule.magnitudes)) return undefined
  const zeros = zerosOf[unit.toLowerCase()] ?? 0
  const moved = rest.padEnd(zeros, '0')
  const integer = (whole.replaceAll(/\D/g, '') + moved.slice(0, zeros)).replace(/^0+(?=\d)/, '') || '0'
  const fraction = cut(moved.slice(zeros), rule.decimals ?? Infinity)
  if (fraction === undefined || integer.length > (rule.digits ?? Infinity)) return undefined
  return `${minus}${integer}${fraction && `.${fraction}`}`
}

/** Decimals without the zeros that are too many; undefined where more than zeros are too many. */
const cut = (decimals: string, most: number) =>
  /[1-9]/.test(decimals.slice(most)) ? undefined : decimals.slice(0, most)

/** Digits and signs of every script as those of ASCII. */
const inLatin = (text: string): string =>
  text
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(spaces, ' ')
    .replaceAll(/[，٬．٫－\u2212’＇]/g, (sign) => signs[sign] ?? sign)

/** Whether something is typed that is no such number. */
export const isUnreadable = (text: string, rule: NumberRule = {}): boolean =>
  text.trim() !== '' && readNumber(text, rule) === undefined

/** Whether an amount, a plain decimal, has at most so many decimals; zeros at the end say nothing. */
export const hasAtMost = (amount: string, decimals: number): boolean =>
  cut(amount.split('.')[1] ?? '', decimals) !== undefined
