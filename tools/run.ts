import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The repository's folder. */
export const root = dirname(import.meta.dirname)

/** The first folders of the product that hold code, as far as they exist. */
export const codeFolders = ['kit', 'modules', 'apps', 'db', 'tools', 'bench', 'e2e'].filter((folder) =>
  existsSync(join(root, folder)),
)

// The repository's own tools and this Node come first, also for whoever did not come through npm.
const path = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env['PATH']].join(
  delimiter,
)

// What Node has made of our sources and of packages: a program that starts a second time needs half as long.
const compiled = join(root, 'dist/compiled')

export interface Outcome {
  ok: boolean
  /** What it printed, both streams as they came, without colours; empty with `show`. */
  output: string
  seconds: number
}

/** Runs a program of `node_modules/.bin` (or any other) in the repository, without input. `show` passes its output on as it comes. */
export function run(
  command: readonly string[],
  options: { show?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const started = performance.now()
  const [program = '', ...args] = command
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...options.env, PATH: path },
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const finish = (ok: boolean) =>
      done({ ok, output: stripVTControlCharacters(output), seconds: (performance.now() - started) / 1000 })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', (error) => {
      output += `${program}: ${error.message}\n`
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}
