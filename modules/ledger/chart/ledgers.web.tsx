import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Report } from '#kit/domain/report.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { ReportPage } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { ChartSheetButtons } from './chart.web.tsx'
import { StartingChartButton, StartingChartOffer } from './starting.web.tsx'
import { type Account, accounts } from '../accounts/accounts.contract.ts'

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
    { key: 'groupName' },
    { key: 'currency', none: 'allCurrencies' },
    { key: 'closedFrom', kind: 'date' },
    { key: 'debit', kind: 'number', isSummed: true },
    { key: 'credit', kind: 'number', isSummed: true },
  ],
}

/** The chart of accounts with what each comes to, and both sides added up; an account leads to its lines. */
export function Accounts() {
  const texts = useTexts(report.texts)
  const query = useQuery(api.list.queryOptions())
  const { canCreate } = usePermissionFlags({ create: api.create })
  return (
    <ReportPage
      report={report}
      aside={query.data?.length}
      query={query}
      ask={
        <>
          <ChartSheetButtons />
          <StartingChartButton />
          {canCreate && (
            <Button component={Link} to="/accounting/ledgers/create">
              {texts('create')}
            </Button>
          )}
        </>
      }
      head={() => <StartingChartOffer />}
      rows={(all) => all.map(sided)}
      rowKey={({ id }) => id}
      cells={{
        code: ({ id, code }) => (
          <TextLink to={`/accounting/ledgers/${id}`}>
            <span className="agio-number">{code}</span>
          </TextLink>
        ),
        name: ({ id, name }) => (
          <TextLink to={`/accounting/detail-ledger-analysis?account=${id}`}>{name}</TextLink>
        ),
      }}
    />
  )
}
