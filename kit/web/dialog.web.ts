/** What a dialog says and asks. Texts are given translated; the words on its buttons have defaults. */
export interface DialogWords {
  title?: string
  /** Lines are kept. */
  message: string
  confirm?: string
  cancel?: string
  /** The act destroys or ends something: its button is red. */
  danger?: boolean
}

export interface Dialog extends DialogWords {
  id: number
  kind: 'confirm' | 'warning' | 'note'
  /** Of a note: it must be filled. */
  required?: boolean
  answer: (value: boolean | string) => void
}
