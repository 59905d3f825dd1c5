import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { goodsItem } from '#modules/inventory/items/items.domain.ts'
import { items } from './items.contract.ts'

const api = bindContract(items)

/** Goods as the documents of stock take them. */
export const useGoods = () =>
  useQuery({
    ...api.listSelection.queryOptions(),
    select: (all) =>
      all
        .filter(({ kind }) => kind === 'goods')
        .map(({ id, sku, name, tracking }) => goodsItem({ id, code: sku, name, tracking })),
  })
