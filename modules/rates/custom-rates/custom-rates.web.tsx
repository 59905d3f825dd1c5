import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { Why } from '../scoped-rates/scoped-rates.contract.ts'
import { scopedColumns, ScopeFields, SheetLink, useScopedList } from '../scoped-rates/scoped-rates.web.tsx'
import { CustomerField } from './customer-field.web.tsx'
import { CustomDraft, type CustomRateRow, customRates } from './custom-rates.contract.ts'

const api = bindContract(customRates)
const place = 'rates:customRates'
const home = '/settings/custom-rate'
const Form = CustomDraft.extend(Why)
const F = fieldsOf(Form)

const columns = scopedColumns<CustomRateRow>([
  { key: 'customerId', width: 180, cell: (_, { customerName }) => customerName },
  { key: 'quoteUnit', kind: 'number', width: 110 },
  { key: 'buy', kind: 'rate', width: 120 },
  { key: 'sell', kind: 'rate', width: 120 },
])

/** Explicit rates by customer type, branch and amount. */
export function CustomRates() {
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      actions={<SheetLink home={home} />}
      {...useScopedList(place, home, api)}
    />
  )
}

export function CustomRateForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts={place}
      draft={Form}
      api={api}
      id={id}
      back={home}
      toValues={(row: CustomRateRow) => ({ ...(row as object), reason: '' })}
    >
      {(row) => (
        <>
          <ScopeFields row={row} />
          <Suspense>
            <CustomerField
              name="customerId"
              held={row?.customerId ? { value: row.customerId, label: row.customerName ?? '' } : undefined}
            />
          </Suspense>
          <FieldRow>
            <F.Number name="buy" />
            <F.Number name="sell" />
          </FieldRow>
          <F.Text name="reason" />
        </>
      )}
    </FormPage>
  )
}
