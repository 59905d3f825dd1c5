import { Checkbox, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { Sheet as Table, SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import {
  type CompanyStructure,
  structure,
  type WorkspaceNode,
} from '#modules/organisation/structure/structure.contract.ts'
import { branchesOf, workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { CurrencyLabel } from '../iso/flag.web.tsx'
import { branchCurrencies, type Trading } from './branch-currencies.contract.ts'
import css from '../company-currencies/currencies.module.css'

const api = bindContract(branchCurrencies)
const structureApi = bindContract(structure)
const place = 'currencies:branchCurrencies'

/** Which currencies a branch trades, or all branches of a region; each change is saved at once. */
export function BranchCurrencies() {
  const texts = useTexts(place)
  const tree = useQuery(structureApi.get.queryOptions())
  return (
    <SheetPage>
      <PageHeader title={texts('title')} />
      <p className={css.muted}>{texts('about')}</p>
      <Loaded query={tree} height={480}>
        {(company) => <Places company={company} />}
      </Loaded>
    </SheetPage>
  )
}

const isRegion = ({ type }: WorkspaceNode) => type === workspaceTypes.Region

function Places({ company }: { company: CompanyStructure }) {
  const texts = useTexts(place)
  const regions = company.children.filter(isRegion)
  const branches = branchesOf(company)
  const places = [...regions, ...branches]
  const [chosen, setChosen] = useState(branches[0]?.id ?? null)
  const settings = useQuery(api.getBranchSettings.queryOptions())
  const at = places.find(({ id }) => id === chosen)
  const option = ({ id, name }: WorkspaceNode) => ({ value: id, label: name })
  if (places.length === 0) return <p>{texts('nowhere')}</p>
  return (
    <>
      <Select
        label={texts('fields.place')}
        maw={360}
        searchable
        data={[
          { group: texts('groups.branches'), items: branches.map(option) },
          { group: texts('groups.regions'), items: regions.map(option) },
        ]}
        value={chosen}
        onChange={setChosen}
      />
      <Loaded query={settings} height={400}>
        {(all) => at && <Sheet key={at.id} at={at} currencies={all} />}
      </Loaded>
    </>
  )
}

function Sheet({ at, currencies }: { at: WorkspaceNode; currencies: readonly Trading[] }) {
  const texts = useTexts(place)
  const branchIds = isRegion(at) ? at.children.map(({ id }) => id) : [at.id]
  const change = useMutation({
    mutationFn: ({ currencyId, isTraded }: { currencyId: string; isTraded: boolean }) =>
      isRegion(at)
        ? api.updateRegion.call({ regionId: at.id, currencyId, isTraded })
        : api.updateBranch.call({ branchId: at.id, currencyId, isTraded }),
    onSuccess: (_, { isTraded }) => snackbar.success(texts(isTraded ? 'said.enabled' : 'said.disabled')),
  })
  const mayChange = useIsAllowed(isRegion(at) ? api.updateRegion : api.updateBranch)
  const columns = ['isTraded', 'code', 'name'].map((field) => ({ title: texts(`fields.${field}`) }))
  const asked = change.isPending ? change.variables : undefined
  return (
    <Table label={at.name} columns={columns}>
      {currencies.map(({ currencyId, code, flagCode, name, isLocal, excluded }) => {
        const without = branchIds.filter((id) => excluded.includes(id)).length
        const isTraded = asked?.currencyId === currencyId ? asked.isTraded : without < branchIds.length
        return (
          <tr key={currencyId}>
            <td>
              <Checkbox
                aria-label={texts('trades', { place: at.name, code })}
                checked={isTraded}
                indeterminate={isTraded && without > 0 && asked?.currencyId !== currencyId}
                disabled={!mayChange || isLocal || branchIds.length === 0}
                onChange={(event) =>
                  change.mutate({ currencyId, isTraded: event.currentTarget.checked || without > 0 })
                }
              />
            </td>
            <td>
              <CurrencyLabel code={code} flagCode={flagCode} />
            </td>
            <td>
              {name}
              {isLocal && <span className={css.muted}> · {texts('local')}</span>}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
