import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import type { Customer } from '../profiles/profiles.contract.ts'
import { countryName } from '../profiles/fields.web.tsx'
import css from '../profiles/profiles.module.css'
import { type Stakeholder, stakeholders } from './stakeholders.contract.ts'
import { stakeholderRoles } from './stakeholders.domain.ts'
import { pageOf } from './stakeholders.web.tsx'

const api = bindContract(stakeholders)
const place = 'customers:stakeholders'

const facts: readonly Fact<Stakeholder>[] = [
  { key: 'holderName', cell: (name, row) => <TextLink to={pageOf(row)}>{name}</TextLink> },
  { key: 'corporateName' },
  { key: 'role', kind: 'value' },
  { key: 'share', cell: (share) => (share === null ? null : `${Number(share)}%`) },
  { key: 'position' },
  { key: 'authorityScope' },
  { key: 'authorityExpiry', kind: 'date' },
]

/** Everybody who stands behind any company. */
export const StakeholderList = () => (
  <ListPage
    texts={place}
    list={api.list}
    columns={[
      { key: 'holderName', width: 240 },
      { key: 'role', kind: 'value', width: 150 },
      { key: 'share', width: 100, cell: (share) => (share === null ? null : `${Number(share)}%`) },
      { key: 'corporateName', width: 260 },
      { key: 'position', width: 180 },
      { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
    ]}
    search={['holderName', 'corporateName']}
    choices={{ role: stakeholderRoles }}
    open={({ corporateId }) => `/customer/corporate/${corporateId}`}
    panel={(row) => (
      <>
        <FactList texts={place} row={row} facts={facts} />
        {row.holderType === 1 && <Related id={row.id} />}
      </>
    )}
  />
)

const personFacts: readonly Fact<Customer>[] = [
  { key: 'idType', kind: 'value' },
  { key: 'idNumber', kind: 'code' },
  { key: 'nationality', cell: countryName },
  { key: 'dateOfBirth', kind: 'date' },
  { key: 'phone', kind: 'code' },
  { key: 'occupation' },
]

/** The person behind a stake. */
function Related({ id }: { id: string }) {
  const texts = useTexts(place)
  const query = useQuery(api.getRelatedIndividual.queryOptions({ id }))
  return (
    <section>
      <Title order={3} className={css.heading} my="sm">
        {texts('person')}
      </Title>
      <Loaded query={query} height={160}>
        {(person) => <FactList texts="customers:individuals" row={person} facts={personFacts} />}
      </Loaded>
    </section>
  )
}
