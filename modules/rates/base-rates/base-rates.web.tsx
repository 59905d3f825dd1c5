import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { NumberCell } from '#kit/web/document/number-cell.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { dateTimeText, groupDigits, percent } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useSheetKeys } from '#kit/web/sheet-keys.web.ts'
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
const fields = ['code', 'quoteUnit', 'mid', 'live', 'next', 'change', 'buy', 'sell', 'published']

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
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const entered = rates.flatMap(({ currencyId }) => {
    const mid = rateOf(typed.get(currencyId) ?? '')
    return mid === undefined ? [] : [{ currencyId, mid }]
  })
  const fromFeed = new Map(rates.flatMap(({ currencyId, live }) => (live ? [[currencyId, live.mid]] : [])))
  const wrong = rates.filter(
    ({ currencyId }) => typed.has(currencyId) && rateOf(typed.get(currencyId) ?? '') === undefined,
  )
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
  const set = (filled: ReadonlyMap<string, string>) => {
    const next = new Map(typed)
    for (const [id, text] of filled)
      if (text.trim() === '') next.delete(id)
      else next.set(id, text)
    setTyped(next)
  }
  const { table, onKeyDown, onPaste, left, forgetLeft } = useSheetKeys(
    rates.map(({ currencyId: id, code }) => ({ id, code })),
    1,
    (filled) => set(new Map([...filled].map(([id, [text = '']]) => [id, text]))),
  )
  const numbers = ['quoteUnit', 'mid', 'live', 'change', 'buy', 'sell']
  const columns = fields.map((field) => ({
    title: texts(`fields.${field}`),
    isNumber: numbers.includes(field),
  }))
  const undo = () => {
    setTyped(new Map())
    forgetLeft()
  }
  const isReady = preview.data !== undefined && asked === JSON.stringify(entered)
  return (
    <>
      <Sheet ref={table} label={texts('title')} columns={columns}>
        {rates.map((rate, index) => (
          <Row
            key={rate.currencyId}
            rate={rate}
            text={typed.get(rate.currencyId) ?? ''}
            judged={judged.get(rate.currencyId)}
            isReadOnly={!canUpdate}
            onChange={(text) => set(new Map([[rate.currencyId, text]]))}
            onKeyDown={onKeyDown}
            onPaste={(event) => onPaste(event, index, 0)}
          />
        ))}
      </Sheet>
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
            <Button variant="default" onClick={() => set(fromFeed)}>
              {texts('fromFeed')}
            </Button>
          )}
        </SheetFoot>
      )}
    </>
  )
}

interface RowProps {
  rate: BaseRate
  text: string
  judged: Previewed | undefined
  isReadOnly: boolean
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent) => void
}

function Row({ rate, text, judged, isReadOnly, onChange, onKeyDown, onPaste }: RowProps) {
  const texts = useTexts(place)
  const { code, flagCode, quoteUnit, mid, live, publishedAt, author, reason } = rate
  const common = useTexts('rates:pairs')
  const isWrong = text !== '' && rateOf(text) === undefined
  const findings = judged?.findings.map(({ rule, level, value }) =>
    texts(`findings.${level}.${rule}`, { value: percent(value) }),
  )
  const fault = isWrong ? common('noRate') : findings?.join(' ')
  const isBlocked = isWrong || judged?.findings.some(({ level }) => level === 'block')
  return (
    <tr className={text === '' ? undefined : css.changed}>
      <th scope="row">
        <CurrencyLabel code={code} flagCode={flagCode} />
      </th>
      <td data-number>{groupDigits(String(quoteUnit))}</td>
      <td data-number>{mid === null ? '–' : groupDigits(mid)}</td>
      <td data-number title={live ? `${live.source} ${live.day}` : undefined}>
        {live ? groupDigits(live.mid) : '–'}
      </td>
      <td>
        <NumberCell
          w={150}
          label={texts('rateOf', { code })}
          placeholder={mid ?? ''}
          value={text}
          readOnly={isReadOnly}
          error={isBlocked ? fault : undefined}
          description={!isBlocked && fault ? fault : undefined}
          inputWrapperOrder={['input', 'description', 'error']}
          onChange={onChange}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </td>
      <td data-number data-down={judged?.change?.startsWith('-') || undefined}>
        {judged?.change ? percent(judged.change) : ''}
      </td>
      <td data-number>{judged?.buy ? groupDigits(judged.buy) : ''}</td>
      <td data-number>{judged?.sell ? groupDigits(judged.sell) : ''}</td>
      <td title={reason ?? undefined}>
        {publishedAt && (
          <Link
            to="/settings/base-rate/history"
            search={{ filter: [['currencyId', 'Equals', rate.currencyId]] } as never}
            className={css.published}
          >
            {`${dateTimeText(publishedAt)} · ${author}`}
            <span className="agio-sr">{texts('historyOf', { code })}</span>
          </Link>
        )}
      </td>
    </tr>
  )
}
