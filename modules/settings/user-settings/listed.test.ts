import { expect, test } from 'vitest'
import {
  builtOnly,
  firstShortcuts,
  isListed,
  listedPages,
  shortcutCount,
  withApp,
  withModule,
} from './user-settings.domain.ts'

const modules = [
  { code: 'm1', appCode: 'a' },
  { code: 'm2', appCode: 'a' },
  { code: 'm1', appCode: 'b' },
  { code: 'm3', appCode: 'c' },
]
const page = (appCode: string, moduleCode: string, link: string) => ({ appCode, moduleCode, link })
const pages = [page('a', 'm1', '/1'), page('a', 'm1', '/2'), page('b', 'm1', '/3'), page('b', 'm1', '/4')]

test('a choice of an app takes its first module, and that the first of its pages', () => {
  expect(withApp({ modules, pages }, 'a')).toEqual(page('a', 'm1', '/1'))
  expect(withApp({ modules, pages }, 'b')).toEqual(page('b', 'm1', '/3'))
  expect(withModule({ modules, pages }, 'a', 'm2')).toEqual(page('a', 'm2', ''))
  expect(withApp({ modules, pages }, 'x')).toEqual(page('x', '', ''))
})

test('only pages that are built are offered, with the modules and apps that have some', () => {
  const apps = ['a', 'b', 'c'].map((code) => ({ code }))
  const built = builtOnly({ apps, modules, pages }, (link) => link > '/2')
  expect(built).toEqual({ apps: [{ code: 'b' }], modules: [modules[2]], pages: pages.slice(2) })
})

test('a page is listed under its app and module alone; the settings under every app', () => {
  expect(isListed(page('a', 'm1', '/2'), pages)).toBe(true)
  for (const other of [page('b', 'm1', '/2'), page('a', 'm2', '/2'), page('a', 'm1', '/3')])
    expect(isListed(other, pages)).toBe(false)
  const apps = new Set(listedPages.map(({ appCode }) => appCode))
  for (const app of apps) {
    const own = listedPages.filter(({ appCode }) => appCode === app).map(({ moduleCode }) => moduleCode)
    expect(own.lastIndexOf('settings')).toBe(own.length - 1)
    expect(own.indexOf('settings')).toBe(own.filter((one) => one !== 'settings').length)
  }
  const keys = new Set(listedPages.map(({ key }) => key))
  for (const one of firstShortcuts) expect(keys.has(one.page)).toBe(true)
  expect(firstShortcuts).toHaveLength(shortcutCount)
})
