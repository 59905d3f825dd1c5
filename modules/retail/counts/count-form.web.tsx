import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { countingForms, CountSheet, HandIn } from '#modules/inventory/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { categories } from '../categories/categories.contract.ts'
import { useGoods } from '../items/goods.web.ts'
import { goodsCounts } from './counts.contract.ts'

const api = bindContract(goodsCounts)
const branchApi = bindContract(branches)
const categoryApi = bindContract(categories)
const home = '/pos-retail/audit-or-count'
const place = 'inventory:counts'

interface SheetProps {
  at: { branchId: string; categoryIds: string[] }
  draft?: ComponentProps<typeof CountSheet>['draft']
  children: ComponentProps<typeof CountSheet>['children']
}

/** What lies in a store to be counted; of chosen categories only what the books have there is offered. */
function Sheet({ at: { branchId, categoryIds }, draft = [], children }: SheetProps): ReactNode {
  const goods = useGoods()
  const held = useQuery(api.itemsAt.queryOptions({ branchId, categoryIds }))
  return (
    <Loaded query={goods} height={320}>
      {(all) => (
        <Loaded query={held} height={320}>
          {(ids) => (
            <CountSheet
              items={categoryIds.length === 0 ? all : all.filter(({ id }) => ids.includes(id))}
              held={ids}
              draft={draft}
            >
              {children}
            </CountSheet>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

export const { RecountForm, DraftForm } = countingForms({ home, api, Sheet })

/** Counts the store of a branch, or some categories of it: blind. */
export function CountForm() {
  const texts = useTexts(place)
  const stores = useQuery(branchApi.listSelection.queryOptions()).data ?? []
  const groups = useQuery(categoryApi.listSelection.queryOptions()).data ?? []
  const [chosen, setChosen] = useState<string>()
  const [categoryIds, setCategories] = useState<string[]>([])
  const branchId = chosen ?? stores[0]?.id
  return (
    <SheetPage>
      <PageHeader title={texts('create')} back={{ to: home }} />
      <Select
        label={texts('fields.branchName')}
        maw={360}
        searchable
        selectFirstOptionOnChange
        data={stores.map(({ id, name }) => ({ value: id, label: name }))}
        value={branchId ?? null}
        onChange={(id) => setChosen(id ?? undefined)}
      />
      <MultiSelect
        label={texts('fields.categoryIds')}
        description={texts('allGoodsText')}
        placeholder={categoryIds.length === 0 ? texts('allGoods') : ''}
        maw={540}
        searchable
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        value={categoryIds}
        onChange={setCategories}
      />
      {branchId && (
        <Sheet key={[branchId, ...categoryIds].join(' ')} at={{ branchId, categoryIds }}>
          {(counting) => (
            <HandIn
              {...{ counting, home }}
              isFull
              note=""
              send={(counted, isHandedIn) =>
                (isHandedIn ? api.createAndProcess : api.create).call({ branchId, categoryIds, ...counted })
              }
            />
          )}
        </Sheet>
      )}
    </SheetPage>
  )
}
