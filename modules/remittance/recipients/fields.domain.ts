import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { asciiDigits } from '#kit/domain/digits.domain.ts'
import { type AccountKind, checkAccount, type Lists } from '../accounts/accounts.domain.ts'

export const methods = ['bank', 'wallet', 'pickup', 'home'] as const
export type Method = (typeof methods)[number]

/** What of a recipient is asked for beside the name. */
export const fieldKeys = [
  'account',
  'bank',
  'bankCode',
  'branchCode',
  'phone',
  'address',
  'city',
  'postcode',
  'nationalId',
  'accountType',
  'email',
] as const
export type FieldKey = (typeof fieldKeys)[number]

export interface RecipientField {
  key: FieldKey
  /** `partner`: some partners ask for it. */
  need: 'no' | 'partner' | 'yes'
  /** What is taken, without blanks and hyphens. */
  form: string
  /** A wider form that other partners publish: it is taken, with a doubt. */
  wide?: string
  /** The check beside the form, and the field that it compares with. */
  check?: AccountKind
  pair?: FieldKey
  example: string
  /** Where it was read, and whether two places say so. */
  source: string
  isConfirmed: boolean
}

export interface PayoutRules {
  country: string
  currency: string
  method: Method
  /** Decimals in which it is paid. */
  decimals: number
  minimum: string | null
  maximum: string | null
  /** Length of the name, in Latin letters. */
  nameLength: number
  /** Companies are not paid. */
  personsOnly: boolean
  fields: readonly RecipientField[]
}

export interface FieldFault {
  field: string
  code: string
  /** A doubt is shown and does not stop. */
  isDoubt: boolean
  data: Record<string, string>
}

type Values = Partial<Record<FieldKey, string>>

const compact = (text: string) => asciiDigits(text).replaceAll(/[\s\u00A0\p{Pd}]/gu, '')
const isForm = (form: string, text: string) => new RegExp(`^(?:${form})$`, 'iu').test(text)

/** What is wrong or doubtful with what was typed of a recipient, by field, and the values as they are kept. */
export function checkRecipient(
  rules: Pick<PayoutRules, 'country' | 'fields'>,
  typed: Values,
  lists: Lists,
): { faults: FieldFault[]; values: Values } {
  const values: Values = {}
  const faults: FieldFault[] = []
  const add = (field: string, code: string, isDoubt: boolean, data = {}) =>
    faults.push({ field, code, isDoubt, data })
  for (const field of rules.fields) {
    const text = typed[field.key]?.trim() ?? ''
    if (text === '') {
      if (field.need === 'yes') add(field.key, 'REQUIRED', false)
      continue
    }
    const verdict = judge(rules.country, field, typed, lists)
    values[field.key] = 'value' in verdict ? verdict.value : text
    if ('code' in verdict)
      add(field.key, verdict.code, verdict.result === 'warn', {
        ...('data' in verdict && verdict.data),
        ...(verdict.result === 'ask' && { meant: verdict.value }),
      })
  }
  return { faults, values }
}

function judge(country: string, field: RecipientField, typed: Values, lists: Lists) {
  const text = typed[field.key]?.trim() ?? ''
  if (field.check) {
    const second = field.pair && typed[field.pair]
    const verdict = checkAccount(
      { kind: field.check, country, typed: text, ...(second !== undefined && { second }) },
      lists,
    )
    // Pairs are compared; each keeps what is its own.
    const keepsOwn = (field.check === 'ukAccount' || field.check === 'bsbAccount') && 'value' in verdict
    return keepsOwn ? { ...verdict, value: verdict.value.split(' ')[0] ?? text } : verdict
  }
  const plain = field.key === 'address' || field.key === 'city' ? text : compact(text)
  const value = field.key === 'bank' || field.key === 'accountType' ? text : plain
  if (isForm(field.form, value)) return { result: 'accept' as const, value }
  if (field.wide && isForm(field.wide, value))
    return { result: 'warn' as const, value, code: 'FORM_DISPUTED' }
  return { result: 'refuse' as const, code: 'FORM_INVALID', data: { example: field.example } }
}

/** Why an amount cannot be paid by a method; undefined where it can. */
export function amountFault(
  { decimals, minimum, maximum }: Pick<PayoutRules, 'decimals' | 'maximum' | 'minimum'>,
  amount: string,
): { code: string; data: Record<string, string> } | undefined {
  if (!hasAtMost(amount, decimals)) return { code: 'TOO_MANY_DECIMALS', data: { exponent: String(decimals) } }
  if (minimum !== null && compareDecimals(amount, minimum) < 0)
    return { code: 'PAYOUT_BELOW_MINIMUM', data: { minimum } }
  if (maximum !== null && compareDecimals(amount, maximum) > 0)
    return { code: 'PAYOUT_ABOVE_MAXIMUM', data: { maximum } }
  return undefined
}

/** Whether a word is a method of paying out. */
export const isMethod = (word: string): word is Method => (methods as readonly string[]).includes(word)
