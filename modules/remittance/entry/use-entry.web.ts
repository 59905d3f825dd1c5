import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { findFault } from '#kit/web/failures.web.ts'
import { useLeaveQuestion } from '#kit/web/form/leave.web.ts'
import { newId } from '#kit/web/new-id.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Corridor } from '../counter/counter.contract.ts'
import { orders } from '../orders/orders.contract.ts'
import { filledOf } from '../order-pages/recipient-inputs.web.tsx'
import { amountOf, type Entry } from './entry.domain.ts'

const api = bindContract(orders)
const place = 'remittance:orders'

interface Seat {
  branchId: string
  counterId: string
}
export interface EntryProps {
  seat: Seat
  corridors: readonly Corridor[]
  initial: Entry
}

/** What is typed, what partners offer for it, and how it becomes an order. */
export function useEntry({ seat, initial }: EntryProps) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const [id] = useState(newId)
  const [entry, setEntry] = useState(initial)
  const saved = useRef(false)
  useLeaveQuestion(place, entry !== initial, () => saved.current)
  const amount = amountOf(entry)
  const { customer, country, currency, method, fixed } = entry
  const isAsked = amount !== undefined && country !== ''
  const offers = useQuery({
    ...api.compare.queryOptions({
      branchId: seat.branchId,
      ...(customer && { customerId: customer.id }),
      country: country || 'XX',
      currency: currency || 'XXX',
      method,
      fixed,
      amount: amount ?? '0',
    }),
    enabled: isAsked,
  })
  const found = isAsked ? (offers.data ?? []) : []
  const chosen = found.find(({ providerId }) => providerId === entry.providerId) ?? found[0]
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () => api.create.call(draftOf(id, seat, entry, chosen?.providerId) as never),
    onSuccess: (made) => {
      saved.current = true
      snackbar.success(texts('said.created'))
      void navigate({ to: `/remittance/${made.id}` })
    },
  })
  return {
    entry,
    put: (part: Partial<Entry>) => setEntry((before) => ({ ...before, ...part })),
    faultAt: (field: string) => findFault(save.error, field),
    offers,
    found,
    chosen,
    isAsked,
    save,
    cannot: customer === null || chosen === undefined || entry.recipientName.trim() === '',
  }
}
export type EntryForm = ReturnType<typeof useEntry>

const draftOf = (id: string, seat: Seat, entry: Entry, providerId = '') => {
  const { customer, recipient, amount: _amount, ...rest } = entry
  return {
    ...rest,
    id,
    ...seat,
    customerId: customer?.id,
    amount: amountOf(entry),
    providerId,
    recipient: filledOf(recipient),
  }
}
