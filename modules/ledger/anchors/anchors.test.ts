import { createHash, generateKeyPairSync, randomUUIDv7, sign } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { post } from '../public.server.ts'
import { leafOf } from '../posting/leaf.server.ts'
import { walk } from '../seal/seal.queries.ts'
import { sealAll, verifyChain } from '../seal/seal.server.ts'
import { anchor, compareAnchor } from './anchoring.server.ts'
import { anchors } from './anchors.contract.ts'
import { readably } from './anchors.domain.ts'

const secret = Buffer.alloc(32, 'a')
const anchorFolder = mkdtempSync(join(tmpdir(), 'agio-anchors-'))
let app: TestApp
let companyId: string
let admin: Session
let teller: Call
/** The entries of the first and of the second day. */
let posted: string[]
/** What the anchors of the two days say. */
let first: string
let second: string

const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)
const quietly = (statement: string) => app.owner(`set session_replication_role = replica; ${statement}`)
const compared = (content: string, key = secret) => within(() => compareAnchor(app.services.db, content, key))
const verified = () => within(() => verifyChain(app.services.db))
const anchored = async () => {
  const { db, now } = app.services
  await within(() => sealAll(db, now()))
  return within(() => anchor({ db, now, secret, anchorFolder }))
}

/** The same anchor with another's key and signature, so that it is right in itself. */
function signedByStranger(content: string): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const [said = '', , ...lines] = content.split('\n')
  const head = JSON.stringify({
    ...(JSON.parse(said) as object),
    named: createHash('sha256').update(lines.join('\n')).digest('hex'),
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  })
  return [head, sign(null, Buffer.from(head), privateKey).toString('base64url'), ...lines].join('\n')
}

beforeAll(async () => {
  app = await testApp({ env: { AGIO_SECRET: secret.toString() } })
  teller = (await app.signIn('teller')).call
  admin = await app.signIn('admin')
  ;({ companyId } = admin.login.company)
  await app.owner(`update organisation.company set email = 'books@example.com'`)
  const { db, now } = app.services
  const local = (await within(() => readTradedCurrencies(db))).find(({ code }) => code === 'MYR')?.id ?? ''
  const [branch] = (await within(() => tree(db))).branches
  const open = (amount: string) =>
    within(() =>
      db.transaction().execute((tx) =>
        post(
          { db: tx, actor: { userId: randomUUIDv7(), name: 'Somebody' }, now: now() },
          {
            event: adjustmentEvents.opening,
            source: { type: 'adjustment', id: randomUUIDv7() },
            businessDate: '2026-03-02',
            branchId: branch?.id ?? '',
            lines: [
              { part: 'cash', branchId: branch?.id ?? '', itemId: local, quantity: amount, amount },
              { part: 'opening', branchId: branch?.id ?? '', amount: `-${amount}` },
            ],
          },
        ),
      ),
    )
  const one = await open('100')
  first = readFileSync((await anchored()) ?? '', 'utf8')
  const other = await open('200')
  second = readFileSync((await anchored()) ?? '', 'utf8')
  posted = [one.id, other.id]
})
afterAll(() => app.stop())

test('an anchor names every row since the last one, is mailed to the company, and says when there is nothing new', async () => {
  expect(await anchored()).toBeUndefined()
  expect(first).toContain(posted[0])
  expect(second).toContain(posted[1])
  expect(second).not.toContain(posted[0])
  const mails = await app.owner<{ recipient: string; body: string }>(
    `select recipient, body from kit.mail where recipient = 'books@example.com' order by created_at`,
  )
  expect(mails).toHaveLength(2)
  const [head = '', signature = ''] = first.split('\n')
  expect(mails[0]?.body).toContain(head)
  expect(mails[0]?.body).toContain(signature)
  expect(await compared(first)).toEqual({ isOurs: true })
  expect(await compared(second)).toEqual({ isOurs: true })
  expect(await compared(second, Buffer.alloc(32, 'b'))).toEqual({ isOurs: false })
})

test('whoever prints a report is told the last seal and the last anchor of it', async () => {
  const { head } = (await teller(anchors.head)).body
  const [said = '', signature = ''] = second.split('\n')
  const { last, hash, at } = JSON.parse(said) as { last: string; hash: string; at: string }
  expect(BigInt(head?.seal ?? 0)).toBeGreaterThanOrEqual(BigInt(last))
  const fingerprint = createHash('sha256').update(Buffer.from(signature, 'base64url')).digest('hex')
  expect(head?.anchor).toEqual({ seal: last, at, fingerprint })
  expect(readably(hash)).toBe(hash.slice(0, 32).replaceAll(/(.{4})(?=.)/g, '$1 '))
})

test('anchors are listed with what they name, and a file is given out as it was written', async () => {
  const { items } = (await admin.call(anchors.list, {})).body
  expect(items.map(({ rows, mailedTo }) => [rows, mailedTo])).toEqual(
    [second, first].map((file) => [file.trimEnd().split('\n').length - 2, 'books@example.com']),
  )
  const last = items[0]?.last ?? ''
  expect(BigInt(items[0]?.first ?? 0)).toBe(BigInt(items[1]?.last ?? 0) + 1n)
  const given = await app.http.inject({
    url: `/api/posaccounting/anchor/download?last=${last}`,
    headers: { authorization: `Bearer ${admin.login.userInfo.accessToken}` },
  })
  expect(given.headers['content-disposition']).toContain(`-${last}.anchor`)
  expect(given.body).toBe(second)
  expect((await admin.call(anchors.download, { last: '999999' })).status).toBe(404)
  expect((await teller(anchors.list, {})).status).toBe(403)
})

test('an anchor that is sent in is compared: whole, of another company, changed, or none', async () => {
  const sent = async (content: string) =>
    (await admin.send(anchors.compare, {}, new File([content], 'a.anchor'))).body
  const { first: from, last } = JSON.parse(second.split('\n')[0] ?? '') as Record<string, string>
  const nowhere = { seal: null, rowId: null, isEntry: false, stampedBy: null, stampedAt: null }
  expect(await sent(second)).toEqual({ result: 'whole', isOurs: true, first: from, last, ...nowhere })
  expect(await sent('Dear company')).toMatchObject({ result: 'none', isOurs: false, first: null })
  // What does not have the form of an anchor never reaches the database.
  const [said = '', ...others] = second.split('\n')
  const odd = [said.replace('"first":"', '"first":"x'), ...others].join('\n')
  expect(await sent(odd)).toMatchObject({ result: 'none' })
  expect(await sent(signedByStranger(second.replace(posted[1] ?? '', 'x')))).toMatchObject({
    result: 'signature',
    isOurs: false,
  })
  expect(await sent(signedByStranger(second))).toMatchObject({ result: 'whole', isOurs: false })
  expect(await sent(second.slice(0, -2))).toMatchObject({ result: 'signature', isOurs: false, first: null })
  const elsewhere = await app.owner<{ id: string }>(
    `insert into organisation.company (company_id, name, country, time_zone, local_currency)
     values (uuidv7(), 'Elsewhere', 'MY', 'UTC', 'MYR') returning company_id as id`,
  )
  const other = await inCompany(elsewhere[0]?.id, () => compareAnchor(app.services.db, second, secret))
  expect(other).toEqual({ isOurs: false, broken: { why: 'company' } })
})

test('an anchor that somebody changed is known, wherever', async () => {
  for (const forged of [
    second.replace('"rows":', '"rows": '),
    second.replace(posted[1] ?? '', posted[0] ?? ''),
    second.slice(0, -2),
    'nothing',
    '',
  ])
    expect((await compared(forged)).broken, forged.slice(0, 40)).toEqual({ why: 'signature' })
})

test('where the whole chain was made anew around a changed entry it verifies, and the anchor names the entry', async () => {
  const { db, now } = app.services
  await quietly(
    `update ledger.line set amount = amount * 2, quantity = quantity * 2 where entry_id = '${posted[1]}'`,
  )
  const entry = await within(async () => {
    for await (const { rows } of walk(db)) {
      const row = rows.find(({ entryId }) => entryId === posted[1])
      if (row?.entry) return row.entry
    }
    throw new Error('no entry')
  })
  const { lines, leaf: _, leafVersion, ...told } = entry
  await quietly(`update ledger.entry set leaf = '\\x${leafOf(leafVersion, told, lines)?.toString('hex')}' where id = '${posted[1]}';
    delete from ledger.sealed; delete from ledger.sealed_audit; delete from ledger.seal;
    insert into kit.unsealed (company_id, at, xact)
      select company_id, at, xact from kit.audit union select company_id, at, xact from kit.audit_change
      on conflict do nothing`)
  await within(() => sealAll(db, now()))
  expect(await verified()).not.toHaveProperty('broken')
  expect((await compared(second)).broken).toMatchObject({ why: 'row', id: posted[1] })
  const copy = new File([second], 'second.anchor')
  expect((await admin.send(anchors.compare, {}, copy)).body).toMatchObject({
    result: 'row',
    rowId: posted[1],
    isEntry: true,
  })
  const { last } = JSON.parse(second.split('\n')[0] ?? '') as { last: string }
  expect((await admin.call(anchors.download, { last })).error.code).toBe('ANCHOR_ROWS')
  // The rows of the first day are as they were; the seals over them are others.
  expect((await compared(first)).broken).toMatchObject({ why: 'chain' })
})
