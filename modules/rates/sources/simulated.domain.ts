import type { Feed, Quote } from './sources.domain.ts'
import { dayBefore } from './calendar.domain.ts'

/** One euro in other currencies, near what it was one day; only where a walk begins. */
const anchors = Object.entries({
  USD: 1.17,
  GBP: 0.87,
  SGD: 1.5,
  AUD: 1.66,
  NZD: 2.01,
  JPY: 187,
  CNY: 8,
  HKD: 9.15,
  TWD: 36,
  KRW: 1740,
  THB: 37.7,
  IDR: 20_080,
  PHP: 70,
  VND: 30_800,
  BND: 1.5,
  INR: 109,
  BDT: 143,
  PKR: 328,
  LKR: 360,
  SAR: 4.39,
  AED: 4.3,
  CHF: 0.92,
  CAD: 1.62,
  MYR: 4.64,
  MOP: 9.42,
  NPR: 174,
  QAR: 4.26,
  ZAR: 19.4,
})
const slotMinutes = 5
const firstDay = '2026-01-01'
const scale = 100_000_000n
const million = 1_000_000n

/**
 * Made-up rates of this moment: a walk whose every step follows from the seed, so the same seed at the same moment says the
 * same on every machine. Every five minutes a step, and from one day to the next a larger one.
 * @param days so many days before are told too, each by its last word
 */
export function simulate(seed: string, at: Date, days = 0): Feed {
  const today = at.toISOString().slice(0, 10)
  const slot = Math.floor((at.getTime() % 86_400_000) / (slotMinutes * 60_000))
  const last = (24 * 60) / slotMinutes - 1
  const before = Array.from({ length: days }, (_, index) => dayBefore(today, days - index))
  const quotes = anchors.flatMap(([code, anchor]): Quote[] => [
    ...before.map((day) => quote(seed, { code, anchor }, day, last)),
    quote(seed, { code, anchor }, today, slot),
  ])
  return { source: 'simulated', quotes }
}

function quote(
  seed: string,
  { code, anchor }: { code: string; anchor: number },
  day: string,
  slot: number,
): Quote {
  const opening = openingOf(seed, code, BigInt(Math.round(anchor * Number(scale))), day)
  const random = randoms(`${seed} ${code} ${day}`)
  let level = opening
  for (let step = 0; step <= slot; step++) level = moved(level, random(), 150)
  const minutes = slot * slotMinutes
  const session = `${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
  return { base: 'EUR', code, day, session, unit: 1, rate: decimal(level) }
}

/** Where a day begins: steps from day to day, drawn back to the anchor, so that a walk of years stays plausible. */
function openingOf(seed: string, code: string, anchor: bigint, day: string): bigint {
  const random = randoms(`${seed} ${code}`)
  let level = anchor
  const count = Math.max(0, Math.round((Date.parse(day) - Date.parse(firstDay)) / 86_400_000))
  for (let step = 0; step < count; step++) level = moved(level, random(), 4000) + (anchor - level) / 60n
  return level
}

/** A step of at most so many millionths up or down. */
const moved = (level: bigint, random: number, most: number) =>
  (level * (million + BigInt((random % (2 * most + 1)) - most))) / million

const two = (value: number) => String(value).padStart(2, '0')

const decimal = (level: bigint) =>
  `${level / scale}.${(level % scale).toString().padStart(8, '0').slice(0, 6)}`

/** Whole numbers below 2^32 that follow from a text: FNV-1a, then mulberry32. */
function randoms(text: string): () => number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
