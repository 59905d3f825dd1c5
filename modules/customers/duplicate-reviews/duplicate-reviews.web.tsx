import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { ActionBar } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import type { Fact, Tone } from '#kit/web/values.web.tsx'
import { type DuplicateReview, duplicateReviews } from './duplicate-reviews.contract.ts'
import { type ReviewState, reviewStates, reviewWorkflow } from './duplicate-reviews.domain.ts'

const api = bindContract(duplicateReviews)
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
      actions={(row) => <ActionBar texts={place} workflow={reviewWorkflow} row={row} run={api} />}
    />
  )
}
