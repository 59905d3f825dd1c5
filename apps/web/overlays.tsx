import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'

const Palette = lazy(() => import('./palette.tsx').then((m) => ({ default: m.Palette })))
const Shortcuts = lazy(() => import('./shortcuts.tsx').then((m) => ({ default: m.Shortcuts })))

/** What the keyboard opens over any page, each loaded when first asked for: the palette and the sheet of shortcuts. */
export function Overlays() {
  const [asked, setAsked] = useState(0)
  const [showsKeys, setShowsKeys] = useState(false)
  // The palette also while somebody types; the sheet not, for a question mark is a letter there.
  useHotkeys([['mod+K', () => setAsked((count) => count + 1)]], [])
  useHotkeys([
    ['shift+?', () => setShowsKeys(true)],
    ['?', () => setShowsKeys(true)],
  ])
  return (
    <Suspense>
      {asked > 0 && <Palette asked={asked} />}
      {showsKeys && <Shortcuts onClose={() => setShowsKeys(false)} />}
    </Suspense>
  )
}
