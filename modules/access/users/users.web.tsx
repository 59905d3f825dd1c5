import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { bindContract, can, session } from '#kit/web/api.web.ts'
import { ActionBar, useAct } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { dateTimeText } from '#kit/web/format.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import type { MenuEntry } from '#kit/web/table/data-table.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { companyStructure } from '../calls.web.ts'
import { type Place, findTrail } from '../workspaces/places.domain.ts'
import { type User, users } from './users.contract.ts'
import { userWorkflow } from './users.domain.ts'
import css from './users.module.css'

const api = bindContract(users)
const place = 'access:users'
const home = '/account-management/user'

type UserRow = Awaited<ReturnType<typeof api.list.call>>['items'][number]
type Actable = Pick<User, 'id' | 'version' | 'fullName' | 'can'>

const state = { key: 'state', kind: 'badge', tones: { active: 'done', locked: 'stopped' } } as const
const columns: readonly ListColumn<UserRow>[] = [
  { key: 'userName', width: 150 },
  { key: 'fullName', width: 190 },
  { key: 'email', width: 230 },
  { key: 'roles', cell: (roles) => roles.map(({ name }) => name).join(', ') },
  { ...state, width: 120 },
  { key: 'lastSignInAt', kind: 'dateTime', width: 190 },
  { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
]

const acting = {
  texts: place,
  api,
  list: home,
  edit: ({ id }: Actable) => `${home}/update/${id}`,
  name: ({ fullName }: Actable) => fullName,
}

/** Edit and delete as entries; nobody deletes the own account. */
function useEntries() {
  const acts = useRowActs<Actable>(acting)
  return useMemo(
    () => (row: Actable) =>
      acts(row).filter(({ danger }) => !danger || row.id !== session.read()?.company.userId),
    [acts],
  )
}

export function UserList() {
  const texts = useTexts(place)
  const { mutate } = useAct()
  const entries = useEntries()
  const menu = useMemo(
    () => (row: UserRow) => {
      const act = async (action: (typeof row.can)[number]) => {
        const title = texts(`actions.${action}`)
        const asked = action === 'lock'
        if (asked && !(await confirm({ title, message: texts('questions.lock'), confirm: title }))) return
        const { id, version } = row
        mutate({ api: api[action], input: { id, version }, said: texts(`said.${action}`) })
      }
      const [edit, ...rest] = entries(row)
      const own = row.can.map((action): MenuEntry => ({
        label: texts(`actions.${action}`),
        onSelect: () => void act(action),
      }))
      return [...(edit ? [edit] : []), ...own, ...rest]
    },
    [texts, mutate, entries],
  )
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      search={['userName', 'fullName', 'email']}
      choices={{ state: ['active', 'locked'] }}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={place} row={row} facts={[...summary, state]} />}
      menu={menu}
    />
  )
}

const summary: readonly Fact<UserRow>[] = [
  { key: 'userName' },
  { key: 'email' },
  { key: 'phone', kind: 'code' },
  { key: 'roles', cell: (roles) => roles.map(({ name }) => name).join(', ') || null },
  { key: 'hasPin', kind: 'yesNo' },
  { key: 'lastSignInAt', kind: 'dateTime' },
  { key: 'createdAt', kind: 'dateTime' },
]
const person: readonly Fact<User>[] = [
  { key: 'userName' },
  { key: 'fullName' },
  { key: 'email' },
  { key: 'phone', kind: 'code' },
]
const access: readonly Fact<User>[] = [
  { key: 'roles', cell: (roles) => <Roles roles={roles} /> },
  { key: 'workspaces', cell: (places) => <Places places={places} /> },
  { key: 'hasPin', kind: 'yesNo' },
  { key: 'lastSignInAt', kind: 'dateTime' },
  { key: 'createdAt', kind: 'dateTime' },
]

interface UserDetailProps {
  side: ((user: User) => ReactNode) | undefined
  below: (user: User) => ReactNode
}

/** The page of a user; what other folders say of the person goes beside and below the facts. */
export function UserDetail({ side, below }: UserDetailProps) {
  const { id = '' } = useParams({ strict: false })
  const entries = useEntries()
  return (
    <DetailPage
      texts={place}
      get={api.getById}
      id={id}
      title={({ fullName }) => fullName}
      back={home}
      badge={state}
      groups={[
        { name: 'person', facts: person },
        { name: 'access', facts: access },
      ]}
      actions={(row) => (
        <>
          <ActionBar texts={place} workflow={userWorkflow} row={row} run={api} isQuiet />
          <RowActs acts={entries(row)} />
        </>
      )}
      side={side}
    >
      {(row) => (
        <>
          {row.signInBlocks.length > 0 && <Blocks user={row} />}
          {below(row)}
        </>
      )}
    </DetailPage>
  )
}

function Roles({ roles }: { roles: User['roles'] }) {
  if (roles.length === 0) return <Nothing />
  return (
    <ul className={css.names}>
      {roles.map(({ id, name }) => (
        <li key={id}>
          {can('view_roles') ? (
            <TextLink to={`/account-management/company-role/${id}`}>{name}</TextLink>
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  )
}

/** Where a user works, by name; what the reader's own structure does not have is said as what it is. */
function Places({ places }: { places: readonly Place[] }) {
  const texts = useTexts('access:places')
  const structure = useQuery(companyStructure)
  if (places.length === 0) return <Nothing />
  return (
    <ul className={css.names}>
      {places.map((one) => {
        const trail = structure.data && findTrail(structure.data, one)
        const whole = one.type === 0 ? texts('whole') : undefined
        return (
          <li key={`${one.type} ${one.workspaceId}`}>
            {whole ?? trail?.map(({ name }) => name).join(' / ') ?? texts(`elsewhere.${one.type}`)}
          </li>
        )
      })}
    </ul>
  )
}

const Nothing = () => <span className={css.nothing}>–</span>

const minutesTo = (instant: string) =>
  Math.max(1, Math.ceil((new Date(instant).getTime() - Date.now()) / 60_000))

/** Why sign-in does not work now although the password is right. */
function Blocks({ user }: { user: User }) {
  const texts = useTexts(place)
  return (
    <Alert color="yellow" icon={<IconLock size={18} stroke={1.75} />} title={texts('blocks.title')}>
      <ul className={css.names}>
        {user.signInBlocks.map(({ address, failures, blockedUntil }) => (
          <li key={address}>
            {blockedUntil
              ? texts('blocks.one', {
                  address,
                  failures,
                  count: minutesTo(blockedUntil),
                  until: dateTimeText(blockedUntil),
                })
              : texts('blocks.codes', { failures })}
          </li>
        ))}
      </ul>
      <p className={css.hint}>{texts('blocks.unlock')}</p>
    </Alert>
  )
}
