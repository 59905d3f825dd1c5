import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { ActionBar } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { PermissionMatrix } from '../permissions/permission-matrix.web.tsx'
import type { PermissionRow } from '../permissions/permissions.contract.ts'
import { type ApiKey, apiKeys } from './keys.contract.ts'
import { keyStates, keyWorkflow } from './keys.domain.ts'

const api = bindContract(apiKeys)
const place = 'access:apiKeys'
const home = '/account-management/api-key'

const state = {
  key: 'state',
  kind: 'badge',
  tones: { active: 'done', expired: 'ended', revoked: 'stopped' },
} as const

const columns: readonly ListColumn<ApiKey>[] = [
  { key: 'name', width: 220 },
  { key: 'ending', kind: 'code', width: 110 },
  { ...state, width: 120 },
  { key: 'branchName', width: 170 },
  { key: 'counterName', width: 150 },
  { key: 'owner', width: 180 },
  { key: 'expiresAt', kind: 'dateTime', width: 180 },
  { key: 'lastUsedAt', kind: 'dateTime', width: 180 },
  { key: 'createdAt', kind: 'dateTime', width: 180, hidden: true },
]

const summary: readonly Fact<ApiKey>[] = [
  { key: 'ending', kind: 'code' },
  { key: 'branchName' },
  { key: 'counterName' },
  { key: 'owner' },
  { key: 'callsPerMinute', kind: 'number' },
  { key: 'createdAt', kind: 'dateTime' },
  { key: 'expiresAt', kind: 'dateTime' },
  { key: 'lastUsedAt', kind: 'dateTime' },
  { key: 'lastUsedFrom' },
]
const end: readonly Fact<ApiKey>[] = [
  { key: 'revokedAt', kind: 'dateTime' },
  { key: 'revokedBy' },
  { key: 'revokeReason' },
]

/** The keys by which programs call the API. */
export function KeyList() {
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      search={['name']}
      choices={{ state: keyStates }}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => (
        <FactList texts={place} row={row} facts={[...summary, ...(row.revokedAt ? end : [])]} />
      )}
    />
  )
}

/** What a key may be allowed, for whoever draws it. */
export function Grantable({ children }: { children: (all: readonly PermissionRow[]) => ReactNode }) {
  return (
    <Loaded query={useQuery(api.listPermissions.queryOptions())} height={320}>
      {children}
    </Loaded>
  )
}

export function KeyDetail() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  return (
    <DetailPage
      texts={place}
      get={api.getById}
      id={id}
      title={({ name }) => name}
      back={home}
      badge={state}
      groups={[{ name: 'facts', facts: summary }]}
      actions={(row) => (
        <ActionBar texts={place} workflow={{ ...keyWorkflow, actions: ours }} row={row} run={api} />
      )}
    >
      {(row) => (
        <>
          {row.revokedAt && <FactList texts={place} row={row} facts={end} />}
          {row.isOrphan && row.state === 'active' && <Alert color="yellow">{texts('orphan')}</Alert>}
          <Grantable>{(all) => <PermissionMatrix permissions={all} chosen={row.permissions} />}</Grantable>
        </>
      )}
    </DetailPage>
  )
}

const { takeOver, revoke } = keyWorkflow.actions
const ours = { takeOver, revoke }
