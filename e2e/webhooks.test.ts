import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { axe, expect, test, unique } from './fixtures.ts'

test('an administrator makes a webhook by keyboard, sees a test event arrive, repeats it, and renews the secret', async ({
  page,
  signedIn,
  server,
}) => {
  const received: { type: string; id: unknown }[] = []
  const receiver = createServer((request, reply) => {
    const answered = async () => {
      const { type } = JSON.parse(await text(request)) as { type: string }
      received.push({ type, id: request.headers['webhook-id'] })
      reply.writeHead(200).end('thanks')
    }
    void answered()
  })
  await new Promise<void>((resolve) => receiver.listen(server.hookPort, '127.0.0.1', resolve))

  await signedIn('admin')
  await page.goto('/account-management/webhook')
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  await expect(page.getByText('There are no webhooks.')).toBeVisible()
  expect(await axe(page)).toEqual([])

  await page.getByRole('link', { name: 'New webhook' }).first().press('Enter')
  const name = unique('Books')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Address').fill(`http://127.0.0.1:${server.hookPort}/events`)
  await page.getByRole('checkbox', { name: 'Deal settled' }).focus()
  await page.keyboard.press('Space')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Webhook secret' })
  const secret = await dialog.getByText(/^whsec_/).innerText()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'I have kept it' }).press('Enter')

  const listed = page.getByRole('row').filter({ hasText: name })
  await expect(listed).toContainText('Active')
  await listed.click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect(page.getByText('Nothing was sent in the last 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Send test event' }).press('Enter')
  const sent = page.getByRole('row').filter({ hasText: 'webhook.test' })
  await expect(sent).toContainText('Delivered')
  const delivered = page.getByRole('definition').nth(2)
  await expect(delivered).toHaveText(/\d\d:\d\d/)
  expect(await axe(page)).toEqual([])
  expect(received).toHaveLength(1)

  await sent.click()
  const panel = page.getByRole('dialog', { name: 'Delivery' })
  await expect(panel.getByText('"type": "webhook.test"')).toBeVisible()
  await expect(panel.getByText('thanks')).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await panel.getByRole('button', { name: 'Repeat' }).press('Enter')
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]).toEqual(received[0])
  await expect(panel.getByText('Delivered', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  const renew = page.getByRole('button', { name: 'New secret' })
  await expect(renew).not.toHaveAttribute('aria-disabled')
  await renew.press('Enter')
  await page.getByRole('dialog', { name: 'New secret' }).getByRole('button', { name: 'New secret' }).click()
  const renewed = page.getByRole('dialog', { name: 'Webhook secret' })
  await expect(renewed.getByText(/^whsec_/)).not.toHaveText(secret)
  await renewed.getByRole('button', { name: 'I have kept it' }).press('Enter')
  await expect(page.getByText('Former secret valid until')).toBeVisible()

  const pause = page.getByRole('button', { name: 'Pause' })
  await expect(pause).not.toHaveAttribute('aria-disabled')
  await pause.press('Enter')
  await page.getByRole('dialog', { name: 'Pause' }).getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Events are kept as failed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0)
  const resume = page.getByRole('button', { name: 'Resume' })
  await expect(resume).not.toHaveAttribute('aria-disabled')
  await resume.press('Enter')
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeVisible()
  receiver.close()
})
