import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
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
  const { canCreate } = usePermissionFlags({ create: api.create })
  return (
    <ReportPage
      texts={place}
      aside={query.data?.length}
      query={query}
      ask={
        canCreate && (
          <Button component={Link} to="/accounting/ledgers/create">
            {texts('create')}
          </Button>
        )
      }
    >
      {(all) => (
        <Lines
          texts={place}
          label={texts('title')}
          rows={all}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'code',
              cell: ({ id, code }) => (
                <TextLink to={`/accounting/ledgers/${id}`}>
                  <span className="agio-number">{code}</span>
                </TextLink>
              ),
            },
            {
              key: 'name',
              isHead: true,
              cell: ({ id, name }) => (
                <TextLink to={`/accounting/detail-ledger-analysis?account=${id}`}>{name}</TextLink>
              ),
            },
            { key: 'class', kind: 'value' },
            { key: 'groupName' },
            { key: 'closedFrom', kind: 'date' },
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
