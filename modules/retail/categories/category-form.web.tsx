import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { taxes } from '../taxes/taxes.contract.ts'
import { type Category, CategoryDraft, categories } from './categories.contract.ts'

const api = bindContract(categories)
const taxApi = bindContract(taxes)
const F = fieldsOf(CategoryDraft)

export function CategoryForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage texts="retail:categories" draft={CategoryDraft} api={api} id={id} back="/pos-retail/categories">
      {(row: Category | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: Category | undefined }) {
  const parents = useQuery(api.listSelection.queryOptions())
  const taxChoices = useQuery(taxApi.listSelection.queryOptions())
  return (
    <>
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
      <FieldRow>
        <F.Select name="parentId" choices={parents} held={toCurrentChoice(row?.parentId, row?.parent)} />
        <F.Number name="sortOrder" integer />
      </FieldRow>
      <F.Select name="taxId" choices={taxChoices} held={toCurrentChoice(row?.taxId, row?.tax)} />
    </>
  )
}
