import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { FaultList } from '#kit/web/fault-list.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { TenderFields, useModes } from '../payments/tender-fields.web.tsx'
import { type DealChoice, type SaleDetail, sales } from './sales.contract.ts'

const api = bindContract(sales)
const without = (amount: string) => amount.replace(/^-/, '')

/** Nothing is left to pay, or it is paid out. */
const paysNothing = ({ due, inCash }: DealChoice) => due.startsWith('-') || compareDecimals(inCash, '0') === 0

interface DealFieldProps {
  deals: readonly DealChoice[]
  chosen: DealChoice | undefined
  onChoose: (deal: DealChoice | undefined) => void
}

/** The deals of the counter that may be settled with the sale, and what is left with the chosen one; nothing where there is none. */
function DealField({ deals, chosen, onChoose }: DealFieldProps) {
  const texts = useTexts('retail:sales')
  if (deals.length === 0) return null
  return (
    <>
      <Select
        label={texts('fields.withDeal')}
        placeholder={texts('noDeal')}
        clearable
        data={deals.map(({ id, number, customer, currencies, owed }) => ({
          value: id,
          label: [number, customer, currencies, groupDigits(owed)].filter(Boolean).join(' · '),
        }))}
        value={chosen?.id ?? null}
        onChange={(id) => onChoose(deals.find((one) => one.id === id))}
      />
      {chosen && (
        <Text role="status">
          {`${texts(paysNothing(chosen) ? 'fields.paidOut' : 'fields.left')}: ${groupDigits(without(chosen.inCash))}`}
        </Text>
      )}
    </>
  )
}

type Paying = Pick<Parameters<typeof api.settle.call>[0], 'acceptsPrices' | 'deal' | 'payments'>

function usePayment({ id, version }: SaleDetail, onClose: () => void) {
  const texts = useTexts('retail:sales')
  return useMutation({
    meta: { handled: true },
    mutationFn: (paying: Paying) => api.settle.call({ id, version, ...paying }),
    onSuccess: ({ state }) => {
      snackbar.success(texts(state === 'waiting' ? 'said.waiting' : 'said.settle'))
      onClose()
    },
  })
}

/** Why the money is not taken, and what of the customer's file is missing. */
function Failure({ error }: { error: Error | null }) {
  const texts = useTexts('retail:sales')
  const name = (field: string) => texts(`fields.${field.replace(/^customer\./, '')}`)
  return (
    error && (
      <ErrorBox>
        {messageOf(error)}
        <FaultList error={error} name={name} />
      </ErrorBox>
    )
  )
}

/** Takes the money for a basket, with a deal of the counter only what is left; a price that has changed is accepted by paying once more. */
export function PaymentForm({ row, onClose }: { row: SaleDetail; onClose: () => void }) {
  const texts = useTexts('retail:sales')
  const deals = useQuery({ ...api.listDeals.queryOptions({ id: row.id }), retry: false })
  const [mode, setMode] = useState<string | null>(null)
  const { modes, modeId: chosen } = useModes(mode)
  const [dealId, setDeal] = useState<string | null>(null)
  const [amount, setAmount] = useState(groupDigits(row.total))
  const deal = deals.data?.find(({ id }) => id === dealId)
  const isPaidOut = deal && paysNothing(deal)
  const pay = usePayment(row, onClose)
  const hasMoved = pay.error instanceof ApiError && pay.error.code === 'PRICE_MOVED'
  const choose = (next: DealChoice | undefined) => {
    setDeal(next?.id ?? null)
    setAmount(groupDigits(next?.inCash ?? row.total))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts('actions.settle')}
      closeButtonProps={{ 'aria-label': texts('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          pay.mutate({
            acceptsPrices: hasMoved,
            deal: deal ? { id: deal.id, version: deal.version } : null,
            payments: isPaidOut ? [] : [{ modeId: chosen ?? '', amount: numberOf(amount) }],
          })
        }}
      >
        <Stack gap={12}>
          <DealField deals={deals.data ?? []} chosen={deal} onChoose={choose} />
          {!isPaidOut && (
            <TenderFields
              modes={modes}
              modeId={chosen}
              setMode={setMode}
              amount={amount}
              setAmount={setAmount}
            />
          )}
          <Failure error={pay.error} />
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
