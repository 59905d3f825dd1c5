import { Anchor, Button, Select, SegmentedControl, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useAddress } from '#kit/web/address.web.ts'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { dateText, percent, rateText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type DayOfPair, type LiveRate, liveRates } from '../feeds/feeds.contract.ts'
import { SourceNotice } from '../live/feed-notice.web.tsx'
import { type Candle, candlesOf, decimalsOf, movedBy, pairOf } from './chart.domain.ts'
import css from './chart.module.css'

const Canvas = lazy(() => import('./canvas.web.tsx'))

const api = bindContract(liveRates)
const place = 'rates:chart'
const kinds = ['candles', 'line', 'table'] as const
type Kind = (typeof kinds)[number]

/** The chart of a pair that is chosen among those with a live rate. */
export function RateChart() {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const { pair: asked } = useAddress<'pair'>()
  const query = useQuery(api.list.queryOptions())
  return (
    <SheetPage>
      <PageHeader title={texts('title')} />
      <Loaded query={query} height={480}>
        {({ local, items }) => {
          const pairs = items.map(({ code }) => ({ value: `${code}${local}`, label: `${code}/${local}` }))
          const pair = asked !== undefined ? pairOf(asked) : (pairs[0]?.value ?? '')
          const choose = (value: string | null) =>
            void navigate({ to: '.', search: { pair: value } as never, replace: true })
          return (
            <>
              <div className={css.bar}>
                <Select
                  label={texts('pair')}
                  w={180}
                  searchable
                  data={pairs}
                  value={pair}
                  onChange={choose}
                />
                <Button
                  variant="default"
                  leftSection={<IconExternalLink size={16} stroke={1.75} />}
                  onClick={() => window.open(`/fx-rates-chart/detail/${pair}`, pair, 'width=1000,height=650')}
                >
                  {texts('window')}
                </Button>
              </div>
              <Pair key={pair} pair={pair} />
            </>
          )
        }}
      </Loaded>
    </SheetPage>
  )
}

/** A window of its own with the chart of the pair that its address names. */
export function RateChartWindow() {
  const { id = '' } = useParams({ strict: false })
  const pair = pairOf(id)
  return (
    <div className={css.window}>
      <SheetPage>
        <PageHeader title={`${pair.slice(0, 3)}/${pair.slice(3)}`} />
        <Pair pair={pair} />
      </SheetPage>
    </div>
  )
}

function Pair({ pair }: { pair: string }) {
  const query = useQuery({ ...api.getHistory.queryOptions({ pair }), refetchInterval: 60_000 })
  const live = useQuery({ ...api.list.queryOptions(), refetchInterval: 60_000 }).data
  if (query.error instanceof ApiError && query.error.code === 'INVALID_PAIR')
    return <EmptyState text={query.error.message} />
  return (
    <Loaded query={query} height={480}>
      {({ base, code, unit, source, points }) => (
        <>
          <SourceNotice source={source} />
          <History
            name={`${base}/${code}`}
            unit={unit}
            source={source.source}
            points={points}
            live={code === live?.local ? liveOf(live.items, base, unit) : undefined}
          />
        </>
      )}
    </Loaded>
  )
}

/** What the feed says now of a currency for as many units as its history. */
function liveOf(items: readonly LiveRate[], base: string, unit: number) {
  const found = items.find((one) => one.code === base && one.unit === unit)
  return found?.mid && found.day ? { day: found.day, mid: found.mid } : undefined
}

interface HistoryProps {
  name: string
  unit: number
  source: string
  points: readonly DayOfPair[]
  live: ReturnType<typeof liveOf>
}

function History({ name, unit, source, points, live }: HistoryProps) {
  const texts = useTexts(place)
  const feed = useTexts('rates:feed')
  const [kind, setKind] = useState<Kind>('candles')
  const [day, setDay] = useState<string>()
  const candles = useMemo(() => movedBy(candlesOf(points), live), [points, live])
  const onDay = useCallback((next: string | undefined) => setDay(next), [])
  const last = candles.at(-1)
  if (!last) return <EmptyState text={texts('empty')} />
  const shown = candles.find((one) => one.day === day) ?? last
  const how = candles.some(({ isWhole }) => !isWhole) ? 'between' : 'whole'
  return (
    <>
      <SegmentedControl
        size="xs"
        maw={360}
        aria-label={texts('kind')}
        data={kinds.map((one) => ({ value: one, label: texts(`kinds.${one}`) }))}
        value={kind}
        onChange={(one) => setKind(one as Kind)}
      />
      {kind === 'table' ? (
        <div className={css.table}>
          <Days label={name} candles={candles} />
        </div>
      ) : (
        <>
          <Figures candle={shown} isLine={kind === 'line'} />
          <Suspense fallback={<Skeleton className={css.chart} />}>
            <Canvas
              label={texts('label', { name })}
              kind={kind}
              candles={candles}
              decimals={decimalsOf(last.close)}
              onDay={onDay}
            />
          </Suspense>
        </>
      )}
      <p className={css.note}>
        {texts('about', { name, unit, source: feed(`values.source.${source}`) })}{' '}
        {kind !== 'line' && texts(`how.${how}`)}
      </p>
      <p className={css.note}>
        {texts('drawnBy')}{' '}
        <Anchor
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
          underline="always"
          inherit
        >
          TradingView
        </Anchor>
      </p>
    </>
  )
}

const figures = ['open', 'high', 'low', 'close'] as const

/** One day in figures, read out as somebody goes from day to day. */
function Figures({ candle, isLine }: { candle: Candle; isLine: boolean }) {
  const texts = useTexts(place)
  return (
    <dl className={css.figures} aria-live="polite">
      <div>
        <dt>{texts('fields.day')}</dt>
        <dd>{dateText(candle.day)}</dd>
      </div>
      {figures
        .filter((one) => !isLine || one === 'close')
        .map((one) => (
          <div key={one}>
            <dt>{texts(`fields.${one}`)}</dt>
            <dd>{rateText(candle[one])}</dd>
          </div>
        ))}
    </dl>
  )
}

/** What the chart draws, as a table; the newest day first. */
function Days({ label, candles }: { label: string; candles: readonly Candle[] }) {
  return (
    <Lines
      texts={place}
      label={label}
      rows={candles.toReversed()}
      rowKey={({ day }) => day}
      columns={[
        { key: 'day', isHead: true, kind: 'date' },
        ...figures.map((key) => ({ key, isNumber: true, cell: (candle: Candle) => rateText(candle[key]) })),
        {
          key: 'change',
          isNumber: true,
          cell: ({ open, close }) => percent((Number(close) / Number(open) - 1).toFixed(6)),
        },
      ]}
    />
  )
}
