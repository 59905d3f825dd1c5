import { posix } from 'node:path'
import type { Tree } from './tree.ts'

/** Every table of a workflow is walked by a test: `walkWorkflow({ flow: … })` tries each act in each state as each person. */
export function workflows(tree: Tree): string[] {
  const walked = new Set(
    tree.files
      .filter((path) => path.endsWith('.test.ts'))
      .flatMap((path) => {
        const text = tree.text(path)
        const named = text.includes('walkWorkflow(') ? text.matchAll(/\bflow: (\w+)/g) : []
        // Two modules may call their tables the same: the import says whose it is.
        return [...named].map(([, flow]) => `${flow} ${domainOf(path, text, flow ?? '')}`)
      }),
  )
  return tree.files
    .filter((path) => path.startsWith('modules/') && path.endsWith('.domain.ts'))
    .flatMap((path) =>
      [...tree.text(path).matchAll(/\bconst (\w+) = workflow\(/g)]
        .filter(([, flow]) => !walked.has(`${flow} ${path}`))
        .map(([, flow]) => `${path}: no test walks ${flow}. Write its table with walkWorkflow.`),
    )
}

/** The file from which a test has a table, as a path from the root. */
function domainOf(test: string, text: string, flow: string): string {
  const from = new RegExp(`import \\{[^}]*\\b${flow}\\b[^}]*\\} from '([^']+)'`).exec(text)?.[1] ?? ''
  return from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(test), from)
}
