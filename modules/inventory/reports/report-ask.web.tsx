import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type Days, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { stockItems } from '../items/items.contract.ts'
import { levels } from './reports.contract.ts'

const api = bindContract(stockItems)

interface Asked extends Days {
  branch?: string | undefined
  item?: string | undefined
  level?: string | undefined
}

/** What a report of stock is asked, from the address, and the part of it that every one of them is sent. */
export function useStockAsk() {
  const [asked, change] = useAsked<Asked>()
  const level = levels.find((one) => one === asked.level) ?? 'branch'
  const of = {
    level,
    ...(asked.branch && { branchId: asked.branch }),
    ...(asked.item && { itemId: asked.item }),
  }
  return { asked, change, of }
}
type StockAsk = ReturnType<typeof useStockAsk>

/** The inputs of branch, currency, and what it is added up by. */
export function StockAskBoxes({ asked, change, of }: StockAsk) {
  const texts = useTexts('inventory:reportAsk')
  return (
    <>
      <Select
        label={texts('level')}
        w={180}
        data={levels.map((one) => ({ value: one, label: texts(`levels.${one}`) }))}
        value={of.level}
        onChange={(level) => change({ level: level ?? undefined })}
      />
      <BranchChoice
        value={asked.branch ?? null}
        onChange={(branch) => change({ branch: branch ?? undefined })}
      />
      <ItemChoice value={asked.item} onChange={(item) => change({ item })} />
    </>
  )
}

/** One currency, or all. */
export function ItemChoice(props: {
  value: string | undefined
  onChange: (item: string | undefined) => void
}) {
  const texts = useTexts('inventory:reportAsk')
  const { data } = useQuery(api.listSelection.queryOptions())
  return (
    <Select
      label={texts('item')}
      placeholder={texts('anyItem')}
      w={160}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts('clearItem') }}
      data={data?.map(({ id, code }) => ({ value: id, label: code })) ?? []}
      value={props.value ?? null}
      onChange={(item) => props.onChange(item ?? undefined)}
    />
  )
}
