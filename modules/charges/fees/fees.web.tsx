import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { Timeline } from '#kit/web/detail/detail-page.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { type Texts, useTexts, valueText } from '#kit/web/texts.web.ts'
import { type FeeDetail, type FeeRow, feeSettings } from './fees.contract.ts'
import { feeKinds, type FeeTerms } from './fees.domain.ts'

const place = 'charges:fees'

/** How much a fee is: `5.00`, `0.5%`, or its steps. */
function chargeText(
  texts: Texts,
  fee: Pick<FeeTerms, 'amount' | 'kind' | 'maximum' | 'minimum' | 'percent' | 'tiers'>,
) {
  const one = ({ amount, percent: share }: { amount: string | null; percent: string | null }) =>
    share === null ? groupDigits(amount ?? '0') : percent(share)
  const charge =
    fee.kind === 'tiered'
      ? fee.tiers
          .map((tier) => texts('tier', { from: groupDigits(tier.from), charge: one(tier) }))
          .join(' · ')
      : one(fee)
  const bounds = [
    fee.minimum !== null && texts('atLeast', { amount: groupDigits(fee.minimum) }),
    fee.maximum !== null && texts('atMost', { amount: groupDigits(fee.maximum) }),
  ].filter((part) => part !== false)
  return [charge, ...bounds].join(', ')
}

type Taxed = Pick<FeeTerms, 'taxKind' | 'taxRate'> & { taxName?: string | undefined }
const taxText = (texts: Texts, { taxKind, taxName, taxRate }: Taxed) =>
  [taxName, taxRate !== null && percent(taxRate), valueText(texts, 'taxKind', taxKind)]
    .filter(Boolean)
    .join(' ')

/** For what a fee is, in one line. */
function scopeText(texts: Texts, fee: FeeRow) {
  const parts = [
    fee.currencyCode,
    fee.side && valueText(texts, 'side', fee.side),
    fee.customerType && valueText(texts, 'customerType', fee.customerType),
    fee.modeName,
    fee.branchName,
    fee.amountFrom !== null && texts('from', { amount: groupDigits(fee.amountFrom) }),
    fee.amountTo !== null && texts('below', { amount: groupDigits(fee.amountTo) }),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : texts('forAll')
}

/** What customers pay beside the rate, in the order in which the rules are tried. */
export const { List, Detail } = resource({
  texts: place,
  home: '/settings/transaction-setting',
  api: bindContract(feeSettings),
  name: ({ name }) => name,
  search: ['name'],
  useChoices: () => ({ kind: feeKinds }),
  columns: (texts) => [
    { key: 'priority', kind: 'number', width: 90 },
    { key: 'name', width: 190 },
    { key: 'branchName', width: 220, cell: (_, row) => scopeText(texts, row) },
    { key: 'kind', kind: 'value', width: 110 },
    { key: 'amount', width: 190, cell: (_, row) => chargeText(texts, row) },
    { key: 'taxKind', width: 130, cell: (_, row) => taxText(texts, row) },
    { key: 'isWaivable', kind: 'yesNo', width: 110 },
    { ...enabled, width: 120 },
  ],
  groups: (texts) => [
    {
      name: 'facts',
      facts: [
        { key: 'priority', kind: 'number' },
        { key: 'branchName', cell: (_, row) => scopeText(texts, row) },
        { key: 'kind', kind: 'value' },
        { key: 'amount', cell: (_, row) => chargeText(texts, row) },
        { key: 'taxKind', cell: (_, row) => taxText(texts, row) },
        { key: 'isWaivable', kind: 'yesNo' },
      ],
    },
  ],
  side: ({ versions }) => <Versions versions={versions} />,
})

function Versions({ versions }: Pick<FeeDetail, 'versions'>) {
  const texts = useTexts(place)
  return (
    <Timeline
      title={texts('versions')}
      entries={versions.map(({ version, isEnabled, author, at, terms }) => ({
        id: String(version),
        at,
        who: author,
        what: texts(isEnabled ? 'version' : 'versionOff', {
          version,
          charge: `${valueText(texts, 'kind', terms.kind)}: ${chargeText(texts, terms)}`,
        }),
        note: terms.taxKind === 'none' ? null : taxText(texts, terms),
      }))}
    />
  )
}
