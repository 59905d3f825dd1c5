import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { optionalReasons } from '../gates/gates.domain.ts'
import { WorkflowDraft, workflowSetting, type WorkflowSettings } from './workflow-settings.contract.ts'

const api = bindContract(workflowSetting)
const F = fieldsOf(WorkflowDraft)

/** How long promises to customers hold, and what wants a second person. */
export const TransactionWorkflow = () => (
  <FormPage
    texts="exchange:workflow"
    draft={WorkflowDraft}
    api={{ getById: { queryOptions: () => api.get.queryOptions() } }}
    guard={api.update}
    id=""
    back="/dashboard"
    toValues={({ version: _version, ...values }: WorkflowSettings) => values}
    save={(values, row) => api.update.call({ ...values, version: row?.version ?? 1 })}
  >
    <FieldGroup name="promises">
      <FieldRow>
        <F.Number name="quoteMinutes" integer />
        <F.Number name="reservationMinutes" integer />
      </FieldRow>
    </FieldGroup>
    <FieldGroup name="second">
      <F.MultiSelect name="authorise" choices={optionalReasons} />
      <F.Number name="escalationMinutes" integer />
    </FieldGroup>
  </FormPage>
)
