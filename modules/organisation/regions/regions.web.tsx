import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract, can } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '../branches/branches.contract.ts'
import { AssignButton, Members } from '../assignments/assign.web.tsx'
import css from '../structure/structure.module.css'
import { type Region, regions } from './regions.contract.ts'

const api = bindContract(regions)
const branchApi = bindContract(branches)
const texts = 'organisation:regions'

export const { List, Detail } = resource({
  texts,
  home: '/account-management/region',
  api,
  name: ({ name }) => name,
  search: ['code', 'name'],
  columns: [
    { key: 'code', kind: 'code', width: 120 },
    { key: 'name', width: 260 },
    { key: 'branchCount', kind: 'number', width: 110 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [{ key: 'code', kind: 'code' }, { key: 'name' }, { key: 'createdAt', kind: 'dateTime' }],
    },
  ],
  below: (row) => (can('view_branches') ? <Branches region={row} /> : null),
})

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
