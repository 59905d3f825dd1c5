import { createHash, randomInt } from 'node:crypto'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Proof } from './proofs.contract.ts'
import { groupedCode, plainCode, recoveryCount, recoveryLength, recoveryLetters } from './proofs.domain.ts'
import * as queries from './proofs.queries.ts'
import { siteOf, verifyPasskeyUse } from './passkeys.server.ts'
import { unseal } from './sealed.server.ts'
import { stepOfCode } from './totp.server.ts'

/** Who shows a second factor, and what was asked of the browser. */
export interface Prover {
  companyId: string
  userId: string
  challenge: string | null
  services: Pick<Services, 'secret' | 'publicUrl'>
  now: Date
}

const wrong = () => new Refusal('FACTOR_WRONG')

/** Where a sealed secret belongs: moved to another user it does not open. */
export const placeOf = ({ companyId, userId }: Pick<Prover, 'companyId' | 'userId'>) =>
  `${companyId}/${userId}`

/** Takes a proof of the second factor, once; throws FACTOR_WRONG, or CODE_USED for a code of an app that was taken before. */
export async function prove(tx: Db, who: Prover, proof: Proof): Promise<void> {
  if (proof.kind === 'totp') await proveByApp(tx, who, proof.code)
  else if (proof.kind === 'passkey') await proveByPasskey(tx, who, proof.response)
  else if (!(await queries.useCode(tx, who.userId, hashOfCode(proof.code), who.now))) throw wrong()
}

async function proveByApp(tx: Db, who: Prover, code: string): Promise<void> {
  const app = (await queries.factorsOf(tx, who.userId)).find(({ kind }) => kind === 'totp')
  if (!app?.secret) throw wrong()
  const secret = unseal(who.services.secret, app.secret, placeOf(who))
  // The server's key is another than when the app was added.
  if (secret === undefined) throw new Refusal('FACTOR_UNREADABLE')
  const step = stepOfCode(secret, code, who.now)
  if (step === undefined) throw wrong()
  if (!(await queries.takeTimeStep(tx, app.id, step, who.now))) throw new Refusal('CODE_USED')
}

async function proveByPasskey(
  tx: Db,
  who: Prover,
  response: Extract<Proof, { kind: 'passkey' }>['response'],
): Promise<void> {
  const site = siteOf(who.services)
  const factor = (await queries.factorsOf(tx, who.userId)).find(
    ({ credentialId }) => credentialId === response.id,
  )
  const count =
    site && factor && who.challenge
      ? await verifyPasskeyUse(site, who.challenge, factor, response)
      : undefined
  if (!factor || count === undefined) throw wrong()
  await queries.countUse(tx, factor.id, count, who.now)
}

// 120 random bits need no slow hash: nobody tries them all, with the table in hand or not.
const hashOfCode = (code: string) => createHash('sha256').update(plainCode(code)).digest('hex')

const newCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join('')

/** Makes new recovery codes in the place of the old ones; answers them as they are shown, this once. */
export async function renewRecoveryCodes(tx: Db, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, newCode)
  await queries.setCodes(tx, userId, codes.map(hashOfCode), now)
  return codes.map(groupedCode)
}
