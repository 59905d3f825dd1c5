import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { ErrorBox, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { dueAfter, inCash } from '../payments/net.domain.ts'
import { TenderFields, useModes } from '../payments/tender-fields.web.tsx'
import { type Sale, sales } from '../sales/sales.contract.ts'
import { type RefundDetail, refunds } from './returns.contract.ts'

const api = bindContract(refunds)
const saleApi = bindContract(sales)
const currencyApi = bindContract(companyCurrencies)

/** The sales that are put aside at the counter of a return, the latest first. */
const openAt = (counterId: string) =>
  saleApi.list.queryOptions({
    pageSize: 50,
    filters: [
      { key: 'counterId', operator: 'Equals', value: counterId },
      { key: 'state', operator: 'Equals', value: ['open'] },
    ],
  })

function useExchange(row: RefundDetail, onClose: () => void) {
  const say = useTexts('retail:returns')
  return useMutation({
    meta: { handled: true },
    mutationFn: (paying: {
      sale: Sale
      payments: { modeId: string; amount: string }[]
      acceptsPrices: boolean
    }) => {
      const { sale, ...rest } = paying
      return api.exchange.call({
        id: row.id,
        version: row.version,
        saleId: sale.id,
        saleVersion: sale.version,
        ...rest,
      })
    },
    onSuccess: () => {
      snackbar.success(say('said.exchange'))
      onClose()
    },
  })
}

/** What is left to pay in cash once the return pays a sale; below zero it is paid out. */
function useDue({ total: owed }: RefundDetail, sale: Sale | undefined): string | undefined {
  const settings = useQuery(currencyApi.getSettings.queryOptions())
  const local = settings.data?.find(({ isLocal }) => isLocal)
  return sale && local
    ? inCash(dueAfter(sale.total, owed), local.cashUnit, sale.total.split('.')[1]?.length ?? 0)
    : undefined
}

/** Goods that come back pay for others: a sale of the counter that was put aside, and money only for what is left. */
export function ExchangeForm({ row, onClose }: { row: RefundDetail; onClose: () => void }) {
  const say = useTexts('retail:returns')
  const open = useQuery(openAt(row.counterId)).data?.items ?? []
  const [saleId, setSale] = useState<string | null>(null)
  const sale = open.find(({ id }) => id === saleId) ?? open[0]
  const due = useDue(row, sale)
  const isPaidOut = due !== undefined && compareDecimals(due, '0') <= 0
  const [typed, setTyped] = useState<string | null>(null)
  const [mode, setMode] = useState<string | null>(null)
  const { modes, modeId } = useModes(mode)
  const act = useExchange(row, onClose)
  const hasMoved = act.error instanceof ApiError && act.error.code === 'PRICE_MOVED'
  const pay = () => {
    const amount = numberOf(typed ?? due ?? '')
    const payments = isPaidOut ? [] : [{ modeId: modeId ?? '', amount }]
    if (sale) act.mutate({ sale, payments, acceptsPrices: hasMoved })
  }
  return (
    <Modal opened withCloseButton={false} onClose={onClose} title={say('actions.exchange')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          pay()
        }}
      >
        <Stack gap={12}>
          {open.length === 0 ? (
            <Text>
              {say('noSale')} <TextLink to="/pos-retail/sales/create">{say('newSale')}</TextLink>
            </Text>
          ) : (
            <SaleField open={open} value={sale?.id ?? null} onChange={setSale} />
          )}
          {due !== undefined && (
            <Text role="status">
              {say(isPaidOut ? 'fields.paidOut' : 'fields.left')}: {groupDigits(due.replace(/^-/, ''))}
            </Text>
          )}
          {due !== undefined && !isPaidOut && (
            <TenderFields
              modes={modes}
              modeId={modeId}
              setMode={setMode}
              amount={typed ?? groupDigits(due)}
              setAmount={setTyped}
            />
          )}
          {act.error && <ErrorBox>{messageOf(act.error)}</ErrorBox>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={act.isPending} disabled={due === undefined}>
              {say('actions.exchange')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Which sale is paid. */
function SaleField({
  open,
  value,
  onChange,
}: {
  open: readonly Sale[]
  value: string | null
  onChange: (id: string | null) => void
}) {
  const say = useTexts('retail:returns')
  return (
    <Select
      label={say('fields.sale')}
      data={open.map(({ id, name, customer, total }) => ({
        value: id,
        label: [name, customer, groupDigits(total)].filter(Boolean).join(' · '),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
