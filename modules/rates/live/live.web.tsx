import { Button, Checkbox } from '@mantine/core'
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { dateText, dateTimeText, percent, rateText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Rate } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { type LiveRate, liveRates, type SourceState } from '../feeds/feeds.contract.ts'
import { SourceNotice } from './feed-notice.web.tsx'
import { keepSeen, seen } from './live-cache.web.ts'
import { useWatched } from './watched.web.ts'
import { age } from './age.web.ts'
import css from './live.module.css'

const SidePanel = lazy(() =>
  import('#kit/web/list/side-panel.web.tsx').then((m) => ({ default: m.SidePanel })),
)

const api = bindContract(liveRates)
const place = 'rates:live'
const fields = ['pair', 'unit', 'mid', 'change', 'source', 'at']
const numbers = ['unit', 'mid', 'change']

/** What the company's feed says of each currency now. */
export function LiveRates() {
  const texts = useTexts(place)
  const query = useQuery({ ...api.list.queryOptions(), refetchInterval: 60_000 })
  const [isChoosing, setChoosing] = useState(false)
  const { codes } = useWatched()
  const all = query.data?.items
  const items = all?.filter(({ code }) => codes.length === 0 || codes.includes(code))
  useEffect(() => {
    if (all) keepSeen(all)
  }, [all])
  const settings = useIsAllowed(api.updateSettings) && (
    <Button variant="default" renderRoot={(rest) => <Link to="/fx-rates/settings" {...rest} />}>
      {texts('settings')}
    </Button>
  )
  return (
    <SheetPage>
      <PageHeader title={texts('title')} aside={items?.length}>
        {settings}
        <Button variant="default" onClick={() => setChoosing(true)} disabled={!all}>
          {texts('watch')}
        </Button>
      </PageHeader>
      <SourceNotice source={query.data?.source} />
      <Loaded query={query} height={480}>
        {({ local, source, items: known }) =>
          known.every(({ mid }) => mid === null) ? (
            <EmptyState text={texts('empty')}>{settings}</EmptyState>
          ) : (
            <Sheet
              label={texts('title')}
              columns={fields.map((field) => ({
                title: texts(`fields.${field}`),
                isNumber: numbers.includes(field),
              }))}
            >
              {items?.map((rate) => (
                <Row key={rate.code} rate={rate} local={local} source={source} asOf={query.dataUpdatedAt} />
              ))}
            </Sheet>
          )
        }
      </Loaded>
      {isChoosing && all && (
        <Suspense>
          <SidePanel title={texts('watch')} onClose={() => setChoosing(false)}>
            <Watched rates={all} local={query.data?.local ?? ''} />
          </SidePanel>
        </Suspense>
      )}
    </SheetPage>
  )
}

interface RowProps {
  rate: LiveRate
  local: string
  source: SourceState
  /** When it was fetched, in milliseconds. */
  asOf: number
}

function Row({ rate, local, source, asOf }: RowProps) {
  const texts = useTexts(place)
  const feed = useTexts('rates:feed')
  const { code, flagCode, unit, mid, day, at, change } = rate
  const before = seen.use().mids.find(([known]) => known === code)?.[2]
  const moved = mid !== null && before !== undefined ? Number(mid) - Number(before) : 0
  return (
    <tr>
      <th scope="row">
        <Link to="/fx-rates-chart" search={{ pair: `${code}${local}` } as never} className={css.pair}>
          <CurrencyLabel code={`${code}/${local}`} flagCode={flagCode} />
          <span className="agio-sr">{texts('chart')}</span>
        </Link>
      </th>
      <td data-number>{groupDigits(String(unit))}</td>
      <td data-number title={moved === 0 ? undefined : texts('before', { mid: rateText(before ?? '') })}>
        {mid === null ? (
          '–'
        ) : (
          <Movement by={moved}>
            <Rate value={mid} />
          </Movement>
        )}
      </td>
      <td data-number>
        {change !== null && (
          <Movement by={Number(change)}>
            {Number(change) > 0 && '+'}
            {percent(change)}
          </Movement>
        )}
      </td>
      <td>
        {mid !== null
          ? feed(`values.source.${source.source}`)
          : day === null
            ? texts('unquoted')
            : texts('lastQuoted', { day: dateText(day) })}
      </td>
      <td title={at ? dateTimeText(at) : undefined}>{at && day && `${dateText(day)} · ${age(at, asOf)}`}</td>
    </tr>
  )
}

/** Which way something went, by an arrow and a quiet colour. */
function Movement({ by, children }: { by: number; children: ReactNode }) {
  if (by === 0) return <span className={css.move}>{children}</span>
  const Icon = by > 0 ? IconTrendingUp : IconTrendingDown
  return (
    <span className={css.move} data-way={by > 0 ? 'up' : 'down'}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {children}
    </span>
  )
}

/** The pairs to watch; without a choice of one's own they are all. */
function Watched({ rates, local }: { rates: readonly LiveRate[]; local: string }) {
  const texts = useTexts(place)
  const all = rates.map(({ code }) => code)
  const { codes, keep } = useWatched()
  const shown = codes.length === 0 ? all : all.filter((code) => codes.includes(code))
  const set = (next: readonly string[]) => keep(next.length === all.length ? [] : next)
  return (
    <div className={css.choices}>
      <p className={css.about}>{texts('watchAbout')}</p>
      {rates.map(({ code, flagCode }) => {
        const isShown = shown.includes(code)
        return (
          <Checkbox
            key={code}
            label={<CurrencyLabel code={`${code}/${local}`} flagCode={flagCode} />}
            checked={isShown}
            // One at least, for none means all.
            disabled={isShown && shown.length === 1}
            onChange={() => set(all.filter((one) => (one === code ? !isShown : shown.includes(one))))}
          />
        )
      })}
      <Button variant="default" disabled={codes.length === 0} onClick={() => keep([])}>
        {texts('watchAll')}
      </Button>
    </div>
  )
}
