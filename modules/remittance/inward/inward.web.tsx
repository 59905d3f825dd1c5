import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { today } from '#kit/web/format.web.ts'
import { RowCustomer } from '#modules/customers/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { countries } from '#modules/organisation/public.web.tsx'
import { OpenMatches } from '#modules/screening/public.web.tsx'
import { providers } from '../providers/providers.contract.ts'
import { countryName } from '../recipients/country.web.ts'
import { senderKinds } from './details.domain.ts'
import { Asks, DetailsForm, ToAsk } from './details.web.tsx'
import { type Inward, type InwardDetail, InwardDraft, inwards } from './inward.contract.ts'
import { inwardStates, inwardWorkflow } from './inward.domain.ts'
import { PayForm } from './pay-form.web.tsx'

const api = bindContract(inwards)
const branchApi = bindContract(branches)
const providerApi = bindContract(providers)
const place = 'remittance:inwards'
const home = '/remittance/inward'
const F = fieldsOf(InwardDraft)

export const { List, Detail } = documentPages<Inward, InwardDetail, typeof inwardWorkflow, never>({
  texts: place,
  home,
  api,
  workflow: inwardWorkflow,
  tones: {
    noticed: 'waiting',
    inReview: 'attention',
    cleared: 'waiting',
    paid: 'done',
    returned: 'ended',
  },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 190 },
    { key: 'recipientName', width: 160 },
    { key: 'senderName', width: 160 },
    { key: 'country', width: 110, cell: countryName },
    { key: 'amount', kind: 'number', width: 120 },
    { key: 'state', kind: 'badge', width: 140 },
    { key: 'isIncomplete', width: 280, cell: (_, row) => <Asks row={row} /> },
    { key: 'expiresOn', kind: 'date', width: 190 },
    { key: 'providerId', width: 170, cell: (_, { provider }) => provider },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190, hidden: true },
  ],
  facts: [
    { key: 'recipientName' },
    { key: 'senderName' },
    { key: 'senderKind', kind: 'value' },
    { key: 'senderAddress' },
    { key: 'senderIdNumber' },
    { key: 'senderBirthDate', kind: 'date' },
    { key: 'senderBirthPlace' },
    { key: 'country', cell: countryName },
    { key: 'amount', kind: 'number' },
    { key: 'settles', kind: 'money', currency: 'settlementCurrency' },
    { key: 'provider' },
    { key: 'expiresOn', kind: 'date' },
    { key: 'customer', cell: (_, row) => <RowCustomer row={row} /> },
    { key: 'businessDate', kind: 'date' },
    { key: 'branch' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number', 'recipientName'],
  useChoices: () => ({
    state: inwardStates,
    providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  forms: {
    complete: (props) => <DetailsForm {...props} />,
    pay: (props) => <PayForm {...props} />,
  },
  below: (row) => (
    <>
      {row.isIncomplete && <ToAsk row={row} />}
      {row.state === 'inReview' && (
        <Suspense>
          <OpenMatches customerId={row.customerId} documentId={row.id} />
        </Suspense>
      )}
    </>
  ),
})

/** What the partner says of the sender beside the name. */
const SenderFields = () => (
  <>
    <FieldRow>
      <F.Select name="senderKind" choices={senderKinds} />
      <F.Text name="senderIdNumber" />
    </FieldRow>
    <F.Text name="senderAddress" />
    <FieldRow>
      <F.Date name="senderBirthDate" max={today()} />
      <F.Text name="senderBirthPlace" />
    </FieldRow>
  </>
)

/** What a partner asks us to pay out. */
export const InwardForm = () => (
  <FormPage texts={place} draft={InwardDraft} api={{ create: api.create }} back={home} initial={{}}>
    <FieldRow>
      <F.Select name="providerId" choices={useQuery(providerApi.listSelection.queryOptions())} />
      <F.Select name="branchId" choices={useQuery(branchApi.listSelection.queryOptions())} />
    </FieldRow>
    <FieldRow>
      <F.Text name="code" />
      <F.Text name="recipientName" />
    </FieldRow>
    <FieldRow>
      <F.Text name="senderName" />
      <F.Select name="country" choices={countries()} />
    </FieldRow>
    <SenderFields />
    <FieldRow>
      <F.Number name="settles" />
      <F.Number name="amount" />
    </FieldRow>
    <F.Date name="expiresOn" />
  </FormPage>
)
