import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { NewFactor } from '../proofs/proofs.contract.ts'
import { mostFactors } from '../proofs/proofs.domain.ts'
import * as queries from '../proofs/proofs.queries.ts'
import { creationOptions, verifyNewPasskey, offerOf, siteOf } from '../proofs/passkeys.server.ts'
import { placeOf, type Prover, renewRecoveryCodes } from '../proofs/prove.server.ts'
import { seal, unseal } from '../proofs/sealed.server.ts'
import { newTotpSecret, stepOfCode, totpUri } from '../proofs/totp.server.ts'

interface User {
  id: string
  userName: string
  fullName: string
}

/** What a browser needs to add a factor, and what the server keeps of it meanwhile. */
export async function offerEnrolment(tx: Db, user: User, companyId: string, services: Services) {
  const held = await queries.factorsOf(tx, user.id)
  const site = siteOf(services)
  const passkey = site ? await creationOptions(site, user, held) : null
  const secret = held.some(({ kind }) => kind === 'totp') ? null : newTotpSecret()
  const sealed = secret && seal(services.secret, secret, placeOf({ companyId, userId: user.id }))
  return {
    asked: { challenge: passkey?.challenge ?? null, secret: sealed },
    offer: {
      totp: secret ? { secret, uri: totpUri(secret, user.userName) } : null,
      passkey: passkey && { ...passkey },
      site: offerOf(services),
    },
  }
}

const wrong = () => new Refusal('FACTOR_WRONG')

/** Adds a factor that works; answers the recovery codes that come with the first one, else none. */
export async function enrol(
  tx: Db,
  who: Prover & { secret: string | null },
  factor: NewFactor,
): Promise<string[]> {
  const { userId, now } = who
  await queries.lockUser(tx, userId)
  const held = await queries.factorsOf(tx, userId)
  if (held.length >= mostFactors) throw new Refusal('FACTORS_MOST', { most: mostFactors })
  if (factor.kind === 'totp') {
    if (held.some(({ kind }) => kind === 'totp')) throw new Refusal('APP_THERE')
    await queries.add(tx, { userId, kind: 'totp', name: factor.name, ...appOf(who, factor.code) }, now)
  } else {
    const site = siteOf(who.services)
    const made =
      site && who.challenge ? await verifyNewPasskey(site, who.challenge, factor.response) : undefined
    if (!made) throw wrong()
    await queries.add(tx, { userId, kind: 'passkey', name: factor.name, ...made }, now)
  }
  return held.length === 0 ? renewRecoveryCodes(tx, userId, now) : []
}

/** The app's secret, once its first code is right; that code is then used up. */
function appOf(who: Prover & { secret: string | null }, code: string) {
  const secret = who.secret && unseal(who.services.secret, who.secret, placeOf(who))
  const lastStep = secret ? stepOfCode(secret, code, who.now) : undefined
  if (!who.secret || lastStep === undefined) throw wrong()
  return { secret: who.secret, lastStep: String(lastStep) }
}
