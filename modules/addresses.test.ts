import { expect, test } from 'vitest'
import { leadOf, parts } from './addresses.domain.ts'
import { pageGroups } from './pages.domain.ts'

const pages = pageGroups.flatMap((group) => group.pages)
const links = pages.map(({ link }) => link)
const lead = (address: string) => leadOf(`/${address}`, pages)

test('a segment of the specification that a page ends with leads there, alone and below the shells', () => {
  for (const link of links) {
    const name = link.split('/').at(-1) ?? ''
    if (parts.some((one) => one === name)) continue
    if (!links.includes(`/${name}`)) expect(links, name).toContain(lead(name))
    for (const shell of ['admin', 'pos']) expect(lead(shell + link), link).toBe(link)
  }
})

test.each([
  ['admin', '/'],
  ['pos', '/transaction'],
  ['home', '/'],
  ['my-account', '/account-management/customizable-user-setting'],
  ['live-rates', '/fx-rates'],
  ['admin/fx-rates/settings', '/fx-rates/settings'],
  ['fx-rates-settings', '/fx-rates/settings'],
  ['get-rates', '/rate-preview'],
  ['settings/currency-setting', '/settings/currency'],
  ['compliance/screening-customer-ogm', '/compliance/screening/customer-ogm'],
  ['fields', '/settings/information-fields'],
  ['money-changer', '/account-management/company'],
  ['subscription', '/company-subscription'],
  ['account-management/company-role-list', '/account-management/company-role'],
  ['account-management/user-type', '/account-management/company-role?sort=level-asc'],
  ['base-rate', '/settings/base-rate'],
  ['stackholder', '/customer/stackholder'],
])('%s leads to %s', (address, to) => {
  expect(lead(address)).toBe(to)
})

test('what waits for a decision, and customers with a licence, are lists with a filter', () => {
  const filterOf = (address: string) => {
    const [path, query] = (lead(address) ?? '').split('?')
    return [path, JSON.parse(new URLSearchParams(query).get('filter') ?? '')]
  }
  expect(filterOf('compliance/screening-resolution')).toEqual([
    '/compliance/screening-history',
    [['state', 'Equals', 'in_review']],
  ])
  expect(filterOf('wholesale')).toEqual(['/customer/corporate', [['isLicensed', 'Equals', true]]])
})

test('a part leads to its first page that the person may open, and nowhere without one', () => {
  expect(lead('compliance')).toBe('/compliance/unsc')
  expect(lead('settings/')).toBe('/settings/general')
  expect(lead('customer')).toBe('/customer/individual')
  expect(
    leadOf(
      '/compliance',
      pages.filter(({ key }) => key === 'bulkScreening'),
    ),
  ).toBe('/compliance/bulk-screening')
  expect(
    leadOf(
      '/settings',
      pages.filter(({ key }) => key === 'taxes'),
    ),
  ).toBeUndefined()
})

test('no address is guessed at: what nobody named leads nowhere, and none to itself', () => {
  for (const address of [
    'nowhere',
    'settings/nowhere',
    'nowhere/base-rate',
    'no-permission',
    'change-password',
  ])
    expect(lead(address), address).toBeUndefined()
  for (const link of links) expect(leadOf(link, pages)).not.toBe(link)
})
