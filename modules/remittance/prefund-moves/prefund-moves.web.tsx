import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import {
  type PrefundMove,
  type PrefundMoveDetail,
  PrefundMoveDraft,
  prefundMoves,
} from './prefund-moves.contract.ts'
import { moveKinds, moveStates, moveWorkflow } from './prefund-moves.domain.ts'

const api = bindContract(prefundMoves)
const branchApi = bindContract(branches)
const providerApi = bindContract(providers)
const accountApi = bindContract(bankAccounts)
const place = 'remittance:prefundMoves'
const home = '/remittance/provider-top-ups'
const F = fieldsOf(PrefundMoveDraft)

export const { List, Detail } = documentPages<PrefundMove, PrefundMoveDetail, typeof moveWorkflow, never>({
  texts: place,
  home,
  api,
  workflow: moveWorkflow,
  tones: { pending: 'waiting', posted: 'done', rejected: 'stopped', cancelled: 'ended', reversed: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 190 },
    { key: 'kind', kind: 'value', width: 150 },
    { key: 'providerId', width: 180, cell: (_, { provider }) => provider },
    { key: 'account', width: 180 },
    { key: 'amount', kind: 'money', currency: 'currency', width: 180 },
    { key: 'value', kind: 'number', width: 190 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'businessDate', kind: 'date', width: 140 },
    { key: 'author', width: 150 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190, hidden: true },
  ],
  facts: [
    { key: 'kind', kind: 'value' },
    { key: 'provider' },
    { key: 'amount', kind: 'money', currency: 'currency' },
    { key: 'account' },
    { key: 'bankAmount', kind: 'money', currency: 'bankCurrency' },
    { key: 'value', kind: 'number' },
    { key: 'businessDate', kind: 'date' },
    { key: 'branch' },
    { key: 'reference' },
    { key: 'note' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: moveStates,
    kind: moveKinds,
    providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
})

/** Money to a partner, back from it, or what it took for itself. */
export function PrefundMoveForm() {
  const { provider } = useSearch({ strict: false }) as { provider?: string }
  return (
    <FormPage
      texts={place}
      draft={PrefundMoveDraft}
      api={{ create: api.create }}
      back={home}
      initial={{ kind: 'topUp', ...(provider && { providerId: provider }) }}
      save={(draft) => api.create.call(draft.kind === 'charge' ? { ...draft, accountId: null } : draft)}
    >
      <Fields />
    </FormPage>
  )
}

function Fields() {
  const { kind, providerId, accountId } = useFormScope().form.getValues() as PrefundMoveDraft
  const accounts = useQuery(accountApi.listSelection.queryOptions())
  const { data: partner } = useQuery({
    ...providerApi.getById.queryOptions({ id: providerId }),
    enabled: Boolean(providerId),
  })
  const account = accounts.data?.find(({ id }) => id === accountId)
  const isOther =
    partner !== undefined && account !== undefined && account.currency !== partner.settlementCurrency
  return (
    <>
      <FieldRow>
        <F.Select name="kind" choices={moveKinds} />
        <F.Select name="providerId" choices={useQuery(providerApi.listSelection.queryOptions())} />
      </FieldRow>
      {kind !== 'charge' && <F.Select name="accountId" choices={accounts} />}
      <FieldRow>
        <F.Number name="amount" />
        {isOther && <F.Number name="bankAmount" />}
        {isOther && !account.isLocal && <F.Number name="value" />}
      </FieldRow>
      <FieldRow>
        <F.Date name="businessDate" />
        <F.Text name="reference" />
      </FieldRow>
      <F.TextArea name="note" />
    </>
  )
}
