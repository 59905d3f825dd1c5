import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium } from './chromium.ts'

let folder = ''
const given = process.env['CHROMIUM_PATH']
beforeEach(() => {
  delete process.env['CHROMIUM_PATH']
  folder = mkdtempSync(join(tmpdir(), 'agio-chromium-'))
})
afterEach(() => {
  if (given !== undefined) process.env['CHROMIUM_PATH'] = given
  rmSync(folder, { recursive: true })
})

function program(name: string, exitCode: number): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`)
  chmodSync(path, 0o755)
  return path
}

test('the first program of PATH that starts', () => {
  program('chromium', 1)
  const chrome = program('google-chrome', 0)
  expect(findChromium({ path: folder, places: [], installers: [] })).toBe(chrome)
})

test('a usual place, when PATH has none', () => {
  const place = program('Google Chrome', 0)
  expect(findChromium({ path: '/nowhere', places: [place], installers: [] })).toBe(place)
})

test('what the second installer brings, when the first brings nothing', () => {
  const tried: number[] = []
  const installers = [
    () => void tried.push(1),
    () => void tried.push(2, Number(Boolean(program('chromium', 0)))),
    () => void tried.push(3),
  ]
  expect(findChromium({ path: folder, places: [], installers })).toBe(join(folder, 'chromium'))
  expect(tried).toEqual([1, 2, 1])
})

test('nothing but one sentence, when nothing starts', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  program('chromium', 1)
  expect(findChromium({ path: folder, places: [], installers: [] })).toBeUndefined()
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^No Chromium .* set CHROMIUM_PATH .*\.\n$/)]])
  said.mockRestore()
})

test('CHROMIUM_PATH before all', () => {
  process.env['CHROMIUM_PATH'] = '/opt/mine'
  expect(findChromium({ path: folder, places: [], installers: [] })).toBe('/opt/mine')
})
