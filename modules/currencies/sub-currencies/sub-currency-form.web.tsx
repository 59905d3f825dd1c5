import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { companyCurrencies } from '../company-currencies/company-currencies.contract.ts'
import {
  type SubCurrency,
  subCurrencies,
  SubCurrencyDraft,
  subCurrencyKinds,
} from './sub-currencies.contract.ts'

const api = bindContract(subCurrencies)
const currencyApi = bindContract(companyCurrencies)
const F = fieldsOf(SubCurrencyDraft)

export function SubCurrencyForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="currencies:subCurrencies"
      draft={SubCurrencyDraft}
      api={api}
      id={id}
      back="/settings/sub-currency-setting"
    >
      {(row: SubCurrency | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: SubCurrency | undefined }) {
  const { form } = useFormScope()
  const currencies = useQuery(currencyApi.getSettings.queryOptions())
  const { currencyId } = form.getValues() as { currencyId: string }
  const chosen = currencies.data?.find(({ id }) => id === currencyId)
  const faceValues = [...new Set(chosen?.denominations.map(({ faceValue }) => faceValue))]
  return (
    <>
      <FieldRow>
        <F.Select
          name="currencyId"
          disabled={row !== undefined}
          choices={{
            ...currencies,
            data: currencies.data?.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })),
          }}
          held={toCurrentChoice(row?.currencyId, row?.currencyCode)}
        />
        <F.Select name="kind" choices={subCurrencyKinds} />
      </FieldRow>
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
      <F.MultiSelect name="faceValues" choices={faceValues} />
      <F.Switch name="hasOwnStock" />
    </>
  )
}
