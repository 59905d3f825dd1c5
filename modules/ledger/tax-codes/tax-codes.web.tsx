import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { type RateVersion, taxSides } from './rates.domain.ts'
import { taxCodes } from './tax-codes.contract.ts'
import { versionsText } from './versions.web.ts'

/** The rates of a code as people write them, one on a line. */
export const ratesText = (versions: readonly RateVersion[]): string =>
  versionsText(versions.map(({ validFrom, rate }) => ({ validFrom, rates: [rate] })))

export const { List, Detail } = resource({
  texts: 'ledger:taxCodes',
  home: '/accounting/tax-codes',
  api: bindContract(taxCodes),
  name: ({ code }) => code,
  search: ['code', 'name'],
  useChoices: () => ({ direction: taxSides }),
  columns: [
    { key: 'code', kind: 'code', width: 120 },
    { key: 'name', width: 220, cell: (_, { shownName }) => shownName },
    { key: 'direction', kind: 'value', width: 140 },
    { key: 'account', width: 220 },
    { key: 'versions', width: 220, cell: (versions) => ratesText(versions) },
    { ...enabled, width: 130 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'direction', kind: 'value' },
        { key: 'account' },
        { key: 'versions', cell: (versions) => ratesText(versions) },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
    {
      name: 'names',
      facts: [{ key: 'name' }, { key: 'nameZhHant' }, { key: 'nameZhHans' }, { key: 'nameVi' }],
    },
  ],
})
