import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { payees } from '../payees/payees.contract.ts'
import { type Change, type ChangeDetail, ChangeDraft, payeeChanges } from './changes.contract.ts'
import { changeStates, changeWorkflow } from './changes.domain.ts'

const api = bindContract(payeeChanges)
const payeeApi = bindContract(payees)
const texts = 'bank:changes'
const home = '/accounting/payee-list/bank-details'

export const { List, Detail } = documentPages<Change, ChangeDetail, typeof changeWorkflow, never>({
  texts,
  home,
  api,
  workflow: changeWorkflow,
  tones: { waiting: 'waiting', approved: 'done', rejected: 'stopped', withdrawn: 'ended' },
  title: (row) => row.payee,
  columns: [
    { key: 'payeeId', width: 200, cell: (_, { payee }) => payee },
    { key: 'bankName', width: 170 },
    { key: 'number', kind: 'code', width: 200 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'payee' },
    { key: 'holder' },
    { key: 'bankName' },
    { key: 'bic', kind: 'code' },
    { key: 'number', kind: 'code' },
    { key: 'before', kind: 'code' } as unknown as Fact<Change>,
    { key: 'sharedWith' } as unknown as Fact<Change>,
    { key: 'reason' },
    { key: 'verification' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime' },
  ],
  useChoices: () => ({
    state: changeStates,
    payeeId: useQuery(payeeApi.listSelection.queryOptions()).data ?? [],
  }),
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
})

const F = fieldsOf(ChangeDraft)

/** Asks for other bank details, of `?payee=` where that is said. */
export function ChangeForm() {
  const { payee } = useSearch({ strict: false }) as { payee?: string }
  const choices = useQuery(payeeApi.listSelection.queryOptions())
  return (
    <FormPage
      texts={texts}
      draft={ChangeDraft}
      api={{ create: api.create }}
      back={home}
      {...(payee && { initial: { payeeId: payee } })}
    >
      <FieldRow>
        <F.Select name="payeeId" choices={choices} />
        <F.Text name="holder" />
      </FieldRow>
      <FieldRow>
        <F.Text name="bankName" />
        <F.Text name="bic" />
      </FieldRow>
      <F.Text name="number" />
      <F.TextArea name="reason" />
    </FormPage>
  )
}
