import { Secret, TOTP } from 'otpauth'
import { demoPassword } from '#apps/server/demo.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { account, axe, expect, fillSignIn, matchRefusedCall, test, unique } from './fixtures.ts'
import { openServer, type Server } from './server.ts'

const security = '/account-management/security'
const login = '/login?redirect=/no-permission'

async function newUser(server: Server, name: string, more: object = {}) {
  const userName = unique(name)
  const admin = await server.as('admin')
  const draft = { userName, firstName: userName, password: demoPassword, ...more }
  const made = { userName, ...(await admin('/posuser/manageUser/create', draft)) }
  // As if long ago, and agreed to: just now it would count as the administrator, and its role would wait for a second one.
  await server.change(async (tx) => {
    await tx
      .updateTable('access.accountHand')
      .set({ at: '2026-01-01T00:00:00Z' })
      .where('userId', '=', made.id)
      .execute()
    const asked = tx.deleteFrom('access.roleRequest').where('userId', '=', made.id).returning(['roleId'])
    const given = await asked.execute()
    const roles = given.map(({ roleId }) => ({ roleId, userId: made.id }))
    if (roles.length > 0) await tx.insertInto('access.userRole').values(roles).execute()
  })
  return made
}

const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

test('an authenticator app is added by keyboard, asked for at sign-in, and replaced by a recovery code', async ({
  page,
  server,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(422))
  const { userName } = await newUser(server, 'app')
  await page.goto(login)
  await fillSignIn(page, userName)
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Security' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  // This server is reached by an address, where no browser offers passkeys.
  await expect(page.getByText('Passkeys are not available: Agio is reached by an IP address')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add passkey' })).toHaveCount(0)
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: 'Add authenticator app' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const secret = shown.replaceAll(' ', '')
  const code = dialog.getByLabel('Code from the app')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('000000')
  await expect(dialog.getByRole('alert')).toContainText('This is not right.')
  const first = codeOf(secret)
  // As an app copies it.
  await code.fill(`${first.slice(0, 3)} ${first.slice(3)}`)

  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const download = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('agio-recovery-codes.txt')
  await page.keyboard.press('Escape')
  const recovery = await codes.getByRole('listitem').first().innerText()
  expect(await axe(page)).toEqual([])
  await codes.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByText('10 of 10 are unused.')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto(login)
  await fillSignIn(page, userName)
  await expect(page.getByRole('heading', { name: 'Confirm sign-in' })).toBeVisible()
  const field = page.getByLabel('Code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await axe(page)).toEqual([])
  await field.pressSequentially('000000')
  await expect(page.getByRole('alert')).toContainText('This is not right.')
  expect(await page.evaluate(() => localStorage.getItem('credentials'))).toBeNull()
  // The code of half a minute later: the first one is used up, and waiting for it would take as long.
  await field.fill(codeOf(secret, Date.now() + 30_000))
  await expect(account(page)).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto(login)
  await fillSignIn(page, userName)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(account(page)).toBeVisible()
  await page.goto(security)
  await expect(page.getByText('9 of 10 are unused.')).toBeVisible()
})

test('a change of users asks who is there when that was shown long ago, and goes on with the answer', async ({
  page,
  server,
  signedIn,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(403))
  expectConsole(matchRefusedCall(422))
  const { id } = await newUser(server, 'changed')
  await signedIn('admin')
  await page.goto(`/account-management/user/${id}`)
  await expect(page.getByText('No second factor')).toBeVisible()
  await server.change((tx) =>
    tx.updateTable('access.session').set({ provedAt: '2026-01-01T00:00:00Z' }).execute(),
  )
  const lock = async () => {
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    const question = page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true })
    const asked = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(question.or(asked).first()).toBeVisible()
    if (await question.isVisible()) await question.click()
    return asked
  }
  const asked = await lock()
  await expect(asked.getByLabel('Password', { exact: true })).toBeFocused()
  expect(await axe(page)).toEqual([])
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Confirm that it is you to continue.')).toBeVisible()
  await lock()
  await expect(asked.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(asked.getByRole('alert')).toContainText('password is not right')
  await asked.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
})

test('who must have a second factor adds it at sign-in; two administrators take it away again', async ({
  page,
  visitor,
  server,
  expectConsole,
}) => {
  // Asked of whom a factor is required; at the end the session of the user is over.
  expectConsole(matchRefusedCall(422))
  expectConsole(matchRefusedCall(401))
  const workspaces = [{ type: 0, workspaceId: null }]
  const admin = await server.as('admin')
  const { items } = await admin<{ items: { id: string; baseRole: string }[] }>('/posuser/managerole/list', {
    pageSize: 100,
  })
  const roleOf = (code: string) => items.find(({ baseRole }) => baseRole === code)?.id ?? ''
  const administrator = { roleIds: [roleOf('company_administrator')], workspaces }
  const asking = await newUser(server, 'asking', administrator)
  const approving = await newUser(server, 'approving', administrator)
  const { userName, id } = await newUser(server, 'vault', { roleIds: [roleOf('vault_keeper')], workspaces })

  await page.goto('/login?redirect=/settings/second-factor')
  await fillSignIn(page, 'admin')
  const choice = page.getByRole('dialog', { name: 'Select Working Space' })
  await choice.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('combobox', { name: 'Required for' }).click()
  await page.getByRole('option', { name: 'Users with these roles' }).click()
  await page.getByRole('combobox', { name: 'Roles' }).click()
  await page.getByRole('option', { name: 'Vault keeper' }).click()
  await page.keyboard.press('Escape')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Updated Successfully!')).toBeVisible()

  const own = await visitor()
  await own.goto(login)
  await fillSignIn(own, userName)
  await expect(own.getByRole('heading', { name: 'Add a second factor' })).toBeVisible()
  expect(await axe(own)).toEqual([])
  const shown = await own.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  await own.getByLabel('Code from the app').fill(codeOf(shown.replaceAll(' ', '')))
  await own.getByRole('button', { name: 'Continue' }).click()
  const place = own.getByRole('dialog', { name: 'Select Working Space' })
  await place.getByRole('button', { name: 'Close' }).last().click()
  await expect(account(own)).toBeVisible()

  const open = async (name: string) => {
    const computer = await visitor()
    await computer.goto(`/login?redirect=/account-management/user/${id}`)
    await fillSignIn(computer, name)
    const where = computer.getByRole('dialog', { name: 'Select Working Space' })
    await where.getByRole('button', { name: 'Close' }).last().click()
    return computer
  }
  const asker = await open(asking.userName)
  await expect(asker.getByText('you need a second factor of your own, for at least 14 days.')).toBeVisible()
  await expect(asker.getByRole('button', { name: 'Request reset' })).toHaveCount(0)
  const approver = await open(approving.userName)
  await server.change(async (tx) => {
    // As if both administrators had their accounts and factors for long.
    const long = '2026-01-01T00:00:00Z'
    for (const userId of [asking.id, approving.id]) {
      await tx.updateTable('access.user').set({ heldSince: long }).where('id', '=', userId).execute()
      const row = { userId, kind: 'totp' as const, name: 'Phone', secret: 'x', createdAt: long }
      await tx.insertInto('access.factor').values(row).execute()
    }
  })
  await asker.reload()
  await asker.getByRole('button', { name: 'Request reset' }).click()
  await asker.getByRole('dialog').getByRole('textbox').fill('Phone lost; seen in the branch')
  await asker.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expect(asker.getByText('Reset requested by')).toBeVisible()
  await expect(asker.getByRole('button', { name: 'Approve reset' })).toHaveCount(0)
  await approver.reload()
  await expect(approver.getByText('Phone lost; seen in the branch')).toBeVisible()
  expect(await axe(approver)).toEqual([])
  await approver.getByRole('button', { name: 'Approve reset' }).click()
  await approver.getByRole('dialog').getByRole('button', { name: 'Approve reset' }).click()
  await expect(approver.getByText('Reset approved; takes effect on')).toBeVisible()
  await expect(approver.getByRole('button', { name: 'Reject' })).toBeVisible()
  expect(await axe(approver)).toEqual([])
  await server.change(async (tx) => {
    const takesEffectAt = new Date(0).toISOString()
    await tx.updateTable('access.factorReset').set({ takesEffectAt }).where('userId', '=', id).execute()
    await enqueue(tx, 'access.takeResets', {})
  })
  await expect(own.getByRole('dialog')).toBeVisible()
  await approver.reload()
  await expect(approver.getByText('Required at the next sign-in')).toBeVisible()
  await admin('/posuser/factorpolicy/update', { mode: 'off', roleIds: [] })
})

test.describe('passkeys', () => {
  let own: Server
  test.beforeAll(async () => {
    // Passkeys belong to the name of a host, as this machine has one of its own.
    own = await openServer(undefined, 'localhost')
  })
  test.afterAll(() => own.close())

  test('are added with names, used at sign-in, and removed', async ({ page, expectConsole }) => {
    expectConsole(matchRefusedCall(422))
    const { userName } = await newUser(own, 'passkey')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const device = { ctap2Version: 'ctap2_1', hasUserVerification: true, isUserVerified: true } as const
    const add = (transport: 'internal' | 'usb') =>
      devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: { ...device, protocol: 'ctap2', transport, automaticPresenceSimulation: true },
      })
    const { authenticatorId } = await add('internal')

    await page.goto(`${own.url}${login}`)
    await fillSignIn(page, userName)
    await expect(account(page)).toBeVisible()
    await page.goto(`${own.url}${security}`)
    const addPasskey = async (name: string) => {
      await page.getByRole('button', { name: 'Add passkey' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add passkey' })
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Create passkey' }).press('Enter')
    }
    await addPasskey('Office laptop')
    await page
      .getByRole('dialog', { name: 'Recovery codes' })
      .getByRole('button', { name: 'Continue' })
      .click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Office laptop' })).toBeVisible()
    const kept = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    expect(kept.credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: false }])

    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    const key = await add('usb')
    await addPasskey('Key on the ring')
    await expect(page.getByRole('listitem').filter({ hasText: 'Key on the ring' })).toBeVisible()
    expect(await axe(page)).toEqual([])

    await page.evaluate(() => localStorage.clear())
    await page.goto(`${own.url}${login}`)
    await fillSignIn(page, userName)
    const use = page.getByRole('button', { name: 'Use passkey' })
    await expect(use).toBeFocused()
    await use.press('Enter')
    await expect(account(page)).toBeVisible()

    // A device that holds none of the person's keys opens nothing.
    await devtools.send('WebAuthn.removeVirtualAuthenticator', key)
    await add('usb')
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${own.url}${login}`)
    await fillSignIn(page, userName)
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('credentials'))).toBeNull()
  })
})
