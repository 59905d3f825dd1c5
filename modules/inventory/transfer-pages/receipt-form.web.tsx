import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bindContract } from '#kit/web/api.web.ts'
import { messageOf, readFaults } from '#kit/web/failures.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CountEntry, useCountEntry } from '../items/count-entry.web.tsx'
import { stockItems } from '../items/items.contract.ts'
import { goodsItem, type StockItem } from '../items/items.domain.ts'
import type { TransferDetail, transfers } from '../transfers/transfers.contract.ts'

type Api = ReturnType<typeof bindContract<typeof transfers>>
/** The calls of transfers of a kind of stock. */
export type TransferApi = Omit<Api, 'create'> & { create: unknown }
const itemApi = bindContract(stockItems)

interface ReceiptFormProps {
  row: TransferDetail
  api: TransferApi
  onClose: () => void
  act: 'complete' | 'recount' | 'takeOver'
}

/** What arrived is counted before it is taken: note by note, without seeing what was sent. */
export function ReceiptForm(props: ReceiptFormProps) {
  const texts = useTexts('inventory:transfers')
  const { t } = useTranslation()
  const goods = goodsOf(props.row)
  const items = useQuery({ ...itemApi.listSelection.queryOptions(), enabled: goods.length === 0 })
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={texts(`actions.${props.act}`)}
      size="lg"
      closeButtonProps={{ 'aria-label': t('kit:close') }}
    >
      {goods.length > 0 ? (
        <Form {...props} items={goods} />
      ) : (
        <Loaded query={items} height={320}>
          {(all) => (
            <Form
              {...props}
              items={all.filter(({ id }) => props.row.lines.some(({ itemId }) => itemId === id))}
            />
          )}
        </Loaded>
      )}
    </Modal>
  )
}

/** Goods say with their lines what they are. */
const goodsOf = ({ lines }: TransferDetail): StockItem[] =>
  lines.flatMap(({ itemId, code, name, tracking = '' }) =>
    name === undefined ? [] : [goodsItem({ id: itemId, code, name, tracking })],
  )

function Form({ row, api, onClose, act, items }: ReceiptFormProps & { items: readonly StockItem[] }) {
  const texts = useTexts('inventory:transfers')
  const [held] = useState(() => items.map(({ id }) => id))
  const counting = useCountEntry(items, held)
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () =>
      api[act].call({
        id: row.id,
        version: row.version,
        // All currencies are offered: one of which nothing was typed is not there.
        lines: counting.lines().flatMap((line) => (line.quantity === null ? [] : [line])),
      }),
    onSuccess: ({ state }) => {
      snackbar.success(texts(state === 'differing' ? 'said.differing' : 'said.complete'))
      onClose()
    },
  })
  const faults = readFaults(save.error)
  return (
    <Stack gap={12}>
      <p>{texts(`about.${act}`)}</p>
      <CountEntry counting={counting} />
      {save.error && <ErrorBox>{faults[0]?.message ?? messageOf(save.error)}</ErrorBox>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts('cancel')}
        </Button>
        <ProcessingButton
          busy={save.isPending}
          disabled={counting.isFaulty || !counting.hasEntries}
          onClick={() => save.mutate()}
        >
          {texts(`actions.${act}`)}
        </ProcessingButton>
      </Group>
    </Stack>
  )
}
