interface Example {
  body?: object
  answer?: unknown
}

const id = '019ab3f2-6c40-7d1e-9a58-3f0c2b7e4d11'
const currencyId = '019ab3f2-5b10-7a4c-8e21-94d7f6a0c352'
const customerId = '019ab3f2-7d55-7c9b-b3a6-1e8f5d2c7a90'
const accountId = '019ab3f2-4a08-7e6f-a1d4-72c9e8b05f63'
const versioned = { id, version: 2 }
const basket = { customerId, purpose: 'Holiday', lines: [{ side: 'sell', currencyId, quantity: '500' }] }

/** What calls look like, for the operations that an integrator begins with; a test holds each against its contract. */
export const examples: Record<string, Example> = {
  signIn: { body: { username: 'teller', password: 'correct horse battery' } },
  renewSession: {
    body: { refreshToken: 'qX3vT9' },
    answer: { accessToken: 'eyJhbGciOi', refreshToken: 'mB7kW2', expiresIn: 9000 },
  },
  priceDeal: { body: basket },
  createDeal: { body: { ...basket, upTo: 'quote' } },
  quoteDeal: { body: versioned },
  submitDeal: { body: versioned },
  settleDeal: { body: versioned },
  cancelDeal: { body: { ...versioned, note: 'The customer changed their mind' } },
  listDeals: {
    body: {
      filters: [{ key: 'businessDate', operator: 'Between', value: '2026-11-01', secondValue: '2026-11-30' }],
      sort: ['createdAt-desc'],
      pageSize: 50,
    },
  },
  createIndividual: { body: { name: 'Nur Aisyah binti Rahman', nationality: 'MY', phone: '+60123456789' } },
  listIndividuals: { body: { filters: [{ key: 'name', operator: 'Contains', value: 'Aisyah' }] } },
  publishBaseRates: { body: { rates: [{ currencyId, mid: '4.4500' }], reason: 'Morning board' } },
  getEffectiveRates: { body: {} },
  getCustomerDealStatistics: {
    answer: {
      deals: 3,
      first: '2026-08-04',
      last: '2026-11-20',
      total: '6120.00',
      windows: [{ days: 30, deals: 1, amount: '2230.00' }],
    },
  },
  listJournalEntries: {
    body: { filters: [{ key: 'businessDate', operator: 'Equals', value: '2026-11-20' }], sort: ['at-desc'] },
  },
  getDetailLedger: {
    answer: { opening: '445.00', closing: '445.00', isCut: false, lines: [] },
  },
  createLedgerMapping: { body: { part: 'fee', accountId } },
}
