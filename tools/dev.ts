import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

// `npm run dev`: the server restarts when its files change, Vite serves the web app with hot reload and passes /api on.

const root = join(import.meta.dirname, '..')
const children: ChildProcess[] = []

const start = (args: string[]) => {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode ||= code ?? 0
  })
  children.push(child)
}

const watched = ['kit', 'modules', 'apps/server', 'db'].flatMap((folder) => [
  '--watch-path',
  join(root, folder),
])
start([...watched, '--watch-preserve-output', 'apps/server/main.ts'])
start(['node_modules/vite/bin/vite.js'])
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
