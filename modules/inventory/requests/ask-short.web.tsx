import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bindContract, can } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { amountText } from '#kit/web/format.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { stockItems } from '../items/items.contract.ts'
import { places } from '../places/places.contract.ts'
import { stockRequests } from './requests.contract.ts'

const api = bindContract(stockRequests)
const itemApi = bindContract(stockItems)
const placeApi = bindContract(places)

interface AskShortProps {
  /** A sub-currency and its currency: the first that has a stock of its own is requested. */
  itemIds: readonly (string | null)[]
  quantity: string
  /** Whether F10 is its key: one of a page. */
  isKeyed: boolean
}

/** Requests what a drawer is short of from the vault of its branch, with two keys: F10, and Enter in the question. */
export function AskShort({ itemIds, quantity, isKeyed }: AskShortProps) {
  const texts = useTexts('inventory:requests')
  const vault = useTexts('inventory:stock')('vault')
  const items = useQuery(itemApi.listSelection.queryOptions()).data ?? []
  const seat = useQuery(placeApi.list.queryOptions()).data?.find(({ isCurrent }) => isCurrent)
  const item = itemIds.flatMap((wanted) => items.filter(({ id }) => id === wanted)).at(0)
  const send = useMutation({
    mutationFn: (at: { branchId: string; counterId: string; itemId: string }) =>
      api.create.call({
        fromBranchId: at.branchId,
        fromCounterId: null,
        toBranchId: at.branchId,
        toCounterId: at.counterId,
        lines: [{ itemId: at.itemId, quantity }],
      }),
    onSuccess: ({ number }) => snackbar.success(texts('short.said', { number })),
  })
  const isOffered = can('manage_transfers') && item !== undefined && typeof seat?.counterId === 'string'
  const what = { quantity: item ? amountText(quantity, item.exponent) : quantity, code: item?.code ?? '' }
  const ask = async () => {
    if (!item || !seat?.counterId || !isOffered || send.isPending || send.isSuccess) return
    const { branchId, branch, counterId, counter } = seat
    const words = {
      title: texts('short.title', what),
      message: texts('short.message', { from: `${branch} · ${vault}`, to: counter ?? '' }),
      confirm: texts('short.confirm'),
    }
    if (await confirm(words)) send.mutate({ branchId, counterId, itemId: item.id })
  }
  useHotkeys(isKeyed ? [['F10', () => void ask()]] : [], [])
  if (!isOffered) return null
  if (send.isSuccess) return <span>{texts('short.said', { number: send.data.number })}</span>
  return (
    <UnstyledButton fz="inherit" td="underline" mih={24} onClick={() => void ask()}>
      {texts(isKeyed ? 'short.askKey' : 'short.ask', what)}
    </UnstyledButton>
  )
}
