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
import { company } from '../company/company.contract.ts'
import { counters } from '../counters/counters.contract.ts'
import { regions } from '../regions/regions.contract.ts'
import { AssignButton, Members } from '../assignments/assign.web.tsx'
import css from '../structure/structure.module.css'
import { type Branch, type BranchDetail, branches } from './branches.contract.ts'

const api = bindContract(branches)
const regionApi = bindContract(regions)
const counterApi = bindContract(counters)
const companyApi = bindContract(company)
const texts = 'organisation:branches'
const home = '/account-management/branch'

const facts: readonly Fact<BranchDetail>[] = [
  { key: 'code', kind: 'code' },
  { key: 'name' },
  { key: 'regionName' },
  { key: 'isOnlyView', kind: 'yesNo' },
  { key: 'isHeadOffice', kind: 'yesNo' },
  { key: 'timeZone', cell: (zone) => zone ?? <CompanyZone /> },
  { key: 'createdAt', kind: 'dateTime' },
]
const lines = (value: unknown) => <span className={css.lines}>{String(value)}</span>
const contact: readonly Fact<BranchDetail>[] = [
  { key: 'address', cell: lines },
  { key: 'phone', kind: 'code' },
  { key: 'receiptHeader', cell: lines },
]
const enabled: Fact<BranchDetail> = {
  key: 'isEnabled',
  kind: 'badge',
  tones: { true: 'done', false: 'ended' },
}
const columns: readonly ListColumn<BranchDetail & { counterCount: number }>[] = [
  { key: 'code', kind: 'code', width: 110 },
  { key: 'name', width: 220 },
  { key: 'regionName', width: 180 },
  { key: 'phone', kind: 'code', width: 150 },
  { key: 'counterCount', kind: 'number', width: 110 },
  { key: 'isOnlyView', kind: 'yesNo', width: 110 },
  { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' }, width: 130 },
  { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
]

const acting = {
  texts,
  api,
  list: home,
  edit: ({ id }: Branch) => `${home}/update/${id}`,
  name: ({ name }: Branch) => name,
}

/** The time that a branch without its own keeps. */
function CompanyZone() {
  const t = useTexts(texts)
  const own = useQuery({
    ...companyApi.getDetail.queryOptions(),
    enabled: can('view_company_information'),
  }).data
  return own ? t('companyZone', { zone: own.timeZone }) : null
}

export function BranchList() {
  const acts = useRowActs(acting)
  const regionId = useQuery(regionApi.listSelection.queryOptions()).data ?? []
  return (
    <ListPage
      texts={texts}
      list={api.list}
      columns={columns}
      search={['code', 'name']}
      choices={{ regionId }}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={texts} row={row} facts={[...facts, ...contact, enabled]} />}
      menu={acts}
    />
  )
}

export function BranchDetail() {
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
      groups={[
        { name: 'facts', facts },
        { name: 'contact', facts: contact },
      ]}
      actions={(row) => <RowActs acts={acts(row)} />}
    >
      {(row) => (can('view_counters') ? <Counters branch={row} /> : null)}
    </DetailPage>
  )
}

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
