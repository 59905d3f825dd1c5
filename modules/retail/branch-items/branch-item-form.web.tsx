import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { items } from '../items/items.contract.ts'
import { taxes } from '../taxes/taxes.contract.ts'
import { type BranchItem, BranchItemDraft, branchItems } from './branch-items.contract.ts'

const api = bindContract(branchItems)
const itemApi = bindContract(items)
const taxApi = bindContract(taxes)
const branchApi = bindContract(branches)
const F = fieldsOf(BranchItemDraft)

/** What differs of an item in a branch. */
export function BranchItemForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="retail:branchItems"
      draft={BranchItemDraft}
      api={api}
      id={id}
      back="/pos-retail/branch-item-setting"
    >
      {(row: BranchItem | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: BranchItem | undefined }) {
  const branchChoices = useQuery(branchApi.listSelection.queryOptions())
  const itemChoices = useQuery(itemApi.listSelection.queryOptions())
  const taxChoices = useQuery(taxApi.listSelection.queryOptions())
  return (
    <>
      <FieldRow>
        <F.Select
          name="branchId"
          choices={branchChoices}
          held={toCurrentChoice(row?.branchId, row?.branch)}
        />
        <F.Select name="itemId" choices={itemChoices} held={toCurrentChoice(row?.itemId, row?.item)} />
      </FieldRow>
      <FieldRow>
        <F.Number name="price" />
        <F.Select name="taxId" choices={taxChoices} held={toCurrentChoice(row?.taxId, row?.tax)} />
      </FieldRow>
      <F.Number name="reorderLevel" integer />
    </>
  )
}
