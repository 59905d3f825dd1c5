// Long because it is a list of rules, each with the source in which it was read.
import { type Nature, type PackRule, type Terms, thirdPartyAsks } from '../rules/rules.domain.ts'

// Defaults for configuration and no legal advice; domain 6.2. A rule that a law changes gets a further version with its day.

/** The packs: the country whose law it is, or FATF for where there is none of its own. */
export const packs = ['MY', 'HK', 'SG', 'US', 'CA', 'FATF'] as const
export type Pack = (typeof packs)[number]

/** The packs that are switched on before a company says otherwise: its country's, or the generic one. */
export const usualPacks = (country: string): Pack[] => [packs.find((pack) => pack === country) ?? 'FATF']

const lastCheckedAt = '2026-11-21'

const plain: Omit<Nature & Terms, 'amount' | 'currency'> = {
  service: 'money_changing',
  direction: 'both',
  instrument: 'any',
  metric: 'single',
  linkBy: ['customer', 'idDocument', 'presentedTogether'],
  isEnabled: true,
  operator: '>=',
  days: null,
  tier: null,
  fields: [],
  documents: [],
  approveRole: null,
  report: null,
  isBlocking: false,
  waitsForAnswers: false,
}

type Given = Partial<typeof plain> &
  Pick<PackRule, 'amount' | 'code' | 'effectiveFrom' | 'evidence' | 'source' | 'sourceUrl'> & {
    version?: number
  }

const packOf = (pack: Pack, currency: string, rules: readonly Given[]): PackRule[] =>
  rules.map((rule) => ({
    ...plain,
    // Whoever is asked for more than simplified due diligence has answered what was asked before.
    waitsForAnswers: rule.tier === 'CDD' || rule.tier === 'EDD',
    version: 1,
    ...rule,
    pack,
    currency,
    lastCheckedAt,
  }))

const mamsb = {
  source: 'MAMSB, identification documents for transactions (2013)',
  sourceUrl:
    'https://www.mamsb.org.my/identification-documents-required-for-money-services-business-transaction/',
  evidence: 'primary',
  effectiveFrom: '2013-01-01',
} as const
/** A deal divided into several of one day, or within a day, is measured as the one that it is. */
const divided = { sameDay: { metric: 'sameDay' }, linked: { metric: 'linkedSeries', days: 1 } } as const
const customs = {
  sourceUrl: 'https://eservices.customs.gov.hk/MSOS/common/guidelines',
  evidence: 'primary',
  effectiveFrom: '2012-04-01',
} as const
const psn01 = {
  sourceUrl: 'https://www.mas.gov.sg/regulation/notices/psn01-aml-cft-notice---specified-payment-services',
  evidence: 'secondary',
  effectiveFrom: '2020-01-28',
} as const
const fintrac = {
  sourceUrl: 'https://laws-lois.justice.gc.ca/eng/regulations/SOR-2002-184/section-33-20210601.html',
  evidence: 'primary',
  effectiveFrom: '2021-06-01',
} as const
const fatf = {
  sourceUrl: 'https://www.fatf-gafi.org/en/publications/Fatfrecommendations/Fatf-recommendations.html',
  evidence: 'secondary',
  effectiveFrom: '2012-02-16',
} as const

/** Precious metal over the counter: whoever sells it identifies the buyer. */
const metal = { service: 'goods', metric: 'sameDay', tier: 'CDD', documents: ['idImage'] } as const

/** Every version of every rule that the packs ship. */
export const packRules: readonly PackRule[] = [
  ...packOf('MY', 'MYR', [
    { ...mamsb, ...divided.sameDay, code: 'MY-EXCHANGE-3K', amount: '3000', tier: 'SDD' },
    {
      ...mamsb,
      ...divided.sameDay,
      code: 'MY-EXCHANGE-10K',
      operator: '>',
      amount: '10000',
      tier: 'CDD',
      documents: ['idImage'],
    },
    {
      code: 'MY-CASH-25K',
      metric: 'sameDay',
      instrument: 'cash',
      amount: '25000',
      report: 'CTR',
      effectiveFrom: '2019-01-01',
      source: 'BNM, cash threshold report, AMLCFT05b',
      sourceUrl: 'http://amlcft.bnm.gov.my/AMLCFT05b.html',
      evidence: 'primary',
    },
    { ...mamsb, code: 'MY-REMIT-ANY', service: 'remittance', operator: '>', amount: '0', tier: 'CDD' },
    {
      ...mamsb,
      ...divided.sameDay,
      code: 'MY-REMIT-3K',
      service: 'remittance',
      operator: '>',
      amount: '3000',
      tier: 'CDD',
      documents: ['idImage'],
    },
    {
      ...metal,
      code: 'MY-METAL-50K',
      instrument: 'cash',
      amount: '50000',
      effectiveFrom: '2020-01-01',
      source:
        'BNM, policy for designated non-financial businesses: dealers in precious metals or stones, cash',
      sourceUrl: 'https://amlcft.bnm.gov.my/',
      evidence: 'secondary',
    },
  ]),
  ...packOf('HK', 'HKD', [
    {
      ...customs,
      ...divided.linked,
      code: 'HK-OCCASIONAL-120K',
      amount: '120000',
      tier: 'CDD',
      documents: ['idImage'],
      source: 'C&ED, AML/CFT Guideline, June 2023, 4.2.1(b)(i)',
    },
    {
      ...customs,
      code: 'HK-THIRD-PARTY-CASH-120K',
      metric: 'thirdPartyCash',
      amount: '120000',
      fields: thirdPartyAsks.fields,
      documents: thirdPartyAsks.documents,
      source: 'C&ED, AML/CFT Guideline, June 2023, 4.2.6',
    },
    {
      ...customs,
      code: 'HK-REMIT-8K',
      service: 'remittance',
      amount: '8000',
      tier: 'CDD',
      source: 'C&ED, AML/CFT Guideline, June 2023, 4.2.1 and 10.5',
    },
    {
      ...metal,
      code: 'HK-METAL-120K',
      amount: '120000',
      effectiveFrom: '2023-04-01',
      source: 'Cap. 615, dealers in precious metals and stones: transactions of HK$120,000 or more',
      sourceUrl: 'https://www.drs.customs.gov.hk/common/faqs',
      evidence: 'primary',
    },
  ]),
  ...packOf('SG', 'SGD', [
    {
      ...psn01,
      ...divided.linked,
      code: 'SG-EXCHANGE-5K',
      amount: '5000',
      tier: 'CDD',
      source: 'MAS Notice PSN01, money-changing of S$5,000 or more (through commentary)',
    },
    {
      ...psn01,
      code: 'SG-CASH-PAYOUT-20K',
      service: 'remittance',
      instrument: 'cash',
      amount: '20000',
      tier: 'CDD',
      isBlocking: true,
      source: 'MAS Notice PSN01, cash payouts of S$20,000 or more (through commentary)',
    },
    {
      ...metal,
      code: 'SG-METAL-20K',
      instrument: 'cash',
      operator: '>',
      amount: '20000',
      effectiveFrom: '2019-04-10',
      source: 'PSPM Act 2019, section 17: sales of a day to one customer for cash of more than S$20,000',
      sourceUrl:
        'https://www.police.gov.sg/Advisories/Commercial-Crimes/Suspicious-Transaction-Reporting-Office/Cash-Transaction-Reporting',
      evidence: 'primary',
    },
  ]),
  ...packOf('US', 'USD', [
    {
      code: 'US-EXCHANGE-1K',
      operator: '>',
      amount: '1000',
      tier: 'SDD',
      fields: ['address'],
      report: 'RECORD',
      effectiveFrom: '2011-03-01',
      source: '31 CFR 1022.410(b)(3)',
      sourceUrl: 'https://omb.report/omb/1506-0052',
      evidence: 'primary',
    },
    {
      code: 'US-CASH-10K',
      metric: 'sameDay',
      instrument: 'cash',
      operator: '>',
      amount: '10000',
      tier: 'CDD',
      report: 'CTR',
      effectiveFrom: '2011-03-01',
      source: 'FinCEN, currency transaction reports (through commentary)',
      sourceUrl: 'https://www.fincen.gov/news-room?page=177',
      evidence: 'secondary',
    },
    {
      code: 'US-REMIT-3K',
      service: 'remittance',
      amount: '3000',
      tier: 'SDD',
      fields: ['address'],
      report: 'RECORD',
      effectiveFrom: '2011-03-01',
      source: 'Federal Reserve and FinCEN, Notice 06-30: transmittals of funds of $3,000 or more',
      sourceUrl: 'https://fraser.stlouisfed.org/title/district-notices-federal-reserve-bank-dallas-5569/',
      evidence: 'primary',
    },
  ]),
  ...packOf('CA', 'CAD', [
    {
      ...fintrac,
      code: 'CA-CASH-10K',
      metric: 'rolling24h',
      instrument: 'cash',
      amount: '10000',
      tier: 'CDD',
      report: 'LCTR',
      source: 'SOR/2002-184, section 33, and the 24-hour rule',
    },
    {
      ...fintrac,
      code: 'CA-TRANSFER-10K',
      service: 'remittance',
      metric: 'rolling24h',
      amount: '10000',
      tier: 'CDD',
      source: 'SOR/2002-184, section 33: international transfers of C$10,000 or more',
    },
    {
      ...fintrac,
      ...metal,
      code: 'CA-METAL-10K',
      metric: 'rolling24h',
      instrument: 'cash',
      amount: '10000',
      source: 'SOR/2002-184: dealers in precious metals, cash of C$10,000 or more',
      evidence: 'secondary',
    },
  ]),
  ...packOf('FATF', 'USD', [
    {
      ...fatf,
      ...divided.linked,
      code: 'FATF-OCCASIONAL-15K',
      amount: '15000',
      tier: 'CDD',
      documents: ['idImage'],
      source: 'FATF Recommendation 10, occasional transactions of USD/EUR 15,000',
    },
    {
      ...fatf,
      code: 'FATF-REMIT-1K',
      service: 'remittance',
      operator: '>',
      amount: '1000',
      tier: 'SDD',
      fields: ['address', 'dateOfBirth'],
      source: 'FATF Recommendation 16, cross-border payments above USD/EUR 1,000',
    },
    {
      ...fatf,
      ...metal,
      code: 'FATF-METAL-15K',
      instrument: 'cash',
      amount: '15000',
      source: 'FATF Recommendation 22, dealers in precious metals: cash of USD/EUR 15,000 or more',
    },
  ]),
]

const [me, us] = ['individual', 'corporate'] as const

/** What each tier asks of a customer, of each what the one before does not; domain 6.3. */
export const tierAsks = {
  SDD: {
    [me]: { fields: ['name', 'nationality', 'idType', 'idNumber'], documents: [] },
    [us]: { fields: ['name', 'registrationNumber'], documents: [] },
  },
  CDD: {
    [me]: {
      fields: ['dateOfBirth', 'address', 'phone', 'occupation', 'purpose', 'idExpiryDate'],
      documents: ['idImage'],
    },
    [us]: {
      fields: [
        'dateOfIncorporation',
        'countryOfIncorporation',
        'registeredAddress',
        'businessAddress',
        'natureOfBusiness',
        'purpose',
      ],
      documents: ['authorisedPerson', 'boardResolution', 'ownershipChart'],
    },
  },
  EDD: {
    [me]: { fields: ['sourceOfFunds', 'sourceOfWealth', 'expectedActivity'], documents: ['proofOfFunds'] },
    [us]: { fields: ['sourceOfFunds', 'expectedActivity', 'annualTurnover'], documents: ['proofOfFunds'] },
  },
} as const
