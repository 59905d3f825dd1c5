import { useHotkeys } from '@mantine/hooks'
import { useEffect } from 'react'
import { createStore } from './store.web.ts'

/** A key of one page: what the sheet of shortcuts says of it, and what it does. */
export interface PageKey {
  key: string
  text: string
  act: () => void
}

/** The keys of the page that is open, for the sheet of shortcuts. */
export const pageKeys = createStore<readonly PageKey[]>([])

/** A dialog that goes away stands in the document a little longer than it is seen. */
const isUnderDialog = () =>
  [...document.querySelectorAll('[role=dialog]')].some((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )

/** Keys of a page: they do nothing in a field or under a dialog, and stand in the sheet of shortcuts while the page is open. */
export function usePageKeys(keys: readonly PageKey[]) {
  useHotkeys(keys.map(({ key, act }) => [key, () => (isUnderDialog() ? undefined : act())]))
  useEffect(() => {
    pageKeys.set(keys)
    return () => pageKeys.set([])
  })
}
