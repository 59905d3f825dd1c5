import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { createStore } from '#kit/web/store.web.ts'

const Palette = lazy(() => import('./palette.tsx').then((m) => ({ default: m.Palette })))
const Shortcuts = lazy(() => import('./shortcuts.tsx').then((m) => ({ default: m.Shortcuts })))

/** How often the palette was asked for: each time it opens. */
const asked = createStore(0)
export const openPalette = () => asked.set(asked.get() + 1)

/** What the keyboard opens over any page, each loaded when first asked for: the palette and the sheet of shortcuts. */
export function Overlays() {
  const count = asked.use()
  const [showsKeys, setShowsKeys] = useState(false)
  // The palette also while somebody types; the sheet not, for a question mark is a letter there.
  useHotkeys([['mod+K', openPalette]], [])
  useHotkeys([
    ['shift+?', () => setShowsKeys(true)],
    ['?', () => setShowsKeys(true)],
  ])
  return (
    <Suspense>
      {count > 0 && <Palette asked={count} />}
      {showsKeys && <Shortcuts onClose={() => setShowsKeys(false)} />}
    </Suspense>
  )
}
