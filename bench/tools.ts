import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'

export const root = join(import.meta.dirname, '..')

/** A folder that goes when `work` ends. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agio-bench-'))
  // PostgreSQL's own user must reach data folders in it; else they lie elsewhere, and stay when it goes.
  chmodSync(folder, 0o711)
  // What still runs in there after a failure may write once more; the failure is what must be seen.
  const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  // Also when somebody has seen enough.
  process.once('exit', clean)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  try {
    return await work(folder)
  } finally {
    clean()
  }
}

/** Starts a program of ours and waits for the line that says it is ready; `log` takes each line of its log, `args` are its own. */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
  log?: (line: string) => void,
  args: readonly string[] = [],
) {
  const started = performance.now()
  // As `npm start` does: young objects are few, and a heap that may grow without end is tidied late.
  const flags = ['--max-semi-space-size=8', '--max-old-space-size=512']
  const child: ChildProcess = spawn(process.execPath, [...flags, join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, AGIO_DEMO_DAYS: '0', ...env },
    stdio: ['ignore', 'pipe', log ? 'pipe' : 'inherit'],
  })
  if (log && child.stderr) createInterface({ input: child.stderr }).on('line', log)
  const leaveNothing = () => child.kill('SIGKILL')
  process.once('exit', leaveNothing)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', leaveNothing)
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error(`${file} ended before it was ready`)))
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (ready.test(line)) resolve()
    })
  })
  return {
    pid: child.pid,
    ended,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    seconds: (performance.now() - started) / 1000,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
    /** At once, as when the power fails. */
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Loads one address from 16 connections for some seconds; answers requests a second and the 99th percentile in ms. */
export async function load(url: string, headers: Record<string, string>, seconds = 5) {
  const run = await autocannon({ url, headers, connections: 16, duration: seconds })
  if (run.non2xx + run.errors > 0) throw new Error(`${url}: ${run.non2xx} refusals, ${run.errors} errors`)
  return { perSecond: Math.round(run.requests.average), p99: run.latency.p99 }
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** From now on the most memory of a program is counted anew. */
export function forget(pid: number | undefined): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The most memory that a program has held since then, in MB. */
export function resident(pid: number | undefined): number {
  return Math.round(
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  )
}

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`

/** Prints the head of a table of Markdown, and answers what prints a row as it comes. */
export function tableOf(head: readonly string[]): (row: readonly (string | number)[]) => void {
  process.stdout.write(line(head) + line(head.map(() => '---')))
  return (row) => void process.stdout.write(line(row))
}

/** Prints rows as a table of Markdown, ready for docs/benchmarks.md. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  rows.forEach(tableOf(head))
  process.stdout.write('\n')
}
