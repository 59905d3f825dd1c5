import { type RefObject, useEffect } from 'react'

/** What had the focus, the newest last. */
let trail: HTMLElement[] = []
addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  trail = [...trail.filter((one) => one !== target && one.isConnected), target].slice(-50)
})

/** Whether nothing that a person uses has the focus: the page itself, or the heading that says which page it is. */
export const isFocusFree = () =>
  document.activeElement === document.body || document.activeElement?.tagName === 'H1'

/** For what opens over a page: when it is gone, the focus goes back to what had it last and is still there. */
export function useFocusBack() {
  useEffect(
    () => () =>
      void setTimeout(() => {
        if (document.activeElement !== document.body) return
        trail.findLast((one) => one.isConnected && !one.matches(':disabled'))?.focus({ preventScroll: true })
      }),
    [],
  )
}

let focusedAt = location.pathname

/**
 * For the heading of a page. Where the user has gone to another page, or the page was exchanged under the focus, it takes the
 * focus, so that it is read out and Tab goes on from there; what has the focus by itself in the page keeps it.
 */
export function useHeadingFocus(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const isNew = location.pathname !== focusedAt
    focusedAt = location.pathname
    const { activeElement } = document
    const isLost = activeElement === document.body && trail.length > 0
    if (isLost || (isNew && !activeElement?.closest('main, [role=dialog]')))
      heading.current?.focus({ preventScroll: true })
  }, [heading])
}
