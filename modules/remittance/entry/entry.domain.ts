import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import type { fundSources, relationships } from '../order-rows/orders.domain.ts'
import type { purposes } from '../purposes/purposes.domain.ts'
import type { FixedSide } from '../quotes/quotes.domain.ts'
import type { FieldKey, Method } from '../recipients/fields.domain.ts'

/** An order while it is typed at the counter. */
export interface Entry {
  customer: { id: string; name: string } | null
  country: string
  currency: string
  method: Method
  fixed: FixedSide
  amount: string
  /** Empty: the first that is offered. */
  providerId: string
  providerReason: string
  recipientName: string
  recipient: Partial<Record<FieldKey, string>>
  purpose: (typeof purposes)[number] | ''
  sourceOfFunds: (typeof fundSources)[number] | ''
  relationship: (typeof relationships)[number] | ''
  duplicateReason: string
}

/** What is first on the screen: nothing but that the amount is what is sent. */
export const emptyEntry: Entry = {
  customer: null,
  country: '',
  currency: '',
  method: 'bank',
  fixed: 'sends',
  amount: '',
  providerId: '',
  providerReason: '',
  recipientName: '',
  recipient: {},
  purpose: '',
  sourceOfFunds: '',
  relationship: '',
  duplicateReason: '',
}

/** The amount as it is asked about; undefined while it is none. */
export function amountOf({ amount }: Pick<Entry, 'amount'>): string | undefined {
  const read = readNumber(amount, { magnitudes: true })
  return read !== undefined && compareDecimals(read, '0') > 0 ? read : undefined
}
