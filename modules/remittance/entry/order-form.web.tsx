import { Kbd, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { ErrorBox, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { orderCounter } from '../counter/counter.contract.ts'
import { FaultList } from '../order-pages/faults.web.tsx'
import { orders } from '../orders/orders.contract.ts'
import { AtCounter, Before } from './at-counter.web.tsx'
import { emptyEntry, type Entry } from './entry.domain.ts'
import { Amounts, Recipient, Reasons, Sender } from './fields.web.tsx'
import { Offers } from './offers.web.tsx'
import { type EntryProps, useEntry } from './use-entry.web.ts'
import css from './entry.module.css'

const api = bindContract(orders)
const counterApi = bindContract(orderCounter)
const place = 'remittance:orders'

/** A new order at the counter at which the person works, whose day is open; `?from=` repeats one that was there before. */
export function OrderScreen() {
  const { from } = useSearch({ strict: false }) as { from?: string }
  const before = useQuery({ ...api.getById.queryOptions({ id: from ?? '' }), enabled: from !== undefined })
  const corridors = useQuery(counterApi.listCorridors.queryOptions())
  return (
    <AtCounter>
      {(seat) => {
        if (from !== undefined && !before.data) return null
        return (
          <Loaded query={corridors} height={320}>
            {(all) =>
              all.length === 0 ? (
                <Before text="needsPartner" />
              ) : (
                <OrderForm
                  seat={seat}
                  corridors={all}
                  initial={before.data ? repeated(before.data) : emptyEntry}
                />
              )
            }
          </Loaded>
        )
      }}
    </AtCounter>
  )
}

/** An order that is made again: its sides as they were fixed, its recipient as it was sent. */
function repeated(order: Awaited<ReturnType<typeof api.getById.call>>): Entry {
  return {
    ...emptyEntry,
    customer: { id: order.customerId, name: order.customer },
    country: order.country,
    currency: order.currency,
    method: order.method,
    fixed: order.fixed,
    amount: order.fixed === 'sends' ? order.sends : order.gets,
    recipientName: order.recipientName,
    recipient: order.recipient,
    purpose: order.purpose,
    sourceOfFunds: order.sourceOfFunds,
    relationship: order.relationship,
  }
}

function OrderForm(props: EntryProps) {
  const texts = useTexts(place)
  const form = useEntry(props)
  const { save, cannot } = form
  const submit = () => {
    if (!cannot && !save.isPending) save.mutate()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  return (
    <SheetPage>
      <PageHeader title={texts('create')} back={{ to: '/remittance' }} />
      <form
        className={css.desk}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap={12}>
          <Sender form={form} />
          <Amounts form={form} corridors={props.corridors} />
          <Recipient form={form} />
          <Reasons form={form} />
        </Stack>
        <aside className={css.aside}>
          <Offers form={form} />
          {save.error && (
            <ErrorBox>
              {messageOf(save.error)}
              <FaultList error={save.error} customerId={form.entry.customer?.id} />
            </ErrorBox>
          )}
          <ProcessingButton
            type="submit"
            busy={save.isPending}
            disabled={cannot}
            rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}
          >
            {texts('actions.create')}
          </ProcessingButton>
        </aside>
      </form>
    </SheetPage>
  )
}
