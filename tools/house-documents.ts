import { posix } from 'node:path'
import { root } from './run.ts'
import type { Tree } from './tree.ts'

const isDocument = (path: string) => /^((README|AGENTS|SECURITY|CHANGELOG)\.md|docs\/.*\.md)$/.test(path)

const folders = ['kit', 'modules', 'apps', 'db', 'tools', 'bench', 'e2e', 'samples', 'docs', '.ci']
const made = ['node_modules', 'dist', 'data']
const fileEndings = /[\w-]\.(tsx?|mjs|js|json|sql|css|html|md|sh)$/

/** Promised by this repository's documents and not made yet. Each goes when it is there; the last takes this list along. */
const awaited: string[] = []

/** What a document names must exist: paths in backticks and links, and scripts after `npm run`. */
export function documents(tree: Tree): string[] {
  const known = new Set(tree.files)
  for (const path of tree.files)
    for (let up = posix.dirname(path); up !== '.'; up = posix.dirname(up)) known.add(up)
  const scripts = scriptsOf(tree)
  const promised = tree.root === root ? awaited : []
  const kept = promised
    .filter((name) => known.has(name.replace(/\/$/, '')) || scripts.has(name))
    .map((name) => `tools/house-documents.ts: ${name} is there now. Take it off the list of what is awaited.`)
  const broken = tree.files.filter(isDocument).flatMap((document) => {
    const text = tree.text(document)
    const wrongPaths = [...namedPaths(text)]
      .filter((path) => !exists(path, document, known) && !promised.includes(path))
      .map((path) => `${document}: ${path} does not exist. Write what is there, or make it.`)
    const wrongScripts = [...text.matchAll(/\bnpm (?:run ([\w:.-]+)|(test|start)\b)/g)]
      .map((match) => (match[1] ?? match[2] ?? '').replace(/[.:]+$/, ''))
      .filter((name) => name && !scripts.has(name) && !promised.includes(name))
      .map((name) => `${document}: npm has no script '${name}'. Correct the name, or add it to package.json.`)
    return [...new Set([...wrongPaths, ...wrongScripts])]
  })
  return [...kept, ...broken]
}

function scriptsOf(tree: Tree): Set<string> {
  const manifest = JSON.parse(tree.text('package.json')) as { scripts?: Record<string, string> }
  return new Set(Object.keys(manifest.scripts ?? {}))
}

/** Paths that a text names in backticks or links, without patterns, addresses, packages and generated folders. */
function namedPaths(markdown: string): Set<string> {
  const text = markdown.replaceAll(/^```.*?^```/gms, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').replace(/#.*$/, ''))
    .filter((target) => target && !/^(\w+:|\/)/.test(target))
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '').filter(looksLikePath)
  const paths = [...spans, ...links].filter((path) => !/[*…<>{}]|\.\.\.|\$/.test(path))
  return new Set(paths.filter((path) => !made.includes(firstOf(path))))
}

const plain = (path: string) => path.replace(/^(#|\.\/)/, '').replace(/:\d+$/, '')
const firstOf = (path: string) => plain(path).split('/')[0] ?? ''

// A media type or a package also has a slash: a path begins with a folder of ours, or ends like a file or a folder.
const looksLikePath = (span: string) =>
  /^[#.]?[\w./@-]+(:\d+)?$/.test(span) &&
  !span.startsWith('@') &&
  (folders.includes(firstOf(span))
    ? span.includes('/')
    : fileEndings.test(plain(span)) || /^\w.*\/$/.test(span))

function exists(named: string, document: string, known: ReadonlySet<string>): boolean {
  const path = plain(named).replace(/\/$/, '')
  const here = posix.join(posix.dirname(document), path)
  if (known.has(path) || known.has(here)) return true
  if (folders.includes(firstOf(path))) return false
  // A short name, such as `branches.domain.ts` or `locales/`: the end of some path.
  return [...known].some((candidate) => candidate.endsWith(`/${path}`))
}

const recordsIn = 'docs/adr/'
const sections = ['Context', 'Decision', 'Tried and left', 'Consequences']

/** Decision records have one form, so that each can be found and skimmed, and the index names them all. */
export function records(tree: Tree): string[] {
  const index = `${recordsIn}README.md`
  const files = tree.files.filter((path) => path.startsWith(recordsIn) && path !== index)
  return files.flatMap((path) => {
    const text = tree.text(path)
    const number = posix.basename(path).slice(0, 4)
    const [, title] =
      new RegExp(`^# ${number}\\. (.+)\n\n(?:Accepted|Replaced by \\d{4}), \\w+ \\d{4}\\. `).exec(text) ?? []
    const found = [...text.matchAll(/^## (.+)$/gm)].map(([, name = '']) => sections.indexOf(name))
    const isInOrder = found.every((place, at) => place > (found[at - 1] ?? -1))
    return [
      ...(title ? [] : [`${path}: begin with '# ${number}. Title' and 'Accepted, <month> <year>. …'.`]),
      ...(isInOrder && found.includes(0) && found.includes(1)
        ? []
        : [`${path}: write Context and Decision, then where there are any ${sections.slice(2).join(', ')}.`]),
      ...(!title ||
      (tree.files.includes(index) && tree.text(index).includes(`](${posix.basename(path)}) | ${title} |`))
        ? []
        : [`${index}: has no line for ${path} with its title.`]),
    ]
  })
}
