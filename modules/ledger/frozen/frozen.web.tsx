import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FormPage } from '#kit/web/form/form-page.web.tsx'
import { dateText, dateTimeText, today } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { Figures } from '../statements/statements.web.tsx'
import { type FrozenDetail, FrozenDraft, frozenStatements } from './frozen.contract.ts'

const api = bindContract(frozenStatements)
const branchApi = bindContract(branches)
const place = 'ledger:frozen'
const home = '/accounting/frozen-statements'
const kinds = ['trialBalance', 'balanceSheet', 'companyIncome', 'branchIncome'] as const
const F = fieldsOf(FrozenDraft)

/** The periods whose statements were frozen. */
export function FrozenList() {
  const texts = useTexts(place)
  return (
    <ListPage
      texts={place}
      exports={api.export}
      list={api.list}
      columns={[
        { key: 'fromDate', kind: 'date', width: 130 },
        { key: 'toDate', kind: 'date', width: 130 },
        { key: 'branchId', width: 200, cell: (_, { branchName }) => branchName ?? texts('company') },
        { key: 'sealNumber', kind: 'code', width: 120 },
        { key: 'author', width: 160 },
        { key: 'createdAt', kind: 'dateTime', width: 180 },
      ]}
      sort="createdAt-desc"
      choices={{ branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [] }}
      open={({ id }) => `${home}/${id}`}
      create={{ to: `${home}/create`, api }}
    />
  )
}

/** The month that is over. */
function monthBefore(): { fromDate: string; toDate: string } {
  const [year = 0, month = 1] = today().split('-').map(Number)
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { fromDate: day(Date.UTC(year, month - 2, 1)), toDate: day(Date.UTC(year, month - 1, 0)) }
}

/** Freezes the statements of a period, the month before this one unless another is given. */
export function FrozenForm() {
  const initial = monthBefore()
  const all = useQuery(branchApi.listSelection.queryOptions())
  return (
    <FormPage texts={place} draft={FrozenDraft} api={{ create: api.create }} initial={initial} back={home}>
      <F.Date name="fromDate" />
      <F.Date name="toDate" />
      <F.Select name="branchId" choices={all} />
    </FormPage>
  )
}

/** What was frozen, and line by line what came later. */
export function FrozenPage() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <SheetPage>
      <PageHeader title={texts('one')} back={{ to: home }}>
        <PrintButton>{texts('print')}</PrintButton>
      </PageHeader>
      <Loaded query={query} height={480}>
        {(found) => <Found found={found} />}
      </Loaded>
    </SheetPage>
  )
}

function Found({ found }: { found: FrozenDetail }) {
  const texts = useTexts(place)
  const { fromDate, toDate, branchName, createdAt, author, differences } = found
  return (
    <>
      <Text c="dimmed">
        {texts('note', {
          from: dateText(fromDate),
          to: dateText(toDate),
          where: branchName ?? texts('company'),
          at: dateTimeText(createdAt),
          by: author,
        })}
      </Text>
      <p role="status">
        {differences.length === 0 ? texts('same') : texts('differs', { count: differences.length })}
      </p>
      <Later found={found} />
      {kinds.map((kind) => (
        <section key={kind} aria-label={texts(kind)}>
          <h2>{texts(kind)}</h2>
          <Figures kind={kind} statement={found[kind]} branch={found.branchId ?? undefined} />
        </section>
      ))}
    </>
  )
}

function Later({ found: { differences, later } }: { found: FrozenDetail }) {
  const texts = useTexts(place)
  if (later.length === 0) return null
  return (
    <>
      <Lines
        texts={place}
        label={texts('differences')}
        rows={differences}
        rowKey={({ accountId }) => accountId}
        columns={[
          { key: 'account', isHead: true, cell: ({ code, name }) => `${code} ${name}` },
          { key: 'frozen', isNumber: true, cell: ({ frozen }) => groupDigits(frozen) },
          { key: 'now', isNumber: true, cell: ({ now }) => groupDigits(now) },
          { key: 'difference', isNumber: true, cell: ({ difference }) => groupDigits(difference) },
        ]}
      />
      <h2>{texts('later')}</h2>
      <Lines
        texts={place}
        label={texts('later')}
        rows={later}
        rowKey={(_, index) => String(index)}
        columns={[
          {
            key: 'businessDate',
            isHead: true,
            cell: ({ entryId, businessDate }) => (
              <TextLink to={`/accounting/journal/${entryId}`}>{dateText(businessDate)}</TextLink>
            ),
          },
          { key: 'account' },
          { key: 'branchName' },
          { key: 'debit', isNumber: true, cell: ({ debit }) => debit && groupDigits(debit) },
          { key: 'credit', isNumber: true, cell: ({ credit }) => credit && groupDigits(credit) },
          { key: 'author' },
        ]}
      />
    </>
  )
}
