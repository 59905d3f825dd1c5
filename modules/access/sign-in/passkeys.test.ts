import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#apps/server/demo.ts'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { factors } from '../factors/factors.contract.ts'
import { passkeySite } from '../proofs/proofs.domain.ts'
import { users } from '../users/users.contract.ts'
import { secondStep } from './second-step.contract.ts'

const rpId = 'agio.example'
const origin = `https://${rpId}`
let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { AGIO_PUBLIC_URL: origin } })
})
afterAll(() => app.stop())

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')
interface Lie {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
}

/** A security key as WebAuthn level 3 describes it, in software: it signs whatever it is asked to, also what a browser would not. */
function securityKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const part = (head: string, value: string) =>
    Buffer.concat([Buffer.from(head, 'hex'), Buffer.from(value, 'base64url')])
  const cose = Buffer.concat([Buffer.from('a5010203262001', 'hex'), part('215820', x), part('225820', y)])
  let used = 0
  const dataOf = (lie: Lie, flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lie.counter ?? (used += 1))
    return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const head = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }
  return {
    make(challenge: string, lie: Lie = {}) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = dataOf(lie, 0x41, credential)
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      const client = clientData('webauthn.create', challenge, lie)
      const response = { clientDataJSON: base64url(client), attestationObject: base64url(object) }
      return { ...head, response }
    },
    use(challenge: string, lie: Lie = {}) {
      const client = clientData('webauthn.get', challenge, lie)
      const data = dataOf(lie, 0x01)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { ...head, response }
    },
  }
}
type Key = ReturnType<typeof securityKey>

async function addKey({ call }: Session, key: Key, lie?: Lie) {
  const challenge = (await call(factors.begin)).body.passkey?.challenge ?? ''
  return call(factors.add, { factor: { kind: 'passkey', name: 'Key', response: key.make(challenge, lie) } })
}
async function withKey(userName: string) {
  const { id } = await app.addUser({ userName })
  const [key, session] = [securityKey(), await app.signIn(userName)]
  const added = await addKey(session, key)
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  return { id, key, session }
}
let count = 0
const begin = async (username: string) => {
  const address = `10.30.0.${++count}`
  const step = (await app.call(secondStep.begin, { username, password: demoPassword }, { address })).body
  const verify = (response: ReturnType<Key['use']>) =>
    app.call(secondStep.verify, { ticket: step.ticket, proof: { kind: 'passkey', response } }, { address })
  return { challenge: step.passkey?.challenge ?? '', verify, kinds: step.kinds }
}

test('passkeys are offered for the name of a host with https, and for localhost', () => {
  expect(passkeySite('https://fx.example.com/agio')).toEqual({
    rpId: 'fx.example.com',
    origin: 'https://fx.example.com',
  })
  expect(passkeySite('http://localhost:4000')).toEqual({ rpId: 'localhost', origin: 'http://localhost:4000' })
  expect(passkeySite('http://fx.example.com')).toEqual({ why: 'insecure' })
  for (const url of ['https://10.0.0.7', 'http://127.0.0.1:4000', 'https://[::1]'])
    expect(passkeySite(url)).toEqual({ why: 'address' })
})

describe('a passkey', () => {
  test('signs in once for each challenge', async () => {
    const { key } = await withKey('keyed')
    const step = await begin('keyed')
    expect(step.kinds).toEqual(['passkey', 'recovery'])
    const signed = key.use(step.challenge)
    const both = await Promise.all([step.verify(signed), step.verify(signed)])
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '422'])
    const again = await begin('keyed')
    expect((await again.verify(signed)).error.code).toBe('FACTOR_WRONG')
    expect((await again.verify(key.use(again.challenge))).status).toBe(200)
  })

  test('of another site, host name, challenge or key opens nothing; nor does one that was copied', async () => {
    const { key } = await withKey('phished')
    await withKey('somebody.else')
    const step = await begin('phished')
    const lies: Lie[] = [
      { origin: 'https://agio.example.evil' },
      { origin: 'http://agio.example' },
      { rpId: 'evil.example' },
      { challenge: base64url(randomBytes(32)) },
      // The counter of a copy is behind.
      { counter: 1 },
    ]
    for (const lie of lies.slice(0, 4))
      expect((await step.verify(key.use(step.challenge, lie))).error.code).toBe('FACTOR_WRONG')
    const other = await begin('phished')
    const stranger = securityKey().use(other.challenge)
    const forged = { ...stranger, id: key.use(other.challenge).id, rawId: key.use(other.challenge).rawId }
    await app.owner('delete from access.sign_in_lock')
    for (const response of [stranger, forged, key.use(other.challenge, lies[4])])
      expect((await other.verify(response)).error.code).toBe('FACTOR_WRONG')
    expect((await other.verify(key.use(other.challenge))).status).toBe(200)
  })

  test('of another user opens nothing', async () => {
    const [one, two] = [await withKey('own.key'), await withKey('other.key')]
    const step = await begin('own.key')
    expect((await step.verify(two.key.use(step.challenge))).error.code).toBe('FACTOR_WRONG')
    expect((await step.verify(one.key.use(step.challenge))).status).toBe(200)
  })

  test('is not taken after ten minutes, nor from a user who was locked meanwhile', async () => {
    const { id, key } = await withKey('too.late')
    const late = await begin('too.late')
    app.setNow(new Date(Date.now() + 601_000))
    expect((await late.verify(key.use(late.challenge))).error.code).toBe('STEP_EXPIRED')
    const step = await begin('too.late')
    const admin = await app.signIn('admin')
    const { version } = (await admin.call(users.getById, { id })).body
    expect((await admin.call(users.lock, { id, version })).status).toBe(200)
    expect((await step.verify(key.use(step.challenge))).error.code).toBe(10000)
  })

  test('is added only from this site and for this challenge, and once', async () => {
    const { key, session } = await withKey('adding')
    for (const lie of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { challenge: 'AAAA' }])
      expect((await addKey(session, securityKey(), lie)).error.code).toBe('FACTOR_WRONG')
    expect((await addKey(session, key)).status).toBe(409)
    expect((await addKey(session, securityKey())).status).toBe(200)
    expect((await session.call(factors.own)).body.factors).toHaveLength(2)
  })
})
