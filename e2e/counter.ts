import { randomUUIDv7 } from 'node:crypto'
import type { Locator } from '@playwright/test'
import type { Tx } from '#kit/server/database.server.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { adjustmentEvents, type OpeningPart } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { dateAt } from '#modules/inventory/public.server.ts'
import { post, type PostingLine } from '#modules/ledger/public.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { expect, type Page } from './fixtures.ts'
import type { Server } from './server.ts'

/** Where the journeys of a deal take place. */
export const seat = { branch: 'Bukit Bintang', counter: 'Counter 2' }
const number = /^KLC-\d{4}-\d{6}$/

/** What a dollar in the drawer cost: less than any that the made-up market asks, or it would be sold below cost and wait. */
const unitCost = 3.5

/** Money, and dollars at that cost, in the drawer of a counter. */
export async function fillDrawer(tx: Tx, counter: string, money: number, dollars: number) {
  const ids = new Map((await readTradedCurrencies(tx)).map((one) => [one.code, one.id]))
  const { branches, counters } = await tree(tx)
  const branchId = branches.find(({ name }) => name === seat.branch)?.id ?? ''
  const counterId = counters.find((one) => one.branchId === branchId && one.name === counter)?.id ?? null
  const here = { branchId, counterId }
  const lines: PostingLine<OpeningPart>[] = [
    { part: 'cash', ...here, itemId: ids.get('MYR') ?? '', quantity: `${money}`, amount: `${money}` },
    {
      part: 'stock',
      ...here,
      itemId: ids.get('USD') ?? '',
      quantity: `${dollars}`,
      amount: `${dollars * unitCost}`,
    },
    { part: 'opening', ...here, amount: `-${money + dollars * unitCost}` },
  ]
  const now = new Date()
  const source = { type: 'opening', id: randomUUIDv7() }
  const businessDate = await dateAt(tx, { branchId, counterId: counterId ?? '' }, now)
  const actor = { userId: null, name: 'Somebody' }
  await post(
    { db: tx, actor, now },
    { event: adjustmentEvents.opening, source, businessDate, branchId, lines },
  )
}

/** A counter that is open, with something in its drawer, unless another journey has left it so; answers the calls of its teller. */
export async function openCounter(server: Server, user = 'teller', counter = seat.counter) {
  const teller = await server.as(user)
  const { company } = await server.login(user)
  const there = company.branches.find(({ name }) => name === seat.branch)?.counterIds ?? []
  const counterId = company.counters.find(({ id, name }) => there.includes(id) && name === counter)?.id
  await teller('/posworkspace/switch', { type: 3, workspaceId: counterId })
  const open = await teller<unknown>('/posinventory/day/open', { counterId }).catch((error: Error) => error)
  if (open instanceof Error) expect(open.message).toMatch(/DAY_OPEN/)
  else await server.change((tx) => fillDrawer(tx, counter, 60_000, 10_000))
  return teller
}

/** Presses a key until something has the focus: what cannot be reached so is out of reach without a mouse. */
export async function reach(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  // What is disabled for now is passed over by every press.
  await expect(target).toBeEnabled()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never comes to ${String(target)}`)
}

export const currency = (page: Page) => page.getByRole('combobox', { name: 'Currency of line 1' })
export const quantity = (page: Page) => page.getByRole('textbox', { name: 'Quantity of line 1' })
export const findDealHeading = (page: Page) => page.getByRole('heading', { level: 1, name: number })
