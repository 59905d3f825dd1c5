import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../dialogs.web.tsx'
import controls from './controls.module.css'

/** Selected ids outside React's state: choosing a row draws that row's checkbox and nothing else. */
export interface Selection {
  get: () => ReadonlySet<string>
  set: (ids: ReadonlySet<string>) => void
  subscribe: (listener: () => void) => () => void
}

function createSelection(initial: readonly string[]): Selection {
  let ids: ReadonlySet<string> = new Set(initial)
  const listeners = new Set<() => void>()
  return {
    get: () => ids,
    set: (next) => {
      ids = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A selection that follows `selected` when the page keeps it, and stands alone when not. */
export function useSelection(selected: readonly string[] | undefined): Selection {
  const [selection] = useState(() => createSelection(selected ?? []))
  useEffect(() => {
    const now = selection.get()
    const same = selected?.length === now.size && selected.every((id) => now.has(id))
    if (selected && !same) selection.set(new Set(selected))
  }, [selection, selected])
  return selection
}

export const useIsSelected = (selection: Selection, id: string): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.get().has(id))

const useSelected = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.get)

/** The header's checkbox. With `confirm` it asks first, and goes back to what it was when the answer is no. */
export function SelectAll(props: {
  selection: Selection
  ids: () => string[]
  confirm: boolean | string
  onChange: (ids: ReadonlySet<string>) => void
}) {
  const { t } = useTranslation('kit')
  const { selection, confirm: question, onChange } = props
  const [asking, setAsking] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const selected = useSelected(selection)
  const ids = props.ids()
  const all = ids.length > 0 && selected.size >= ids.length && ids.every((id) => selected.has(id))
  const some = !all && selected.size > 0 && ids.some((id) => selected.has(id))
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !asking
  }, [some, asking])

  const choose = (on: boolean) => {
    const next = new Set(selected)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }
  const ask = async () => {
    setAsking(true)
    const message =
      typeof question === 'string' ? question : t('table.selectAllConfirm', { count: ids.length })
    if (await confirm({ title: t('table.selectAll'), message, confirm: t('ok') })) choose(true)
    setAsking(false)
  }
  return (
    <label className={controls['hit']}>
      <input
        ref={box}
        type="checkbox"
        className={controls['check']}
        aria-label={t('table.selectAll')}
        checked={all || asking}
        disabled={ids.length === 0}
        onChange={() => (all || !question ? choose(!all) : void ask())}
      />
    </label>
  )
}

/** The pagination; while something is selected, a bar of acts lies over it. */
export function Foot(props: {
  selection: Selection
  onClear: () => void
  bulkActions: ((ids: readonly string[], clear: () => void) => ReactNode) | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('kit')
  const { bulkActions, onClear } = props
  const selected = useSelected(props.selection)
  const isCovered = bulkActions !== undefined && selected.size > 0
  const count = t('table.selected', { count: selected.size })
  return (
    <div className={controls['bottom']}>
      <div inert={isCovered}>{props.children}</div>
      {isCovered && (
        <div className={controls['bulk']} role="group" aria-label={count}>
          <span className={controls['bulkCount']}>{count}</span>
          {bulkActions([...selected], onClear)}
          <button type="button" className={controls['quiet']} onClick={onClear}>
            {t('table.clearSelection')}
          </button>
        </div>
      )}
    </div>
  )
}
