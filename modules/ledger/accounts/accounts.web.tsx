import { useQuery } from '@tanstack/react-query'
import type { Report } from '#kit/domain/report.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { ReportPage } from '#kit/web/report/report.web.tsx'
import { type Account, accounts } from './accounts.contract.ts'

const api = bindContract(accounts)

/** An account with its balance on the side that it is on. */
type Row = Account & { debit: string | null; credit: string | null }

const sided = (account: Account): Row => {
  const isCredit = account.balance.startsWith('-')
  const amount = Number(account.balance) === 0 ? null : account.balance.replace('-', '')
  return { ...account, debit: isCredit ? null : amount, credit: isCredit ? amount : null }
}

const report: Report<Row> = {
  texts: 'ledger:accounts',
  name: 'ledgers',
  columns: [
    { key: 'code' },
    { key: 'name', isHead: true },
    { key: 'class', kind: 'value' },
    { key: 'debit', kind: 'number', isSummed: true },
    { key: 'credit', kind: 'number', isSummed: true },
  ],
}

/** The chart of accounts with what each comes to, and both sides added up; an account leads to its lines. */
export function Accounts() {
  const query = useQuery(api.list.queryOptions())
  return (
    <ReportPage
      report={report}
      aside={query.data?.length}
      query={query}
      rows={(all) => all.map(sided)}
      rowKey={({ id }) => id}
      cells={{
        code: ({ code }) => <span className="agio-number">{code}</span>,
        name: ({ id, name }) => (
          <TextLink to={`/accounting/detail-ledger-analysis?account=${id}`}>{name}</TextLink>
        ),
      }}
    />
  )
}
