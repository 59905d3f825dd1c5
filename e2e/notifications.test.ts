// Long because the panel is one: every promise about it, with one set of words for its parts.
import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { demoPassword } from '#apps/server/demo.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { account, axe, expect, type Page, matchRefusedCall, test as base, unique } from './fixtures.ts'

type Message = Parameters<typeof notify>[1]
type Sent = { title: string; at?: Date; data?: Message['data']; type?: Message['type'] }

/** Somebody without messages, signed in on a page; `send` is what another module would do on the server. */
const test = base.extend<{ send: (...sent: Sent[]) => Promise<void> }>({
  send: async ({ server, signedIn }, use) => {
    const userName = unique('reader')
    const call = await server.as('admin')
    const { id } = await call<{ id: string }>('/posuser/manageUser/create', {
      userName,
      firstName: 'Reader',
      password: demoPassword,
    })
    await signedIn(userName)
    await use((...sent) =>
      server.change(async (tx) => {
        for (const one of sent)
          await notify(tx, {
            to: { users: [id] },
            type: 'WARNING',
            content: 'What happened.',
            ...one,
          } as Message)
      }),
    )
  },
})

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Notifications' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const rows = (page: Page) => panel(page).getByRole('listitem')
const row = (page: Page, title: string) => panel(page).getByRole('button', { name: title })
const scroller = (page: Page): Locator => panel(page).locator('[class*=scroller]')
const hasUnread = (page: Page, count: number, timeout?: number) =>
  expect(bell(page)).toHaveAccessibleName(
    count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
    timeout === undefined ? {} : { timeout },
  )
const socketLost = /WebSocket connection .* failed|net::ERR_/

async function open(page: Page) {
  // Listened for before it opens: the first frame may be there before anybody could ask for it.
  const welcomed = new Promise<void>((resolve) => {
    page.once('websocket', (socket) => socket.once('framereceived', () => resolve()))
  })
  await page.goto('/no-permission')
  await welcomed
  await expect(bell(page)).toBeVisible()
}

test('without messages it says so on both tabs', async ({ page, send }) => {
  await send()
  await open(page)
  await expect(bell(page)).toHaveText('')
  await bell(page).click()
  for (const tab of ['All', 'Unread']) {
    await panel(page).getByRole('tab', { name: tab }).click()
    await expect(panel(page).getByText('You have zero notifications', { exact: true })).toBeVisible()
    await expect(
      panel(page).getByText(`When we send you notifications, you'll see them here`, { exact: true }),
    ).toBeVisible()
  }
  expect(await axe(page)).toEqual([])
})

test('a new message is on the bell and in the open panel within a second', async ({ page, send }) => {
  await open(page)
  await send({ title: 'The first' })
  await hasUnread(page, 1, 1000)
  await expect(bell(page)).toHaveText('1')
  await bell(page).click()
  await expect(row(page, 'The first')).toBeVisible()
  await send({ title: 'The second' })
  await expect(row(page, 'The second')).toBeVisible({ timeout: 1000 })
  await hasUnread(page, 2)
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Notifications, 2 unread')
})

test('while no socket can be had, the server is asked every thirty seconds', async ({ page, send }) => {
  await page.clock.install()
  await page.routeWebSocket(/\/api\/ws/, (socket) => void socket.close())
  await page.goto('/no-permission')
  await expect(bell(page)).toBeVisible()
  await hasUnread(page, 0)
  await bell(page).click()
  await expect(panel(page)).toContainText('You have zero notifications')
  await send({ title: 'Asked for' })
  await page.clock.runFor(20_000)
  await hasUnread(page, 0)
  await page.clock.runFor(11_000)
  await hasUnread(page, 1)
  await expect(row(page, 'Asked for')).toBeVisible()
})

test('what is sent while the network is away is there as soon as it is back', async ({
  page,
  context,
  send,
  expectConsole,
}) => {
  expectConsole(socketLost)
  await open(page)
  await context.setOffline(true)
  await send({ title: 'Missed' })
  await context.setOffline(false)
  await hasUnread(page, 1, 5000)
})

test('a server that went and came back brings what was missed; meanwhile the panel says what is wrong', async ({
  page,
  server,
  send,
  expectConsole,
}) => {
  test.setTimeout(120_000)
  expectConsole(socketLost)
  // What is asked while the server drains.
  expectConsole(matchRefusedCall(503))
  await open(page)
  await bell(page).hover()
  // All of the panel is there.
  await expect(bell(page)).toHaveAttribute('aria-expanded', 'false')
  await server.stop()
  await bell(page).click()
  await expect(panel(page).getByRole('alert')).toContainText(
    `Sorry, we can't process your request right now.`,
  )
  await server.start()
  await send({ title: 'After the restart' })
  await hasUnread(page, 1, 45_000)
  const again = panel(page).getByRole('button', { name: 'Try again' })
  await again.or(row(page, 'After the restart')).click()
  await expect(row(page, 'After the restart')).toBeVisible()
})

test('a panel that cannot be loaded says so', async ({ page, context, send, expectConsole }) => {
  expectConsole(socketLost)
  await send()
  await open(page)
  await context.setOffline(true)
  await bell(page).click()
  await expect(page.getByRole('alert')).toContainText(`Sorry, we can't process your request right now.`)
  await context.setOffline(false)
  await bell(page).click()
  await expect(panel(page)).toContainText('You have zero notifications')
})

test('twenty are fetched at a time, while there are more', async ({ page, send }) => {
  const sent = Array.from({ length: 45 }, (_, n) => ({
    title: `Message ${n}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, n)),
  }))
  await send(...sent)
  await open(page)
  const pages: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/messages') && request.method() === 'GET') pages.push(searchParams.get('page'))
  })
  await bell(page).click()
  await expect(rows(page)).toHaveCount(20)
  for (const count of [40, 45, 45]) {
    await scroller(page).evaluate((one) => one.scrollTo(0, one.scrollHeight))
    await expect(rows(page)).toHaveCount(count)
  }
  await expect(rows(page).last()).toContainText('Message 0')
  // By the time that this one is there, a fourth page would have been asked for.
  await send({ title: 'One more' })
  await expect(row(page, 'One more')).toHaveCount(1)
  expect([...new Set(pages)]).toEqual(['1', '2', '3'])
})

test.describe('far from the company', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('days and times are those of the company', async ({ page, send }) => {
    await send(
      { title: 'Long ago', at: new Date('2025-12-31T16:30:00Z') },
      { title: 'On Monday', at: new Date('2026-01-11T16:00:00Z') },
      { title: 'The evening before', at: new Date('2026-01-14T15:59:00Z') },
      { title: 'After midnight', at: new Date('2026-01-14T16:05:00Z') },
    )
    // A Thursday, eleven in the morning in Kuala Lumpur; in Los Angeles it is still Wednesday.
    await page.clock.setFixedTime('2026-01-15T03:00:00Z')
    await open(page)
    await bell(page).click()
    const groups = [
      ['Today', 'After midnight', '15/01/2026, 12:05 AM'],
      ['Yesterday', 'The evening before', '14/01/2026, 11:59 PM'],
      ['This week', 'On Monday', '12/01/2026, 12:00 AM'],
      ['Older', 'Long ago', '01/01/2026, 12:30 AM'],
    ] as const
    await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(groups.map(([name]) => name))
    for (const [name, title, time] of groups) {
      const group = panel(page).getByRole('region', { name })
      await expect(group.getByRole('listitem')).toHaveCount(1)
      await expect(group).toContainText(title)
      await expect(group.getByText(time, { exact: true })).toBeVisible()
    }
  })
})

for (const dataSource of ['UNSC', 'OFAC'] as const)
  test(`a click on a ${dataSource} match marks it read and opens its history`, async ({ page, send }) => {
    const complianceScreeningId = randomUUID()
    await send({ title: 'Match', data: { complianceScreeningId, dataSource } }, { title: 'Another' })
    await open(page)
    await hasUnread(page, 2)
    await bell(page).click()
    await row(page, 'Match').click()
    await expect(page).toHaveURL(`/compliance/${dataSource.toLowerCase()}/history/${complianceScreeningId}`)
    await expect(panel(page)).toHaveCount(0)
    await hasUnread(page, 1)
    await bell(page).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, 'Match')).not.toContainText('Unread')
    await panel(page).getByRole('tab', { name: 'Unread' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, 'Another')).toContainText('Unread')
  })

test('a click on one without data marks it read, and says that something is wrong', async ({
  page,
  send,
}) => {
  await send({ title: 'Nothing behind it' })
  await open(page)
  await bell(page).click()
  await panel(page).getByRole('tab', { name: 'Unread' }).click()
  await row(page, 'Nothing behind it').click()
  await expect(page.getByRole('alert')).toHaveText('Something went wrong! (Notification)')
  await hasUnread(page, 0)
  await expect(panel(page)).toContainText('You have zero notifications')
})

test('a second tab hears what the first has read', async ({ page, context, send }) => {
  await send({ title: 'Read here' })
  await open(page)
  const other = await context.newPage()
  await open(other)
  await hasUnread(other, 1)
  await bell(page).click()
  await row(page, 'Read here').click()
  await hasUnread(other, 0, 1000)
})

test('is worked by keyboard alone', async ({ page, send }) => {
  await send({ title: 'Oldest' }, { title: 'Middle' }, { title: 'Newest' })
  await open(page)
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('tab', { name: 'All' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(panel(page).getByRole('tab', { name: 'Unread' })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'Newest')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(row(page, 'Newest')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Oldest')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Newest')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
})

test('is 400 pixels wide and at most 485 high, and takes the width of a telephone', async ({
  page,
  send,
}) => {
  await send(...Array.from({ length: 12 }, (_, n) => ({ title: `Message ${n}` })))
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  await bell(page).click()
  await expect(rows(page)).toHaveCount(12)
  const box = await panel(page).boundingBox()
  expect(box).toMatchObject({ width: 400, height: 485 })
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 480 })
  await expect.poll(() => panel(page).boundingBox()).toMatchObject({ x: 0, width: 360 })
  const { y = 0, height = 0 } = (await panel(page).boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(480)
})

test('speaks the language of the reader', async ({ page, signedIn }) => {
  await signedIn('admin')
  await open(page)
  await bell(page).click()
  await expect(row(page, 'Everybody knows these passwords')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click()
  await page.keyboard.press('Escape')
  await page.locator('header [aria-haspopup=dialog]').click()
  const chinese = page.getByRole('dialog', { name: '通知' })
  // Yesterday where the company's midnight fell between the seed and here.
  await expect(chinese.getByRole('heading', { name: /^(今天|昨天)$/ })).toBeVisible()
  await expect(chinese.getByRole('button', { name: '這些密碼人人皆知' })).toContainText(/\d:\d\d [上下]午/)
  // The server keeps it for the next who signs in by this name.
  await page.keyboard.press('Escape')
  await page.locator('header [aria-haspopup=menu]').last().click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(account(page)).toBeVisible()
})
