import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { companyCurrencies, type Currency, CurrencyCode, Positive } from './company-currencies.contract.ts'
import { type Denomination, quoteUnits } from '../iso/units.domain.ts'

const api = bindContract(companyCurrencies)
const place = 'currencies:currencies'

/** Face values as people write them down: one after the other, with spaces between. */
const FaceValues = z
  .string()
  .trim()
  .max(600)
  .regex(/^(\d{1,12}(\.\d{1,8})?(\s+\d{1,12}(\.\d{1,8})?)*)?$/)

const Form = z.strictObject({
  code: CurrencyCode,
  quoteUnit: z.number(),
  cashUnit: Positive,
  notes: FaceValues,
  coins: FaceValues,
})
type Values = z.output<typeof Form>
const F = fieldsOf(Form)

const written = (all: readonly { kind: string; faceValue: string }[], kind: string) =>
  all
    .filter((one) => one.kind === kind)
    .map(({ faceValue }) => faceValue)
    .join(' ')
const read = (kind: Denomination['kind'], text: string): Denomination[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((faceValue) => ({ kind, faceValue }))

const valuesOf = ({ code, quoteUnit, cashUnit, denominations }: Currency): Values => ({
  code,
  quoteUnit,
  cashUnit,
  notes: written(denominations, 'note'),
  coins: written(denominations, 'coin'),
})

function save({ code, quoteUnit, cashUnit, notes, coins }: Values, row: Currency | undefined) {
  const draft = {
    quoteUnit: quoteUnit as (typeof quoteUnits)[number],
    cashUnit,
    denominations: [...read('note', notes), ...read('coin', coins)],
  }
  return row
    ? api.update.call({ id: row.id, version: row.version, ...draft })
    : api.create.call({ code, ...draft })
}

/** A currency of the company: unit of its rates, smallest amount in cash, notes and coins. */
export function CurrencyForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts={place}
      draft={Form}
      api={{ getById: api.getById }}
      guard={id === undefined ? api.create : api.update}
      id={id}
      back="/settings/currency"
      toValues={valuesOf}
      save={save}
    >
      {(row: Currency | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: Currency | undefined }) {
  const { form } = useFormScope()
  const world = useQuery({ ...api.getGlobalCurrencies.queryOptions(), enabled: !row })
  const free = world.data?.filter(({ isTaken }) => !isTaken)
  // A new one begins as it usually is.
  form.watch('code', ({ value }) => {
    const chosen = free?.find(({ code }) => code === value)
    if (!chosen) return
    form.setFieldValue('quoteUnit', chosen.quoteUnit)
    form.setFieldValue('cashUnit', chosen.cashUnit)
    form.setFieldValue('notes', written(chosen.denominations, 'note'))
    form.setFieldValue('coins', written(chosen.denominations, 'coin'))
  })
  const named = (code: string, name: string) => ({ value: code, label: `${code} · ${name}` })
  return (
    <>
      {row ? (
        <F.Select name="code" choices={[named(row.code, row.name)]} disabled />
      ) : (
        <F.Select
          name="code"
          choices={{ ...world, data: free?.map(({ code, name }) => named(code, name)) }}
        />
      )}
      <FieldRow>
        <F.Select
          name="quoteUnit"
          choices={quoteUnits.map((unit) => ({ value: unit, label: groupDigits(String(unit)) }))}
        />
        <F.Number name="cashUnit" />
      </FieldRow>
      <F.Text name="notes" />
      <F.Text name="coins" />
    </>
  )
}
