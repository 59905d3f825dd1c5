import { posix } from 'node:path'
import type { Tree } from './tree.ts'

/** The modules of the product: each may depend on those before it. */
export const moduleOrder = [
  'organisation',
  'access',
  'settings',
  'notifications',
  'currencies',
  'approvals',
  'documents',
  'ledger',
  'inventory',
  'bank',
  'rates',
  'names',
  'customers',
  'watchlists',
  'screening',
  'compliance',
  'charges',
  'exchange',
  'remittance',
  'retail',
  'cases',
  'reports',
]

const layers =
  /^[a-z0-9-]+\.((domain|contract|queries|server|test)\.ts|web\.tsx?|gen\.[a-z.]+|(module\.)?css)$/

/** A capability is one flat folder, and the suffix of each file names its layer. */
export function moduleFiles(tree: Tree): string[] {
  const inside = tree.files.filter(
    (path) => path.startsWith('modules/') && !/^modules\/([^/]+\/)?locales\//.test(path),
  )
  return [
    ...inside
      .filter((path) => path.split('/').length > 4)
      .map((path) => `${path}: deeper than module/capability/file. Move it up, or make it a capability.`),
    ...inside
      .filter((path) => !layers.test(posix.basename(path)))
      .map(
        (path) =>
          `${path}: no layer. Call it name.domain.ts, .contract.ts, .queries.ts, .server.ts, .web.tsx or .test.ts.`,
      ),
  ]
}

/**
 * What a module leans on (imports, views of other schemas in its queries, foreign keys of its migrations) is what its
 * `dependsOn` says, no more and no less, and stands before it in the order.
 */
export function manifests(tree: Tree): string[] {
  const present = new Set(
    tree.files.flatMap((path) => /^modules\/((?!locales\/)[^/]+)\//.exec(path)?.[1] ?? []),
  )
  return [...present].flatMap((name) => {
    const path = `modules/${name}/module.server.ts`
    const place = moduleOrder.indexOf(name)
    if (place < 0)
      return [`modules/${name}: not in the order of modules. Add it to tools/house-modules.ts, in its place.`]
    const uses = usesOf(tree, name)
    const upward = [...uses]
      .filter(([other]) => moduleOrder.indexOf(other) >= place)
      .map(
        ([other, from]) =>
          `${from}: ${name} leans on ${other}, which stands above it. Declare a hook that ${other} answers.`,
      )
    const declared = tree.files.includes(path) ? dependsOn(tree.text(path)) : undefined
    if (!declared && !filesOf(tree, name).some((file) => /\.(server|queries)\.ts$/.test(file))) return upward
    if (!declared)
      return [
        ...upward,
        `${path}: missing, or without a literal list. Write dependsOn: [${quoted(uses.keys())}].`,
      ]
    const silent = [...uses]
      .filter(([other]) => !declared.includes(other) && moduleOrder.indexOf(other) < place)
      .map(
        ([other, from]) =>
          `${from}: ${name} leans on ${other}. Name it in dependsOn of ${path}, or do without.`,
      )
    const stale = declared
      .filter((other) => !uses.has(other))
      .map((other) => `${path}: dependsOn names ${other}, which nothing uses. Delete it.`)
    return [...upward, ...silent, ...stale, ...foreignTables(tree, name)]
  })
}

const quoted = (names: Iterable<string>) => [...names].map((name) => `'${name}'`).join(', ')

const dependsOn = (text: string): string[] | undefined => {
  const list = /\bdependsOn\s*(?::[\w\s[\]<>]*=|[:=])\s*\[([^\]]*)\]/.exec(text)?.[1]
  return list === undefined
    ? undefined
    : [...list.matchAll(/['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
}

/** The other modules that one leans on, each with the first file that shows it; tests and samples may lean on anything. */
function usesOf(tree: Tree, name: string): Map<string, string> {
  const uses = new Map<string, string>()
  const note = (other: string | undefined, path: string) => {
    if (other && other !== name && moduleOrder.includes(other) && !uses.has(other)) uses.set(other, path)
  }
  for (const path of filesOf(tree, name))
    for (const [, specifier = ''] of tree
      .text(path)
      .matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      const target = specifier.startsWith('.')
        ? posix.join(posix.dirname(path), specifier)
        : specifier.replace('#', '')
      note(/^modules\/([^/]+)\//.exec(target)?.[1], path)
    }
  for (const path of filesOf(tree, name)) for (const [schema] of tablesIn(tree.text(path))) note(schema, path)
  for (const path of tree.files.filter((file) =>
    new RegExp(`^db/migrations/\\d+_${name}(_.*)?\\.sql$`).test(file),
  ))
    for (const [, schema = ''] of tree.text(path).matchAll(/\breferences\s+(\w+)\.\w+/gi)) note(schema, path)
  return uses
}

const filesOf = (tree: Tree, name: string) =>
  tree.files.filter(
    (path) =>
      path.startsWith(`modules/${name}/`) &&
      /\.tsx?$/.test(path) &&
      !/(\.test|\/sample\.server)\.ts$/.test(path),
  )

const kyselyTables =
  /\b(?:selectFrom|\w*[jJ]oin(?:Lateral)?|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*\[?\s*['"`](\w+)\.(\w+)/g
const sqlTables = /\b(?:from|join|into|update)\s+(\w+)\.(\w+)/g

const tablesIn = (text: string) =>
  [...text.matchAll(kyselyTables), ...text.matchAll(sqlTables)].map(
    ([, schema = '', table = '']): [string, string] => [schema, table],
  )

/** A demonstration finds its people by what they are called. */
const isDemo = (path: string) => /^modules\/[^/]+\/demo[a-z-]*\.server\.ts$/.test(path)

function foreignTables(tree: Tree, name: string): string[] {
  const own = filesOf(tree, name).filter((path) => !isDemo(path))
  return own.flatMap((path) =>
    tablesIn(tree.text(path))
      .filter(
        ([schema, table]) => schema !== name && moduleOrder.includes(schema) && !/(_read|Read)$/.test(table),
      )
      .map(
        ([schema, table]) =>
          `${path}: reads ${schema}.${table}, a table of another module. Use its front door, or its view ${schema}.${table}Read.`,
      ),
  )
}
