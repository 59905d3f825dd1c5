import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { bindContract, can } from '#kit/web/api.web.ts'
import { ActionBar } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact, Tone } from '#kit/web/values.web.tsx'
import { comparedFields, type Customer, individuals } from '../profiles/profiles.contract.ts'
import { formatField } from '../profiles/fields.web.tsx'
import css from '../profiles/profiles.module.css'
import { type DuplicateReview, duplicateReviews } from './duplicate-reviews.contract.ts'
import { type ReviewState, reviewStates, reviewWorkflow } from './duplicate-reviews.domain.ts'

const api = bindContract(duplicateReviews)
const individualApi = bindContract(individuals)
const place = 'customers:duplicateReviews'
const home = '/customer/duplicates'
const tones: Record<ReviewState, Tone> = { open: 'attention', different: 'done', same: 'stopped' }

const columns: readonly ListColumn<DuplicateReview>[] = [
  { key: 'customerName', width: 200 },
  { key: 'otherName', width: 200 },
  { key: 'dateOfBirth', kind: 'date', width: 130 },
  { key: 'state', kind: 'badge', tones, width: 150 },
  { key: 'reason', width: 220 },
  { key: 'askedBy', width: 150 },
  { key: 'askedAt', kind: 'dateTime', width: 180 },
  { key: 'decidedBy', width: 150 },
]
const customer = (
  key: 'customerName' | 'otherName',
  id: 'customerId' | 'otherId',
): Fact<DuplicateReview> => ({
  key,
  cell: (name, row) => <TextLink to={`/customer/individual/${row[id]}`}>{name}</TextLink>,
})
const facts: readonly Fact<DuplicateReview>[] = [
  customer('customerName', 'customerId'),
  customer('otherName', 'otherId'),
  { key: 'dateOfBirth', kind: 'date' },
  { key: 'reason' },
  { key: 'askedBy' },
  { key: 'askedAt', kind: 'dateTime' },
]
const decision: readonly Fact<DuplicateReview>[] = [
  { key: 'decidedBy' },
  { key: 'decidedAt', kind: 'dateTime' },
  { key: 'note' },
]

/** Pairs of equal name and date of birth: pending and decided. */
export const DuplicateReviewList = () => (
  <ListPage<DuplicateReview>
    texts={place}
    list={api.list}
    columns={columns}
    search={['customerName']}
    choices={{ state: reviewStates }}
    sort="askedAt-desc"
    open={({ id }) => `${home}/${id}`}
    panel={(row) => <FactList texts={place} row={row} facts={[...facts, ...decision]} />}
  />
)

/** One pair: why they are said to be different people, and the decision of a second person. */
export function DuplicateReviewPage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <DetailPage<DuplicateReview>
      texts={place}
      get={api.getById}
      id={id}
      back={home}
      title={({ customerName, otherName }) => `${customerName} · ${otherName}`}
      badge={{ key: 'state', kind: 'badge', tones }}
      groups={[
        { name: 'pair', facts },
        { name: 'decision', facts: decision },
      ]}
      actions={(row) => (
        <>
          <ToMerge {...row} />
          <ActionBar texts={place} workflow={reviewWorkflow} row={row} run={api} />
        </>
      )}
    >
      {(row) => row.customerId !== row.otherId && <Both ids={[row.customerId, row.otherId]} />}
    </DetailPage>
  )
}

/** The way on once they are said to be one person, until their records are one. */
function ToMerge({ state, customerId, otherId }: DuplicateReview) {
  const texts = useTexts(place)
  if (state !== 'same' || customerId === otherId || !can('merge_customers')) return null
  return (
    <Button renderRoot={(props) => <Link to={`/customer/individual/merge/${customerId}`} {...props} />}>
      {texts('merge')}
    </Button>
  )
}

/** Two customers beside each other, field by field: what differs stands out, what neither has is left out. */
function Both({ ids }: { ids: readonly [string, string] }) {
  const one = useQuery(individualApi.getById.queryOptions({ id: ids[0] }))
  const other = useQuery(individualApi.getById.queryOptions({ id: ids[1] }))
  return (
    <Loaded query={one} height={240}>
      {(first) => (
        <Loaded query={other} height={240}>
          {(second) => <Compared pair={[first, second]} />}
        </Loaded>
      )}
    </Loaded>
  )
}

function Compared({ pair }: { pair: readonly [Customer, Customer] }) {
  const texts = useTexts('customers:individuals')
  const rows = comparedFields[1]
    .map((field) => ({ field, values: pair.map((one) => formatField(texts, one, field)) }))
    .filter(({ values }) => values.some((value) => value !== ''))
  return (
    <div className={css.scroll}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts('merge.field')}</Table.Th>
            {pair.map(({ id, name }) => (
              <Table.Th key={id}>
                <TextLink to={`/customer/individual/${id}`}>{name}</TextLink>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ field, values }) => (
            <Table.Tr key={field} data-same={values[0] === values[1] || undefined} className={css.compared}>
              <Table.Th scope="row">
                {texts(field === 'identity' ? 'groups.identity' : `fields.${field}`)}
              </Table.Th>
              {pair.map(({ id }, at) => (
                <Table.Td key={id}>{values[at] || '–'}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
