import { Select, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { deliveryModes } from '#modules/currencies/modes/modes.contract.ts'
import { CustomerSelect } from '#modules/customers/public.web.tsx'
import { usePlaces } from '#modules/inventory/public.web.tsx'
import { isOtherName } from '../funds/incoming-funds.domain.ts'
import { FaultList } from '../order-pages/faults.web.tsx'
import { FormDialog } from '../order-pages/form-dialog.web.tsx'
import { ToAsk } from './details.web.tsx'
import { type InwardDetail, inwards } from './inward.contract.ts'
import { useNotes } from './notes.web.ts'

const api = bindContract(inwards)
const modeApi = bindContract(deliveryModes)
const currencyApi = bindContract(companyCurrencies)
const place = 'remittance:inwards'

/** By what it can be paid out: modes of local money, and notes of other currencies. */
function useWays() {
  const texts = useTexts(place)
  const modes = useQuery(modeApi.listSelection.queryOptions()).data ?? []
  const settings = useQuery(currencyApi.getSettings.queryOptions())
  const notes = (settings.data ?? []).filter(({ isLocal }) => !isLocal)
  return {
    cash: modes.find(({ kind }) => kind === 'cash')?.id ?? '',
    notes,
    choices: [
      ...modes.map(({ id, name }) => ({ value: id, label: name })),
      ...notes.map(({ id, code }) => ({ value: id, label: texts('notesOf', { code }) })),
    ],
  }
}

/** What is typed to pay it out, and the call that does. */
function usePayOut(row: InwardDetail, onClose: () => void) {
  const texts = useTexts(place)
  const drawers = usePlaces()?.drawers ?? []
  const { cash, notes, choices } = useWays()
  const [draft, setDraft] = useState({
    code: '',
    counterId: '',
    customerId: row.customerId ?? '',
    customerType: (row.customerType ?? 0) as 0 | 1 | 2,
    // Of who was found on file; whoever compliance has judged is asked for no reason.
    customer: '',
    note: '',
    pays: '',
    // Until somebody types one it is what the amount pays for.
    quantity: null as string | null,
  })
  const put = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const { code, customerId, customerType, quantity: typed } = draft
  const pays = draft.pays || cash
  const isNotes = notes.some(({ id }) => id === pays)
  const seat =
    drawers.find((one) => (draft.counterId ? one.id === draft.counterId : one.isCurrent)) ?? drawers[0]
  const counterId = seat?.id ?? ''
  const itemId = isNotes ? pays : ''
  const branchId = seat?.branchId ?? ''
  const { most, said, refetch } = useNotes({
    branchId,
    customerId,
    customerType,
    amount: row.amount,
    itemId,
    typed,
  })
  const quantity = typed ?? most
  const isOther = draft.customer !== '' && isOtherName(row.recipientName, draft.customer)
  const pay = useMutation({
    meta: { handled: true },
    mutationFn: () =>
      api.pay.call({
        id: row.id,
        version: row.version,
        code,
        counterId,
        customerId,
        ...(isOther && { note: draft.note }),
        ...(isNotes
          ? { itemId, quantity: numberOf(quantity), usualRate: said?.rate ?? null }
          : { modeId: pays }),
      }),
    onError: refetch,
    onSuccess: ({ state }) => {
      snackbar.success(texts(state === 'paid' ? 'said.pay' : 'said.inReview'))
      onClose()
    },
  })
  return {
    draft,
    put,
    drawers,
    counterId,
    isOther,
    pay,
    ways: { pays, isNotes, quantity, choices, said, put },
  }
}

/** Pays it out to who knows the code: in local money, or in notes of another currency and the rest in local cash. */
export function PayForm({ row, onClose }: { row: InwardDetail; onClose: () => void }) {
  const texts = useTexts(place)
  const { draft, put, drawers, counterId, isOther, pay, ways } = usePayOut(row, onClose)
  return (
    <FormDialog
      texts={place}
      title={texts('actions.pay')}
      confirm={texts('actions.pay')}
      change={pay}
      isReady={draft.customerId !== ''}
      faults={pay.error && <FaultList error={pay.error} />}
      onClose={onClose}
    >
      <Text>{texts('due', { amount: groupDigits(row.amount), name: row.recipientName })}</Text>
      {row.isIncomplete && row.state === 'noticed' && <ToAsk row={row} />}
      <TextInput
        label={texts('fields.code')}
        data-autofocus
        required
        autoComplete="off"
        maxLength={40}
        value={draft.code}
        onChange={(event) => put({ code: event.currentTarget.value })}
      />
      <PaidTo
        row={row}
        value={draft.customerId}
        onChange={(customerId, found) =>
          put({ customerId, customerType: found?.type ?? 0, customer: found?.name ?? '' })
        }
      />
      {isOther && (
        <TextInput
          label={texts('fields.note')}
          description={texts('otherName')}
          required
          maxLength={200}
          value={draft.note}
          onChange={(event) => put({ note: event.currentTarget.value })}
        />
      )}
      <Select
        label={texts('fields.counterId')}
        data={drawers.map(({ id, name }) => ({ value: id, label: name }))}
        value={counterId || null}
        onChange={(id) => put({ counterId: id ?? '' })}
      />
      <PaysOut {...ways} />
    </FormDialog>
  )
}

interface Paying {
  pays: string
  isNotes: boolean
  quantity: string
  /** At which rate, and what is left in local cash. */
  said: ReturnType<typeof useNotes>['said']
  choices: { value: string; label: string }[]
  put: (part: { pays?: string; quantity?: string | null }) => void
}

/** How it is paid out: by a mode of local money, or in so many notes of another currency. */
function PaysOut({ pays, isNotes, quantity, said, choices, put }: Paying) {
  const texts = useTexts(place)
  return (
    <>
      <Select
        label={texts('fields.pays')}
        data={choices}
        value={pays || null}
        onChange={(id) => put({ pays: id ?? '', quantity: null })}
      />
      {isNotes && (
        <TextInput
          label={texts('fields.quantity')}
          description={said && texts('rest', { ...said, rest: groupDigits(said.rest) })}
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          value={quantity}
          // What is proposed never comes between what is typed, and is typed over at once.
          onFocus={(event) => {
            put({ quantity })
            event.currentTarget.select()
          }}
          onBlur={() => quantity === '' && put({ quantity: null })}
          onChange={(event) => put({ quantity: event.currentTarget.value })}
        />
      )}
    </>
  )
}

interface Paid {
  row: InwardDetail
  value: string
  onChange: ComponentProps<typeof CustomerSelect>['onChange']
}

/** Who is paid: whoever compliance has judged, else found on file. */
const PaidTo = ({ row, ...field }: Paid) => {
  const texts = useTexts(place)
  return row.customerId === null ? (
    <Suspense>
      <CustomerSelect label={texts('fields.customerId')} nobody={texts('noCustomer')} required {...field} />
    </Suspense>
  ) : (
    <TextInput label={texts('fields.customerId')} readOnly value={row.customer} />
  )
}
