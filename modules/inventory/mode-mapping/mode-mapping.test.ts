import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { chart } from '#modules/ledger/accounts/accounts.domain.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { modeKinds } from '#modules/currencies/modes/modes.domain.ts'
import { unfit } from '#modules/ledger/mappings/mappings.domain.ts'
import { modeMapping } from './mode-mapping.contract.ts'
import { partOf, partOfMode } from './mode-mapping.domain.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('every kind of mode moves a part that the books know, but for what is set off', () => {
  const known: string[] = chart.flatMap((account) => ('part' in account ? [account.part] : []))
  for (const kind of modeKinds)
    for (const isLocal of [true, false])
      for (const side of ['payment', 'delivery'] as const) {
        const part = partOfMode(kind, { side, isLocal })
        if (kind === 'offset') expect(part).toBeNull()
        else expect(known).toContain(part)
      }
  const payment = { side: 'payment', isLocal: true } as const
  expect(partOfMode('cash', payment)).toBe('cash')
  expect(partOfMode('cash', { ...payment, isLocal: false })).toBe('stock')
  expect(partOfMode('bankTransfer', { ...payment, isLocal: false })).toBe('bankForeign')
})

test('a cheque that is written is none of those in hand, and may come off the bank at once', () => {
  expect(partOfMode('cheque', { side: 'payment', isLocal: true })).toBe('cheques')
  expect(partOfMode('cheque', { side: 'delivery', isLocal: true })).toBe('chequesIssued')
  const account = { keeps: null, party: null, isEnabled: true }
  const fits = (part: string, kind: string) => unfit(partOf(part), { ...account, class: kind }) === undefined
  expect(['liability', 'asset', 'income'].map((kind) => fits('chequesIssued', kind))).toEqual([
    true,
    true,
    false,
  ])
  expect(['liability', 'asset'].map((kind) => fits('cheques', kind))).toEqual([false, true])
})

test('a mode goes to an account of its own, and is not enabled while a part of it leads nowhere', async () => {
  const { call } = await app.signIn('accountant')
  const listed = async () => (await call(modeMapping.list)).body
  const found = async (code: string) =>
    (await listed()).modes.find((one) => one.code === code && one.side === 'payment')
  const { accounts } = await listed()
  const account = (code: string) => accounts.find(({ name }) => name.startsWith(code))?.id ?? ''
  const card = await found('CARD')
  expect(card?.parts).toEqual([{ part: 'clearing', money: 'any', own: null, accountId: account('1310') }])
  expect((await found('CASH'))?.parts.map(({ part, money }) => [part, money])).toEqual([
    ['cash', 'local'],
    ['stock', 'foreign'],
  ])
  const ask = { modeId: card?.modeId ?? '', part: 'clearing' }
  const set = (input: Partial<typeof ask> & { accountId: string | null }) =>
    call(modeMapping.update, { ...ask, ...input })
  expect((await set({ accountId: account('1200') })).status).toBe(200)
  expect((await found('CARD'))?.parts[0]).toMatchObject({ own: account('1200'), accountId: account('1200') })
  expect((await set({ accountId: account('1100') })).error.code).toBe('KEEPS_OTHER')
  expect((await set({ part: 'cash', accountId: account('1000') })).error.code).toBe('PART_UNKNOWN')
  await set({ accountId: null })
  expect((await found('CARD'))?.parts[0]?.own).toBeNull()

  const admin = await app.signIn('admin')
  await app.owner(`delete from ledger.mapping where part = 'clearing'`)
  const [mode] = (
    await admin.call(paymentModes.list, { filters: [{ key: 'code', operator: 'Equals', value: 'CARD' }] })
  ).body.items
  const off = await admin.call(paymentModes.disable, { id: mode?.id ?? '', version: mode?.version ?? 0 })
  const on = await admin.call(paymentModes.enable, { id: off.body.id, version: off.body.version })
  expect([on.status, on.error.code, on.error.invalidParams]).toEqual([
    422,
    'ACCOUNTS_MISSING',
    [{ field: 'account', message: 'No account is set for this part of the event: clearing.' }],
  ])
  expect((await found('CARD'))?.parts[0]?.accountId).toBeNull()
})
