import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type FeeDetail, FeeDraft, feeSettings } from './fees.contract.ts'
import { feeKinds, feeSides, type FeeTier, readSteps, taxKinds } from './fees.domain.ts'

const api = bindContract(feeSettings)
const branchApi = bindContract(branches)
const currencyApi = bindContract(companyCurrencies)
const modeApi = bindContract(paymentModes)

/** Steps as people write them down, one on a line: `1000 = 5` or `5000 = 0.1%`. */
const Steps = z
  .string()
  .trim()
  .max(600)
  .refine((text) => readSteps(text) !== undefined, 'steps')
const Form = z.strictObject({ ...FeeDraft.shape, tiers: Steps.default('') })
type Values = z.output<typeof Form>
const F = fieldsOf(Form)

const written = (tiers: readonly FeeTier[]) =>
  tiers
    .map(({ from, amount, percent: share }) => `${from} = ${share === null ? amount : percent(share)}`)
    .join('\n')

function save({ tiers, ...rest }: Values, row: FeeDetail | undefined) {
  const draft = { ...rest, tiers: rest.kind === 'tiered' ? (readSteps(tiers) ?? []) : [] }
  return row ? api.update.call({ id: row.id, version: row.version, ...draft }) : api.create.call(draft)
}

/** A fee: for whom and what it is, how much, and its tax. */
export function FeeForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="charges:fees"
      draft={Form}
      api={{ getById: api.getById }}
      id={id}
      back="/settings/transaction-setting"
      initial={{ kind: 'flat', priority: 100, taxKind: 'none' }}
      toValues={(row: FeeDetail) => ({ ...(row as object), tiers: written(row.tiers) })}
      save={save}
    >
      {(row: FeeDetail | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: FeeDetail | undefined }) {
  const { form } = useFormScope()
  const branchChoices = useQuery(branchApi.listSelection.queryOptions())
  const currencies = useQuery(currencyApi.getSettings.queryOptions())
  const modes = useQuery(modeApi.listSelection.queryOptions())
  const foreign = currencies.data?.filter(({ isLocal }) => !isLocal)
  const { kind, taxKind } = form.getValues()
  return (
    <>
      <FieldRow>
        <F.Text name="name" />
        <F.Number name="priority" integer />
      </FieldRow>
      <FieldGroup name="charge">
        <F.Select name="kind" choices={feeKinds} />
        {kind === 'flat' && <F.Number name="amount" required />}
        {kind === 'percent' && <F.Number name="percent" percent required />}
        {kind === 'tiered' && <F.TextArea name="tiers" required />}
        <FieldRow>
          <F.Number name="minimum" />
          <F.Number name="maximum" />
        </FieldRow>
        <FieldRow>
          <F.Select name="taxKind" choices={taxKinds} />
          {taxKind !== 'none' && <F.Text name="taxName" />}
          {taxKind !== 'none' && <F.Number name="taxRate" percent required />}
        </FieldRow>
        <F.Switch name="isWaivable" />
      </FieldGroup>
      <FieldGroup name="scope">
        <FieldRow>
          <F.Select
            name="branchId"
            choices={branchChoices}
            held={toCurrentChoice(row?.branchId, row?.branchName)}
          />
          <F.Select
            name="currencyId"
            choices={{ ...currencies, data: foreign?.map(({ id, code }) => ({ value: id, label: code })) }}
            held={toCurrentChoice(row?.currencyId, row?.currencyCode)}
          />
        </FieldRow>
        <FieldRow>
          <F.Select name="side" choices={feeSides} />
          <F.Select name="customerType" choices={[1, 2]} />
        </FieldRow>
        <F.Select name="modeId" choices={modes} held={toCurrentChoice(row?.modeId, row?.modeName)} />
        <FieldRow>
          <F.Number name="amountFrom" />
          <F.Number name="amountTo" />
        </FieldRow>
      </FieldGroup>
    </>
  )
}
