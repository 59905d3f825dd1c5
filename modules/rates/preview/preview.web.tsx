import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { dateTimeText, groupDigits, percent, plainDecimal, rateText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { saveFile } from '#kit/web/save-file.web.ts'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Rate } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { type Previewed, ratePreview } from './preview.contract.ts'
import css from './preview.module.css'

const api = bindContract(ratePreview)
const place = 'rates:preview'
const fields = ['currency', 'unit', 'mid', 'buy', 'sell', 'spread', 'how']
const numbers = ['unit', 'mid', 'buy', 'sell', 'spread']
const types = ['0', '1', '2'] as const

/** What a customer would be dealt at, and why: by branch, kind of customer and amount. */
export function RatePreview() {
  const texts = useTexts(place)
  const [branchId, setBranchId] = useState<string | null>(null)
  const [type, setType] = useState<string>('0')
  const [typed, setTyped] = useState('')
  const [amountText] = useDebouncedValue(typed, 300)
  const amount = amountOf(amountText)
  const ask = { branchId, customerType: Number(type) as 0 | 1 | 2, amount: amount ?? null }
  const query = useQuery({
    ...api.preview.queryOptions(ask),
    enabled: amount !== undefined,
    placeholderData: keepPreviousData,
  })
  const save = useMutation({ mutationFn: async () => saveFile((await api.export.call(ask)) as File) })
  return (
    <SheetPage>
      <PageHeader title={texts('title')} aside={query.data?.length}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.75} />}
          onClick={() => window.print()}
        >
          {texts('print')}
        </Button>
        <ExportButton busy={save.isPending} onClick={() => save.mutate()}>
          {texts('export')}
        </ExportButton>
      </PageHeader>
      <div className={css.ask}>
        <BranchChoice
          label={texts('branch')}
          placeholder={texts('anyBranch')}
          clear={texts('clear')}
          value={branchId}
          onChange={setBranchId}
        />
        <Select
          label={texts('customerType')}
          w={180}
          allowDeselect={false}
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
      </div>
      <Loaded query={query} height={480}>
        {(rates) =>
          rates.length === 0 ? (
            <EmptyState text={texts('empty')} />
          ) : (
            <Sheet
              label={texts('title')}
              columns={fields.map((field) => ({
                title: texts(`fields.${field}`),
                isNumber: numbers.includes(field),
              }))}
            >
              {rates.map((rate) => (
                <Row key={rate.subCurrencyId ?? rate.currencyId} rate={rate} />
              ))}
            </Sheet>
          )
        }
      </Loaded>
    </SheetPage>
  )
}

/** An amount as the server takes it; null for none, undefined for what is no amount. */
function amountOf(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const plain = plainDecimal(text)
  return plain !== undefined && /^\d{1,12}(\.\d{1,8})?$/.test(plain) && /[1-9]/.test(plain)
    ? plain
    : undefined
}

function Row({ rate }: { rate: Previewed }) {
  const { code, flagCode, name, quoteUnit, mid, buy, sell, spread } = rate
  return (
    <tr>
      <th scope="row" title={name}>
        <CurrencyLabel code={code} flagCode={flagCode} />
      </th>
      <td data-number>{groupDigits(String(quoteUnit))}</td>
      <td data-number>
        <Rate value={mid} />
      </td>
      <td data-number>{buy === null ? '–' : <Rate value={buy} />}</td>
      <td data-number>{sell === null ? '–' : <Rate value={sell} />}</td>
      <td data-number>{spread !== null && percent(spread)}</td>
      <td>
        <How rate={rate} />
      </td>
    </tr>
  )
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
