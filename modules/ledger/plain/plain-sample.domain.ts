import type { PlainJournal } from './plain.domain.ts'

/** A small journal whose names are as awkward as those of people and ledgers may be. */
export const plainSample: PlainJournal = {
  company: 'Invented "Exchange"; North',
  currency: 'MYR',
  exponent: 2,
  from: '2026-01-01',
  to: '2026-01-31',
  accounts: [
    { id: 'a', code: '1411', name: 'Staff loans', class: 'asset' },
    { id: 'b', code: '1412', name: 'Staff-loans', class: 'asset' },
    { id: 'c', code: '1413', name: '現金', class: 'asset' },
    { id: 'd', code: '3000', name: 'Capital', class: 'equity' },
  ],
  openings: new Map([
    ['a', '25'],
    ['d', '-25'],
  ]),
  entries: [
    {
      id: 'e1',
      businessDate: '2026-01-05',
      event: 'manualEntry',
      number: 'J-1',
      note: 'two\nlines',
      lines: [
        { accountId: 'a', amount: '150.3', branch: 'North', party: 'O"Neil; Sons', foreign: null },
        { accountId: 'b', amount: '-150.3', branch: 'North', party: null, foreign: 'USD -34.00' },
      ],
    },
    {
      id: 'e2',
      businessDate: '2026-01-06',
      event: 'manualEntry',
      number: null,
      note: '',
      lines: [
        { accountId: 'c', amount: '12.05', branch: 'North', party: null, foreign: null },
        { accountId: 'd', amount: '-12.05', branch: 'North', party: null, foreign: null },
      ],
    },
  ],
}
