import { withImplied } from '#modules/permissions.domain.ts'

interface Coded {
  code: string
  group: string
  groupLabel: string
}

/** What can be done with one thing: looked at, managed, and what is neither. */
export interface Subject<P> {
  subject: string
  view?: P
  manage?: P
  others: P[]
}
export interface Area<P> {
  group: string
  label: string
  subjects: Subject<P>[]
}

/** `my_view_cases` as the verb `my_view` and the subject `cases`. */
export function partsOf(code: string): { verb: string; subject: string } {
  const [, verb = '', subject = code] = /^(my_view|[a-z]+)_(.+)$/.exec(code) ?? []
  return { verb, subject }
}

/** Permissions as the lines of a matrix: by area and by subject, in the order of the catalogue. */
export function areasOf<P extends Coded>(permissions: readonly P[]): Area<P>[] {
  const areas = new Map<string, Area<P>>()
  for (const permission of permissions) {
    const { group, groupLabel, code } = permission
    const area = areas.get(group) ?? { group, label: groupLabel, subjects: [] }
    areas.set(group, area)
    const { verb, subject } = partsOf(code)
    let line = area.subjects.find((one) => one.subject === subject)
    if (!line) area.subjects.push((line = { subject, others: [] }))
    if (verb === 'view') line.view = permission
    else if (verb === 'manage') line.manage = permission
    else line.others.push(permission)
  }
  return [...areas.values()]
}

export const permissionsIn = <P>({ view, manage, others }: Subject<P>): P[] => [
  ...(view ? [view] : []),
  ...(manage ? [manage] : []),
  ...others,
]

/** The codes after some were checked or unchecked, each once. */
export function choose(chosen: readonly string[], codes: readonly string[], isOn: boolean): string[] {
  const left = chosen.filter((code) => !codes.includes(code))
  return isOn ? [...left, ...codes] : left
}

/** Whether a code is given only because the one that manages the same is. */
export const isImplied = (chosen: readonly string[], code: string) =>
  code.startsWith('view_') &&
  chosen.includes(code.replace(/^view_/, 'manage_')) &&
  withImplied(chosen).has(code)
