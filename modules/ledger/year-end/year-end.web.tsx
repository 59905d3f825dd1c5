import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FormPage } from '#kit/web/form/form-page.web.tsx'
import { dateText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type YearEnd, type YearEndDetail, YearEndDraft, yearEnds } from './year-end.contract.ts'
import { yearEndStates, yearEndWorkflow } from './year-end.domain.ts'

const api = bindContract(yearEnds)
const branchApi = bindContract(branches)
const texts = 'ledger:yearEnds'
const home = '/accounting/year-end'

export const { List: YearEndList, Detail: YearEndPage } = documentPages<
  YearEnd,
  YearEndDetail,
  typeof yearEndWorkflow,
  YearEndDetail['lines'][number]
>({
  texts,
  home,
  api,
  workflow: yearEndWorkflow,
  tones: { closed: 'done', reversed: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'fromDate', kind: 'date', width: 130 },
    { key: 'toDate', kind: 'date', width: 130 },
    { key: 'currency', width: 100 },
    { key: 'result', kind: 'number', width: 150 },
    { key: 'state', kind: 'badge', width: 130 },
    { key: 'author', width: 150 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  facts: [
    { key: 'fromDate', kind: 'date' },
    { key: 'toDate', kind: 'date' },
    { key: 'currency' },
    { key: 'result', kind: 'number' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: yearEndStates,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  beside: () => <Beside />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: (_, index) => String(index),
    columns: [
      { key: 'branch', isHead: true, cell: ({ branchName }) => branchName },
      { key: 'account' },
      { key: 'foreign' },
      { key: 'debit', isNumber: true, cell: ({ debit }) => groupDigits(debit) },
      { key: 'credit', isNumber: true, cell: ({ credit }) => groupDigits(credit) },
    ],
  },
})

function Beside() {
  const say = useTexts(texts)
  return <PrintButton>{say('print')}</PrintButton>
}

const F = fieldsOf(YearEndDraft)

/** Closes the year that is next, once its result has been looked at. */
export function YearEndForm() {
  const say = useTexts(texts)
  const next = useQuery(api.next.queryOptions())
  return (
    <Loaded query={next} height={320}>
      {({ fromDate, toDate, result, currency }) => (
        <FormPage
          texts={texts}
          draft={YearEndDraft}
          api={{ create: api.create }}
          initial={{ toDate }}
          back={home}
        >
          <p>
            {say('about', {
              from: dateText(fromDate),
              to: dateText(toDate),
              result: groupDigits(result),
              currency,
            })}
          </p>
          <F.Date name="toDate" />
        </FormPage>
      )}
    </Loaded>
  )
}
