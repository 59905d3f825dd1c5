import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { categories } from '../categories/categories.contract.ts'
import { principals } from '../principals/principals.contract.ts'
import { taxes } from '../taxes/taxes.contract.ts'
import { commissionsText } from './commissions.web.ts'
import { readBarcodes } from './barcodes.domain.ts'
import { type Item, ItemDraft, items } from './items.contract.ts'
import { itemKinds, priceModes, readCommissions, soldOuts, taxModes, trackings } from './items.domain.ts'

const api = bindContract(items)
const categoryApi = bindContract(categories)
const taxApi = bindContract(taxes)
const principalApi = bindContract(principals)
const Codes = z
  .string()
  .trim()
  .max(1200)
  .refine((text) => readBarcodes(text) !== undefined, 'barcodes')
const Commissions = z
  .string()
  .trim()
  .max(1000)
  .refine((text) => readCommissions(text) !== undefined, 'commissions')
const Form = z.strictObject({
  ...ItemDraft.shape,
  barcodes: Codes.default(''),
  commissions: Commissions.default(''),
})
const F = fieldsOf(Form)

function save({ barcodes, commissions, ...rest }: z.output<typeof Form>, row: Item | undefined) {
  const isAgency = rest.kind === 'agency'
  const draft = {
    ...rest,
    commissions: isAgency ? (readCommissions(commissions) ?? []) : [],
    principalId: isAgency ? rest.principalId : null,
    tracking: rest.kind === 'goods' ? rest.tracking : ('quantity' as const),
    soldOut: rest.kind === 'goods' && rest.tracking === 'quantity' ? rest.soldOut : ('refuse' as const),
    barcodes: readBarcodes(barcodes) ?? [],
  }
  return row ? api.update.call({ id: row.id, version: row.version, ...draft }) : api.create.call(draft)
}

const written = ({ barcodes }: Item) =>
  barcodes.map(({ code, units }) => (units === 1 ? code : `${code} = ${units}`)).join('\n')

/** Something that is sold: what it is, its price and tax, its barcodes. */
export function ItemForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="retail:items"
      draft={Form}
      api={{ getById: api.getById }}
      id={id}
      back="/pos-retail/items"
      initial={{
        kind: 'goods',
        priceMode: 'fixed',
        taxMode: 'asTax',
        tracking: 'quantity',
        soldOut: 'refuse',
      }}
      toValues={(row: Item) => ({
        ...(row as object),
        barcodes: written(row),
        commissions: commissionsText(row.commissions),
      })}
      save={save}
    >
      {(row: Item | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: Item | undefined }) {
  const { kind, priceMode, tracking } = useFormScope().form.getValues()
  const categoryChoices = useQuery(categoryApi.listSelection.queryOptions())
  const taxChoices = useQuery(taxApi.listSelection.queryOptions())
  const principalChoices = useQuery(principalApi.listSelection.queryOptions())
  return (
    <>
      <FieldRow>
        <F.Text name="sku" />
        <F.Text name="name" />
      </FieldRow>
      <FieldRow>
        <F.Select name="kind" choices={itemKinds} />
        <F.Text name="unit" />
      </FieldRow>
      <FieldRow>
        <F.Select
          name="categoryId"
          choices={categoryChoices}
          held={toCurrentChoice(row?.categoryId, row?.category)}
        />
        <F.Text name="supplier" />
      </FieldRow>
      <F.TextArea name="barcodes" />
      {kind === 'goods' && (
        <FieldRow>
          <F.Select name="tracking" choices={trackings} />
          {tracking === 'quantity' && <F.Select name="soldOut" choices={soldOuts} />}
        </FieldRow>
      )}
      {kind === 'goods' && <F.Number name="reorderLevel" />}
      <FieldGroup name="price">
        <FieldRow>
          <F.Select name="priceMode" choices={priceModes} />
          <F.Number name="price" required={priceMode === 'fixed'} />
        </FieldRow>
        {priceMode === 'open' && (
          <FieldRow>
            <F.Number name="leastPrice" />
            <F.Number name="mostPrice" />
          </FieldRow>
        )}
        <FieldRow>
          <F.Select name="taxId" choices={taxChoices} held={toCurrentChoice(row?.taxId, row?.tax)} />
          <F.Select name="taxMode" choices={taxModes} />
        </FieldRow>
        {kind === 'agency' && (
          <FieldRow>
            <F.Select
              name="principalId"
              required
              choices={principalChoices}
              held={toCurrentChoice(row?.principalId, row?.principal)}
            />
            <F.TextArea name="commissions" required />
          </FieldRow>
        )}
        <F.Switch name="isUndiscounted" />
        <F.Switch name="asksCustomer" />
        <F.Switch name="isPrecious" />
      </FieldGroup>
    </>
  )
}
