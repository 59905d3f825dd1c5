import { Exact } from '#kit/domain/decimals.domain.ts'

interface Taxed {
  rates: readonly string[]
  net: string
  taxes: readonly string[]
}

/** The taxes of a receipt, one row for each combination of rates and each tax of it; lines of no tax have none. */
export function taxRows(lines: readonly Taxed[], decimals: number) {
  const groups = Map.groupBy(
    lines.filter(({ rates }) => rates.length > 0),
    ({ rates }) => rates.join(' '),
  )
  const sum = (values: readonly string[]) =>
    values.reduce((all, value) => all.plus(value), new Exact(0)).toFixed(decimals)
  return [...groups.values()].flatMap((own) =>
    (own[0]?.rates ?? []).map((rate, at) => ({
      name: '',
      rate: new Exact(rate).toFixed(),
      net: sum(own.map(({ net }) => net)),
      amount: sum(own.map(({ taxes }) => taxes[at] ?? '0')),
    })),
  )
}
