import { lazy, Suspense } from 'react'
import type { Dialog, DialogWords } from './dialog.web.ts'
// From the start: it remembers where the focus was before the first dialog.
import './focus.web.ts'
import { createStore } from './store.web.ts'

export type { DialogWords }

const open = createStore<readonly Dialog[]>([])
let count = 0

const ask = <T extends boolean | string>(
  dialog: Omit<Dialog, 'id' | 'answer'>,
  read: (value: boolean | string) => T | undefined,
) =>
  new Promise<T | undefined>((resolve) => {
    const id = ++count
    const answer = (value: boolean | string) => {
      open.set(open.get().filter((one) => one.id !== id))
      resolve(read(value))
    }
    open.set([...open.get(), { ...dialog, id, answer }])
  })

/** Asks; true when confirmed. */
export const confirm = async (words: DialogWords) =>
  (await ask({ kind: 'confirm', ...words }, (value) => value === true)) === true

/** Says something that must be read, with one button, 'OK' unless given. */
export const warn = async (words: DialogWords) => {
  await ask({ kind: 'warning', ...words }, () => true)
}

/** Asks for a note: the text, '' when it may be left out and was, or undefined when cancelled. */
export const askNote = (words: DialogWords & { required: boolean }) =>
  ask({ kind: 'note', ...words }, (value) => (typeof value === 'string' ? value : undefined))

/** Closes whatever asks, as if cancelled. */
export const closeDialogs = () => open.get().forEach((dialog) => dialog.answer(false))

const DialogBox = lazy(() => import('./dialog-box.web.tsx').then((m) => ({ default: m.DialogBox })))

/** Where dialogs appear; once in the application. */
export function Dialogs() {
  const dialogs = open.use()
  return (
    <Suspense>
      {dialogs.map((dialog) => (
        <DialogBox key={dialog.id} {...dialog} />
      ))}
    </Suspense>
  )
}
