import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { transfers } from '../transfers/transfers.contract.ts'
import { type CorrectionDetail, corrections } from './corrections.contract.ts'

let app: TestApp
let admin: Call
let keeper: Call
let stranger: Call
let keeping: Session
let strange: Session
let [a, b, usd] = ['', '', '']
let made: CorrectionDetail
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const report = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'
const pdf = (name: string, text = report) => new File([text], name, { type: 'application/pdf' })

const attach = <E extends Endpoint>(
  by: Session,
  endpoint: E,
  row: { id: string; version: number },
  file: File,
) => by.send(endpoint, { id: row.id, version: String(row.version) }, file)
const key = (row: { id: string; version: number }) => ({ id: row.id, version: row.version })

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  usd = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'USD')?.id ?? ''
  ;[a, b] = (await admin(branches.list, {})).body.items.map(({ id }) => id) as [string, string]
  for (const [userName, workspaceId] of [
    ['keeper', a],
    ['stranger', b],
  ] as const)
    await app.addUser({ userName, roles: ['vault_keeper'], workspaces: [{ type: 2, workspaceId }] })
  keeping = await app.signIn('keeper')
  strange = await app.signIn('stranger')
  keeper = keeping.call
  stranger = strange.call
  const lines = [{ itemId: usd, quantity: '1000', cost: '4450' }]
  await moving(admin, adjustments.createOpening, { branchId: a, note: 'Brought', lines })
  made = (
    await keeper(corrections.create, {
      reason: 'counterfeit',
      branchId: a,
      counterId: null,
      note: 'Found at the vault',
      lines: [{ itemId: usd, way: 'out', quantity: '50' }],
    })
  ).body
})
afterAll(() => app.stop())

test('a file of an adjustment is kept, told in its history with the hash of its bytes, and read by who sees it', async () => {
  const { body, status } = await attach(keeping, corrections.attach, made, pdf('police.pdf'))
  expect(status).toBe(200)
  expect(body).toMatchObject([{ name: 'police.pdf', mediaType: 'application/pdf', size: report.length }])
  const { history } = (await keeper(corrections.getById, { id: made.id })).body
  const sha256 = createHash('sha256').update(report).digest('hex')
  expect(history.at(-1)).toMatchObject({ act: 'attach', note: `police.pdf · SHA-256 ${sha256}` })
  expect((await admin(corrections.attachments, { id: made.id })).body).toEqual(body)
  const { login } = await app.signIn('admin')
  const taken = await app.http.inject({
    url: `/api${corrections.attachment.path}?id=${made.id}&attachmentId=${body[0]?.id}`,
    headers: { authorization: `Bearer ${login.userInfo.accessToken}` },
  })
  expect([taken.statusCode, taken.body]).toEqual([200, report])
  // Neither the words of the history nor the file can be changed.
  for (const table of ['documents.attachment', 'documents.event'])
    await expect(app.owner(`delete from ${table} where subject_id = $1`, [made.id])).rejects.toThrow(
      /append-only|cannot/i,
    )
})

test('a file is neither added nor read by who does not see the document, nor by the id of another one', async () => {
  const [file] = (await keeper(corrections.attachments, { id: made.id })).body
  const ask = { id: made.id, attachmentId: file?.id ?? '' }
  for (const answer of [
    await stranger(corrections.attachments, { id: made.id }),
    await stranger(corrections.attachment, ask),
    await attach(strange, corrections.attach, made, pdf('x.pdf')),
    await keeper(corrections.attachment, { ...ask, attachmentId: randomUUID() }),
  ])
    expect(answer.status).toBe(404)
})

test('only pictures and PDF are taken, by their content, and ten of a document', async () => {
  const wrong = await attach(keeping, corrections.attach, made, pdf('x.pdf', 'MZ not a pdf'))
  expect(wrong.error.code).toBe('FILE_TYPE')
  expect((await attach(keeping, corrections.attach, { id: made.id, version: 99 }, pdf('x.pdf'))).status).toBe(
    409,
  )
  for (let index = 1; index < 10; index++)
    expect((await attach(keeping, corrections.attach, made, pdf(`${index}.pdf`))).body).toHaveLength(
      index + 1,
    )
  const { error } = await attach(keeping, corrections.attach, made, pdf('11.pdf'))
  expect(error.invalidParams).toMatchObject([
    { field: 'file', message: 'A document holds at most 10 files.' },
  ])
})

test('what a carrier wrote of a difference is attached to the transfer, at either end', async () => {
  const { body } = await moving(keeper, transfers.create, {
    fromBranchId: a,
    fromCounterId: null,
    toBranchId: b,
    toCounterId: null,
    lines: [{ itemId: usd, quantity: '100' }],
  })
  const sent = (await moving(keeper, transfers.sendToTransit, key(body))).body
  const short = (
    await moving(stranger, transfers.complete, { ...key(sent), lines: [{ itemId: usd, quantity: '90' }] })
  ).body
  expect(short.state).toBe('differing')
  expect((await attach(strange, transfers.attach, short, pdf('carrier.pdf'))).status).toBe(200)
  expect((await keeper(transfers.attachments, { id: short.id })).body).toMatchObject([
    { name: 'carrier.pdf', addedBy: 'stranger' },
  ])
})
