import { useComputedColorScheme } from '@mantine/core'
import {
  CandlestickSeries,
  ColorType,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
} from 'lightweight-charts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { languageTag } from '#kit/web/i18n.web.ts'
import type { Candle } from './chart.domain.ts'
import css from './chart.module.css'

interface CanvasProps {
  label: string
  kind: 'candles' | 'line'
  candles: readonly Candle[]
  decimals: number
  /** The day under the pointer, or chosen by the arrow keys; none when it leaves. */
  onDay: (day: string | undefined) => void
}

/** The days of a pair drawn: arrow keys go from day to day, plus and minus show fewer or more of them. */
export default function Canvas({ label, kind, candles, decimals, onDay }: CanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<{ chart: IChartApi; series: ISeriesApi<'Candlestick' | 'Line'> }>(undefined)
  const at = useRef<number>(undefined)
  const told = useRef(onDay)
  const scheme = useComputedColorScheme()
  useEffect(() => {
    told.current = onDay
  }, [onDay])
  useEffect(() => {
    const element = place.current
    if (!element) return
    const drawn = draw(element, kind, decimals)
    drawn.chart.subscribeCrosshairMove(({ time }) => told.current(time as string | undefined))
    chart.current = drawn
    return () => {
      chart.current = undefined
      drawn.chart.remove()
    }
  }, [kind, decimals, scheme])
  useEffect(() => {
    const drawn = chart.current
    if (!drawn) return
    const isFirst = drawn.series.data().length === 0
    drawn.series.setData(candles.map((candle) => pointOf(kind, candle)))
    if (isFirst) drawn.chart.timeScale().fitContent()
  }, [kind, decimals, scheme, candles])

  const onKeyDown = (event: KeyboardEvent) => {
    const drawn = chart.current
    if (!drawn || event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key]
    const zoom = { '+': 0.8, '=': 0.8, '-': 1.25 }[event.key]
    if (step === undefined && zoom === undefined) return
    event.preventDefault()
    const scale = drawn.chart.timeScale()
    const shown = scale.getVisibleLogicalRange()
    if (zoom !== undefined && shown) {
      const middle = (shown.from + shown.to) / 2
      const half = Math.max(2, ((shown.to - shown.from) / 2) * zoom)
      return scale.setVisibleLogicalRange({ from: middle - half, to: middle + half })
    }
    const last = candles.length - 1
    at.current = Math.min(last, Math.max(0, (at.current ?? last + 1) + (step ?? 0)))
    const candle = candles[at.current]
    if (!candle) return
    if (shown && (at.current < shown.from || at.current > shown.to)) {
      const width = shown.to - shown.from
      const from = Math.min(Math.max(0, at.current - width / 2), Math.max(0, last - width))
      scale.setVisibleLogicalRange({ from, to: from + width })
    }
    drawn.chart.setCrosshairPosition(Number(candle.close), candle.day, drawn.series)
    told.current(candle.day)
  }
  return (
    <div
      ref={place}
      className={css.chart}
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => {
        at.current = undefined
        chart.current?.chart.clearCrosshairPosition()
        told.current(undefined)
      }}
    />
  )
}

const pointOf = (kind: CanvasProps['kind'], { day, open, high, low, close }: Candle) =>
  kind === 'line'
    ? { time: day, value: Number(close) }
    : { time: day, open: Number(open), high: Number(high), low: Number(low), close: Number(close) }

/** In the colours of the theme that holds now. */
function draw(element: HTMLElement, kind: CanvasProps['kind'], decimals: number) {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const line = colour('--agio-line')
  const chart = createChart(element, {
    autoSize: true,
    layout: {
      // Its name stands below the chart: the logo would bring a style that our policy refuses.
      attributionLogo: false,
      background: { type: ColorType.Solid, color: colour('--mantine-color-body') },
      textColor: colour('--mantine-color-dimmed'),
      fontFamily: style.fontFamily,
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line },
    timeScale: { borderColor: line, lockVisibleTimeRangeOnResize: true },
    localization: { locale: languageTag(), dateFormat: 'dd/MM/yyyy' },
  })
  const priceFormat = { type: 'price' as const, precision: decimals, minMove: 10 ** -decimals }
  const [up, down] = [colour('--agio-done'), colour('--agio-negative')]
  const series =
    kind === 'line'
      ? chart.addSeries(LineSeries, { color: colour('--mantine-color-anchor'), lineWidth: 2, priceFormat })
      : chart.addSeries(CandlestickSeries, {
          upColor: up,
          downColor: down,
          borderUpColor: up,
          borderDownColor: down,
          wickUpColor: up,
          wickDownColor: down,
          priceFormat,
        })
  return { chart, series: series as ISeriesApi<'Candlestick' | 'Line'> }
}
