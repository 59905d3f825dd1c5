import { useQuery } from '@tanstack/react-query'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { groupDigits } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { ReportPage } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { accounts } from './accounts.contract.ts'

const api = bindContract(accounts)
const place = 'ledger:accounts'
const sides = ['debit', 'credit'] as const

/** What stands on a side; nothing where the account stands on the other. */
const on = (side: (typeof sides)[number], balance: string): string | undefined => {
  const isCredit = balance.startsWith('-')
  return isCredit === (side === 'credit') && Number(balance) !== 0 ? balance.replace('-', '') : undefined
}

const sumOf = (side: (typeof sides)[number], all: readonly { balance: string }[]) => {
  const amounts = all.map(({ balance }) => on(side, balance) ?? '0')
  const places = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0)).toFixed(places)
}

/** The chart of accounts with what each comes to, and both sides added up; an account leads to its lines. */
export function Accounts() {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions())
  return (
    <ReportPage texts={place} aside={query.data?.length} query={query}>
      {(all) => (
        <Lines
          texts={place}
          label={texts('title')}
          rows={all}
          rowKey={({ id }) => id}
          columns={[
            { key: 'code', cell: ({ code }) => <span className="agio-number">{code}</span> },
            {
              key: 'name',
              isHead: true,
              cell: ({ id, name }) => (
                <TextLink to={`/accounting/detail-ledger-analysis?account=${id}`}>{name}</TextLink>
              ),
            },
            { key: 'class', kind: 'value' },
            ...sides.map((side) => ({
              key: side,
              isNumber: true,
              cell: ({ balance }: { balance: string }) => groupDigits(on(side, balance) ?? ''),
            })),
          ]}
          total={[texts('total'), { debit: sumOf('debit', all), credit: sumOf('credit', all) }]}
        />
      )}
    </ReportPage>
  )
}
