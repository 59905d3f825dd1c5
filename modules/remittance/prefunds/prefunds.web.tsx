import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract, can } from '#kit/web/api.web.ts'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import { type Prefund, PrefundDraft, prefunds } from './prefunds.contract.ts'

const api = bindContract(prefunds)
const branchApi = bindContract(branches)
const providerApi = bindContract(providers)
const place = 'remittance:prefunds'
const home = '/remittance/providers-balance'
const F = fieldsOf(PrefundDraft)

const low = { key: 'isLow', kind: 'badge', tones: { true: 'attention', false: 'done' } } as const
const money = { kind: 'money', currency: 'currency' } as const
const facts = [
  { key: 'provider' },
  { key: 'branch' },
  { key: 'ledger', ...money },
  { key: 'reserved', ...money },
  { key: 'available', ...money },
  { key: 'lowLimit', ...money },
  low,
  { key: 'waiting', kind: 'number' },
  { key: 'value', kind: 'number' },
  { key: 'createdAt', kind: 'dateTime' },
] as const

/** Money with partners: what stands there, what is promised to orders, and what is to be had. */
export function PrefundList() {
  return (
    <ListPage<Prefund>
      texts={place}
      list={api.list}
      columns={[
        { key: 'providerId', width: 190, cell: (_, { provider }) => provider },
        { key: 'ledger', ...money, width: 170 },
        { key: 'reserved', ...money, width: 170 },
        { key: 'available', ...money, width: 180 },
        { key: 'lowLimit', ...money, width: 160 },
        { ...low, width: 120 },
        { key: 'waiting', kind: 'number', width: 120 },
        { key: 'branchId', width: 180, cell: (_, { branch }) => branch },
        { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
      ]}
      search={[]}
      choices={{
        providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
        branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
      }}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={place} row={row} facts={facts} />}
    />
  )
}

/** One balance, with the ways to its movements and to a top-up. */
export function PrefundPage() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  return (
    <DetailPage<Prefund>
      texts={place}
      get={api.getById}
      id={id}
      title={({ provider }) => provider}
      back={home}
      badge={low}
      groups={[{ name: 'facts', facts }]}
      actions={(row) => (
        <>
          <TextLink to={`${home}/movements?prefund=${row.id}`}>{texts('movements')}</TextLink>
          {can('manage_provider_balances') && (
            <TextLink to={`/remittance/provider-top-ups/create?provider=${row.providerId}`}>
              {texts('topUp')}
            </TextLink>
          )}
        </>
      )}
    />
  )
}

/** The balance of a partner that has none yet. */
export const PrefundForm = () => (
  <FormPage texts={place} draft={PrefundDraft} api={{ create: api.create }} back={home} initial={{}}>
    <FieldRow>
      <F.Select name="providerId" choices={useQuery(providerApi.listSelection.queryOptions())} />
      <F.Select name="branchId" choices={useQuery(branchApi.listSelection.queryOptions())} />
    </FieldRow>
  </FormPage>
)
