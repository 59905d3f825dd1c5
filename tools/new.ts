import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { moduleOrder } from './house-modules.ts'
import { documentFiles } from './new-document.ts'
import { documentTextsOf } from './new-document-texts.ts'
import * as documents from './new-document-web.ts'
import { afterImports, Draft, inList, intoManifest } from './new-draft.ts'
import * as templates from './new-files.ts'
import { addPage, placeInMenu } from './new-menu.ts'
import { type Language, languages, type Nouns, type SaidTexts, textsOf } from './new-texts.ts'
import { type Words, wordsOf } from './new-words.ts'
import { root, run } from './run.ts'

/** What a capability is made of: a table that is kept, or a document with lines and a workflow. */
interface Kind {
  files: (words: Words) => Record<string, string>
  tables: (words: Words) => string
  sample: (words: Words) => Record<'rows' | 'crowd', string>
  routes: (words: Words) => Record<'loads' | 'list', string>
  /** What it has besides. */
  more?: (draft: Draft, words: Words, nouns: Nouns) => void
  texts: typeof textsOf
}

export const kinds = {
  plain: {
    files: templates.files,
    tables: templates.tables,
    sample: templates.sampleParts,
    routes: templates.routes,
    texts: textsOf,
  },
  document: {
    files: documentFiles,
    tables: documents.tables,
    sample: documents.sampleParts,
    routes: documents.routes,
    more: addDocument,
    texts: documentTextsOf,
  },
} as const satisfies Record<string, Kind>

/** Everything that a new capability needs, by path, and what is left to do by hand. */
export function capability(
  folder: string,
  [module, name]: readonly [module: string, name: string],
  others: Omit<Nouns, 'en'>,
  kind: Kind = kinds.plain,
) {
  const here = `modules/${module}/${name}`
  const draft = new Draft(folder)
  const place = placeInMenu(draft, module, name)
  const words = wordsOf(module, name, place.home)
  const nouns = { en: words.nouns, ...others }
  for (const [file, text] of Object.entries(kind.files(words))) draft.files[`${here}/${file}`] = text
  addMigration(draft, words, kind)
  addPage(draft, words, { place, nouns })
  addPermissions(draft, words)
  addServer(draft, words)
  addSample(draft, words, kind)
  addRoutes(draft, words, kind)
  addSummary(draft, words, nouns)
  addSpeaker(draft, words)
  for (const language of languages) addTexts(draft, words, kind.texts(words, nouns, language), language)
  kind.more?.(draft, words, nouns)
  draft.left.push(
    `${here}/${name}.contract.ts: the path as the specification spells it`,
    `the migration: the real columns, then npm run db:types; contract, queries, screens and test follow`,
    `docs/specification/${module}.md: the promises that it keeps, each with the test that shows it`,
  )
  return { files: draft.files, left: draft.left }
}

function addMigration(draft: Draft, words: Words, { tables }: Kind): void {
  const known = draft.names('db/migrations')
  const last = Math.max(0, ...known.map((file) => Number.parseInt(file, 10) || 0))
  const isFirst = !known.some((file) => new RegExp(`^\\d+_${words.module}(_.*)?\\.sql$`).test(file))
  const number = String(last + 1).padStart(4, '0')
  draft.files[`db/migrations/${number}_${words.module}_${words.code}.sql`] = templates.migration(words, {
    isFirst,
    roles: rolesWith(draft, words.module),
    made: tables(words),
  })
}

const permissionsOf = (module: string) => `modules/${module}/permissions.domain.ts`

/** The seeded roles that have all of a module's permissions, and so those of a new capability. */
function rolesWith(draft: Draft, module: string): string[] {
  const [, roles = ''] = /^ {2}roles: \[([^\]]*)\]/m.exec(draft.text(permissionsOf(module)) ?? '') ?? []
  return [...roles.matchAll(/'(\w+)'/g)].map(([, role = '']) => role)
}

const noPermissions = (
  module: string,
) => `import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const ${module}Permissions = {
  group: '${module}',
  roles: [],
  rows: [
  ],
} as const satisfies PermissionGroup
`

/** The rows of a capability in the file of its module, which is made where it is missing and then named to the catalogue. */
function addPermissions(draft: Draft, { module, code }: Words): void {
  const rows = [`view_${code}`, `manage_${code}`]
  const path = permissionsOf(module)
  if (draft.text(path) === undefined) {
    draft.files[path] = noPermissions(module)
    const inOrder = (names: string[]) =>
      [...names, `${module}Permissions`].toSorted(
        (a, b) => moduleOrder.indexOf(nameOf(a)) - moduleOrder.indexOf(nameOf(b)),
      )
    const nameOf = (name: string) => name.replace(/Permissions$/, '')
    draft.edit('modules/permissions.domain.ts', `add ${module}Permissions`, (text) =>
      inList(
        afterImports(text, `import { ${module}Permissions } from './${module}/permissions.domain.ts'`),
        /\bgroups = \[([^\]]*)\]/,
        inOrder,
      ),
    )
  }
  draft.edit(path, `add ${rows.join(' and ')}`, (text) => {
    const wanted = rows.filter((row) => !text.includes(`'${row}'`))
    const end = text.indexOf('  ],\n} as const satisfies')
    if (end < 0) return undefined
    const added = wanted.map((row) => `    { code: '${row}' },\n`).join('')
    return text.slice(0, end) + added + text.slice(end)
  })
}

/** The router in the module's manifest, which is made where it is missing and then named to the server. */
function addServer(draft: Draft, words: Words): void {
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

function addSample(draft: Draft, words: Words, { sample }: Kind): void {
  const path = `modules/${words.module}/sample.server.ts`
  if (draft.text(path) === undefined) {
    draft.files[path] = templates.sampleFile(sample(words))
    return
  }
  for (const [name, part] of Object.entries(sample(words)))
    draft.edit(path, `add to ${name}\n${part}`, (text) => {
      const list = new RegExp(`^ {2}${name}: \\[\\n`, 'm').exec(text)
      const end = list ? text.indexOf('\n  ],', list.index) + 1 : text.lastIndexOf('}\n')
      return text.slice(0, end) + (list ? part : `  ${name}: [\n${part}  ],\n`) + text.slice(end)
    })
}

function addRoutes(draft: Draft, words: Words, { routes }: Kind): void {
  const manifest = `modules/${words.module}/module.web.tsx`
  if (draft.text(manifest) === undefined) draft.files[manifest] = templates.webManifest(words)
  const { loads, list } = routes(words)
  const imported = "import { resourceRoutes } from '#kit/web/resource/routes.web.ts'"
  draft.edit(manifest, `add\n${loads}and to routes\n${list}`, (text) => {
    // The list of routes is the last thing in a manifest.
    const end = text.search(/^ {2}\],\n\}\s*$/m)
    const start = text.search(/^export const webModule/m)
    if (end < 0 || start < 0) return undefined
    const filled = `${text.slice(0, start)}${loads}\n${text.slice(start, end)}${list}${text.slice(end)}`
    return text.includes(imported) || !list.includes('resourceRoutes')
      ? filled
      : afterImports(filled, imported)
  })
}

/** What the published document calls its rows. */
function addSummary(draft: Draft, { module, value, noun }: Words, nouns: Nouns): void {
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
function addSpeaker(draft: Draft, { module }: Words): void {
  draft.edit('modules/access/user-audit/changes.domain.ts', `add ${module} to speakers`, (text) =>
    text.includes(`  '${module}',\n`) ? text : text.replace(/^\] as const$/m, `  '${module}',\n] as const`),
  )
}

function addTexts(
  draft: Draft,
  words: Words,
  { screens, acts, relations, columns = {}, view, manage, notifications }: SaidTexts,
  language: Language,
): void {
  const { module, value, code, one } = words
  const own = `modules/${module}/locales/${language}.json`
  const server = `modules/${module}/locales/server/${language}.json`
  draft.texts(own, [value], screens, true)
  draft.texts(own, ['audit', 'acts', one.toLowerCase()], acts)
  for (const [table, text] of Object.entries(relations)) draft.texts(own, ['audit', 'relations', table], text)
  for (const [column, text] of Object.entries(columns)) draft.texts(own, ['audit', 'columns', column], text)
  draft.texts(server, ['refusals'], {}, true)
  draft.texts(server, ['messages', 'permissions', `view_${code}`], view)
  draft.texts(server, ['messages', 'permissions', `manage_${code}`], manage)
  draft.texts(server, ['messages', 'permissionGroups', module], groupOf(draft, module, language))
  if (notifications) draft.texts(server, ['notifications', one], notifications)
}

/** What the manifest of a module has of a document besides its router, and with which codes its calls refuse. */
function addDocument(draft: Draft, words: Words): void {
  const { module } = words
  const { dependsOn, imports, router, lists } = documents.manifestParts(words)
  draft.edit(`modules/${module}/module.server.ts`, `add\n${imports.join('\n')}`, (text) => {
    const byOrder = (names: string[]) =>
      [...new Set([...names, ...dependsOn.map((one) => `'${one}'`)])].toSorted(
        (a, b) => moduleOrder.indexOf(a.slice(1, -1)) - moduleOrder.indexOf(b.slice(1, -1)),
      )
    let filled = inList(text.replace(...router), /\bdependsOn: \[([^\]]*)\]/, byOrder)
    for (const line of imports) if (filled && !filled.includes(line)) filled = afterImports(filled, line)
    for (const [key, element] of Object.entries(lists)) filled &&= intoManifest(filled, key, element)
    return filled
  })
  const path = `modules/${module}/refusals.server.ts`
  if (draft.text(path) === undefined) draft.files[path] = templates.refusalsFile
  const rows = documents.refusals(words)
  draft.edit(path, `add\n${rows}`, (text) => {
    const end = text.lastIndexOf('}\n')
    return end < 0 ? undefined : text.slice(0, end) + rows + text.slice(end)
  })
}

/** What a module is called: as its app or its part of the menu is, or by its own word until somebody says it. */
function groupOf(draft: Draft, module: string, language: Language): string {
  const { apps = {}, modules = {} } = JSON.parse(draft.text(`modules/locales/${language}.json`) ?? '{}') as {
    apps?: Record<string, string>
    modules?: Record<string, string>
  }
  return apps[`pos${module}`] ?? apps[module] ?? modules[module] ?? module
}

const usage = 'npm run new -- [--document] <module>/<capability, in the plural> <zh_Hant> <zh_Hans> <vi>'

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { document: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [, module = '', name = ''] = /^([a-z]+)\/([a-z-]+)$/.exec(positionals[0] ?? '') ?? []
  const nouns = positionals.slice(1)
  const possible = moduleOrder.slice(values.document ? moduleOrder.indexOf('documents') + 1 : 0)
  const problem = !possible.includes(module)
    ? `Write ${usage}, the module one of ${possible.join(', ')}.`
    : nouns.length !== languages.length - 1
      ? `Write ${usage}: what many of them are called in each language but English.`
      : existsSync(join(root, 'modules', module, name)) && `modules/${module}/${name} exists.`
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
  const [zh_Hant = '', zh_Hans = '', vi = ''] = nouns
  const { files, left } = capability(
    root,
    [module, name],
    { zh_Hant, zh_Hans, vi },
    kinds[values.document ? 'document' : 'plain'],
  )
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
