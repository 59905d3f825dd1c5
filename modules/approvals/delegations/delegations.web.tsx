import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { findFault, messageOf } from '#kit/web/failures.web.ts'
import { dateText, isDay } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, EmptyState, ErrorBox, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import { type Delegation, delegations } from './delegations.contract.ts'
import css from './delegations.module.css'

const api = bindContract(delegations)
const place = 'approvals:delegations'
const columns = ['delegate', 'delegator', 'days', 'state', 'reason']
const tones: Record<Delegation['state'], Tone> = {
  planned: 'waiting',
  active: 'done',
  over: 'ended',
  ended: 'ended',
}

/** Who decides in whose stead: named by oneself for days, and ended when one is back earlier. */
export function Delegations() {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions())
  return (
    <SheetPage>
      <PageHeader title={texts('title')} />
      <p className={css.about}>{texts('about')}</p>
      <NameForm />
      <Loaded query={query} height={160}>
        {(all) => (all.length === 0 ? <EmptyState text={texts('empty')} /> : <Rows all={all} />)}
      </Loaded>
    </SheetPage>
  )
}

function Rows({ all }: { all: readonly Delegation[] }) {
  const texts = useTexts(place)
  const act = useAct()
  async function end({ id, version, delegate, delegator }: Delegation) {
    const title = texts('actions.end')
    const message = texts('questions.end', { delegate, delegator })
    if (!(await confirm({ title, message, confirm: title, danger: true }))) return
    act.mutate({ api: api.end, input: { id, version }, said: texts('said.ended') })
  }
  return (
    <Sheet
      label={texts('title')}
      columns={[
        ...columns.map((field) => ({ title: texts(`fields.${field}`) })),
        { title: texts('acts'), isUnseen: true },
      ]}
    >
      {all.map((one) => (
        <tr key={one.id}>
          <th scope="row">{one.mine === 'received' ? texts('me') : one.delegate}</th>
          <td>{one.mine === 'given' ? texts('me') : one.delegator}</td>
          <td>
            {dateText(one.fromDate)} – {dateText(one.toDate)}
          </td>
          <td>
            <StatusBadge tone={tones[one.state]}>{texts(`values.state.${one.state}`)}</StatusBadge>
          </td>
          <td>{one.reason}</td>
          <td>
            {one.can.includes('end') && (
              <BusyButton
                size="compact-sm"
                variant="default"
                busy={act.isPending}
                onClick={() => void end(one)}
              >
                {texts('actions.end')}
              </BusyButton>
            )}
          </td>
        </tr>
      ))}
    </Sheet>
  )
}

function NameForm() {
  const texts = useTexts(place)
  const people = useQuery(api.delegates.queryOptions()).data ?? []
  const [delegateId, setDelegate] = useState<string | null>(null)
  const [fromDate, setFrom] = useState('')
  const [toDate, setTo] = useState('')
  const [reason, setReason] = useState('')
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () => api.create.call({ delegateId: delegateId ?? '', fromDate, toDate, reason }),
    onSuccess: () => {
      snackbar.success(texts('said.created'))
      setDelegate(null)
      setFrom('')
      setTo('')
      setReason('')
    },
  })
  const faultAt = (name: string) => findFault(save.error, name)
  const isAtField = ['delegateId', 'fromDate', 'toDate'].some((name) => faultAt(name) !== undefined)
  return (
    <>
      <div className={css.ask}>
        <Select
          label={texts('fields.delegate')}
          w={240}
          searchable
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={delegateId}
          error={faultAt('delegateId')}
          onChange={setDelegate}
        />
        <DateBox label={texts('fields.fromDate')} w={160} value={fromDate} onChange={setFrom} />
        <DateBox
          label={texts('fields.toDate')}
          w={160}
          value={toDate}
          error={faultAt('toDate')}
          onChange={setTo}
        />
        <TextInput
          label={texts('fields.reason')}
          w={260}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ProcessingButton
          mt={25}
          busy={save.isPending}
          disabled={delegateId === null || !isDay(fromDate) || !isDay(toDate)}
          onClick={() => save.mutate()}
        >
          {texts('create')}
        </ProcessingButton>
      </div>
      {save.error && !isAtField && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
    </>
  )
}
