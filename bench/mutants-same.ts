/** A change that no test can notice, by its file and its line before and after. */
interface Same {
  file: string
  before: string
  after: string
  why: string
}

export const same: readonly Same[] = []
