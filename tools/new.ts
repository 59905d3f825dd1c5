import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moduleOrder } from './house-modules.ts'
import * as templates from './new-files.ts'
import { capital, type Language, languages, type Nouns, textsOf } from './new-texts.ts'
import { root, run } from './run.ts'

type Json = { [key: string]: Json | string }

/** Files to be written: those of a tree that are changed, and new ones, each with its whole text. */
class Draft {
  readonly files: Record<string, string> = {}
  readonly left: string[] = []
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  text(path: string): string | undefined {
    const file = join(this.#folder, path)
    return this.files[path] ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  }

  names(path: string): string[] {
    const folder = join(this.#folder, path)
    return existsSync(folder) ? readdirSync(folder) : []
  }

  /** Changes a file; where `change` finds no place for it, or there is no such file, `otherwise` is left to do by hand. */
  edit(path: string, otherwise: string, change: (text: string) => string | undefined): void {
    const text = this.text(path)
    const changed = text === undefined ? undefined : change(text)
    if (changed === undefined) this.left.push(`${path}: ${otherwise}`)
    else this.files[path] = changed
  }

  /** Adds texts to a catalogue under `keys`, unless there are any. */
  texts(path: string, keys: readonly string[], value: Json | string, make = false): void {
    const before = this.text(path) ?? (make ? '{}' : undefined)
    if (before === undefined) return
    const all = JSON.parse(before) as Json
    let part = all
    for (const key of keys.slice(0, -1)) part = (part[key] ??= {}) as Json
    const last = keys.at(-1) ?? ''
    if (last in part) return
    part[last] = value
    this.files[path] = `${JSON.stringify(all, null, 2)}\n`
  }
}

/** Everything that a new capability needs, by path, and what is left to do by hand. */
export function capability(folder: string, module: string, name: string, nouns: Omit<Nouns, 'en'>) {
  const here = `modules/${module}/${name}/${name}`
  const draft = new Draft(folder)
  const place = placeInMenu(draft, module, name)
  const words = templates.wordsOf(module, name, place.home)
  draft.files[`${here}.contract.ts`] = templates.contract(words)
  draft.files[`${here}.queries.ts`] = templates.queries(words)
  draft.files[`${here}.server.ts`] = templates.server(words)
  draft.files[`${here}.web.tsx`] = templates.screens(words)
  draft.files[`modules/${module}/${name}/${words.formFile}.web.tsx`] = templates.form(words)
  draft.files[`${here}.test.ts`] = templates.test(words)
  addMigration(draft, words)
  addPage(draft, words, { place, nouns: { en: words.nouns, ...nouns } })
  addPermissions(draft, words)
  addServer(draft, words)
  addSample(draft, words)
  addRoutes(draft, words)
  addSummary(draft, words, { en: words.nouns, ...nouns })
  addSpeaker(draft, words)
  for (const language of languages) addTexts(draft, words, { en: words.nouns, ...nouns }, language)
  draft.left.push(
    `${here}.contract.ts: the path as the specification spells it`,
    `the migration: the real columns, then npm run db:types; contract, queries, screens and test follow`,
    `docs/specification/${module}.md: the promises that it keeps, each with the test that shows it`,
  )
  return { files: draft.files, left: draft.left }
}

function addMigration(draft: Draft, words: templates.Words): void {
  const known = draft.names('db/migrations')
  const last = Math.max(0, ...known.map((file) => Number.parseInt(file, 10) || 0))
  const isFirst = !known.some((file) => new RegExp(`^\\d+_${words.module}(_.*)?\\.sql$`).test(file))
  const number = String(last + 1).padStart(4, '0')
  draft.files[`db/migrations/${number}_${words.module}_${words.code}.sql`] = templates.migration(words, {
    isFirst,
    roles: rolesWith(draft, words.module),
  })
}

/** The base roles that have every permission of a module's group, and so those of a new capability. */
function rolesWith(draft: Draft, module: string): string[] {
  const roles = (draft.text('modules/access/roles/roles.domain.ts') ?? '').split(/^ {4}code: /m).slice(1)
  return roles.flatMap((role) => {
    const [, groups = ''] = /\.\.\.groups\(([^)]*)\)/.exec(role) ?? []
    return groups.includes(`'${module}'`) ? (/^'(\w+)'/.exec(role)?.[1] ?? []) : []
  })
}

const menu = 'modules/pages.domain.ts'
const pageCall = /page\('(\w+)', '([^']+)'[^)]*\)/g

interface MenuPlace {
  /** Where the list is. */
  home: string
  isNew: boolean
  /** The link after whose page a new one stands: the last of the line of the menu that has most screens of its module. */
  after: string | undefined
}

/** Where a capability stands in the menu: at the page that waits for it, else in its module's line. */
function placeInMenu(draft: Draft, module: string, name: string): MenuPlace {
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
function addPage(
  draft: Draft,
  { value, home, code }: templates.Words,
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

function addPermissions(draft: Draft, { module, code }: templates.Words): void {
  const rows = [`view_${code}`, `manage_${code}`]
  draft.edit('modules/permissions.domain.ts', `add ${rows.join(' and ')}`, (text) => {
    const wanted = rows.filter((row) => !text.includes(`'${row}'`))
    const end = text.indexOf('] as const satisfies')
    if (end < 0) return undefined
    const added = wanted.map((row) => `  { code: '${row}', group: '${module}' },\n`).join('')
    return text.slice(0, end) + added + text.slice(end)
  })
}

/** The router in the module's manifest, which is made where it is missing and then named to the server. */
function addServer(draft: Draft, words: templates.Words): void {
  const { module, file, value } = words
  const manifest = `modules/${module}/module.server.ts`
  const router = `import { ${value}Router } from './${file}/${file}.server.ts'`
  if (draft.text(manifest) !== undefined)
    return draft.edit(manifest, `add ${value}Router`, (text) =>
      inList(afterImports(text, router), /\brouters: \[([^\]]*)\]/, (names) => [...names, `${value}Router`]),
    )
  draft.files[manifest] = templates.serverManifest(words)
  const own = `import { ${module} } from '#modules/${module}/module.server.ts'`
  const inOrder = (names: string[]) =>
    [...names, module].toSorted((a, b) => moduleOrder.indexOf(a) - moduleOrder.indexOf(b))
  draft.edit('apps/server/modules.ts', `add ${module}`, (text) =>
    inList(afterImports(text, own), /\bmodules: readonly ServerModule\[\] = \[([^\]]*)\]/, inOrder),
  )
}

const afterImports = (text: string, line: string): string => {
  const [last = ''] = text.match(/^import .*$/gm)?.slice(-1) ?? []
  const end = text.lastIndexOf(last) + last.length
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`
}

/** Changes the names in the list that `pattern` finds; undefined where it finds none. */
function inList(text: string, pattern: RegExp, change: (names: string[]) => string[]): string | undefined {
  const found = pattern.exec(text)
  const inside = found?.[1]
  if (!found || inside === undefined) return undefined
  const names = inside
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const list = found[0].slice(0, -inside.length - 1) + `${change(names).join(', ')}]`
  return text.slice(0, found.index) + list + text.slice(found.index + found[0].length)
}

function addSample(draft: Draft, words: templates.Words): void {
  const path = `modules/${words.module}/sample.server.ts`
  if (draft.text(path) === undefined) {
    draft.files[path] = templates.sampleFile(words)
    return
  }
  for (const [name, part] of Object.entries(templates.sampleParts(words)))
    draft.edit(path, `add to ${name}\n${part}`, (text) => {
      const list = new RegExp(`^ {2}${name}: \\[\\n`, 'm').exec(text)
      const end = list ? text.indexOf('\n  ],', list.index) + 1 : text.lastIndexOf('}\n')
      return text.slice(0, end) + (list ? part : `  ${name}: [\n${part}  ],\n`) + text.slice(end)
    })
}

function addRoutes(draft: Draft, words: templates.Words): void {
  const manifest = `modules/${words.module}/module.web.tsx`
  if (draft.text(manifest) === undefined) draft.files[manifest] = templates.webManifest(words)
  const { loads, list } = templates.routes(words)
  const imported = "import { resourceRoutes } from '#kit/web/resource/routes.web.ts'"
  draft.edit(manifest, `add\n${loads}and to routes\n${list}`, (text) => {
    // The list of routes is the last thing in a manifest.
    const end = text.search(/^ {2}\],\n\}\s*$/m)
    const start = text.search(/^export const webModule/m)
    if (end < 0 || start < 0) return undefined
    const filled = `${text.slice(0, start)}${loads}\n${text.slice(start, end)}${list}${text.slice(end)}`
    return text.includes(imported) ? filled : afterImports(filled, imported)
  })
}

/** What the published document calls its rows. */
function addSummary(draft: Draft, { module, value, noun }: templates.Words, nouns: Nouns): void {
  const said = [`a ${noun}`, ...languages.map((language) => nouns[language])].map((text) => `'${text}'`)
  const path = `modules/${module}/openapi.server.ts`
  const row = `    ${value}: [${said.join(', ')}],\n`
  if (draft.text(path) === undefined) draft.files[path] = templates.apiWords
  draft.edit(path, `add ${value} to resources`, (text) => {
    const start = /^ {2}resources: \{\n/m.exec(text)
    if (start) return text.replace(start[0], () => start[0] + row)
    const end = text.lastIndexOf('}\n')
    return end < 0 ? undefined : `${text.slice(0, end)}  resources: {\n${row}  },\n${text.slice(end)}`
  })
}

/** Its module says in the audit what its acts and tables are called. */
function addSpeaker(draft: Draft, { module }: templates.Words): void {
  draft.edit('modules/access/user-audit/changes.domain.ts', `add ${module} to speakers`, (text) =>
    text.includes(`  '${module}',\n`) ? text : text.replace(/^\] as const$/m, `  '${module}',\n] as const`),
  )
}

function addTexts(draft: Draft, words: templates.Words, nouns: Nouns, language: Language): void {
  const { module, value, code, one, table } = words
  const { screens, acts, relation, view, manage } = textsOf(words, nouns, language)
  const own = `modules/${module}/locales/${language}.json`
  const server = `modules/${module}/locales/server/${language}.json`
  draft.texts(own, [value], screens, true)
  draft.texts(own, ['audit', 'acts', one.toLowerCase()], acts)
  draft.texts(own, ['audit', 'relations', table], relation)
  draft.texts(server, ['refusals'], {}, true)
  draft.texts(server, ['messages', 'permissions', `view_${code}`], view)
  draft.texts(server, ['messages', 'permissions', `manage_${code}`], manage)
  draft.texts(server, ['messages', 'permissionGroups', module], groupOf(draft, module, language))
}

/** What a module is called: as its app or its part of the menu is, or by its own word until somebody says it. */
function groupOf(draft: Draft, module: string, language: Language): string {
  const { apps = {}, modules = {} } = JSON.parse(draft.text(`modules/locales/${language}.json`) ?? '{}') as {
    apps?: Record<string, string>
    modules?: Record<string, string>
  }
  return apps[`pos${module}`] ?? apps[module] ?? modules[module] ?? module
}

const usage = 'npm run new -- <module>/<capability, in the plural> <zh_Hant> <zh_Hans> <vi>'

if (import.meta.main) {
  const [, module = '', name = ''] = /^([a-z]+)\/([a-z-]+)$/.exec(process.argv[2] ?? '') ?? []
  const nouns = process.argv.slice(3)
  const problem = !moduleOrder.includes(module)
    ? `Write ${usage}, the module one of ${moduleOrder.join(', ')}.`
    : nouns.length !== languages.length - 1
      ? `Write ${usage}: what many of them are called in each language but English.`
      : existsSync(join(root, 'modules', module, name)) && `modules/${module}/${name} exists.`
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
  const [zh_Hant = '', zh_Hans = '', vi = ''] = nouns
  const { files, left } = capability(root, module, name, { zh_Hant, zh_Hans, vi })
  const [changed, made] = [true, false].map((there) =>
    Object.keys(files).filter((path) => existsSync(join(root, path)) === there),
  ) as [string[], string[]]
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  await run(['oxfmt', ...Object.keys(files).filter((path) => !path.endsWith('.sql'))])
  await run([process.execPath, 'tools/db-types.ts'], { show: true })
  const lines = (paths: readonly string[]) => paths.map((path) => `\n  ${path}`).join('')
  console.log(`Made:${lines(made)}\nChanged:${lines(changed)}\nTo do:${lines(left)}`)
}
