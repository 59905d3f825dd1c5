import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FormPage } from '#kit/web/form/form-page.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { taxes } from '../taxes/taxes.contract.ts'
import { type BranchTax, BranchTaxDraft, branchTaxes } from './branch-taxes.contract.ts'

const api = bindContract(branchTaxes)
const taxApi = bindContract(taxes)
const branchApi = bindContract(branches)
const texts = 'retail:branchTaxes'
const home = '/pos-retail/branch-tax-setting'
const F = fieldsOf(BranchTaxDraft)

/** The tax of each branch, and that which holds there. */
export function BranchTaxes() {
  const [taxChoices, branchChoices] = [
    useQuery(taxApi.listSelection.queryOptions()).data ?? [],
    useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  ]
  return (
    <ListPage<BranchTax>
      texts={texts}
      list={api.list}
      choices={{ taxId: taxChoices, branchId: branchChoices }}
      open={({ id }) => `${home}/${id}`}
      columns={[
        { key: 'branch', width: 240 },
        { key: 'tax', width: 200 },
        { key: 'holds', width: 200 },
        { key: 'setBy', kind: 'value', width: 160 },
      ]}
    />
  )
}

/** The tax of one branch. */
export function BranchTaxForm() {
  const { id = '' } = useParams({ strict: false })
  return (
    <FormPage texts={texts} draft={BranchTaxDraft} api={api} id={id} back={home}>
      {(row: BranchTax | undefined) => <Tax row={row} />}
    </FormPage>
  )
}

function Tax({ row }: { row: BranchTax | undefined }) {
  const choices = useQuery(taxApi.listSelection.queryOptions())
  return <F.Select name="taxId" choices={choices} held={toCurrentChoice(row?.taxId, row?.tax)} />
}
