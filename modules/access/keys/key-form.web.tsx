import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useField } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { branchesOf } from '#modules/organisation/structure/structure.domain.ts'
import { companyStructure } from '../calls.web.ts'
import { PermissionMatrix } from '../permissions/permission-matrix.web.tsx'
import { apiKeys, KeyDraft } from './keys.contract.ts'
import { Grantable } from './keys.web.tsx'
import { SecretDialog, showSecret } from './secret-dialog.web.tsx'

const api = bindContract(apiKeys)
const F = fieldsOf(KeyDraft)
const lives = [7, 30, 90, 180, 365]

/** Makes a key, and shows it once. */
export function KeyForm() {
  return (
    <>
      <FormPage
        texts="access:apiKeys"
        draft={KeyDraft}
        api={api}
        initial={{ days: 90, callsPerMinute: 60 }}
        save={async (values) => showSecret((await api.create.call(values)).secret)}
        back="/account-management/api-key"
      >
        <FieldGroup name="facts">
          <F.Text name="name" />
          <CounterField />
          <FieldRow>
            <F.Select name="days" choices={lives} />
            <F.Number name="callsPerMinute" integer />
          </FieldRow>
        </FieldGroup>
        <FieldGroup name="permissions">
          <PermissionsField />
        </FieldGroup>
      </FormPage>
      <SecretDialog texts="access:apiKeys" />
    </>
  )
}

/** The counters where the person may act, each with its branch. */
function CounterField() {
  const structure = useQuery({ ...companyStructure, staleTime: 0 })
  const counters =
    structure.data &&
    branchesOf(structure.data)
      .filter((branch) => !branch.isOnlyView)
      .flatMap((branch) =>
        branch.children.map(({ id, name }) => ({ value: id, label: `${branch.name} / ${name}` })),
      )
  return <F.Select name="counterId" choices={{ ...structure, data: counters }} />
}

function PermissionsField() {
  const { value, onChange, input } = useField<string[]>({ name: 'permissions' })
  return (
    <Grantable>
      {(all) => <PermissionMatrix permissions={all} chosen={value} onChange={onChange} error={input.error} />}
    </Grantable>
  )
}
