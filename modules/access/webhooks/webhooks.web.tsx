import { bindContract } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { type Webhook, webhooks } from './webhooks.contract.ts'
import { webhookStates } from './webhooks.domain.ts'

const api = bindContract(webhooks)
const place = 'access:webhooks'
const home = '/account-management/webhook'

export const webhookState = {
  key: 'state',
  kind: 'badge',
  tones: { active: 'done', paused: 'attention' },
} as const

const columns: readonly ListColumn<Webhook>[] = [
  { key: 'name', width: 200 },
  { key: 'url', width: 320 },
  { ...webhookState, width: 120 },
  { key: 'lastDeliveredAt', kind: 'dateTime', width: 180 },
  { key: 'failingSince', kind: 'dateTime', width: 180 },
  { key: 'createdBy', width: 180 },
  { key: 'createdAt', kind: 'dateTime', width: 180, hidden: true },
]

export const webhookFacts: readonly Fact<Webhook>[] = [
  { key: 'url' },
  { key: 'events', cell: (events) => events.join(', ') },
  { key: 'lastDeliveredAt', kind: 'dateTime' },
  { key: 'failingSince', kind: 'dateTime' },
  { key: 'formerUntil', kind: 'dateTime' },
  { key: 'createdBy' },
  { key: 'createdAt', kind: 'dateTime' },
]

const { update, delete: remove } = api
/** Edit and delete of a webhook. */
export const useWebhookActs = () => useRowActs<Webhook>(acting)
const acting = {
  texts: place,
  api: { update, delete: remove },
  edit: ({ id }: Webhook) => `${home}/update/${id}`,
  name: ({ name }: Webhook) => name,
  list: home,
}

/** Where the company's public events are sent. */
export function WebhookList() {
  const acts = useWebhookActs()
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      search={['name']}
      choices={{ state: webhookStates }}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={place} row={row} facts={[webhookState, ...webhookFacts]} />}
      menu={acts}
    />
  )
}
