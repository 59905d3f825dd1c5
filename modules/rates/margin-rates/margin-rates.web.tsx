import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { marginKinds } from '../effective/effective.domain.ts'
import { Why } from '../scoped-rates/scoped-rates.contract.ts'
import { scopedColumns, ScopeFields, SheetLink, useScopedList } from '../scoped-rates/scoped-rates.web.tsx'
import { MarginDraft, type MarginRate, marginRates } from './margin-rates.contract.ts'

const api = bindContract(marginRates)
const place = 'rates:marginRates'
const home = '/settings/margin-rate'
const Form = MarginDraft.extend(Why)
const F = fieldsOf(Form)

const spread = (value: string, { kind }: MarginRate) => (kind === 'percent' ? percent(value) : value)
const columns = scopedColumns<MarginRate>([
  { key: 'kind', kind: 'value', width: 110 },
  { key: 'buy', kind: 'number', width: 110, cell: spread },
  { key: 'sell', kind: 'number', width: 110, cell: spread },
])

/** What is taken from the mid when buying and added to it when selling. */
export function MarginRates() {
  const { choices, ...list } = useScopedList(place, home, api)
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      actions={<SheetLink home={home} />}
      choices={{ ...choices, kind: marginKinds }}
      {...list}
    />
  )
}

export function MarginRateForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts={place}
      draft={Form}
      api={api}
      id={id}
      back={home}
      initial={{ kind: 'absolute' }}
      toValues={(row: MarginRate) => ({ ...(row as object), reason: '' })}
    >
      {(row) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: MarginRate | undefined }) {
  const { form } = useFormScope()
  const { kind } = form.getValues() as { kind: string }
  const isPercent = kind === 'percent'
  return (
    <>
      <ScopeFields row={row} />
      <F.Select name="kind" choices={marginKinds} />
      <FieldRow>
        <F.Number key={`buy ${kind}`} name="buy" percent={isPercent} />
        <F.Number key={`sell ${kind}`} name="sell" percent={isPercent} />
      </FieldRow>
      {kind === 'pips' && <F.Number name="pipSize" />}
      <F.Text name="reason" />
    </>
  )
}
