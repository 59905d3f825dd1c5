import { demoPassword } from '#apps/server/demo.ts'
import { account, axe, expect, fillSignIn, matchRefusedCall, test, unique } from './fixtures.ts'

test('a forgotten password is set anew by the link in the mail, once', async ({
  page,
  server,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(422))
  const userName = unique('forgetful')
  const email = `${userName}@straits.example`
  const admin = await server.as('admin')
  await admin('/posuser/manageUser/create', { userName, firstName: 'For', password: demoPassword, email })
  const mailTo = (address: string) =>
    server.mailbox.mails.filter(({ to }) => to?.some((one) => one.address === address))

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  const field = page.getByLabel('Email')
  await field.blur()
  await expect(page.getByText('Email is required')).toBeVisible()
  await field.fill('not an address')
  await field.blur()
  await expect(page.getByText('Enter an email address such as name@company.com')).toBeVisible()
  expect(await axe(page)).toEqual([])
  const said = page.getByRole('dialog', { name: 'Forgot password' })
  const answer = 'If this address belongs to a user, a mail with a link is on its way.'
  for (const address of ['nobody@straits.example', email]) {
    await field.fill(address)
    await submit.click()
    await expect(said).toContainText(answer)
    await said.getByRole('button', { name: 'OK' }).click()
    await expect(said).toHaveCount(0)
  }
  await expect.poll(() => mailTo(email).length).toBe(1)
  expect(mailTo('nobody@straits.example')).toEqual([])
  const link = /http:\S+\/reset-password\?token=\S+/.exec(mailTo(email)[0]?.text ?? '')?.[0] ?? ''
  expect(link).toContain(server.url)

  await page.goto(link)
  const first = page.getByLabel('New password')
  const second = page.getByLabel('Confirm password')
  await first.fill('abc')
  await second.fill('different')
  await second.blur()
  await expect(page.getByText('At least 4 characters')).toBeVisible()
  await expect(page.getByText('Password Not Matching')).toBeVisible()
  await expect(submit).toBeDisabled()
  await first.fill('remember me')
  await second.fill('remember me')
  await second.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('status')).toHaveText(/Your password has been changed/)

  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText(/This link has expired or was already used/)
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await fillSignIn(page, userName)
  await expect(page.getByRole('alert')).toHaveText('Username or password incorrect.')
  await fillSignIn(page, userName, 'remember me')
  await expect(account(page)).toBeVisible()
})

test('a link without its token is said to be incomplete', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('alert')).toHaveText('This link is not complete. Ask for a new one.')
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
})
