import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract, can } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { company } from '../company/company.contract.ts'
import { counters } from '../counters/counters.contract.ts'
import { regions } from '../regions/regions.contract.ts'
import { AssignButton, Members } from '../assignments/assign.web.tsx'
import css from '../structure/structure.module.css'
import { type Branch, branches } from './branches.contract.ts'

const api = bindContract(branches)
const regionApi = bindContract(regions)
const counterApi = bindContract(counters)
const companyApi = bindContract(company)
const texts = 'organisation:branches'

const lines = (value: unknown) => <span className={css.lines}>{String(value)}</span>

/** The time that a branch without its own keeps. */
function CompanyZone() {
  const t = useTexts(texts)
  const own = useQuery({
    ...companyApi.getDetail.queryOptions(),
    enabled: can('view_company_information'),
  }).data
  return own ? t('companyZone', { zone: own.timeZone }) : null
}

export const { List, Detail } = resource({
  texts,
  home: '/account-management/branch',
  api,
  name: ({ name }) => name,
  search: ['code', 'name'],
  useChoices: () => ({ regionId: useQuery(regionApi.listSelection.queryOptions()).data ?? [] }),
  columns: [
    { key: 'code', kind: 'code', width: 110 },
    { key: 'name', width: 220 },
    { key: 'regionName', width: 180 },
    { key: 'phone', kind: 'code', width: 150 },
    { key: 'counterCount', kind: 'number', width: 110 },
    { key: 'isOnlyView', kind: 'yesNo', width: 110 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'name' },
        { key: 'regionName' },
        { key: 'isOnlyView', kind: 'yesNo' },
        { key: 'isHeadOffice', kind: 'yesNo' },
        { key: 'timeZone', cell: (zone) => zone ?? <CompanyZone /> },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
    {
      name: 'contact',
      facts: [
        { key: 'address', cell: lines },
        { key: 'phone', kind: 'code' },
        { key: 'receiptHeader', cell: lines },
      ],
    },
  ],
  below: (row) => (can('view_counters') ? <Counters branch={row} /> : null),
})

function Counters({ branch }: { branch: Branch }) {
  const t = useTexts(texts)
  const { id, version } = branch
  const { canUpdate } = usePermissionFlags(api)
  const own = useQuery(counterApi.getListByBranch.queryOptions({ branchId: id }))
  const all = useQuery({
    ...counterApi.list.queryOptions({
      pageSize: 1000,
      filters: [{ key: 'branchId', operator: 'NotEquals', value: id }],
    }),
    enabled: canUpdate,
  })
  const elsewhere = all.data?.items.map((counter) => ({
    id: counter.id,
    name: `${counter.branchName} / ${counter.name}`,
  }))
  return (
    <section>
      <div className={css.head}>
        <Title order={2} fz={14} fw={600}>
          {t('fields.members')}
        </Title>
        {canUpdate && elsewhere && (
          <AssignButton
            texts={texts}
            choices={elsewhere}
            chosen={[]}
            save={(counterIds) => api.assignCounters.call({ id, version, counterIds })}
          />
        )}
      </div>
      <Loaded query={own}>
        {(members) => <Members texts={texts} members={members} to="/account-management/counter" />}
      </Loaded>
    </section>
  )
}
