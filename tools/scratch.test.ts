import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Opens a scratch folder in a process of its own, with this temporary folder, and does something there. */
const inProcess = (base: string, work: string) => {
  const code = `const { openScratch } = await import('#tools/scratch.ts'); const { folder, close } = openScratch(); ${work}`
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, TMPDIR: base },
    encoding: 'utf8',
  })
}

test('what a run makes goes with it, and what a killed run left goes with the next', () => {
  const base = fs.mkdtempSync(join(tmpdir(), 'agio-scratch-'))
  const left = () => fs.readdirSync(base)
  const write = `(await import('node:fs')).writeFileSync(folder + '/x', '')`
  expect(inProcess(base, `${write}; close()`).status).toBe(0)
  expect(left()).toEqual([])
  inProcess(base, `${write}; process.kill(process.pid, 'SIGKILL')`)
  expect(left()).toHaveLength(1)
  // One that is still at work is left alone.
  fs.mkdirSync(join(base, `agio-run-${process.pid}`))
  inProcess(base, 'close()')
  expect(left()).toEqual([`agio-run-${process.pid}`])
  execFileSync('rm', ['-r', base])
})
