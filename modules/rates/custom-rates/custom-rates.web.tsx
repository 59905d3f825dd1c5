import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, held } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { useBranchChoices, useCurrencyChoices, useRuleEntries } from '../margin-rates/margin-rates.web.tsx'
import { Why } from '../margin-rates/margin-rates.contract.ts'
import { CustomDraft, type CustomRateRow, customRates } from './custom-rates.contract.ts'

const api = bindContract(customRates)
const place = 'rates:customRates'
const home = '/settings/custom-rate'
const Form = CustomDraft.extend(Why)
const F = fieldsOf(Form)

const columns: readonly ListColumn<CustomRateRow>[] = [
  {
    key: 'currencyId',
    width: 120,
    cell: (_, { code, flagCode }) => code && flagCode && <CurrencyLabel code={code} flagCode={flagCode} />,
  },
  { key: 'branchId', width: 180, cell: (_, { branchName }) => branchName },
  { key: 'customerType', kind: 'value', width: 140 },
  { key: 'amountFrom', kind: 'number', width: 130 },
  { key: 'amountTo', kind: 'number', width: 130 },
  { key: 'quoteUnit', kind: 'number', width: 110 },
  { key: 'buy', kind: 'rate', width: 120 },
  { key: 'sell', kind: 'rate', width: 120 },
  { key: 'author', width: 160 },
  { key: 'publishedAt', kind: 'dateTime', width: 170 },
]

/** Explicit rates by customer type, branch and amount. */
export function CustomRates() {
  const entries = useRuleEntries(place, home, api)
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      choices={{
        currencyId: useCurrencyChoices().data ?? [],
        branchId: useBranchChoices().data ?? [],
        customerType: [1, 2],
      }}
      create={{ to: `${home}/create`, api }}
      menu={entries}
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
      {(row) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: CustomRateRow | undefined }) {
  return (
    <>
      <FieldRow>
        <F.Select name="currencyId" choices={useCurrencyChoices()} held={held(row?.currencyId, row?.code)} />
        <F.Select name="branchId" choices={useBranchChoices()} held={held(row?.branchId, row?.branchName)} />
      </FieldRow>
      <F.Select name="customerType" choices={[1, 2]} />
      <FieldRow>
        <F.Number name="amountFrom" />
        <F.Number name="amountTo" />
      </FieldRow>
      <FieldRow>
        <F.Number name="buy" />
        <F.Number name="sell" />
      </FieldRow>
      <F.Text name="reason" />
    </>
  )
}
