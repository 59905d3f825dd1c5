import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { today } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { deliveryModes, paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { usePlaces } from '#modules/inventory/public.web.tsx'
import { principals } from '../principals/principals.contract.ts'
import { SettlementDraft, settlements } from './settlements.contract.ts'
import { sideOf } from './settlements.domain.ts'

const api = bindContract(settlements)
const principalApi = bindContract(principals)
const modeApis = { payment: bindContract(paymentModes), delivery: bindContract(deliveryModes) }
const F = fieldsOf(SettlementDraft)

/** A settlement of the statement that the address names, or of one that is chosen. */
export function SettlementForm() {
  const { principal, month } = useSearch({ strict: false }) as { principal?: string; month?: string }
  return (
    <FormPage
      texts="retail:settlements"
      draft={SettlementDraft}
      api={{ create: api.create }}
      back="/pos-retail/principal-settlements"
      initial={{ month: month ?? today().slice(0, 7), ...(principal && { principalId: principal }) }}
    >
      <Fields />
    </FormPage>
  )
}

function Fields() {
  const texts = useTexts('retail:settlements')
  const { principalId, month, branchId } = useFormScope().form.getValues() as Record<string, string | null>
  const { data: statement } = useQuery({
    ...principalApi.statement.queryOptions({ id: principalId ?? '', month: month ?? '' }),
    enabled: Boolean(principalId) && /^\d{4}-\d\d$/.test(month ?? ''),
  })
  const modes = useQuery(modeApis[sideOf(statement?.due ?? '0')].listSelection.queryOptions())
  const places = usePlaces()
  const drawers = (places?.drawers ?? []).filter((drawer) => drawer.branchId === branchId)
  return (
    <>
      <FieldRow>
        <F.Select name="principalId" choices={useQuery(principalApi.listSelection.queryOptions())} />
        <F.Text name="month" />
      </FieldRow>
      {statement && <p>{texts('due', { amount: groupDigits(statement.due) })}</p>}
      <FieldRow>
        <F.Select name="branchId" choices={places?.branches ?? []} />
        <F.Select name="counterId" choices={drawers} />
      </FieldRow>
      <FieldRow>
        <F.Select name="modeId" choices={modes} />
        <F.Text name="reference" />
      </FieldRow>
    </>
  )
}
