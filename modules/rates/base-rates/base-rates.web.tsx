import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { type GridColumn, LineGrid } from '#kit/web/document/line-grid.web.tsx'
import { NumberCell } from '#kit/web/document/number-cell.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { dateTimeText, percent } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTypedRows } from '#kit/web/sheet-keys.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { FeedNotice } from '../live/feed-notice.web.tsx'
import { rateOf } from '../pair-rates/typed.domain.ts'
import { SheetFoot } from '../pair-rates/sheet-foot.web.tsx'
import { type BaseRate, baseRates, type Previewed } from './base-rates.contract.ts'
import css from '../pair-rates/pair-sheet.module.css'

const api = bindContract(baseRates)
const place = 'rates:baseRates'

/** The mids of the company, typed or pasted into a sheet and published together. */
export function BaseRates() {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions())
  return (
    <SheetPage>
      <PageHeader title={texts('title')} aside={query.data?.length}>
        <Button variant="default" renderRoot={(rest) => <Link to="/settings/base-rate/history" {...rest} />}>
          {texts('history')}
        </Button>
      </PageHeader>
      <FeedNotice />
      <Loaded query={query} height={480}>
        {(rates) => <Rates rates={rates} />}
      </Loaded>
    </SheetPage>
  )
}

function Rates({ rates }: { rates: readonly BaseRate[] }) {
  const texts = useTexts(place)
  const common = useTexts('rates:pairs')
  const { canUpdate } = usePermissionFlags(api)
  const sheet = useTypedRows(
    rates.map(({ currencyId: id, code }) => ({ id, code })),
    1,
  )
  const { typed, left, undo } = sheet
  const textOf = ({ currencyId }: BaseRate) => sheet.textsOf(currencyId)[0] ?? ''
  const entered = rates.flatMap((rate) => {
    const { currencyId } = rate
    const mid = rateOf(textOf(rate))
    return mid === undefined ? [] : [{ currencyId, mid }]
  })
  const fromFeed = new Map(rates.flatMap(({ currencyId, live }) => (live ? [[currencyId, [live.mid]]] : [])))
  const wrong = rates.filter((rate) => typed.has(rate.currencyId) && rateOf(textOf(rate)) === undefined)
  const [asked] = useDebouncedValue(JSON.stringify(entered), 300)
  const preview = useQuery({
    queryKey: ['/posrate/baserate', 'preview', asked],
    queryFn: ({ signal }) =>
      api.preview.call({ rates: JSON.parse(asked) as typeof entered }, { signal, quiet: true }),
    enabled: asked !== '[]',
  })
  const judged = new Map(asked === '[]' ? [] : preview.data?.map((one) => [one.currencyId, one]))
  const blocked = entered.filter(({ currencyId }) =>
    judged.get(currencyId)?.findings.some(({ level }) => level === 'block'),
  ).length
  const publish = useMutation({
    mutationFn: (reason: string) => api.update.call({ rates: entered, reason }),
    onSuccess: () => {
      snackbar.success(texts('published', { count: entered.length }))
      undo()
    },
  })
  const start = async () => {
    const warns = entered.some(({ currencyId }) => judged.get(currencyId)?.findings.length)
    const words = { title: common('why'), message: common('whyMessage'), confirm: common('publish') }
    const reason = warns ? await askNote({ ...words, required: true }) : ''
    if (reason !== undefined) publish.mutate(reason)
  }
  const lines = rates.map((rate) => ({ rate, text: textOf(rate), judged: judged.get(rate.currencyId) }))
  const columns = useColumns(!canUpdate, (id, text) => sheet.set(id, [text]))
  const isReady = preview.data !== undefined && asked === JSON.stringify(entered)
  return (
    <>
      <LineGrid
        label={texts('title')}
        columns={columns}
        lines={lines}
        keyOf={({ rate }) => rate.currencyId}
        lookOf={({ text }) => (text === '' ? undefined : css.changed)}
        onPaste={sheet.onPaste}
      />
      {!canUpdate && <p role="note">{texts('form.readOnly')}</p>}
      {canUpdate && (
        <SheetFoot
          count={entered.length}
          wrong={wrong.length}
          stopped={blocked}
          left={left}
          hint={texts('hint')}
          isPublishing={publish.isPending}
          isReady={isReady}
          onUndo={undo}
          onPublish={() => void start()}
        >
          {fromFeed.size > 0 && (
            <Button variant="default" onClick={() => sheet.fillIn(fromFeed)}>
              {texts('fromFeed')}
            </Button>
          )}
        </SheetFoot>
      )}
    </>
  )
}

interface Line {
  rate: BaseRate
  /** As it was typed. */
  text: string
  judged: Previewed | undefined
}

/** What is published of each currency, what is typed over it, and what would be dealt at that. */
function useColumns(
  isReadOnly: boolean,
  onChange: (currencyId: string, text: string) => void,
): GridColumn<Line>[] {
  const texts = useTexts(place)
  const common = useTexts('rates:pairs')
  const figure = (field: string, show: (line: Line) => ReactNode) => ({
    title: texts(`fields.${field}`),
    isNumber: true,
    show,
  })
  const saidOf = ({ text, judged }: Line) => {
    const isWrong = text !== '' && rateOf(text) === undefined
    const findings = judged?.findings.map(({ rule, level, value }) =>
      texts(`findings.${level}.${rule}`, { value: percent(value) }),
    )
    const fault = isWrong ? common('noRate') : findings?.join(' ')
    const isBlocked = isWrong || judged?.findings.some(({ level }) => level === 'block')
    return isBlocked ? { error: fault } : { description: fault || undefined }
  }
  return [
    {
      title: texts('fields.code'),
      isHead: true,
      show: ({ rate: { code, flagCode } }) => <CurrencyLabel code={code} flagCode={flagCode} />,
    },
    figure('quoteUnit', ({ rate }) => groupDigits(String(rate.quoteUnit))),
    figure('mid', ({ rate }) => (rate.mid === null ? '–' : groupDigits(rate.mid))),
    {
      ...figure('live', ({ rate: { live } }) => (live ? groupDigits(live.mid) : '–')),
      cell: ({ rate: { live } }) => ({ title: live ? `${live.source} ${live.day}` : undefined }),
    },
    {
      title: texts('fields.next'),
      input: (line, keys) => (
        <NumberCell
          {...keys}
          w={150}
          label={texts('rateOf', { code: line.rate.code })}
          placeholder={line.rate.mid ?? ''}
          value={line.text}
          readOnly={isReadOnly}
          {...saidOf(line)}
          inputWrapperOrder={['input', 'description', 'error']}
          onChange={(text) => onChange(line.rate.currencyId, text)}
        />
      ),
    },
    figure('change', ({ judged }) => judged?.change && percent(judged.change)),
    figure('buy', ({ judged }) => judged?.buy && groupDigits(judged.buy)),
    figure('sell', ({ judged }) => judged?.sell && groupDigits(judged.sell)),
    {
      title: texts('fields.published'),
      cell: ({ rate }) => ({ title: rate.reason ?? undefined }),
      show: ({ rate: { currencyId, code, publishedAt, author } }) =>
        publishedAt && (
          <Link
            to="/settings/base-rate/history"
            search={{ filter: [['currencyId', 'Equals', currencyId]] } as never}
            className={css.published}
          >
            {`${dateTimeText(publishedAt)} · ${author}`}
            <span className="agio-sr">{texts('historyOf', { code })}</span>
          </Link>
        ),
    },
  ]
}
