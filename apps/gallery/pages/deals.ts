/** A row of the gallery: what a list of deals will look like. */
export interface Deal {
  id: string
  no: string
  at: string
  side: 'Buy' | 'Sell'
  customer: { name: string }
  currency: string
  quantity: string
  rate: string
  status: string
  branch: string
  note: string | null
}

const names = ['Tan Wei Ming', 'Nurul Aisyah', 'Rajesh Kumar', 'Chong Li Na', 'Goh Boon Kiat', 'Lim Xiu Ying']
const currencies = ['USD', 'SGD', 'EUR', 'GBP', 'JPY', 'THB', 'IDR', 'CNY']
const states = ['Settled', 'Pending', 'Held', 'Cancelled']
const branches = ['Kuala Lumpur Central', 'Penang', 'Johor Bahru']
const pick = (list: readonly string[], at: number) => list[at % list.length] ?? ''
const two = (value: number) => String(value).padStart(2, '0')

/** The same deals each time: `count` of them, beginning with number `from`. */
export const deals = (count: number, from = 0): Deal[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = index + from
    return {
      id: String(at),
      no: `KL-${100_000 + at}`,
      at: `2026-11-${two(1 + (at % 28))} 10:${two(at % 60)}`,
      side: at % 3 ? 'Buy' : 'Sell',
      customer: { name: pick(names, at * 7) },
      currency: pick(currencies, at * 5),
      quantity: (((at * 7919) % 9000) + 50).toFixed(2),
      rate: (1 + ((at * 31) % 4000) / 1000).toFixed(5),
      status: pick(states, at * 3),
      branch: pick(branches, at),
      note: at % 4 ? null : 'Walk-in, passport seen',
    }
  })
