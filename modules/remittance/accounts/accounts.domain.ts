import { extractIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { clabe } from 'clabe-validator'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { asciiDigits } from '#kit/domain/digits.domain.ts'
import {
  type Banks,
  bangladesh,
  bics,
  indonesia,
  isSameBank,
  oddRoutings,
  pakistan,
  successors,
} from './banks.domain.ts'
import { isAbaChecked, isAbaPrefix, isBeftnChecked, isLuhn, isMod1110 } from './check-digits.domain.ts'
import { type UkTable, ukModulus } from './uk-modulus.domain.ts'

/** What a number of an account can be, or what of an account. */
export const accountKinds = [
  'iban',
  'aba',
  'clabe',
  'bsb',
  'bsbAccount',
  'cnaps',
  'unionPay',
  'bdRouting',
  'mobile',
  'ifsc',
  'ukAccount',
  'idBank',
  'bic',
  'vnBank',
] as const
export type AccountKind = (typeof accountKinds)[number]

/**
 * What becomes of a number: taken; taken without a check that could be made; taken, with a doubt; asked back, with what may be meant;
 * or refused. Only a check digit or a form that no partner takes refuses.
 */
export type Verdict =
  | { result: 'accept' | 'unchecked'; value: string }
  | { result: 'warn'; value: string; code: string }
  | { result: 'ask'; value: string; code: string }
  | { result: 'refuse'; code: string; data?: Record<string, string> }

/** Published lists that are too long for the source. */
export interface Lists {
  uk: UkTable
  /** Whether India's list has the branch. */
  hasIfsc: (code: string) => boolean
  /** Banks of Vietnam by their number of six digits. */
  vietnam: Banks
}

export interface AccountAsk {
  kind: AccountKind
  /** ISO 3166-1 alpha-2, where the money goes. */
  country: string
  typed: string
  /** The account beside a sort code, or the bank that was chosen by name. */
  second?: string
}

const accept = (value: string): Verdict => ({ result: 'accept', value })
const warn = (code: string, value: string): Verdict => ({ result: 'warn', code, value })
const ask = (code: string, value: string): Verdict => ({ result: 'ask', code, value })
const refuse = (code: string, data?: Record<string, string>): Verdict =>
  data ? { result: 'refuse', code, data } : { result: 'refuse', code }

/** Without blanks, hyphens and what cannot be seen; digits of any script as those of ASCII. */
const clean = (typed: string) =>
  asciiDigits(typed)
    .replaceAll(/[\s\u00A0\u200B-\u200F\u202A-\u202E\uFEFF\p{Pd}]/gu, '')
    .toUpperCase()

/** Says how a number stands; `lists` are the published ones. */
export const checkAccount = (asked: AccountAsk, lists: Lists): Verdict =>
  checks[asked.kind]({ ...asked, text: clean(asked.typed) }, lists)

type Check = (asked: AccountAsk & { text: string }, lists: Lists) => Verdict

/** A number whose bank was also chosen by name: the two must agree. */
function withBank(
  value: string,
  bank: string | undefined,
  second: string | undefined,
  banks: Banks,
): Verdict {
  if (!second?.trim() || bank === undefined) return accept(value)
  const isSame = isSameBank(Object.values(banks), bank, second)
  if (isSame) return accept(value)
  if (isSame === null) return warn('BANK_NAME_UNKNOWN', value)
  return refuse('BANK_DIFFERS', { bank, named: second })
}

const checkIban: Check = ({ text, country, second }, { uk }) => {
  if (!isValidIBAN(text)) return refuse('IBAN_INVALID')
  const check = Number(text.slice(2, 4))
  const { countryCode, bban = '' } = extractIBAN(text)
  if (check < 2 || check > 98) return refuse('IBAN_INVALID')
  if (countryCode !== country) return refuse('COUNTRY_DIFFERS', { country: countryCode ?? '' })
  // The library lets digits pass among the letters of Pakistan's banks.
  if (country === 'PK' && !/^[A-Z]{4}[A-Z0-9]{16}$/.test(bban)) return refuse('IBAN_INVALID')
  if (country === 'GB' && ukModulus(bban.slice(4, 10), bban.slice(10), uk) === false)
    return refuse('ACCOUNT_CHECK_FAILED')
  return country === 'PK' ? withBank(text, pakistan[bban.slice(0, 4)], second, pakistan) : accept(text)
}

const checkAba: Check = ({ text }) =>
  /^\d{9}$/.test(text) && isAbaPrefix(text) && isAbaChecked(text) ? accept(text) : refuse('ROUTING_INVALID')

const checkClabe: Check = ({ text }) => {
  if (!/^\d{18}$/.test(text)) return refuse('CLABE_INVALID')
  const { valid, bank, error } = clabe.validate(text)
  if (error === 'invalid-checksum' || !valid.format) return refuse('CLABE_INVALID')
  return bank === null || bank === 'N/A' || error !== null ? warn('BANK_NOT_LISTED', text) : accept(text)
}

const bsbOf = (text: string) => (/^\d{6}$/.test(text) ? text : undefined)
const checkBsb: Check = ({ text }) => {
  const bsb = bsbOf(text)
  return bsb ? accept(`${bsb.slice(0, 3)}-${bsb.slice(3)}`) : refuse('BSB_INVALID')
}

const checkBsbAccount: Check = ({ text, second = '' }) => {
  const account = clean(second)
  if (!bsbOf(text)) return refuse('BSB_INVALID')
  if (!/^\d{3,9}$/.test(account)) return refuse('ACCOUNT_LENGTH')
  const value = `${text} ${account}`
  return account.length < 4 ? warn('ACCOUNT_SHORT', value) : accept(value)
}

const checkCnaps: Check = ({ text }) =>
  /^\d{12}$/.test(text) && isMod1110(text) ? accept(text) : refuse('CNAPS_INVALID')

const checkUnionPay: Check = ({ text }) => {
  if (!/^\d{16,19}$/.test(text) || !isLuhn(text)) return refuse('CARD_INVALID')
  return text.startsWith('62') ? accept(text) : warn('CARD_NOT_UNIONPAY', text)
}

const checkBdRouting: Check = ({ text, second }) => {
  if (!/^\d{9}$/.test(text)) return refuse('ROUTING_INVALID')
  if (!isBeftnChecked(text) && !oddRoutings.has(text)) return refuse('ROUTING_INVALID')
  const bank = bangladesh[text.slice(0, 3)]
  if (!bank) return refuse('BANK_NOT_PAID')
  const verdict = withBank(text, bank, second, bangladesh)
  return verdict.result === 'accept' && oddRoutings.has(text) ? warn('CHECK_DIGIT_ODD', text) : verdict
}

/** A number as it may be typed: with the plus sign, with 00, with the country and no plus, or as at home. */
const checkMobile: Check = ({ typed, country }) => {
  const digits = asciiDigits(typed)
    .replaceAll(/[^\d+]/g, '')
    .replace(/^00/, '+')
  const read = (text: string) => {
    const found = parsePhoneNumberFromString(text, country as CountryCode)
    return found?.isValid() && found.country === country ? found : undefined
  }
  const found = read(digits) ?? (digits.startsWith('+') ? undefined : read(`+${digits}`))
  if (!found) return refuse('PHONE_INVALID')
  const type = found.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? accept(found.number) : refuse('NOT_MOBILE')
}

const checkIfsc: Check = ({ text }, { hasIfsc }) => {
  if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)) return refuse('IFSC_INVALID')
  return hasIfsc(text) ? accept(text) : warn('BRANCH_NOT_LISTED', text)
}

const checkUkAccount: Check = ({ text, second = '' }, { uk }) => {
  const account = clean(second)
  if (!/^\d{6}$/.test(text)) return refuse('SORT_CODE_INVALID')
  if (/^\d{6,7}$/.test(account)) return ask('ACCOUNT_SHORT', `${text} ${account.padStart(8, '0')}`)
  if (!/^\d{8}$/.test(account)) return refuse('ACCOUNT_LENGTH')
  const isRight = ukModulus(text, account, uk)
  const value = `${text} ${account}`
  if (isRight === null) return { result: 'unchecked', value }
  return isRight ? accept(value) : refuse('ACCOUNT_CHECK_FAILED')
}

const checkIdBank: Check = ({ text, second }) => {
  if (/^\d{1,2}$/.test(text)) return ask('ZEROS_LOST', text.padStart(3, '0'))
  if (!/^\d{3}$/.test(text)) return refuse('BANK_CODE_INVALID')
  const successor = successors[text]
  if (successor) return ask('BANK_MERGED', successor)
  const bank = indonesia[text]
  return bank === undefined ? warn('BANK_NOT_LISTED', text) : withBank(text, bank, second, indonesia)
}

const checkBic: Check = ({ text, country, second }) => {
  const banks = bics[country] ?? {}
  const meant = text.slice(0, 4).replaceAll('0', 'O') + text.slice(4)
  if (meant !== text && banks[meant.slice(0, 8)] !== undefined) return ask('BIC_ZERO', meant)
  if (!isValidBIC(text)) return refuse('BIC_INVALID')
  if (text.slice(4, 6) !== country) return refuse('COUNTRY_DIFFERS', { country: text.slice(4, 6) })
  const bank = banks[text.slice(0, 8)]
  return bank === undefined ? { result: 'unchecked', value: text } : withBank(text, bank, second, banks)
}

const checkVnBank: Check = ({ text, second }, { vietnam }) => {
  if (!/^\d{6}$/.test(text)) return refuse('BANK_CODE_INVALID')
  const bank = vietnam[text]
  return bank === undefined ? warn('BANK_NOT_LISTED', text) : withBank(text, bank, second, vietnam)
}

const checks: Record<AccountKind, Check> = {
  iban: checkIban,
  aba: checkAba,
  clabe: checkClabe,
  bsb: checkBsb,
  bsbAccount: checkBsbAccount,
  cnaps: checkCnaps,
  unionPay: checkUnionPay,
  bdRouting: checkBdRouting,
  mobile: checkMobile,
  ifsc: checkIfsc,
  ukAccount: checkUkAccount,
  idBank: checkIdBank,
  bic: checkBic,
  vnBank: checkVnBank,
}
