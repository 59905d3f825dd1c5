import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract, can } from '#kit/web/api.web.ts'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { branches } from '../branches/branches.contract.ts'
import { AssignButton, Members } from '../assignments/assign.web.tsx'
import css from '../structure/structure.module.css'
import { type Region, regions } from './regions.contract.ts'

const api = bindContract(regions)
const branchApi = bindContract(branches)
const texts = 'organisation:regions'
const home = '/account-management/region'

const facts: readonly Fact<Region>[] = [
  { key: 'code', kind: 'code' },
  { key: 'name' },
  { key: 'createdAt', kind: 'dateTime' },
]
const enabled: Fact<Region> = { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' } }
const columns: readonly ListColumn<Region & { branchCount: number }>[] = [
  { key: 'code', kind: 'code', width: 120 },
  { key: 'name', width: 260 },
  { key: 'branchCount', kind: 'number', width: 110 },
  { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' }, width: 130 },
  { key: 'createdAt', kind: 'dateTime', width: 190 },
]

const acting = {
  texts,
  api,
  list: home,
  edit: ({ id }: Region) => `${home}/update/${id}`,
  name: ({ name }: Region) => name,
}

export function RegionList() {
  const acts = useRowActs(acting)
  return (
    <ListPage
      texts={texts}
      list={api.list}
      columns={columns}
      search={['code', 'name']}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={texts} row={row} facts={[...facts, enabled]} />}
      menu={acts}
    />
  )
}

export function RegionDetail() {
  const { id = '' } = useParams({ strict: false })
  const acts = useRowActs(acting)
  return (
    <DetailPage
      texts={texts}
      get={api.getById}
      id={id}
      title={({ name }) => name}
      back={home}
      badge={enabled}
      groups={[{ name: 'facts', facts }]}
      actions={(row) => <RowActs acts={acts(row)} />}
    >
      {(row) => (can('view_branches') ? <Branches region={row} /> : null)}
    </DetailPage>
  )
}

function Branches({ region }: { region: Region }) {
  const t = useTexts(texts)
  const { id, version } = region
  const own = useQuery(branchApi.getListByRegion.queryOptions({ regionId: id }))
  const all = useQuery(branchApi.listSelection.queryOptions())
  const { canUpdate } = usePermissionFlags(api)
  return (
    <section>
      <div className={css.head}>
        <Title order={2} fz={14} fw={600}>
          {t('fields.members')}
        </Title>
        {canUpdate && own.data && all.data && (
          <AssignButton
            texts={texts}
            choices={[...own.data, ...all.data]}
            chosen={own.data.map((branch) => branch.id)}
            save={(branchIds) => api.assignBranches.call({ id, version, branchIds })}
          />
        )}
      </div>
      <Loaded query={own}>
        {(members) => <Members texts={texts} members={members} to="/account-management/branch" />}
      </Loaded>
    </section>
  )
}
