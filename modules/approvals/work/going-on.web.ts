import { type RefObject, useEffect, useRef } from 'react'
import { isFocusFree } from '#kit/web/focus.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'

const primary = '[data-acts] [data-variant=filled]:not(:disabled)'

/** The first act of a document that opens has the focus as soon as it is there, unless the person has gone elsewhere. */
export function useActFocus(section: RefObject<HTMLElement | null>, page: string | undefined) {
  useEffect(() => {
    const { current } = section
    if (!current || page === undefined) return
    const from = document.activeElement
    const look = () => {
      const act = current.querySelector<HTMLElement>(primary)
      if (document.activeElement !== from && !isFocusFree()) return watcher.disconnect()
      if (!act) return
      watcher.disconnect()
      act.focus({ preventScroll: true })
    }
    const watcher = new MutationObserver(look)
    watcher.observe(current, { childList: true, subtree: true })
    look()
    return () => watcher.disconnect()
  }, [section, page])
}

interface Going<Item> {
  /** Of the document that is open. */
  key: string
  isOpen: (item: Item) => boolean
  /** Opens an item, or the list where there is none. */
  open: (next: Item | undefined) => void
}

/** Once the open item is decided here, the one in its place opens; what somebody else decided stays, and says that it is done. */
export function useNext<Item>(items: readonly Item[] | undefined, { key, isOpen, open }: Going<Item>) {
  const was = useRef({ key, at: -1, hasActed: false })
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated') return
        // The list may know of the decision before its answer is here.
        const { type } = event.action
        if (type === 'pending' || type === 'error') was.current.hasActed = type === 'pending'
      }),
    [],
  )
  useEffect(() => {
    if (was.current.key !== key) was.current = { key, at: -1, hasActed: false }
    const at = items?.findIndex(isOpen) ?? -1
    if (at >= 0) was.current.at = at
    else if (items && was.current.at >= 0 && was.current.hasActed) {
      const next = items[was.current.at] ?? items.at(-1)
      was.current.at = -1
      open(next)
    }
  })
}

/** What comes to be decided is read anew: the last that was seen of it may be from before it was sent back. */
export function useFreshDocuments(ids: readonly string[] | undefined) {
  const all = ids?.join(' ') ?? ''
  useEffect(() => {
    const come = new Set(all.split(' '))
    queryClient.removeQueries({
      type: 'inactive',
      predicate: ({ queryKey }) => come.has((queryKey.at(-1) as { id?: string } | undefined)?.id ?? '–'),
    })
  }, [all])
}
