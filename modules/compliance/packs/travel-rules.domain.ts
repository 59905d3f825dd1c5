import type { Pack } from './packs.domain.ts'

/**
 * What may be asked to go with a transfer. A reference is the account, or what names the transfer where there is none; `birth` and
 * `incorporation` are a date with its place, of a person and of a company.
 */
export type TravelDetail =
  | 'senderName'
  | 'senderReference'
  | 'senderAddress'
  | 'senderIdNumber'
  | 'senderBirth'
  | 'senderIncorporation'
  | 'recipientName'
  | 'recipientReference'

/** What a law wants to go with a transfer to the partner; it holds while its pack is switched on. */
export interface TravelRule {
  code: string
  pack: Pack
  /** From this day on, `YYYY-MM-DD`. */
  effectiveFrom: string
  /** The threshold, in units of its currency; compared with what is sent, without the fee. */
  operator: '>' | '>='
  amount: string
  currency: string
  /** What goes with every transfer. */
  always: readonly TravelDetail[]
  /** What goes with it from the threshold on, too: of each list any one. */
  above: readonly (readonly TravelDetail[])[]
  source: string
  sourceUrl: string
  /** Whether the law's own text was read, or somebody's who wrote about it. */
  evidence: 'primary' | 'secondary'
  lastCheckedAt: string
}

const lastCheckedAt = '2026-11-28'
const names = ['senderName', 'senderReference', 'recipientName', 'recipientReference'] as const
// A customer number of ours counts only where the file behind it has one of these, and then that one goes.
const anyOfThree = ['senderAddress', 'senderIdNumber', 'senderBirth'] as const

const r16 = {
  operator: '>',
  amount: '1000',
  currency: 'USD',
  always: names,
  above: [anyOfThree],
  sourceUrl: 'https://www.fatf-gafi.org/en/publications/Fatfrecommendations/Fatf-recommendations.html',
  evidence: 'secondary',
  lastCheckedAt,
} as const

/** The travel rules of the packs; domain 6.2 and 6.4. Defaults, and no legal advice. */
export const travelRules: readonly TravelRule[] = [
  {
    code: 'HK-TRAVEL-8K',
    pack: 'HK',
    effectiveFrom: '2012-04-01',
    operator: '>=',
    amount: '8000',
    currency: 'HKD',
    always: names,
    above: [anyOfThree],
    source: 'C&ED, AML/CFT Guideline, June 2023, 10.5',
    sourceUrl: 'https://eservices.customs.gov.hk/MSOS/common/guidelines',
    evidence: 'primary',
    lastCheckedAt,
  },
  {
    code: 'SG-TRAVEL-1500',
    pack: 'SG',
    effectiveFrom: '2020-01-28',
    // PSN02 and commentary say "exceeds"; that S$1,500 itself is asked too is the stricter reading.
    operator: '>=',
    amount: '1500',
    currency: 'SGD',
    always: names,
    above: [[...anyOfThree, 'senderIncorporation']],
    source: 'MAS Notice PSN01, value transfers of S$1,500 (through commentary)',
    sourceUrl: 'https://www.mas.gov.sg/regulation/notices/psn01-aml-cft-notice---specified-payment-services',
    evidence: 'secondary',
    lastCheckedAt,
  },
  {
    code: 'US-TRAVEL-3K',
    pack: 'US',
    effectiveFrom: '2011-03-01',
    operator: '>=',
    amount: '3000',
    currency: 'USD',
    always: [],
    // The address has no alternative here.
    above: [...names.map((one) => [one]), ['senderAddress']],
    source: 'Federal Reserve and FinCEN, Notice 06-30: transmittals of funds of $3,000 or more',
    sourceUrl: 'https://fraser.stlouisfed.org/title/district-notices-federal-reserve-bank-dallas-5569/',
    evidence: 'secondary',
    lastCheckedAt,
  },
  // Domain 6.2 has no payload of Malaysia or Canada: that of FATF until their own text is read.
  {
    ...r16,
    code: 'MY-TRAVEL-1K',
    pack: 'MY',
    effectiveFrom: '2012-02-16',
    source: 'FATF Recommendation 16, above USD/EUR 1,000, where no rule of Malaysia was read',
  },
  {
    ...r16,
    code: 'CA-TRAVEL-1K',
    pack: 'CA',
    effectiveFrom: '2012-02-16',
    source: 'FATF Recommendation 16, above USD/EUR 1,000, where no rule of Canada was read',
  },
  // The revision of June 2025 wants address and birth of all; it is due by the end of 2030, and becomes a further row then.
  {
    ...r16,
    code: 'FATF-TRAVEL-1K',
    pack: 'FATF',
    effectiveFrom: '2012-02-16',
    source: 'FATF Recommendation 16 of 2012, cross-border transfers above USD/EUR 1,000',
  },
]
