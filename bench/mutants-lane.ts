import { type ChildProcess, fork } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Ask } from './mutants-runner.ts'
import { type Mutant, textOf } from './mutants-sample.ts'
import { root } from './tools.ts'

const sources = [
  'kit',
  'modules',
  'apps',
  'db',
  'tools',
  'bench',
  'samples',
  'package.json',
  'vitest.config.ts',
]
const configurations = ['tsconfig.base.json', 'tsconfig.server.json', 'vite.config.ts']

/** A copy of the tree: whatever ends this run leaves no changed code behind. */
export function copyTree(folder: string, name: string): string {
  const copy = join(folder, name)
  mkdirSync(copy)
  for (const one of [...sources, ...configurations])
    cpSync(join(root, one), join(copy, one), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs tests on a copy, in a process that lives on; it is ended where a mutant keeps it for too long. */
export class Lane {
  #child: ChildProcess | undefined
  readonly #sound = new Set<string>()
  readonly #copy: string
  readonly #kind: 'database' | 'pure'
  constructor(copy: string, kind: 'database' | 'pure') {
    this.#copy = copy
    this.#kind = kind
  }

  /** The first of the tests that fails with the mutant in place, and does not fail without it. */
  async noticedBy(mutant: Mutant, tests: readonly string[]): Promise<string | null> {
    if (tests.length === 0) return null
    const place = join(this.#copy, mutant.file)
    const sound = readFileSync(place)
    writeFileSync(place, textOf(mutant))
    const noticedBy = await this.#run({ changed: mutant.file, tests })
    writeFileSync(place, sound)
    if (noticedBy !== null && tests.includes(noticedBy) && !this.#sound.has(noticedBy)) {
      // In a process of its own: a mutant that runs for ever, or takes all memory, can leave the one before unfit.
      this.#end()
      const alone = await this.#run({ changed: mutant.file, tests: [noticedBy] })
      if (alone !== null) throw new Error(`${noticedBy} fails without any change: ${alone}`)
      this.#sound.add(noticedBy)
    }
    return noticedBy
  }

  async #run(ask: Ask): Promise<string | null> {
    this.#child ??= await this.#start()
    const answer = nextOf(this.#child, this.#kind === 'pure' ? 60 : 300)
    this.#child.send(ask)
    const given = await answer
    if (given) return given.noticedBy
    this.#end()
    return 'it did not end'
  }

  #end(): void {
    if (this.#child) endGroup(this.#child)
    this.#child = undefined
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(root, 'bench/mutants-runner.ts'), [this.#copy, this.#kind], {
      env: { ...process.env, TMPDIR: join(this.#copy, '..') },
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    process.once('exit', () => endGroup(child))
    if (!(await nextOf(child, 120))) throw new Error('Vitest does not start')
    return child
  }

  async close(): Promise<void> {
    const child = this.#child
    if (!child) return
    const ended = new Promise((settle) => void child.once('exit', settle))
    child.disconnect()
    await ended
  }
}

/** What a process says next; undefined where it ends, or says nothing in time. */
function nextOf(child: ChildProcess, seconds: number): Promise<Answer | undefined> {
  const { promise, resolve: settle } = Promise.withResolvers<Answer | undefined>()
  const timer = setTimeout(settle, seconds * 1000, undefined)
  child.once('message', settle)
  child.once('exit', settle)
  return promise.then((answer) => {
    clearTimeout(timer)
    child.removeAllListeners('message').removeAllListeners('exit')
    return typeof answer === 'object' ? answer : undefined
  })
}

/** With its workers and its PostgreSQL. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
