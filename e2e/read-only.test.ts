import { expect, type Page, test } from './fixtures.ts'

/** Pages by what their primary button calls: shown to whoever may make that call, and to nobody else. */
const pages: Record<string, string> = {
  '/settings/base-rate': 'posrate/baserate/update',
  '/settings/rate-validation': 'posrate/ratevalidation/update',
  '/settings/transaction-workflow': 'postransaction/workflowsetting/update',
  '/settings/general': 'possetting/config/update',
  '/settings/kyc-screening-settings': 'poscompliance/kycscreeningsetting/update',
  '/settings/risk-settings': 'poscompliance/risksetting/update',
  '/settings/currency': 'poscurrency/setting/create',
  '/settings/sub-currency-setting': 'poscurrency/subcurrency/create',
  '/fx-rates/settings': 'posrate/liverate/updateSettings',
  '/account-management/company-role': 'posuser/managerole/create',
  '/account-management/user': 'posuser/manageUser/create',
  '/account-management/branch': 'poscompany/branch/create',
  '/settings/second-factor': 'posuser/factorpolicy/update',
  '/account-management/webhook': 'posuser/webhook/create',
  '/compliance/screening-lists': 'poscompliance/screeninglist/import',
  '/compliance/unsc/customer-ogm': 'v2/poscompliance/screening/enableOgm',
  '/customer/bulk-import': 'poscustomer/customerimport/upload',
  '/customer/individual': 'poscustomer/customerindividual/create',
}
const users = ['admin', 'manager', 'auditor', 'compliance', 'teller']
const filled = 'main :is(.mantine-Button-root:not([data-variant]), .mantine-Button-root[data-variant=filled])'
type Activation = Record<string, { isActivated: boolean }>

/** Opens a page and waits for all of it: what it shows, and what the server says of its calls. Whether it may be opened. */
async function open(page: Page, path: string) {
  const refusal = page.getByText('Permission denied')
  const answered = page.waitForResponse(/activeUser\/check/).then(() => true)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const isOpen = await Promise.race([answered, refusal.waitFor().then(() => false)])
  answered.catch(() => undefined)
  // A row is named by what it is of, such as the New Zealand dollar: the look comes after the rows.
  await expect(page.locator('main').locator('.mantine-Skeleton-root, [aria-busy=true]')).toHaveCount(0)
  return isOpen
}

for (const user of users)
  test(`${user} is offered what they may do, and nothing else`, async ({ page, server, signedIn }) => {
    await signedIn(user)
    const call = await server.as(user)
    const answer = await call<Activation>('/user/activeUser/check', { apis: Object.values(pages) })
    for (const [path, api] of Object.entries(pages)) {
      const isOpen = await open(page, path)
      const name = /^(Save|Publish|New |Create( |$)|Add (?!filter)|Edit$|Load |Monitor |Import )/
      // Primary is what is filled; an empty list has the act twice.
      const primary = page.locator(filled).filter({ hasText: name })
      if (isOpen && answer[api]?.isActivated)
        await expect(primary.first(), `${path} of ${user}`).toBeVisible()
      else await expect(primary, `${path} of ${user}`).toHaveCount(0)
    }
  })
