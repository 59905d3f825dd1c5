import { expect, test } from './fixtures.ts'

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
}
const users = ['admin', 'manager', 'auditor', 'compliance', 'teller']

for (const user of users)
  test(`${user} is offered what they may do, and nothing else`, async ({ page, server, signedIn }) => {
    await signedIn(user)
    const call = await server.as(user)
    const answer = await call<Record<string, { isActivated: boolean }>>('/user/activeUser/check', {
      apis: Object.values(pages),
    })
    for (const [path, api] of Object.entries(pages)) {
      await page.goto(path)
      const name = /^(Save|Publish|New |Create( |$)|Add (?!filter)|Edit$)/
      const main = page.locator('main')
      const primary = main.getByRole('button', { name }).or(main.getByRole('link', { name }))
      const refusal = page.getByText('Permission denied')
      await expect(page.getByRole('heading', { level: 1 }).or(refusal).first()).toBeVisible()
      const isOpen = (await refusal.count()) === 0
      await expect(primary, `${path} of ${user}`).toHaveCount(isOpen && answer[api]?.isActivated ? 1 : 0)
    }
  })
