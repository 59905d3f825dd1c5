import { parseSync } from 'vite'
import type { Tree } from './tree.ts'

/** What had such a name when the rule came: a list that may only shrink. */
const list = 'tools/unplain-names.json'

const irregular = new Set(
  (
    'begun bought brought built caught chosen done drawn found given gone grown held hidden hung kept known ' +
    'laid left lent lost made meant met paid said seen sent shown sold spent spoken stood struck taken taught ' +
    'thought thrown told torn understood won worn written'
  ).split(' '),
)
/** Words that end like a participle and are plain verbs. */
const verbs = new Set(
  'bleed breed embed exceed feed heed need proceed seed shed speed succeed weed'.split(' '),
)
/** Names that nobody understands who does not know the code already. */
const riddles = new Set(
  (
    'comeBack giveBack handOver hang keepFor letGo obey orAtItsLine saysWho sitAlone standAlone steadily ' +
    'steads steadsOf takeBack tellWatched untruths whenJudged whoCame'
  ).split(' '),
)

const isParticiple = (name: string) => irregular.has(name) || (/^[a-z]+ed$/.test(name) && !verbs.has(name))

/** The functions that a file exports by name, also those that `remember` makes. */
function exportedFunctions(path: string, text: string): string[] {
  return parseSync(path, text).program.body.flatMap((node) => {
    const made = node.type === 'ExportNamedDeclaration' ? node.declaration : undefined
    if (made?.type === 'FunctionDeclaration') return made.id ? [made.id.name] : []
    if (made?.type !== 'VariableDeclaration') return []
    return made.declarations.flatMap(({ id, init }) => {
      const isFunction =
        init?.type === 'ArrowFunctionExpression' ||
        init?.type === 'FunctionExpression' ||
        (init?.type === 'CallExpression' &&
          init.callee.type === 'Identifier' &&
          init.callee.name === 'remember')
      return isFunction && id.type === 'Identifier' ? [id.name] : []
    })
  })
}

/** A function is called by what it does. Names of the list are reported once they are gone. */
export function names(tree: Tree): string[] {
  const frozen = new Set(tree.files.includes(list) ? (JSON.parse(tree.text(list)) as string[]) : [])
  const faults = tree.files
    .filter((path) => /^(apps|bench|e2e|kit|modules|tools)\/.*\.tsx?$/.test(path))
    .filter((path) => !/\.(test|gen)\./.test(path))
    .flatMap((path) =>
      exportedFunctions(path, tree.text(path))
        .filter((name) => isParticiple(name) || riddles.has(name))
        .filter((name) => !frozen.delete(`${path} ${name}`))
        .map((name) => `${path}: ${name} does not say what it does. Begin with a verb, such as readUser.`),
    )
  return [...faults, ...[...frozen].map((one) => `${list}: '${one}' is no longer true. Take it out.`)]
}
