import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { headOf, readably, sealBooks } from '#modules/ledger/public.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { ledgerCommands } from './cli-ledger.ts'
import { type TestApp, testApp } from './test-app.ts'
import { openTill } from './test-till.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** What `agio ledger <command>` says. */
async function ledger(...command: string[]): Promise<string> {
  const lines: string[] = []
  process.exitCode = 0
  const program = new Command()
  ledgerCommands(
    program,
    (work) => work(app),
    (line) => lines.push(line),
  )
  await program.parseAsync(['ledger', ...command], { from: 'user' })
  return lines.join('\n')
}

test(
  'the books are clean for check, replay and verify while deals are under way',
  { timeout: 60_000 },
  async () => {
    const teller = await app.signIn('teller')
    const { id } = await openTill(app, teller, { stock: { USD: ['10000', '20000'] } })
    const line = { side: 'sell' as const, currencyId: id('USD'), quantity: '10' }
    const over = new AbortController()
    onTestFinished(() => {
      over.abort()
      process.exitCode = 0
    })
    let settled = 0
    const deal = async () => {
      while (!over.signal.aborted) {
        const headers = { 'idempotency-key': randomUUID() }
        const { body } = await teller.call(deals.create, { lines: [line], upTo: 'settle' }, { headers })
        expect(body.state).toBe('settled')
        settled++
      }
    }
    const seal = async () => {
      while (!over.signal.aborted)
        await inCompany(teller.login.company.companyId, () => sealBooks(app.services.db, app.services.now()))
    }
    const dealing = Promise.all([deal(), deal(), deal(), seal()])
    const wrong: string[] = []
    for (let round = 0; round < 5; round++)
      for (const command of ['check', 'replay', 'verify']) {
        const before = settled
        const said = await ledger(command)
        if (process.exitCode !== 0) wrong.push(said)
        await expect.poll(() => settled).toBeGreaterThan(before)
      }
    over.abort()
    await dealing
    expect(wrong).toEqual([])
  },
)

test('the hash of a seal is said as reports print it, and one that is not there fails the command', async () => {
  onTestFinished(() => {
    process.exitCode = 0
  })
  const { companyId } = (await app.signIn('admin')).login.company
  await inCompany(companyId, () => sealBooks(app.services.db, app.services.now()))
  const head = await inCompany(companyId, () => headOf(app.services.db))
  expect(await ledger('head')).toContain(
    `seal ${head?.seal} of ${head?.sealedAt}: ${readably(head?.hash ?? '')}`,
  )
  expect(await ledger('head', head?.seal ?? '')).toContain(readably(head?.hash ?? ''))
  expect(process.exitCode).toBe(0)
  for (const none of ['0', String(BigInt(head?.seal ?? 0) + 1n), 'x']) {
    expect(await ledger('head', none)).toContain('no such seal')
    expect(process.exitCode).toBe(1)
  }
})

test('an anchor is compared with the stamp beside it, and a damaged stamp fails the command', async () => {
  onTestFinished(() => {
    process.exitCode = 0
  })
  const { companyId } = (await app.signIn('admin')).login.company
  await inCompany(companyId, () => sealBooks(app.services.db, app.services.now()))
  const said = await ledger('anchor')
  expect(said).not.toContain('No time stamp')
  const [file = ''] = /\/\S+\.anchor/.exec(said) ?? []
  expect(await ledger('compare', file)).toBe(`${file}: the books are as it says.\n  It bears no time stamp.`)
  expect(process.exitCode).toBe(0)
  writeFileSync(file.replace('.anchor', '.tsr'), 'no time stamp')
  expect(await ledger('compare', file)).toContain('its time stamp is of something else, or damaged')
  expect(process.exitCode).toBe(1)
})
