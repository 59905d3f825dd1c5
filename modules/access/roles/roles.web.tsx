import { Button, Drawer, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { DetailPage } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useField, useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { EmptyState, ErrorState } from '#kit/web/parts.web.tsx'
import { messageOf } from '#kit/web/queries.web.ts'
import { type Column, DataTable } from '#kit/web/table/data-table.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Fact, StatusBadge } from '#kit/web/values.web.tsx'
import { workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { LimitList, LimitsField } from '../permissions/limits.web.tsx'
import { PermissionMatrix } from '../permissions/permission-matrix.web.tsx'
import { permissions } from '../permissions/permissions.contract.ts'
import { type Role, RoleDraft, roles } from './roles.contract.ts'
import { baseRoles } from './roles.domain.ts'
import css from './roles.module.css'

const api = bindContract(roles)
const permissionApi = bindContract(permissions)
const place = 'access:roles'
const home = '/account-management/company-role'
const permission = 'manage_roles'
const F = fieldsOf(RoleDraft)
const levels = Object.values(workspaceTypes)

type RoleRow = Awaited<ReturnType<typeof api.list.call>>['items'][number]
type Actable = Pick<Role, 'id' | 'version' | 'name' | 'isEnabled'>

const enabled = { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' } } as const

const acting = {
  texts: place,
  api,
  permission,
  list: home,
  edit: ({ id }: Actable) => `${home}/update/${id}`,
  name: ({ name }: Actable) => name,
}

export function RoleList() {
  const texts = useTexts(place)
  const acts = useRowActs<Actable>(acting)
  const [shown, setShown] = useState<Actable>()
  const columns = useMemo(
    (): ListColumn<RoleRow>[] => [
      { key: 'name', width: 220 },
      { key: 'baseRole', kind: 'value', width: 190 },
      { key: 'level', kind: 'value', width: 110 },
      { key: 'permissionCount', kind: 'number', width: 120 },
      {
        key: 'userCount',
        kind: 'number',
        width: 100,
        cell: (count, row) => (
          <UnstyledButton
            className={css.count}
            aria-label={texts('showUsers', { name: row.name, count })}
            onClick={(event) => {
              event.stopPropagation()
              setShown(row)
            }}
          >
            {count}
          </UnstyledButton>
        ),
      },
      { ...enabled, width: 130 },
      { key: 'description' },
      { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
    ],
    [texts],
  )
  const menu = useMemo(
    () => (row: RoleRow) => [{ label: texts('assignedUsers'), onSelect: () => setShown(row) }, ...acts(row)],
    [texts, acts],
  )
  return (
    <>
      <ListPage
        texts={place}
        list={api.list}
        columns={columns}
        search={['name']}
        choices={{ baseRole: baseRoles.map(({ code }) => code), level: levels }}
        create={{ to: `${home}/create`, permission }}
        open={({ id }) => `${home}/${id}`}
        menu={menu}
      />
      <AssignedUsers role={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

export function RoleForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage texts={place} draft={RoleDraft} api={api} id={id} back={home}>
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
    <Permissions>
      {(all) => <PermissionMatrix permissions={all} chosen={value} onChange={onChange} error={input.error} />}
    </Permissions>
  )
}

type Rows = Awaited<ReturnType<typeof permissionApi.listSelection.call>>

/** The catalogue of permissions for whoever draws it. */
function Permissions({ children }: { children: (all: Rows) => ReactNode }) {
  const query = useQuery(permissionApi.listSelection.queryOptions())
  if (query.error) return <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
  return children(query.data ?? [])
}

const facts: readonly Fact<Role>[] = [
  { key: 'name' },
  { key: 'baseRole', kind: 'value' },
  { key: 'level', kind: 'value' },
  { key: 'createdAt', kind: 'dateTime' },
  { key: 'description' },
]

export function RoleDetail() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const acts = useRowActs<Actable>(acting)
  const [isOpen, setOpen] = useState(false)
  return (
    <DetailPage
      texts={place}
      get={api.getById}
      id={id}
      title={({ name }) => name}
      back={home}
      badge={enabled}
      groups={[{ name: 'facts', facts }]}
      actions={(row) => (
        <>
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts('assignedUsers')}
          </Button>
          <RowActs acts={acts(row)} />
        </>
      )}
    >
      {(row) => (
        <>
          <Section title={texts('groups.permissions')}>
            <Permissions>
              {(all) => <PermissionMatrix permissions={all} chosen={row.permissions} />}
            </Permissions>
          </Section>
          <Section title={texts('groups.limits')}>
            <LimitList texts={place} limits={row.limits} />
          </Section>
          <AssignedUsers role={isOpen ? row : undefined} onClose={() => setOpen(false)} />
        </>
      )}
    </DetailPage>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.section}>
    <Title order={2} className={css.heading}>
      {title}
    </Title>
    {children}
  </section>
)

interface AssignedProps {
  role: Actable | undefined
  onClose: () => void
}

/** Who holds a role, in a panel at the side. */
function AssignedUsers({ role, onClose }: AssignedProps) {
  const texts = useTexts(place)
  return (
    <Drawer
      opened={role !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={role && texts('usersOf', { name: role.name })}
      closeButtonProps={{ 'aria-label': texts('close') }}
    >
      {role && <UserTable roleId={role.id} />}
    </Drawer>
  )
}

type Holder = Awaited<ReturnType<typeof api.listAssignedUsers.call>>['items'][number]
const noUsers: Holder[] = []

function UserTable({ roleId }: { roleId: string }) {
  const texts = useTexts('access:users')
  const own = useTexts(place)
  const navigate = useNavigate()
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 20 })
  const query = useQuery(api.listAssignedUsers.queryOptions({ id: roleId, pageNum: page, pageSize: limit }))
  const columns = useMemo(
    (): Column<Holder>[] => [
      { key: 'userName', title: texts('fields.userName') },
      { key: 'fullName', title: texts('fields.fullName') },
      {
        key: 'state',
        title: texts('fields.state'),
        width: 110,
        cellTemplate: (state) => (
          <StatusBadge tone={state === 'active' ? 'done' : 'stopped'}>
            {texts(`values.state.${state}`)}
          </StatusBadge>
        ),
      },
    ],
    [texts],
  )
  return (
    <DataTable
      label={own('assignedUsers')}
      height="calc(100vh - 96px)"
      columns={columns}
      rows={query.data?.items ?? noUsers}
      rowId={({ id }) => id}
      loading={query.isPending}
      error={query.error && <ErrorState message={messageOf(query.error)} />}
      emptyState={<EmptyState text={own('noUsers')} />}
      ordering={false}
      columnChooser={false}
      pagination={{ pageNum: page, pageSize: limit, totalItems: query.data?.pagination.totalItems ?? 0 }}
      onPage={setPage}
      onRowClick={
        can('view_users') ? ({ id }) => void navigate({ to: `/account-management/user/${id}` }) : undefined
      }
    />
  )
}
