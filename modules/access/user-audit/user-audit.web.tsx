import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { permissionKinds } from '#kit/contract/endpoint.contract.ts'
import { bindContract, can } from '#kit/web/api.web.ts'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { branchesOf } from '#modules/organisation/structure/structure.domain.ts'
import { companyStructure } from '../calls.web.ts'
import { users } from '../users/users.contract.ts'
import { useActText, useNames } from './words.web.ts'
import { Changes } from './changes.web.tsx'
import { type AuditRow, userAudit } from './user-audit.contract.ts'

const api = bindContract(userAudit)
const userApi = bindContract(users)
const place = 'access:userAudit'
type AuditDetail = Awaited<ReturnType<typeof api.getById.call>>
const home = '/account-management/user-audit'

const outcome = {
  key: 'outcome',
  kind: 'badge',
  tones: { done: 'done', refused: 'attention', failed: 'stopped' },
} as const

const summary: readonly Fact<AuditRow>[] = [
  { key: 'at', kind: 'dateTime' },
  { key: 'userName' },
  { key: 'act', cell: (act) => <ActText act={act} /> },
  { key: 'subject' },
  { key: 'kind', kind: 'value' },
  { key: 'code', kind: 'code' },
  { key: 'address', kind: 'code' },
]

const ActText = ({ act }: { act: string }) => useActText()(act)

export function UserAuditList() {
  const actText = useActText()
  const people = useQuery(userApi.listSelection.queryOptions()).data
  const structure = useQuery(companyStructure).data
  const columns = useMemo(
    (): ListColumn<AuditRow>[] => [
      { key: 'at', kind: 'dateTime', width: 190 },
      { key: 'userName', width: 180 },
      { key: 'act', cell: actText },
      { key: 'subject', width: 180 },
      { key: 'kind', kind: 'value', width: 120 },
      { ...outcome, width: 120 },
      { key: 'code', kind: 'code', width: 180 },
      { key: 'address', kind: 'code', width: 150 },
    ],
    [actText],
  )
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      search={['userName', 'act']}
      choices={{
        userId: people ?? [],
        outcome: ['done', 'refused', 'failed'],
        kind: Object.keys(permissionKinds),
        branchId: structure ? branchesOf(structure) : [],
      }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={place} row={row} facts={[...summary, outcome]} />}
    />
  )
}

export function UserAuditDetail() {
  const { id = '' } = useParams({ strict: false })
  const actText = useActText()
  const nameOf = useNames()
  const named = (value: string | null) => (value === null ? null : (nameOf(value) ?? value))
  const what: readonly Fact<AuditDetail>[] = [
    { key: 'at', kind: 'dateTime' },
    {
      key: 'userName',
      cell: (name, { userId }) =>
        userId && can('view_users') ? (
          <TextLink to={`/account-management/user/${userId}`}>{name}</TextLink>
        ) : (
          name
        ),
    },
    { key: 'kind', kind: 'value' },
    { key: 'code', kind: 'code' },
    { key: 'note' },
  ]
  const from: readonly Fact<AuditDetail>[] = [
    { key: 'branchId', cell: named },
    { key: 'counterId', cell: named },
    { key: 'address', kind: 'code' },
    { key: 'act', kind: 'code' },
    { key: 'traceId', kind: 'code' },
  ]
  return (
    <DetailPage
      texts={place}
      get={api.getById}
      id={id}
      title={({ act }) => actText(act)}
      back={home}
      badge={outcome}
      groups={[
        { name: 'what', facts: what },
        { name: 'from', facts: from },
      ]}
    >
      {({ changes }) => <Changes changes={changes} nameOf={nameOf} />}
    </DetailPage>
  )
}
