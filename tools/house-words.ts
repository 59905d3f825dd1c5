import { flat, languages, parses, type Texts } from './house-catalogues.ts'
import type { Tree } from './tree.ts'

/** Where words lie that every resource of a module may use: the terms that modules share, then the kit's own. */
const termsFolder = 'modules/locales'
const kitFolder = 'kit/locales'

/** The texts of a folder in all languages, English first; none where it is not there or not JSON. */
const read = (tree: Tree, folder: string): Texts[] =>
  ['en', ...languages]
    .map((language) => `${folder}/${language}.json`)
    .map((path) => (tree.files.includes(path) && parses(tree.text(path)) ? flat(tree.text(path)) : new Map()))

/** The parts of a resource whose words many resources share. */
const shared = /^(fields|columns|values|actions)\./

/** A word that two resources of screens say alike, in all languages, is a term: it stands once. */
export function terms(tree: Tree): string[] {
  const inAll = (each: readonly Texts[], key: string) => JSON.stringify(each.map((one) => one.get(key)))
  const common = read(tree, termsFolder)
  const [kit] = read(tree, kitFolder)
  const said = new Map<string, string>()
  const folders = tree.files.flatMap((path) => /^(modules\/[^/]+\/locales)\/en\.json$/.exec(path)?.[1] ?? [])
  return folders.flatMap((folder) => {
    const each = read(tree, folder)
    return [...(each[0]?.keys() ?? [])].flatMap((key) => {
      const [, resource = '', word = ''] = /^([^.]+)\.(.+)$/.exec(key) ?? []
      // The audit has words of its own for tables; the kit's are overruled where a module means something else.
      if (!shared.test(word) || /^(audit|userAudit)$/.test(resource) || kit?.has(word)) return []
      const term = `terms.${word}`
      const known = common[0]?.has(term) ? inAll(common, term) === inAll(each, key) && 'the terms' : undefined
      const other = known ?? said.get(`${word} ${inAll(each, key)}`)
      if (known === undefined) said.set(`${word} ${inAll(each, key)}`, `${folder}/en.json (${resource})`)
      return other
        ? [`${folder}/en.json: ${key} says what ${other} say. Leave it once, in the terms of ${termsFolder}.`]
        : []
    })
  })
}

/** A text that a screen asks for by its whole key, or by the beginning of one, is there. */
export function keys(tree: Tree): string[] {
  const english = new Map<string, Texts>()
  const of = (folder: string) => {
    const found = english.get(folder) ?? read(tree, folder)[0] ?? new Map()
    english.set(folder, found)
    return found
  }
  const folderOf = (namespace: string) =>
    namespace === 'kit'
      ? kitFolder
      : namespace === 'modules'
        ? termsFolder
        : namespace === 'shell'
          ? 'apps/web/locales'
          : `modules/${namespace}/locales`
  return tree.files
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const code = tree.text(path)
      const bound = [...code.matchAll(/const (\w+) = useTexts\(\s*(?:'([^']+)'|(\w+)),?\s*\)/g)].map(
        ([, name = '', place, constant = '']) => {
          const said = new RegExp(`const ${constant} = '([^']+:[^']+)'`).exec(code)?.[1]
          return { name, place: place ?? said }
        },
      )
      return [...new Set(bound.map(({ name }) => name))].flatMap((name) => {
        const own = bound.filter((one) => one.name === name)
        // Whose texts a component is given, another file says.
        if (own.some(({ place }) => place === undefined) || new RegExp(`\\b${name}\\??: Texts`).test(code))
          return []
        const known = [
          ...own.map(({ place = '' }) => {
            const [namespace = '', resource = ''] = place.split(':')
            return [of(folderOf(namespace)), `${resource}.`] as const
          }),
          [of(termsFolder), 'terms.'] as const,
          [of(kitFolder), ''] as const,
        ]
        const has = (key: string) =>
          known.some(([all, prefix]) => all.has(prefix + key) || all.has(`${prefix}${key}_other`))
        const begins = (start: string) =>
          known.some(([all, prefix]) => [...all.keys()].some((key) => key.startsWith(prefix + start)))
        const whole = new RegExp(`\\b${name}\\(\\s*'([^']+)'(?!\\s*\\+)`, 'g')
        const partly = new RegExp(`\\b${name}\\(\\s*\`([\\w.]+)\\$\\{`, 'g')
        const missing = [...code.matchAll(whole)].map(([, key = '']) => key).filter((key) => !has(key))
        const starts = [...code.matchAll(partly)].map(([, key = '']) => key).filter((key) => !begins(key))
        return [...missing, ...starts].map(
          (key) => `${path}: ${name}('${key}') has no text. Write it in the catalogue.`,
        )
      })
    })
}
