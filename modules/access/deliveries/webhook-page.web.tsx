import { Alert, Button, Code, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ListInput } from '#kit/contract/list.contract.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { ActionBar, useAct } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs } from '#kit/web/detail/row-acts.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { type ListColumn, ListTable } from '#kit/web/list/list-table.web.tsx'
import { SidePanel } from '#kit/web/list/side-panel.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { SecretDialog, showSecret } from '../keys/secret-dialog.web.tsx'
import { type Webhook, webhooks } from '../webhooks/webhooks.contract.ts'
import { webhookWorkflow } from '../webhooks/webhooks.domain.ts'
import { useWebhookActs, webhookFacts, webhookState } from '../webhooks/webhooks.web.tsx'
import { type Delivery, webhookDeliveries } from './deliveries.contract.ts'
import { deliveryStates } from './deliveries.domain.ts'

const api = bindContract(webhooks)
const deliveries = bindContract(webhookDeliveries)
const place = 'access:webhooks'
const of = 'access:webhookDeliveries'

const run = {
  sendTest: {
    ...deliveries.sendTest,
    call: ({ id }: { id: string }) => deliveries.sendTest.call({ id }),
  },
  pause: api.pause,
  resume: api.resume,
  rotate: {
    ...api.rotate,
    call: async (key: { id: string; version: number }) => showSecret((await api.rotate.call(key)).secret),
  },
}

/** One webhook, and what was sent there. */
export function WebhookDetail() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const acts = useWebhookActs()
  return (
    <>
      <DetailPage
        texts={place}
        get={api.getById}
        id={id}
        title={({ name }) => name}
        back="/account-management/webhook"
        badge={webhookState}
        groups={[{ name: 'facts', facts: webhookFacts }]}
        actions={(row) => (
          <>
            <ActionBar texts={place} workflow={webhookWorkflow} row={row} run={run} isQuiet />
            <RowActs acts={acts(row)} />
          </>
        )}
      >
        {(row) => (
          <>
            {row.state === 'paused' && (
              <Alert color="yellow">
                {row.pausedBy === null ? texts('givenUp') : texts('pausedBy', { name: row.pausedBy })}
              </Alert>
            )}
            <Deliveries webhook={row} />
          </>
        )}
      </DetailPage>
      <SecretDialog texts={place} />
    </>
  )
}

const state = {
  key: 'state',
  kind: 'badge',
  tones: { waiting: 'waiting', delivered: 'done', failed: 'stopped' },
} as const

const columns: readonly ListColumn<Delivery>[] = [
  { key: 'event', kind: 'code', width: 220 },
  { ...state, width: 130 },
  { key: 'attempts', kind: 'number', width: 100 },
  { key: 'lastStatus', kind: 'code', width: 100 },
  { key: 'lastError', kind: 'value', width: 220 },
  { key: 'createdAt', kind: 'dateTime', width: 180 },
  { key: 'deliveredAt', kind: 'dateTime', width: 180 },
  { key: 'nextAttemptAt', kind: 'dateTime', width: 180 },
]

/** What is on its way for the first time is there in a moment; what is tried again takes minutes. */
const isMoving = (items: readonly Delivery[]) =>
  items.some((one) => one.state === 'waiting' && one.attempts === 0)

const statesOf = (items: readonly Delivery[] = []) =>
  items.map(({ id, state: one }) => `${id} ${one}`).join(' ')

function Deliveries({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(of)
  const [shown, setShown] = useState<(typeof deliveryStates)[number] | 'all'>('all')
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 20 })
  const [openId, setOpenId] = useState<string>()
  const equals = (key: string, value: string | string[], type: 'Guid' | 'select') =>
    ({ key, operator: 'Equals', value, type }) as const
  const input: ListInput = {
    filters: [
      equals('webhookId', webhook.id, 'Guid'),
      ...(shown === 'all' ? [] : [equals('state', [shown], 'select')]),
    ],
    sort: ['createdAt-desc'],
    pageNum: page,
    pageSize: limit,
  }
  const query = useQuery({
    ...deliveries.list.queryOptions(input as never),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && webhook.state === 'active' && isMoving(data.items) ? 1000 : false,
  })
  const [isBusy, come] = [isMoving(query.data?.items ?? []), statesOf(query.data?.items)]
  // The head of the page says when something was last delivered, be it so soon that nobody saw it on its way.
  useEffect(() => {
    if (!isBusy) void queryClient.invalidateQueries(api.getById.queryOptions({ id: webhook.id }))
  }, [isBusy, come, webhook.id])
  const open = query.data?.items.find(({ id }) => id === openId)
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {texts('title')}
        </Title>
        {webhook.state === 'active' && <RepeatFailed id={webhook.id} />}
      </Group>
      <SegmentedControl
        aria-label={texts('fields.state')}
        value={shown}
        onChange={(value) => {
          setShown(value as typeof shown)
          setPage({ page: 1, limit })
        }}
        data={['all', ...deliveryStates].map((value) => ({
          value,
          label: value === 'all' ? texts('all') : texts(`values.state.${value}`),
        }))}
      />
      <ListTable<Delivery>
        texts={of}
        label={texts('title')}
        height={480}
        columns={columns}
        query={query}
        pageNum={page}
        pageSize={limit}
        onPage={setPage}
        emptyState={texts('empty')}
        columnChooser={false}
        onRowClick={({ id }) => setOpenId(id)}
        onRowActivate={({ id }) => setOpenId(id)}
      />
      {open && (
        <SidePanel title={texts('one')} onClose={() => setOpenId(undefined)}>
          <OneDelivery row={open} mayRepeat={webhook.can.includes('sendTest')} />
        </SidePanel>
      )}
    </Stack>
  )
}

const facts: readonly Fact<Delivery>[] = [
  { key: 'event', kind: 'code' },
  { key: 'eventId', kind: 'code' },
  state,
  { key: 'attempts', kind: 'number' },
  { key: 'createdAt', kind: 'dateTime' },
  { key: 'attemptedAt', kind: 'dateTime' },
  { key: 'nextAttemptAt', kind: 'dateTime' },
  { key: 'deliveredAt', kind: 'dateTime' },
  { key: 'lastStatus', kind: 'code' },
  { key: 'lastError', kind: 'value' },
]

function OneDelivery({ row, mayRepeat }: { row: Delivery; mayRepeat: boolean }) {
  const texts = useTexts(of)
  const act = useAct()
  const isAllowed = useIsAllowed(deliveries.replay)
  const repeat = () =>
    act.mutate({ api: deliveries.replay, input: { id: row.id }, said: texts('said.replay') })
  return (
    <Stack>
      <FactList texts={of} row={row} facts={facts} />
      <Block title={texts('fields.body')} text={row.body === null ? texts('notShown') : pretty(row.body)} />
      {row.lastAnswer && <Block title={texts('fields.lastAnswer')} text={row.lastAnswer} />}
      {isAllowed && mayRepeat && row.state !== 'waiting' && (
        <Button loading={act.isPending} onClick={repeat}>
          {texts('replay')}
        </Button>
      )}
    </Stack>
  )
}

const Block = ({ title, text }: { title: string; text: string }) => (
  <div>
    <Text size="sm" fw={500}>
      {title}
    </Text>
    <Code block tabIndex={0} aria-label={title}>
      {text}
    </Code>
  </div>
)

const pretty = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

const day = 86_400_000

/** Repeats what has failed in the last thirty days, which is all that is kept. */
function RepeatFailed({ id }: { id: string }) {
  const texts = useTexts(of)
  const act = useAct()
  const isAllowed = useIsAllowed(deliveries.replayFailed)
  const start = async () => {
    const title = texts('replayFailed')
    if (!(await confirm({ title, message: texts('questions.replayFailed'), confirm: title }))) return
    const since = new Date(Date.now() - 30 * day).toISOString()
    act.mutate({ api: deliveries.replayFailed, input: { id, since }, said: texts('said.replayFailed') })
  }
  if (!isAllowed) return null
  return (
    <Button variant="default" loading={act.isPending} onClick={() => void start()}>
      {texts('replayFailed')}
    </Button>
  )
}
