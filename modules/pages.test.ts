import { expect, test } from 'vitest'
import { allModules, offeredApps, pageAt, pageGroups, type Reach, visibleGroups } from './pages.domain.ts'

const all = new Set(allModules.map(({ appCode, moduleCode }) => `${appCode}/${moduleCode}`))
const yes = () => true
const reach = (part: Partial<Reach> = {}): Reach => ({ opens: yes, modules: all, ...part })
const keys = (groups: readonly { key: string }[]) => groups.map(({ key }) => key)

test('each page has a link of its own, and each line a name of its own', () => {
  const links = pageGroups.flatMap(({ pages }) => pages.map(({ link }) => link))
  expect(new Set(links).size).toBe(links.length)
  expect(new Set(keys(pageGroups)).size).toBe(pageGroups.length)
  for (const { pages } of pageGroups)
    for (const { key, link } of pages) expect([link, key]).toEqual([link, expect.stringMatching(/^[a-z]+/i)])
})

test('the menu of an app has its own lines and the settings, without what nobody opens', () => {
  const retail = visibleGroups(reach(), ['posretail'])
  expect(keys(retail.filter(({ isSetting }) => !isSetting))).toEqual([
    'work',
    'items',
    'retailStock',
    'retailReports',
  ])
  expect(keys(retail)).toContain('userManagement')
  expect(keys(visibleGroups(reach(), [])).every((key) => !keys(retail).slice(1, 4).includes(key))).toBe(true)
  const taxes = visibleGroups(reach({ opens: ({ key }) => key === 'taxes' }), ['posretail'])
  expect(taxes.map(({ pages }) => keys(pages))).toEqual([['taxes']])
  const without = visibleGroups(reach({ modules: new Set(['posretail/items']) }), ['posretail'])
  expect(keys(without)).not.toContain('retailStock')
})

test('an app with at most one module switched on is not offered, nor one of whose pages the person may open none', () => {
  expect(offeredApps(reach())).toEqual(['mc', 'accounting', 'posretail', 'remittance'])
  const modules = new Set([
    'mc/rates',
    'mc/reports',
    'accounting/ledger',
    'posretail/items',
    'posretail/retail_stock',
  ])
  expect(offeredApps(reach({ modules }))).toEqual(['mc', 'posretail'])
  expect(offeredApps(reach({ modules, opens: ({ link }) => !link.startsWith('/pos-retail') }))).toEqual([
    'mc',
  ])
  expect(offeredApps(reach({ modules, opens: () => false }))).toEqual([])
})

test('compliance stands in the app of remittances while one of its modules is switched on', () => {
  const lines = ['unsc', 'ofac', 'enhancedScreening', 'cases']
  const shown = (...modules: string[]) =>
    keys(visibleGroups(reach({ modules: new Set(modules) }), ['remittance'])).filter((key) =>
      lines.includes(key),
    )
  expect(shown('remittance/orders')).toEqual(lines)
  expect([shown(), shown('mc/compliance', 'accounting/bank')]).toEqual([[], []])
  const own = { modules: new Set(['remittance/orders', 'remittance/payout']) }
  // Compliance alone is no page of the app's own.
  const opens = ({ link }: { link: string }) => link.startsWith('/compliance')
  expect([offeredApps(reach(own)), offeredApps(reach({ ...own, opens }))]).toEqual([['remittance'], []])
})

test('an address belongs to the page with the longest link above it', () => {
  expect(pageAt('/compliance/unsc/history/7')?.page.key).toBe('unscHistory')
  expect(pageAt('/compliance/unsc')?.page.key).toBe('unscSearch')
  expect(pageAt('/account-management/branch/create')?.group.key).toBe('company')
  expect(pageAt('/compliance/unscx')).toBeUndefined()
})
