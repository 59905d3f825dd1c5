import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { confirm } from '../dialogs.web.tsx'
import { useTexts } from '../texts.web.ts'

/** The questions of the pages that are open with changes, and whether they were answered already. */
const open = new Set<() => Promise<boolean>>()
const answered = { yes: false }

/** Does what takes people away from the page, once they have agreed to lose what they changed there; undefined if they stay. */
export async function leaveFor<T>(act: () => Promise<T>): Promise<T | undefined> {
  for (const ask of open) if (!(await ask())) return undefined
  answered.yes = true
  try {
    return await act()
  } finally {
    answered.yes = false
  }
}

/** While there are changes, asks before the page is left; not once they are saved. `place` is where the page's texts are. */
export function useLeaveQuestion(place: string, hasChanges: boolean, isSaved = () => false) {
  const texts = useTexts(place)
  const ask = async () => {
    if (isSaved() || answered.yes) return true
    const words = {
      title: texts('form.leaveTitle'),
      message: texts('form.leave'),
      confirm: texts('form.discard'),
      cancel: texts('form.stay'),
    }
    return confirm({ ...words, danger: true })
  }
  const asked = useEffectEvent(ask)
  useEffect(() => {
    const question = () => asked()
    if (hasChanges) open.add(question)
    return () => void open.delete(question)
  }, [hasChanges])
  useBlocker({
    disabled: !hasChanges,
    enableBeforeUnload: () => hasChanges && !isSaved(),
    shouldBlockFn: async () => !(await ask()),
  })
}
