import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useField, useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { LimitsField } from './limits-field.web.tsx'
import { Catalogue, PermissionMatrix } from '../permissions/permission-matrix.web.tsx'
import { type PermissionRow, permissions } from '../permissions/permissions.contract.ts'
import { RoleDraft, roles } from './roles.contract.ts'
import css from './roles.module.css'

const api = bindContract(roles)
const permissionApi = bindContract(permissions)
const F = fieldsOf(RoleDraft)
const levels = Object.values(workspaceTypes)

type BaseRole = Awaited<ReturnType<typeof api.listBaseRoles.call>>[number]

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
  const { form, texts } = useFormScope()
  const offered = useQuery(api.listBaseRoles.queryOptions())
  const catalogue = useQuery(permissionApi.listSelection.queryOptions())
  const present = () => {
    const { level, limits, permissions: chosen } = form.getValues()
    return { level, limits, permissions: chosen }
  }
  const [brought, setBrought] = useState(present)
  form.watch('baseRole', ({ value }) => {
    const base = offered.data?.find(({ code }) => code === value)
    if (isNew && base && catalogue.data) void bring(base, catalogue.data)
  })
  async function bring(base: BaseRole, all: readonly PermissionRow[]) {
    const isTouched = JSON.stringify(present()) !== JSON.stringify(brought)
    const words = {
      title: texts('replace.title'),
      message: texts('replace.question', { base: texts(`values.baseRole.${base.code}`) }),
      confirm: texts('replace.yes'),
      cancel: texts('replace.no'),
    }
    if (isTouched && !(await confirm(words))) return
    const held = new Set<string>(all.filter(({ isHeld }) => isHeld).map(({ code }) => code))
    const { level, limits } = base
    const next = { level, limits, permissions: base.permissions.filter((code) => held.has(code)) }
    setBrought(next)
    form.setValues(next)
  }
  const choices = { ...offered, data: catalogue.data && offered.data?.map(({ code }) => code) }
  return <F.Select name="baseRole" help={isNew ? undefined : ''} choices={choices} />
}

function PermissionsField() {
  const { value, onChange, input } = useField<string[]>({ name: 'permissions' })
  return (
    <Catalogue>
      {(all) => <PermissionMatrix permissions={all} chosen={value} onChange={onChange} error={input.error} />}
    </Catalogue>
  )
}
