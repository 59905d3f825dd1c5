import type { FieldKey, Method, PayoutRules, RecipientField } from './fields.domain.ts'

type More = Partial<Pick<RecipientField, 'check' | 'isConfirmed' | 'need' | 'pair' | 'wide'>>

/** One field: its form, an example, and where it was read. */
export const field = (
  key: FieldKey,
  [form, example]: readonly [string, string],
  source: string,
  more: More = {},
): RecipientField => ({ key, need: 'yes', form, example, source, isConfirmed: true, ...more })

/** Where nothing was published, or one page alone says so. */
export const unconfirmed = { isConfirmed: false } as const
export const ifPartnerAsks = { need: 'partner' } as const

interface Terms {
  decimals?: number
  minimum?: string
  maximum?: string
  nameLength?: number
  personsOnly?: boolean
}

/** What a country asks for by one method. */
export const payout = (
  [country, currency, method]: readonly [string, string, Method],
  terms: Terms,
  fields: readonly RecipientField[],
): PayoutRules => ({
  country,
  currency,
  method,
  decimals: terms.decimals ?? 2,
  minimum: terms.minimum ?? null,
  maximum: terms.maximum ?? null,
  nameLength: terms.nameLength ?? 50,
  personsOnly: terms.personsOnly ?? false,
  fields,
})

export const bic = (source: string, example: string) =>
  field('bankCode', ['.+', example], source, { check: 'bic', pair: 'bank' })
export const bankName = (source: string) => field('bank', ['.{2,140}', 'Bank'], source, { need: 'no' })
export const mobile = (example: string, source: string, more: More = {}) =>
  field('phone', ['.+', example], source, { check: 'mobile', ...more })
/** The wallet's number is its account. */
export const wallet = (example: string, source: string, more: More = {}) =>
  field('account', ['.+', example], source, { check: 'mobile', ...more })
/** The paper that is shown at the payer's counter. */
export const paper = (source: string, form = '[A-Z0-9/()]{4,30}') =>
  field('nationalId', [form, ''], source, unconfirmed)
