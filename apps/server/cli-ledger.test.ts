import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { headOf, readably, sealBooks } from '#modules/ledger/public.server.ts'
import { sealJobs } from '#modules/ledger/seal/seal.server.ts'
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

test('where the end of the chain was cut before its anchor, verify and compare say so by what was noted at each seal', async () => {
  onTestFinished(() => {
    process.exitCode = 0
  })
  const written: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void written.push(line) })
  const { companyId } = (await app.signIn('admin')).login.company
  const seal = () =>
    sealJobs.find(({ name }) => name === 'ledger.seal')?.run({}, { services: app.services, log })
  await seal()
  await app.signIn('teller')
  await seal()
  const folder = join(app.services.anchorFolder, companyId)
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.heads'))
  const head = await inCompany(companyId, () => headOf(app.services.db))
  const noted = readFileSync(join(folder, file), 'utf8').trim().split('\n')
  expect(noted.at(-1)).toBe(`${companyId} ${head?.seal} ${head?.hash}`)
  expect(written.join('')).toContain(`"hash":"${head?.hash}"`)
  expect(await ledger('verify')).toContain(`${noted.length} seals beside what was noted of them: as noted`)
  expect(await ledger('compare', join(folder, file))).toContain(`has all ${noted.length} seals`)
  expect(process.exitCode).toBe(0)
  // Whoever owns the database takes the last seal away, with the audit that it held.
  await app.owner(`set session_replication_role = replica;
    delete from kit.audit where xact in (select unnest(xacts) from ledger.sealed_audit where number = ${head?.seal});
    delete from kit.audit_change where xact in (select unnest(xacts) from ledger.sealed_audit where number = ${head?.seal});
    delete from ledger.sealed_audit where number = ${head?.seal}; delete from ledger.seal where number = ${head?.seal}`)
  const verified = await ledger('verify')
  expect(verified).toContain('none was altered')
  expect(verified).toContain(`CUT: seal ${head?.seal} is gone`)
  expect(process.exitCode).toBe(1)
  expect(await ledger('compare', join(folder, file))).toContain(`CUT: seal ${head?.seal} is gone`)
  written.length = 0
  await app.signIn('teller')
  await seal()
  expect(written.join('')).toContain('has lost what was noted')
  expect(await ledger('verify')).toContain(`DIFFERENT: seal ${head?.seal} is another`)
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
