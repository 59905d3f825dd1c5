import { Checkbox, Select, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportFrame, useAsked } from '#kit/web/report/report.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import {
  balanceSheet,
  branchIncome,
  companyIncome,
  type Statement,
  trialBalance,
} from './statements.contract.ts'

const place = 'ledger:statements'
import css from './statements.module.css'

const apis = {
  trialBalance: bindContract(trialBalance),
  balanceSheet: bindContract(balanceSheet),
  companyIncome: bindContract(companyIncome),
  branchIncome: bindContract(branchIncome),
}
type Kind = keyof typeof apis
const links: Record<Kind, string> = {
  trialBalance: '/accounting/trial-balance',
  balanceSheet: '/accounting/balance-sheet',
  companyIncome: '/accounting/company-income',
  branchIncome: '/accounting/branch-income',
}
/** What else is read of the books. */
const reports = {
  cashMovement: '/accounting/cash-movement',
  subLedgers: '/accounting/sub-ledgers',
  taxSummary: '/accounting/tax-summary',
}
const compares = ['before', 'lastYear'] as const
type Compare = (typeof compares)[number]

interface Asked extends Days {
  branch?: string | undefined
  compare?: Compare | undefined
  whole?: string | undefined
}

/** Every statement of the books, by name. */
export function StatementIndex() {
  const texts = useTexts(place)
  return (
    <SheetPage>
      <PageHeader title={texts('index')} />
      <ul>
        {(Object.keys(links) as Kind[]).map((kind) => (
          <li key={kind} className={css.entry}>
            <TextLink to={links[kind]}>{texts(kind)}</TextLink>
          </li>
        ))}
        {Object.entries(reports).map(([report, link]) => (
          <li key={report} className={css.entry}>
            <TextLink to={link}>{texts(report)}</TextLink>
          </li>
        ))}
      </ul>
    </SheetPage>
  )
}

export const TrialBalance = () => <StatementPage kind="trialBalance" />
export const BalanceSheet = () => <StatementPage kind="balanceSheet" />
export const CompanyIncome = () => <StatementPage kind="companyIncome" />
export const BranchIncome = () => <StatementPage kind="branchIncome" />

/** A statement of a period, whose figures lead to the lines behind them. */
function StatementPage({ kind }: { kind: Kind }) {
  const texts = useTexts(place)
  const [asked, change] = useAsked<Asked>()
  const { from, to, isPeriod } = periodOf(asked)
  const isAsked = isPeriod && from <= to
  const isCompared = kind === 'balanceSheet' || kind === 'companyIncome'
  const ask = {
    from,
    to,
    branchId: asked.branch ?? null,
    compare: isCompared ? (asked.compare ?? null) : null,
    isWhole: asked.whole === 'yes',
  }
  const query = useQuery({
    ...apis[kind].list.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportFrame
      texts={place}
      title={texts(kind)}
      query={query}
      isAsked={isAsked}
      file={() => apis[kind].export.call(ask)}
      ask={
        <>
          <BranchChoice
            label={texts('branch')}
            placeholder={texts('anyBranch')}
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <PeriodBoxes texts={place} from={from} to={to} change={change} />
          {isCompared && (
            <Select
              label={texts('compare')}
              w={200}
              clearable
              data={compares.map((value) => ({ value, label: texts(`values.compare.${value}`) }))}
              value={asked.compare ?? null}
              onChange={(value) => change({ compare: (value as Compare | null) ?? undefined })}
            />
          )}
          <Checkbox
            label={texts('isWhole')}
            checked={ask.isWhole}
            onChange={(event) => change({ whole: event.currentTarget.checked ? 'yes' : undefined })}
          />
        </>
      }
    >
      {(statement) => <Figures kind={kind} statement={statement} branch={asked.branch} />}
    </ReportFrame>
  )
}

interface FiguresProps {
  kind: Kind
  statement: Statement
  branch: string | undefined
}

/** The figures of a statement, as they stand or as they were frozen. */
export function Figures({ kind, statement, branch }: FiguresProps) {
  const texts = useTexts(place)
  const { rows, columns, totals, currency, from, to, madeAt, sealNumber } = statement
  const behind = (id: string) =>
    `/accounting/detail-ledger-analysis?account=${id}&from=${from}&to=${to}${branch ? `&branch=${branch}` : ''}`
  return (
    <>
      <Text c="dimmed">
        {texts('note', {
          currency,
          from: dateText(from),
          to: dateText(to),
          at: dateTimeText(madeAt),
          seal: sealNumber ?? texts('noSeal'),
        })}
      </Text>
      <Sheet
        label={texts(kind)}
        columns={[
          { title: texts('columns.name') },
          ...columns.map(({ key, name }) => ({ title: name || texts(`columns.${key}`), isNumber: true })),
        ]}
      >
        {rows.map((row) => (
          <tr key={`${row.class} ${row.id ?? ''}`}>
            <th scope="row" style={{ paddingInlineStart: 12 + row.depth * 16 }}>
              {row.kind === 'class' && texts(`values.class.${row.class}`)}
              {row.kind === 'group' && row.name}
              {row.kind === 'ledger' && (
                <TextLink to={behind(row.id ?? '')}>{`${row.code} ${row.name}`}</TextLink>
              )}
              {row.isClosed && ` (${texts('closed')})`}
            </th>
            <Amounts amounts={row.amounts} />
          </tr>
        ))}
        <tr>
          <th scope="row">{texts(kind === 'trialBalance' ? 'total' : 'result')}</th>
          <Amounts amounts={totals} />
        </tr>
      </Sheet>
      <Foreign statement={statement} />
      <Checks statement={statement} />
    </>
  )
}

const Amounts = ({ amounts }: { amounts: readonly string[] }) =>
  amounts.map((amount, index) => (
    <td key={index} data-number data-negative={amount.startsWith('-') || undefined}>
      {groupDigits(amount)}
    </td>
  ))

/** What ledgers come to in foreign currencies, one beside the other: there is no sum of them. */
function Foreign({ statement: { foreign, rows } }: { statement: Statement }) {
  const texts = useTexts(place)
  if (foreign.length === 0) return null
  const nameOf = new Map(rows.map(({ id, code, name }) => [id, `${code} ${name}`]))
  return (
    <section aria-label={texts('foreignTitle')}>
      <h2>{texts('foreignTitle')}</h2>
      <Lines
        texts={place}
        label={texts('foreignTitle')}
        rows={foreign}
        rowKey={({ accountId, currency }) => `${accountId} ${currency}`}
        columns={[
          { key: 'ledger', isHead: true, cell: ({ accountId }) => nameOf.get(accountId) },
          { key: 'currency' },
          { key: 'quantity', kind: 'number' },
        ]}
      />
    </section>
  )
}

function Checks({ statement: { checks } }: { statement: Statement }) {
  const texts = useTexts(place)
  return (
    <section aria-label={texts('checksTitle')}>
      <h2>{texts('checksTitle')}</h2>
      <Lines
        texts={place}
        label={texts('checksTitle')}
        rows={checks}
        rowKey={({ check }) => check}
        columns={[
          { key: 'check', isHead: true, cell: ({ check }) => texts(`checks.${check}`) },
          {
            key: 'state',
            cell: ({ isRight, difference }) => (
              <StatusBadge tone={isRight ? 'done' : 'stopped'}>
                {isRight ? texts('right') : texts('wrong', { difference: groupDigits(difference) })}
              </StatusBadge>
            ),
          },
        ]}
      />
    </section>
  )
}
