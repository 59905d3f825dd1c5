import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../dialogs.web.tsx'
import { useTexts } from '../texts.web.ts'

/** While there are changes, asks before the page is left; not once they are saved. `place` is where the page's texts are. */
export function useLeaveQuestion(place: string, hasChanges: boolean, isSaved = () => false) {
  const texts = useTexts(place)
  useBlocker({
    disabled: !hasChanges,
    enableBeforeUnload: () => hasChanges && !isSaved(),
    shouldBlockFn: async () => {
      if (isSaved()) return false
      const words = {
        title: texts('form.leaveTitle'),
        message: texts('form.leave'),
        confirm: texts('form.discard'),
        cancel: texts('form.stay'),
      }
      return !(await confirm({ ...words, danger: true }))
    },
  })
}
