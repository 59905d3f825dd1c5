import { moduleOrder } from './house-modules.ts'
import type { Draft } from './new-draft.ts'
import type { Words } from './new-words.ts'
import { capital, languages, type Nouns } from './new-texts.ts'

const menu = 'modules/pages.domain.ts'
const pageCall = /page\('(\w+)', '([^']+)'[^)]*\)/g

export interface MenuPlace {
  /** Where the list is. */
  home: string
  isNew: boolean
  /** The link after whose page a new one stands: the last of the line of the menu that has most screens of its module. */
  after: string | undefined
}

/** Where a capability stands in the menu: at the page that waits for it, else in its module's line. */
export function placeInMenu(draft: Draft, module: string, name: string): MenuPlace {
  const pages = [...(draft.text(menu) ?? '').matchAll(pageCall)]
  const links = pages.map(([, , link = '']) => link)
  const manifest = draft.text(`modules/${module}/module.web.tsx`) ?? ''
  const isServed = (link: string) => manifest.includes(`'${link}'`)
  const waiting = links.find((link) => link.endsWith(`/${name}`) && !isRouted(draft, link))
  if (waiting !== undefined) return { home: waiting, isNew: false, after: undefined }
  const line = (draft.text(menu) ?? '')
    .split(/^ {2}(?:group|settings|compliance)\(/m)
    .slice(1)
    .map((text) => [...text.matchAll(pageCall)].map(([, , link = '']) => link))
    .toSorted((a, b) => b.filter(isServed).length - a.filter(isServed).length)[0]
  const after = line?.some(isServed) ? line.at(-1) : links.at(-1)
  const app = line?.some(isServed) && after ? after.split('/')[1] : module
  return { home: `/${app}/${name}`, isNew: true, after }
}

const isRouted = (draft: Draft, link: string) =>
  moduleOrder.some((module) => draft.text(`modules/${module}/module.web.tsx`)?.includes(`'${link}'`))

/** A page in the menu with its text, where none waits for the capability. */
export function addPage(
  draft: Draft,
  { value, home, code }: Words,
  { place, nouns }: { place: MenuPlace; nouns: Nouns },
): void {
  if (!place.isNew) return
  draft.edit(menu, `add the page of ${home}`, (text) => {
    const last = [...text.matchAll(pageCall)].find(([, , link]) => link === place.after)
    if (!last) return undefined
    const end = last.index + last[0].length
    return `${text.slice(0, end)},\npage('${value}', '${home}', 'view_${code}')${text.slice(end)}`
  })
  for (const language of languages)
    draft.texts(`modules/locales/${language}.json`, ['pages', value], capital(nouns[language]))
}
