import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { Carriage, movedOf, MoveSheet } from '#modules/inventory/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { useGoods } from '../items/goods.web.ts'
import { goodsTransfers } from './transfers.contract.ts'

const api = bindContract(goodsTransfers)
const branchApi = bindContract(branches)

/** Goods that leave the store of one branch for that of another. */
export function TransferForm() {
  const goods = useGoods()
  const stores = useQuery(branchApi.listSelection.queryOptions())
  return (
    <Loaded query={goods} height={320}>
      {(items) => (
        <Loaded query={stores} height={320}>
          {(all) => (
            <MoveSheet
              isOfStores
              texts="inventory:transfers"
              home="/pos-retail/transfers"
              items={items}
              places={all.map(({ id, name }) => ({
                branchId: id,
                branch: name,
                counterId: null,
                counter: null,
                isOwn: false,
                isCurrent: false,
              }))}
              more={(form) => <Carriage form={form} isInsured={false} />}
              submit={(head, lines) => {
                const { fromBranchId, toBranchId, note, lines: moved } = movedOf(head, lines, items)
                return api.create.call({
                  fromBranchId,
                  toBranchId,
                  note,
                  bag: head.bag,
                  carrier: head.carrier,
                  expectedAt: head.expectedAt ? new Date(head.expectedAt).toISOString() : null,
                  lines: moved.map(({ itemId, quantity }) => ({ itemId, quantity })),
                })
              }}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
