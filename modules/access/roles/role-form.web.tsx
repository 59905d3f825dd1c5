import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useField, useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { LimitsField } from '../permissions/limits-field.web.tsx'
import { Catalogue, PermissionMatrix } from '../permissions/permission-matrix.web.tsx'
import { permissions } from '../permissions/permissions.contract.ts'
import { RoleDraft, roles } from './roles.contract.ts'
import css from './roles.module.css'

const api = bindContract(roles)
const permissionApi = bindContract(permissions)
const F = fieldsOf(RoleDraft)
const levels = Object.values(workspaceTypes)

export function RoleForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="access:roles"
      draft={RoleDraft}
      api={api}
      id={id}
      back="/account-management/company-role"
    >
      <FieldGroup name="facts">
        <F.Text name="name" />
        <F.TextArea name="description" />
        <FieldRow>
          <BaseRoleField isNew={id === undefined} />
          <F.Select name="level" choices={levels} />
        </FieldRow>
      </FieldGroup>
      <FieldGroup name="permissions">
        <PermissionsField />
      </FieldGroup>
      <FieldGroup name="limits">
        <Help />
        <LimitsField />
      </FieldGroup>
    </FormPage>
  )
}

const Help = () => <p className={css.help}>{useFormScope().texts('limits.help')}</p>

/** What a new role is made from: it brings level, limits, and those permissions that may be handed on. */
function BaseRoleField({ isNew }: { isNew: boolean }) {
  const { form } = useFormScope()
  const bases = useQuery(api.listBaseRoles.queryOptions()).data
  const known = useQuery(permissionApi.listSelection.queryOptions()).data
  form.watch('baseRole', ({ value }) => {
    const base = bases?.find(({ code }) => code === value)
    if (!isNew || !base || !known) return
    const held = new Set(known.filter(({ isHeld }) => isHeld).map(({ code }) => code))
    form.setFieldValue('level', base.level)
    form.setFieldValue('limits', base.limits)
    form.setFieldValue(
      'permissions',
      base.permissions.filter((code) => held.has(code)),
    )
  })
  return (
    <F.Select
      name="baseRole"
      help={isNew ? undefined : ''}
      choices={known && bases?.map(({ code }) => code)}
    />
  )
}

function PermissionsField() {
  const { value, onChange, input } = useField<string[]>({ name: 'permissions' })
  return (
    <Catalogue>
      {(all) => <PermissionMatrix permissions={all} chosen={value} onChange={onChange} error={input.error} />}
    </Catalogue>
  )
}
