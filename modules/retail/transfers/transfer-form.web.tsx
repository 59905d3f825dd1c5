import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { places as placeList } from '#modules/inventory/places/places.contract.ts'
import { Carriage, movedOf, MoveSheet } from '#modules/inventory/public.web.tsx'
import { useGoods } from '../items/goods.web.ts'
import { goodsTransfers } from './transfers.contract.ts'

const api = bindContract(goodsTransfers)
const placeApi = bindContract(placeList)

/** Goods that leave a store or counter for another. */
export function TransferForm() {
  const goods = useGoods()
  const places = useQuery(placeApi.list.queryOptions())
  return (
    <Loaded query={goods} height={320}>
      {(items) => (
        <Loaded query={places} height={320}>
          {(all) => (
            <MoveSheet
              isOfStores
              texts="inventory:transfers"
              home="/pos-retail/transfers"
              items={items}
              places={all}
              more={(form) => <Carriage form={form} isInsured={false} />}
              submit={(head, lines) => {
                const { lines: moved, ...ends } = movedOf(head, lines, items)
                return api.create.call({
                  ...ends,
                  bag: head.bag,
                  carrier: head.carrier,
                  expectedAt: head.expectedAt ? new Date(head.expectedAt).toISOString() : null,
                  lines: moved.map(({ itemId, quantity, serials, batches }) => ({
                    itemId,
                    quantity,
                    serials,
                    batches,
                  })),
                })
              }}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
