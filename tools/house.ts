import { statSync } from 'node:fs'
import { join } from 'node:path'
import { catalogues } from './house-catalogues.ts'
import { documents, records } from './house-documents.ts'
import { folders } from './house-folders.ts'
import { functions } from './house-functions.ts'
import { manifests, moduleFiles } from './house-modules.ts'
import { names } from './house-names.ts'
import { keys, terms } from './house-words.ts'
import { workflows } from './house-workflows.ts'
import { asvs, specification } from './house-specification.ts'
import { root } from './run.ts'
import { places, readTree, type Tree } from './tree.ts'

/** A rule answers one sentence for each fault: where, what, and what to do. */
type Rule = (tree: Tree) => string[]

/** Every rule of the house by its name. */
export const rules: Record<string, Rule> = {
  'kit budget': kitBudget,
  'long files': longFiles,
  functions,
  names,
  'left over': leftOver,
  'big files': bigFiles,
  'no workplace': noWorkplace,
  'two levels up': twoLevelsUp,
  documents,
  records,
  specification,
  asvs,
  catalogues,
  terms,
  keys,
  'module files': moduleFiles,
  folders,
  manifests,
  workflows,
}

/** Lines of code that each part of the kit may have; tests, styles and texts are free. */
const budgets = { domain: 1250, contract: 700, server: 4300, web: 8060, test: 600 }

const isCode = (path: string) => /\.tsx?$/.test(path)
const isGenerated = (path: string) => path === 'db/types.ts' || path.includes('.gen.')
const isText = (path: string) =>
  /\.(tsx?|mjs|js|json|sql|css|html|md|sh|ya?ml)$/.test(path) || path === '.ci/run'
const lines = (text: string) => text.split('\n').length - 1

function kitBudget(tree: Tree): string[] {
  return Object.entries(budgets).flatMap(([part, most]) => {
    const own = tree.files.filter((path) => path.startsWith(`kit/${part}/`) && isCode(path))
    const used = own
      .filter((path) => !path.endsWith('.test.ts') && !isGenerated(path))
      .reduce((sum, path) => sum + lines(tree.text(path)), 0)
    return used > most
      ? [`kit/${part}: ${used} lines, at most ${most}. Take out what has fewer than three users.`]
      : []
  })
}

function longFiles(tree: Tree): string[] {
  return tree.files
    .filter((path) => isCode(path) && !isGenerated(path))
    .filter((path) => lines(tree.text(path)) > 300)
    .filter((path) => !/^\s*(\/\/|\/\*\*?)[\s*]*Long because[ \t]+\S/.test(tree.text(path)))
    .map((path) => `${path}: over 300 lines. Divide it, or open it with a comment 'Long because …'.`)
}

// Written so that this file does not find itself.
const leftOvers: readonly [RegExp, string][] = [
  [
    /\b(test|it|describe)\.(skip|only|todo)\b/,
    'a test that is left out. Mend or delete it (skipIf may say what it waits for)',
  ],
  [/\b(TO[D]O|FIX[M]E)\b/, 'a note to do later. Do it, or write it where work is planned'],
  [/\bas an[y]\b(?!\s+(?!as\b)[a-z])/, 'a cast that switches the types off. Say what the value is'],
]

function leftOver(tree: Tree): string[] {
  const code = tree.files.filter((path) => /\.(tsx?|mjs|js|sql|css|html)$/.test(path) && !isGenerated(path))
  return code.flatMap((path) =>
    leftOvers.flatMap(([pattern, what]) => places(tree, path, pattern).map((place) => `${place}: ${what}.`)),
  )
}

function bigFiles(tree: Tree): string[] {
  return tree.files
    .filter((path) => statSync(join(tree.root, path)).size > 1_000_000)
    .map((path) => `${path}: over 1 MB. Make it when it is needed, or take it from a package.`)
}

const workFolder = /(?<![\w.])\/work\//
// Also of tests, so that a clone alone passes them: .ci/run alone knows what is beside it, and says so by a setting.
const besideToo = /(?<![\w.])\/work\/|\.\.\/shared\b/

function noWorkplace(tree: Tree): string[] {
  return tree.files
    .filter((path) => isText(path) && path !== 'tools/house.test.ts')
    .flatMap((path) => places(tree, path, path === '.ci/run' ? workFolder : besideToo))
    .map(
      (place) => `${place}: a place that only one machine has. Name it from the repository, or by a setting.`,
    )
}

function twoLevelsUp(tree: Tree): string[] {
  return tree.files
    .filter(isCode)
    .flatMap((path) => places(tree, path, /\b(?:from|import)\s*\(?\s*['"](?:\.\.\/){2}/))
    .map(
      (place) =>
        `${place}: an import from two levels up. Write #kit/…, #modules/…, #apps/…, #db/… or #tools/….`,
    )
}

/** Every fault in the tree, with the name of its rule. */
export function faults(tree: Tree): { rule: string; fault: string }[] {
  return Object.entries(rules).flatMap(([rule, check]) => check(tree).map((fault) => ({ rule, fault })))
}

if (import.meta.main) {
  const found = faults(readTree(root))
  for (const { rule, fault } of found) console.log(`${rule}: ${fault}`)
  process.exitCode = found.length === 0 ? 0 : 1
}
