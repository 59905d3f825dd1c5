import { Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { unfit } from '#modules/ledger/mappings/mappings.domain.ts'
import { partOf } from './mode-mapping.domain.ts'
import {
  type Mapped,
  type ModeAccountDraft,
  type ModeAccounts,
  modeMapping,
} from './mode-mapping.contract.ts'

const api = bindContract(modeMapping)
const place = 'inventory:modeMapping'
const fields = ['mode', 'side', 'money', 'account']

/** Which account moves when money comes in or goes out by a mode; each change is saved at once. */
export function ModeMapping() {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions())
  return (
    <SheetPage>
      <PageHeader title={texts('title')} />
      <p>{texts('about')}</p>
      <Loaded query={query} height={480}>
        {(found) => <Modes found={found} />}
      </Loaded>
    </SheetPage>
  )
}

function Modes({ found: { accounts, modes } }: { found: ModeAccounts }) {
  const texts = useTexts(place)
  const { canUpdate } = usePermissionFlags(api)
  const change = useMutation({
    mutationFn: (draft: ModeAccountDraft) => api.update.call(draft),
    onSuccess: () => snackbar.success(texts('said.updated')),
  })
  const nameOf = (id: string | null) => accounts.find((one) => one.id === id)?.name
  const choose = ({ modeId, name }: Mapped, { part, own, accountId, money }: Mapped['parts'][number]) => {
    const fitting = accounts.filter((one) => one.id === own || unfit(partOf(part), one) === undefined)
    return (
      <Select
        size="xs"
        miw={240}
        searchable
        selectFirstOptionOnChange
        clearable
        clearButtonProps={{ 'aria-label': texts('clear') }}
        aria-label={texts('accountOf', { name, money: texts(`values.money.${money}`) })}
        disabled={!canUpdate}
        placeholder={nameOf(accountId)}
        data={fitting.map(({ id, name: label }) => ({ value: id, label }))}
        value={own}
        onChange={(account) =>
          change.mutate({ modeId, part, branchId: null, itemId: null, accountId: account })
        }
      />
    )
  }
  return (
    <Sheet label={texts('title')} columns={fields.map((field) => ({ title: texts(`fields.${field}`) }))}>
      {modes.flatMap((mode) =>
        mode.parts.map((part) => (
          <tr key={`${mode.modeId} ${part.part}`}>
            <th scope="row">{mode.name}</th>
            <td>{texts(`values.side.${mode.side}`)}</td>
            <td>{texts(`values.money.${part.money}`)}</td>
            <td>
              {choose(mode, part)}
              {part.accountId === null && (
                <StatusBadge tone="attention">{texts('missing', { part: part.part })}</StatusBadge>
              )}
            </td>
          </tr>
        )),
      )}
    </Sheet>
  )
}
