import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, textOf } from './mutants-sample.ts'
import { root } from './tools.ts'

/** The mutants that pass the type check, each as a file beside its own in a copy of the tree. */
export async function typeChecked(copy: string, mutants: readonly Mutant[]): Promise<Mutant[]> {
  const places = mutants.map(({ file }, at) => file.replace('.domain.ts', `.mutant-${at}.domain.ts`))
  for (const [at, mutant] of mutants.entries()) writeFileSync(join(copy, places[at] ?? ''), textOf(mutant))
  const wrong = new Set(await filesWithErrors(copy))
  for (const place of places) rmSync(join(copy, place))
  return mutants.filter((_, at) => !wrong.has(places[at] ?? ''))
}

/** Domain code belongs to both projects; the one of the browser knows fewer types, so that of the server decides. */
const filesWithErrors = (copy: string) =>
  new Promise<string[]>((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin/tsc'), ['--project', 'tsconfig.server.json'], {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (part: Buffer) => (text += part.toString()))
    child.once('close', () =>
      resolve(text.split('\n').flatMap((line) => /^([^(\s]+)\(.*error TS/.exec(line)?.[1] ?? [])),
    )
  })
