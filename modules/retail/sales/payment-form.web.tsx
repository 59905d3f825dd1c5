import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { groupDigits } from '#kit/web/format.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { type SaleDetail, sales } from './sales.contract.ts'

const api = bindContract(sales)
const modeApi = bindContract(paymentModes)
const without = (amount: string) => amount.replace(/^-/, '')

/** Takes the money for a basket, with a deal of the counter only what is left; a price that has changed is accepted by paying once more. */
export function PaymentForm({ row, onClose }: { row: SaleDetail; onClose: () => void }) {
  const texts = useTexts('retail:sales')
  const modes = useQuery(modeApi.listSelection.queryOptions())
  const deals = useQuery({ ...api.listDeals.queryOptions({ id: row.id }), retry: false })
  const [modeId, setMode] = useState<string | null>(null)
  const [dealId, setDeal] = useState<string | null>(null)
  const [amount, setAmount] = useState(groupDigits(row.total))
  const chosen = modeId ?? modes.data?.find(({ kind }) => kind === 'cash')?.id ?? null
  const deal = deals.data?.find(({ id }) => id === dealId)
  const isPaidOut = deal?.due.startsWith('-') === true || (deal !== undefined && Number(deal.inCash) === 0)
  const pay = useMutation({
    meta: { handled: true },
    mutationFn: (acceptsPrices: boolean) =>
      api.settle.call({
        id: row.id,
        version: row.version,
        acceptsPrices,
        deal: deal ? { id: deal.id, version: deal.version } : null,
        payments: isPaidOut ? [] : [{ modeId: chosen ?? '', amount: numberOf(amount) }],
      }),
    onSuccess: ({ state }) => {
      snackbar.success(texts(state === 'waiting' ? 'said.waiting' : 'said.settle'))
      onClose()
    },
  })
  const hasMoved = pay.error instanceof ApiError && pay.error.code === 'PRICE_MOVED'
  const choose = (id: string | null) => {
    setDeal(id)
    const next = deals.data?.find((one) => one.id === id)
    setAmount(groupDigits(next?.inCash ?? row.total))
  }
  return (
    <Modal opened onClose={onClose} title={texts('actions.settle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          pay.mutate(hasMoved)
        }}
      >
        <Stack gap={12}>
          {(deals.data ?? []).length > 0 && (
            <Select
              label={texts('fields.withDeal')}
              placeholder={texts('noDeal')}
              clearable
              data={(deals.data ?? []).map(({ id, number, customer, currencies, owed }) => ({
                value: id,
                label: [number, customer, currencies, groupDigits(owed)].filter(Boolean).join(' · '),
              }))}
              value={dealId}
              onChange={choose}
            />
          )}
          {deal && (
            <Text role="status">
              {texts(isPaidOut ? 'fields.paidOut' : 'fields.due')}: {groupDigits(without(deal.inCash))}
            </Text>
          )}
          {!isPaidOut && (
            <>
              <Select
                label={texts('fields.modeId')}
                allowDeselect={false}
                data={(modes.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={chosen}
                onChange={setMode}
              />
              <TextInput
                label={texts('fields.tendered')}
                data-autofocus
                inputMode="decimal"
                autoComplete="off"
                maxLength={30}
                value={amount}
                onChange={(event) => setAmount(event.currentTarget.value)}
              />
            </>
          )}
          {pay.error && <ErrorBox>{messageOf(pay.error)}</ErrorBox>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={pay.isPending} disabled={chosen === null}>
              {texts(hasMoved ? 'actions.accept' : isPaidOut ? 'actions.payOut' : 'actions.settle')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
