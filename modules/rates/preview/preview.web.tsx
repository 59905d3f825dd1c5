import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateTimeText, percent, rateText } from '#kit/web/format.web.ts'
import { ReportPage } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Rate } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { type Previewed, previewReport, ratePreview } from './preview.contract.ts'
import css from './preview.module.css'
import { rateOf } from '../pair-rates/typed.domain.ts'

const api = bindContract(ratePreview)
const place = 'rates:preview'
const types = ['0', '1', '2'] as const

/** What a customer would be dealt at, and why: by branch, kind of customer and amount. */
export function RatePreview() {
  const texts = useTexts(place)
  const [branchId, setBranchId] = useState<string | null>(null)
  const [type, setType] = useState<string>('0')
  const [typed, setTyped] = useState('')
  const [amountText] = useDebouncedValue(typed, 300)
  const amount = amountText.trim() === '' ? null : rateOf(amountText)
  const ask = { branchId, customerType: Number(type) as 0 | 1 | 2, amount: amount ?? null }
  const query = useQuery({
    ...api.preview.queryOptions(ask),
    enabled: amount !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={previewReport}
      aside={query.data?.length}
      query={query}
      file={() => api.export.call(ask)}
      rows={(rates) => rates}
      rowKey={({ subCurrencyId, currencyId }) => subCurrencyId ?? currencyId}
      cells={cells}
      ask={
        <>
          <BranchChoice value={branchId} onChange={setBranchId} />
          <Select
            label={texts('customerType')}
            w={180}
            data={types.map((one) => ({ value: one, label: texts(`types.${one}`) }))}
            value={type}
            onChange={(one) => setType(one ?? '0')}
          />
          <TextInput
            label={texts('amount')}
            w={240}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            value={typed}
            error={amount === undefined && texts('noAmount')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      }
    />
  )
}

const price = (value: string | null) => (value === null ? '–' : <Rate value={value} />)
const cells = {
  code: ({ code, flagCode, name }: Previewed) => (
    <span title={name}>
      <CurrencyLabel code={code} flagCode={flagCode} />
    </span>
  ),
  buy: ({ buy }: Previewed) => price(buy),
  sell: ({ sell }: Previewed) => price(sell),
  madeBy: (rate: Previewed) => <How rate={rate} />,
}

/** The steps that a rate went through, in the order in which they were taken. */
function How({ rate }: { rate: Previewed }) {
  const texts = useTexts(place)
  const feed = useTexts('rates:feed')
  const { mid, author, publishedAt, source, madeBy, scope, margin, precision, exactBuy, exactSell } = rate
  const from =
    source === 'manual' ? texts('by', { author }) : texts('from', { source: feed(`values.source.${source}`) })
  const amounts = scope && (scope.amountFrom ?? scope.amountTo) !== null
  const parts =
    scope &&
    [
      scope.branch,
      scope.customerType !== null && texts(`types.${scope.customerType}`),
      amounts &&
        texts(scope.amountTo === null ? 'amountsFrom' : 'amounts', {
          from: groupDigits(scope.amountFrom ?? '0'),
          to: groupDigits(scope.amountTo ?? ''),
        }),
    ].filter(Boolean)
  const of = scope && texts(scope.isOfCurrency ? 'ofCurrency' : 'ofAll', { code: rate.code })
  const laid = margin && {
    buy: margin.kind === 'percent' ? percent(margin.buy) : margin.buy,
    sell: margin.kind === 'percent' ? percent(margin.sell) : margin.sell,
    pip: margin.pipSize ?? '',
  }
  return (
    <ol className={css.steps}>
      <li>
        {texts(madeBy === 'custom' || madeBy === 'customer' ? 'step.customInstead' : 'step.mid', {
          mid: rateText(mid),
        })}{' '}
        <span className={css.muted}>{`${from}, ${dateTimeText(publishedAt)}`}</span>
      </li>
      <li>
        {margin && laid ? texts(`step.${margin.kind}`, laid) : texts(`step.${madeBy}`)}{' '}
        {scope && <span className={css.muted}>{[of, ...(parts ?? [])].join(' · ')}</span>}
      </li>
      {(exactBuy ?? exactSell) !== null && (
        <li>
          {texts('step.rounded', {
            count: precision,
            from: [exactBuy, exactSell].filter((one) => one !== null).join(' / '),
          })}
        </li>
      )}
    </ol>
  )
}
