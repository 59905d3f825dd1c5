import { Button, Drawer, Title, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { ListTable } from '#kit/web/list/list-table.web.tsx'
import { enabled } from '#kit/web/resource/resource.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { LimitList } from './limits.web.tsx'
import { Catalogue, PermissionMatrix } from '../permissions/permission-matrix.web.tsx'
import { type Role, roles } from './roles.contract.ts'
import { baseRoles } from './roles.domain.ts'
import css from './roles.module.css'

const api = bindContract(roles)
const place = 'access:roles'
const home = '/account-management/company-role'
const levels = Object.values(workspaceTypes)

type RoleRow = Awaited<ReturnType<typeof api.list.call>>['items'][number]
type Actable = Pick<Role, 'id' | 'version' | 'name' | 'isEnabled'>

const summary: readonly Fact<RoleRow>[] = [
  { key: 'baseRole', kind: 'value' },
  { key: 'level', kind: 'value' },
  { key: 'permissionCount', kind: 'number' },
  { key: 'userCount', kind: 'number' },
  { key: 'description' },
  { key: 'createdAt', kind: 'dateTime' },
]

const acting = {
  texts: place,
  api,
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
            tabIndex={-1}
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
        create={{ to: `${home}/create`, api }}
        open={({ id }) => `${home}/${id}`}
        panel={(row) => <FactList texts={place} row={row} facts={[...summary, enabled]} />}
        menu={menu}
      />
      <AssignedUsers role={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

const facts: readonly Fact<Role>[] = [
  { key: 'name' },
  { key: 'baseRole', kind: 'value' },
  { key: 'level', kind: 'value' },
  { key: 'createdAt', kind: 'dateTime' },
  { key: 'description' },
]

/** The page of a role; `below` comes before its permissions. */
export function RoleDetail({ below }: { below: (role: Role) => ReactNode }) {
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
          {below(row)}
          <Section title={texts('groups.permissions')}>
            <Catalogue>{(all) => <PermissionMatrix permissions={all} chosen={row.permissions} />}</Catalogue>
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
const holderColumns: readonly ListColumn<Holder>[] = [
  { key: 'userName' },
  { key: 'fullName' },
  { key: 'state', kind: 'badge', tones: { active: 'done', locked: 'stopped' }, width: 110 },
]

function UserTable({ roleId }: { roleId: string }) {
  const own = useTexts(place)
  const navigate = useNavigate()
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 20 })
  const query = useQuery({
    ...api.listAssignedUsers.queryOptions({ id: roleId, pageNum: page, pageSize: limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListTable
      texts="access:users"
      label={own('assignedUsers')}
      height="calc(100vh - 96px)"
      columns={holderColumns}
      query={query}
      pageNum={page}
      pageSize={limit}
      onPage={setPage}
      emptyState={own('noUsers')}
      columnChooser={false}
      onRowClick={
        can('view_users') ? ({ id }) => void navigate({ to: `/account-management/user/${id}` }) : undefined
      }
    />
  )
}
