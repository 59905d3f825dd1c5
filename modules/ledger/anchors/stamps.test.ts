import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { freePort } from '#kit/test/free-port.ts'
import { sealAll } from '../seal/seal.server.ts'
import { anchor, anchorJobs, compareAnchor, stampAnchors } from './anchoring.server.ts'
import { anchors } from './anchors.contract.ts'
import { askStamp, readStamp } from './stamps.server.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'agio-stamps-'))
const openssl = (...parameters: string[]) =>
  execFileSync('openssl', parameters, { cwd: folder, stdio: 'pipe' })

/** An authority as openssl keeps one. */
function openAuthority(): void {
  const section = (name: string) => `[${name}]
serial = ${name}.serial
crypto_device = builtin
signer_cert = ${name}.pem
signer_key = ${name}.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
`
  writeFileSync(
    join(folder, 'openssl.cnf'),
    `[req]
distinguished_name = name
prompt = no
[name]
O = House of Clocks
CN = Clock One
[extensions]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
${section('good')}`,
  )
  const made = ['-nodes', '-keyout', 'good.key', '-out', 'good.pem', '-config', 'openssl.cnf']
  openssl('req', '-x509', '-newkey', 'rsa:2048', ...made, '-extensions', 'extensions', '-days', '2')
  writeFileSync(join(folder, 'good.serial'), '01\n')
}

/** What the authority answers to a request. */
function replyTo(query: Buffer): Buffer {
  writeFileSync(join(folder, 'query.tsq'), query)
  const files = ['-queryfile', 'query.tsq', '-out', 'reply.tsr']
  openssl('ts', '-reply', '-config', 'openssl.cnf', '-section', 'good', ...files)
  return readFileSync(join(folder, 'reply.tsr'))
}

describe.skipIf(!hasOpenssl)('with the time-stamping authority of openssl:', () => {
  let app: TestApp
  let admin: Session
  let companyId: string
  let authority: Server
  let address: string
  /** How it answers; a status where it does not. */
  let answer: (query: Buffer) => Buffer | number = replyTo
  const asked: { type: string | undefined; query: Buffer }[] = []

  beforeAll(async () => {
    openAuthority()
    const port = await freePort()
    address = `http://127.0.0.1:${port}/tsa`
    authority = createServer((request, response) => {
      void buffer(request).then((query) => {
        asked.push({ type: request.headers['content-type'], query })
        const reply = answer(query)
        if (typeof reply === 'number') return response.writeHead(reply).end()
        return response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply)
      })
    }).listen(port, '127.0.0.1')
    app = await testApp({ env: { AGIO_TIMESTAMP_URL: address } })
    admin = await app.signIn('admin')
    ;({ companyId } = admin.login.company)
  })
  afterAll(async () => {
    authority.close()
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)
  const stamped = () => within(() => stampAnchors(app.services))
  /** Makes another anchor, of the audit of a sign-in; answers its file. */
  const anchored = async () => {
    await app.signIn('admin')
    await within(() => sealAll(app.services.db, app.services.now()))
    const file = await within(() => anchor(app.services))
    if (!file) throw new Error('Nothing was sealed')
    return { file, content: readFileSync(file, 'utf8'), stamp: file.replace('.anchor', '.tsr') }
  }
  const listed = async () => (await admin.call(anchors.list, {})).body.items
  const compared = (content: string, reply?: Buffer) =>
    within(() => compareAnchor(app.services.db, content, app.services.secret, reply))

  test('an anchor is made while the authority does not answer, and stamped by a later run', async () => {
    answer = () => 503
    const { content, stamp } = await anchored()
    const job = anchorJobs.find(({ name }) => name === 'ledger.stamp')
    const run = () => job?.run({}, { services: app.services } as never)
    // The job fails, as the operator sees of any other, and is tried again.
    await expect(run()).rejects.toThrow('No time stamp: It answers 503')
    expect(await listed()).toMatchObject([{ stampedBy: null, stampedAt: null }])
    expect(await compared(content)).toEqual({ isOurs: true })

    answer = replyTo
    const before = Math.floor(Date.now() / 1000) * 1000
    await run()
    const [one] = await listed()
    const stampedAt = one?.stampedAt ?? null
    expect(one?.stampedBy).toBe('Clock One')
    expect(Date.parse(stampedAt ?? '')).toBeGreaterThanOrEqual(before)
    expect(asked.at(-1)?.type).toBe('application/timestamp-query')
    const said = { by: 'Clock One', at: stampedAt }
    expect(await compared(content)).toEqual({ isOurs: true, stamp: said })
    const sent = await admin.send(anchors.compare, {}, new File([content], 'a.anchor'))
    expect(sent.body).toMatchObject({ result: 'whole', stampedBy: 'Clock One', stampedAt })

    // Another program, which knows nothing of us, finds the stamp beside the anchor right.
    writeFileSync(join(folder, 'head'), content.split('\n')[0] ?? '')
    const verified = openssl('ts', '-verify', '-data', 'head', '-in', stamp, '-CAfile', 'good.pem')
    expect(verified.toString()).toContain('Verification: OK')
    // What is stamped is not asked for again.
    const count = asked.length
    await run()
    expect(asked).toHaveLength(count)
  })

  test('a stamp of another head is refused, in the database and beside the file', async () => {
    const first = await anchored()
    expect(await stamped()).toBeUndefined()
    const second = await anchored()
    expect(await stamped()).toBeUndefined()
    expect(await compared(second.content, readFileSync(first.stamp))).toEqual({
      isOurs: true,
      broken: { why: 'stamp' },
    })
    await app.owner(`set session_replication_role = replica;
      update ledger.anchor_stamp s set reply = o.reply from ledger.anchor_stamp o
      where s.number = (select max(number) from ledger.anchor_stamp) and o.number <> s.number`)
    expect((await compared(second.content)).broken).toEqual({ why: 'stamp' })
    const sent = await admin.send(anchors.compare, {}, new File([second.content], 'a.anchor'))
    expect(sent.body).toMatchObject({ result: 'stamp', stampedBy: null })
    expect((await compared(second.content, readFileSync(second.stamp))).broken).toBeUndefined()
  })

  test('what does not stamp this request is not taken', async () => {
    const { timestamp } = app.services
    if (!timestamp) throw new Error('No authority')
    const ask = () => askStamp(timestamp, 'the head')
    answer = replyTo
    const { reply, by } = await ask()
    expect(by).toBe('Clock One')
    expect((await readStamp(reply, 'the head')).by).toBe('Clock One')
    await expect(readStamp(reply, 'another head')).rejects.toThrow('It stamps something else')
    // An answer of before, to another nonce.
    answer = () => reply
    await expect(ask()).rejects.toThrow('It answers another request')
    answer = () => Buffer.from('no time stamp')
    await expect(ask()).rejects.toThrow()
    answer = () => Buffer.alloc(100_000)
    await expect(ask()).rejects.toThrow('Its answer is too long')
    answer = (query) => {
      const right = replyTo(query)
      // Within the signature, which ends the reply.
      right.writeUInt8(right.readUInt8(right.length - 9) ^ 1, right.length - 9)
      return right
    }
    await expect(ask()).rejects.toThrow('Its signature is not right')
    // It takes no such hash, and says so.
    writeFileSync(
      join(folder, 'strict.cnf'),
      readFileSync(join(folder, 'openssl.cnf'), 'utf8').replace('sha256, sha512', 'sha512'),
    )
    answer = (query) => {
      writeFileSync(join(folder, 'query.tsq'), query)
      const files = ['-queryfile', 'query.tsq', '-out', 'reply.tsr']
      spawnSync('openssl', ['ts', '-reply', '-config', 'strict.cnf', '-section', 'good', ...files], {
        cwd: folder,
      })
      return readFileSync(join(folder, 'reply.tsr'))
    }
    await expect(ask()).rejects.toThrow('It refuses: 2')
    authority.closeAllConnections()
    await new Promise((done) => authority.close(done))
    await anchored()
    expect(await stamped()).toMatch(/ECONNREFUSED/)
  })
})
