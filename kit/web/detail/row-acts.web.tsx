import { useIsMutating } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { confirm } from '../dialogs.web.tsx'
import { type GuardedApi, usePermissionFlags } from '../flags.web.ts'
import { BusyButton } from '../parts.web.tsx'
import type { MenuEntry } from '../table/data-table.web.tsx'
import { useTexts } from '../texts.web.ts'
import { type ActApi, useAct } from './action-bar.web.tsx'

interface Actable {
  id: string
  version: number
  isEnabled?: boolean
}

export interface RowActsOptions<Row> {
  /** Where the texts are: `one`, and if wanted `questions.disable` and `questions.delete`. */
  texts: string
  /** The bound contract; what it does not have is not offered. */
  api: { enable?: ActApi; disable?: ActApi; delete?: ActApi } & GuardedApi
  /** The form of a row. */
  edit: (row: Row) => string
  name: (row: Row) => string
  /** Where to go when the row is gone; the place of the list. */
  list: string
}

/**
 * Edit, enable, disable and delete of a row, as the entries of its context menu: `const acts = useRowActs({ … })`, then
 * `<ListPage menu={acts} />` and `<RowActs acts={acts(row)} />`. What the person may not do is not among them.
 */
export function useRowActs<Row extends Actable>(options: RowActsOptions<Row>) {
  const texts = useTexts(options.texts)
  const navigate = useNavigate()
  const { mutate } = useAct()
  const { canUpdate, canDelete } = usePermissionFlags(options.api)
  return useMemo(() => {
    const { edit, name, list } = options
    async function change(api: ActApi, row: Row, act: 'disable' | 'delete' | 'enable', said: string) {
      const title = texts(`acts.${act}`, { name: name(row) })
      const message = texts(`questions.${act}`, { name: name(row), defaultValue: title })
      const words = { title, message, confirm: texts(act), danger: true }
      if (act !== 'enable' && !(await confirm(words))) return
      const input = { id: row.id, version: row.version }
      const leave = () => navigate({ to: list, search: true })
      mutate({ api, input, said: texts(`said.${said}`), ...(act === 'delete' && { leave }) })
    }
    return (row: Row): MenuEntry[] => {
      const { enable, disable, delete: remove } = options.api
      const entries: (MenuEntry | false | undefined)[] = [
        canUpdate && { label: texts('edit'), onSelect: () => void navigate({ to: edit(row), search: true }) },
        canUpdate &&
          row.isEnabled === false &&
          enable && { label: texts('enable'), onSelect: () => void change(enable, row, 'enable', 'enabled') },
        canUpdate &&
          row.isEnabled === true &&
          disable && {
            label: texts('disable'),
            onSelect: () => void change(disable, row, 'disable', 'disabled'),
          },
        canDelete &&
          remove && {
            label: texts('delete'),
            danger: true,
            onSelect: () => void change(remove, row, 'delete', 'removed'),
          },
      ]
      return entries.filter((entry) => typeof entry === 'object')
    }
  }, [options, texts, navigate, mutate, canUpdate, canDelete])
}

/** The same acts as buttons in the header of a page; the first is the primary one, at the right. */
export function RowActs({ acts }: { acts: readonly MenuEntry[] }) {
  const isBusy = useIsMutating() > 0
  // By place: the button that disabled is the one that enables now, and keeps the focus.
  return acts.toReversed().map(({ label, onSelect, danger }, index) => (
    <BusyButton
      key={index}
      variant={index === acts.length - 1 ? 'filled' : 'default'}
      {...(danger ? { c: 'red' } : {})}
      busy={isBusy}
      onClick={onSelect}
    >
      {label}
    </BusyButton>
  ))
}
