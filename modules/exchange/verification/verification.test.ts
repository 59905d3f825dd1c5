import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import decodeQr from 'qr/decode.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany } from '#apps/server/company.ts'
import { type Call, otherHouse, type TestApp, testApp } from '#apps/server/test-app.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { openTill } from '#apps/server/test-till.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { type Deal, deals } from '../deals/deals.contract.ts'
import { dealDocuments } from '../receipts/documents.contract.ts'
import { sealedCode } from './seals.server.ts'
import { verification } from './verification.contract.ts'

let app: TestApp
let companyId: string
let usd: string
let teller: Call
let manager: Call
let token: string

beforeAll(async () => {
  app = await testApp({ env: { AGIO_PUBLIC_URL: 'https://agio.example' } })
  const session = await app.signIn('teller')
  teller = session.call
  token = session.login.userInfo.accessToken
  manager = (await app.signIn('manager')).call
  companyId = session.login.company.companyId
  const till = await openTill(app, session)
  usd = till.id('USD')
  await manager(workspaces.switch, { type: 3, workspaceId: till.counterId })
})
afterAll(() => app.stop())

const made = async (upTo: 'quote' | 'submit' | 'settle', more: object = {}) => {
  const draft = { lines: [{ side: 'buy' as const, currencyId: usd, quantity: '30' }], ...more, upTo }
  const { body } = await teller(deals.create, draft, { headers: { 'idempotency-key': randomUUID() } })
  return body as Deal
}
const sealOf = async ({ id }: Deal) =>
  (await app.owner<{ seal: string }>(`select seal from exchange.deal where id = $1`, [id]))[0]?.seal ?? ''
const codeFor = async (deal: Deal) => sealedCode({ companyId, id: deal.id, seal: await sealOf(deal) })
let asker = 0
/** A stranger asks, each time from another address. */
const ask = async (code: string) =>
  (await app.call(verification.verify, { code }, { address: `192.0.2.${(asker += 1)}` })).body.receipt

/** What the code that is drawn on a PDF says. */
function readQr(pdf: Buffer): string {
  const squares = pdf
    .toString('latin1')
    .split('stream\r\n')
    .join('stream\n')
    .split('stream\n')
    .flatMap((part) => {
      try {
        return [inflateSync(Buffer.from(part, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    })
    .flatMap((content) => [...content.matchAll(/(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+) re/g)])
    .map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }))
    .filter(({ width, height }) => Math.abs(width - height) < 0.01 && width < 5)
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))]
  const step = squares[0]?.width ?? 1
  const cells = squares.map(
    ({ x, y }) => [Math.round((x - left) / step), Math.round((y - top) / step)] as const,
  )
  const [scale, quiet] = [4, 4]
  const size = (Math.max(...cells.flat()) + 1 + 2 * quiet) * scale
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [column, row] of cells)
    for (let y = 0; y < scale; y++)
      for (let x = 0; x < scale; x++)
        data.fill(
          0,
          (((row + quiet) * scale + y) * size + (column + quiet) * scale + x) * 4,
          (((row + quiet) * scale + y) * size + (column + quiet) * scale + x) * 4 + 3,
        )
  return decodeQr({ width: size, height: size, data })
}

test('the code on a receipt leads to what it says, for anybody, and never to whose it was', async () => {
  const deal = await made('settle', {
    walkIn: { name: 'Kamala Devi', idType: 'PASSPORT', idNumber: 'K7654321', idIssuingCountry: 'SG' },
  })
  for (const paper of ['roll80', 'a4'] as const) {
    const printed = await app.http.inject({
      method: 'POST',
      url: `/api${dealDocuments.print.path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { id: deal.id, paper },
    })
    expect(readQr(printed.rawPayload)).toBe(`https://agio.example/verify/${await codeFor(deal)}`)
  }
  const [line] = deal.lines
  expect(await ask(await codeFor(deal))).toEqual({
    state: 'issued',
    company: 'Straits Exchange Sdn Bhd',
    licenceNumber: expect.any(String) as unknown,
    branch: 'Bukit Bintang',
    number: deal.number,
    businessDate: deal.businessDate,
    localCurrency: 'MYR',
    lines: [{ side: 'buy', currency: 'USD', quantity: '30', amount: line?.amount }],
    total: new Exact(deal.totals.net).plus(deal.totals.rounding).toFixed(2),
  })
  const reversed = await manager(
    deals.reverse,
    { id: deal.id, version: deal.version, note: 'False notes' },
    {
      headers: { 'idempotency-key': randomUUID() },
    },
  )
  expect(reversed.body.state).toBe('reversed')
  expect(await ask(await codeFor(deal))).toMatchObject({ state: 'void', number: deal.number })
})

test('a quote is no receipt, and a deal that was cancelled is void', async () => {
  const quote = await made('quote')
  expect(await ask(await codeFor(quote))).toMatchObject({ state: 'open', number: '' })
  const waiting = await made('submit', { askAuthorization: true })
  expect(await ask(await codeFor(waiting))).toMatchObject({ state: 'open' })
  await manager(deals.cancel, { id: waiting.id, version: waiting.version })
  expect(await ask(await codeFor(waiting))).toMatchObject({ state: 'void' })
})

test('what is not on a paper is answered alike, and nobody tries often', async () => {
  const deal = await made('settle')
  const seal = await sealOf(deal)
  const code = sealedCode({ companyId, id: deal.id, seal })
  const forged = [
    sealedCode({ companyId, id: deal.id, seal: randomBytes(12).toString('base64url') }),
    sealedCode({ companyId, id: randomUUIDv7(), seal }),
    sealedCode({ companyId: randomUUID(), id: deal.id, seal }),
    // The seal of one company's paper opens nothing in another.
    sealedCode({
      companyId: await createCompany(app.services, otherHouse, () => Promise.resolve()),
      id: deal.id,
      seal,
    }),
    code.slice(0, -1),
    `${code}A`,
    ` ${code}`,
    '',
    'x'.repeat(200),
  ]
  const answers = await Promise.all(
    forged.map(async (one, at) => {
      const { status, body } = await app.call(
        verification.verify,
        { code: one },
        { address: `198.51.100.${at}` },
      )
      return [status, body]
    }),
  )
  expect(answers).toEqual(forged.map(() => [200, { receipt: null }]))
  const again = async () => (await app.call(verification.verify, { code }, { address: '203.0.113.9' })).status
  const often = await Promise.all(Array.from({ length: 30 }, again))
  expect([new Set(often), await again()]).toEqual([new Set([200]), 429])
})
