import { Alert, Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, PageHeader, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Place } from '../counting/counting.web.tsx'
import type { Counting } from '../items/count-entry.web.tsx'
import { type Handover, handovers } from './handovers.contract.ts'
import css from '../items/count-entry.module.css'

const api = bindContract(handovers)
const place = 'inventory:handover'
const home = '/inventory/handover'

/** A drawer that was handed over: who takes it over counts it here, blind, and with that the next day opens. */
export function HandoverPage() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <SheetPage>
      <PageHeader title={texts('title')} back={{ to: '/inventory/day' }} />
      <Loaded query={query} height={320}>
        {(row) => (
          <>
            <Facts row={row} />
            {row.can.includes('accept') && (
              <>
                <p className={css.muted}>{texts('about')}</p>
                {row.isCounted && (
                  <Alert role="status" color="yellow" title={texts('recountTitle')}>
                    {texts('recount')}
                  </Alert>
                )}
                <Place key={row.version} at={row}>
                  {(counting) => <TakeOver row={row} counting={counting} />}
                </Place>
              </>
            )}
            {row.can.includes('withdraw') && <Withdraw row={row} />}
          </>
        )}
      </Loaded>
    </SheetPage>
  )
}

function Facts({ row }: { row: Handover }) {
  const texts = useTexts(place)
  const { branchId, branchName, counterName, businessDate, endedAt } = row
  return (
    <p className={css.facts}>
      <strong>
        {branchName} · {counterName} · {dateText(businessDate)}
      </strong>
      <span>
        {texts('handed', { name: row.author, next: row.toName, at: dateTimeText(row.createdAt, branchId) })}
      </span>
      {endedAt !== null && (
        <span role="status">
          {texts(`ended.${row.state}`, {
            name: row.endedBy ?? '',
            at: dateTimeText(endedAt, branchId),
            reason: row.reason,
          })}
        </span>
      )}
    </p>
  )
}

/** Says with a count that the drawer is taken over, or with a reason that it is not. */
function TakeOver({ row, counting }: { row: Handover; counting: Counting }) {
  const texts = useTexts(place)
  const { id, version } = row
  const accept = useMutation({
    // Nothing is blank, and a zero was typed.
    mutationFn: () => api.accept.call({ id, version, lines: counting.lines(), isZeroConfirmed: true }),
    onSuccess: ({ state }) => {
      if (state === 'accepted') snackbar.success(texts('said.accepted', { name: row.counterName }))
    },
  })
  const refuse = useMutation({
    mutationFn: async () => {
      const words = { title: texts('refuse'), message: texts('sureRefuse'), confirm: texts('refuse') }
      const note = await askNote({ ...words, required: true })
      if (note) await api.refuse.call({ id, version, note })
    },
  })
  return (
    <footer className={css.foot}>
      {row.can.includes('refuse') && (
        <BusyButton variant="default" busy={refuse.isPending} onClick={() => refuse.mutate()}>
          {texts('refuse')}
        </BusyButton>
      )}
      <ProcessingButton
        busy={accept.isPending}
        disabled={counting.isFaulty}
        onClick={() => counting.isComplete() && accept.mutate()}
      >
        {texts('accept')}
      </ProcessingButton>
    </footer>
  )
}

function Withdraw({ row: { id, version } }: { row: Handover }) {
  const texts = useTexts(place)
  const act = useMutation({
    mutationFn: () => api.withdraw.call({ id, version }),
    onSuccess: () => snackbar.success(texts('said.withdrawn')),
  })
  return (
    <BusyButton variant="default" busy={act.isPending} onClick={() => act.mutate()}>
      {texts('withdraw')}
    </BusyButton>
  )
}

/** A drawer that waits for its next teller: who that is, with the way to count it or to take it back. */
export function WaitingDrawer({ row }: { row: Handover }) {
  const texts = useTexts(place)
  return (
    <Alert role="status" color="yellow" title={texts('waits', { name: row.toName })}>
      <Facts row={row} />
      {row.can.length > 0 && (
        <TextLink to={`${home}/${row.id}`}>
          {texts(row.can.includes('accept') ? 'toAccept' : 'toWithdraw')}
        </TextLink>
      )}
    </Alert>
  )
}

/** Whom the drawer of the day that was just closed goes to. */
export function HandOver({
  dayId,
  people,
}: {
  dayId: string
  people: readonly { id: string; name: string }[]
}) {
  const texts = useTexts(place)
  const [toId, setTo] = useState<string | null>(null)
  const act = useMutation({
    mutationFn: (to: string) => api.create.call({ dayId, toId: to }),
    onSuccess: ({ toName }) => snackbar.success(texts('said.handed', { name: toName })),
  })
  if (people.length === 0) return null
  return (
    <section className={css.facts} aria-label={texts('hand')}>
      <Select
        label={texts('to')}
        w={280}
        searchable
        selectFirstOptionOnChange
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={toId}
        onChange={setTo}
      />
      <Button
        variant="default"
        style={{ alignSelf: 'end' }}
        disabled={toId === null}
        loading={act.isPending}
        onClick={() => toId !== null && act.mutate(toId)}
      >
        {texts('hand')}
      </Button>
    </section>
  )
}
