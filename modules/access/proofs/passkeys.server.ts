import type { Services } from '#kit/server/context.server.ts'
import type { PasskeyMade, PasskeyUsed } from './proofs.contract.ts'
import { passkeySite } from './proofs.domain.ts'
import type { FactorRow } from './proofs.queries.ts'

// Loaded when first needed: many servers never see a passkey, and Node says on loading it which of its parts are experimental.
const webAuthn = () => import('@simplewebauthn/server')

/** The site that passkeys belong to; undefined where they cannot be used. */
export function siteOf({ publicUrl }: Pick<Services, 'publicUrl'>) {
  const site = passkeySite(publicUrl)
  return 'rpId' in site ? site : undefined
}
type Site = NonNullable<ReturnType<typeof siteOf>>

/** What the screens say of it. */
export function offerOf({ publicUrl }: Pick<Services, 'publicUrl'>) {
  const site = passkeySite(publicUrl)
  return 'rpId' in site ? { origin: site.origin, why: null } : { origin: null, why: site.why }
}

const known = (factors: readonly FactorRow[]) =>
  factors.flatMap(({ credentialId, transports }) =>
    credentialId ? [{ id: credentialId, transports: transports ?? [] }] : [],
  )

/** The kinds of proof that these factors give here. */
export const kindsOf = (factors: readonly FactorRow[], withPasskeys: boolean) => {
  const kinds = new Set(factors.map(({ kind }) => kind))
  return [
    ...(kinds.has('totp') ? (['totp'] as const) : []),
    ...(withPasskeys ? (['passkey'] as const) : []),
    'recovery' as const,
  ]
}

export const creationOptions = async (
  site: Site,
  user: { id: string; userName: string; fullName: string },
  factors: readonly FactorRow[],
) =>
  (await webAuthn()).generateRegistrationOptions({
    rpName: 'Agio',
    rpID: site.rpId,
    userID: Buffer.from(user.id.replaceAll('-', ''), 'hex'),
    userName: user.userName,
    userDisplayName: user.fullName,
    attestationType: 'none',
    excludeCredentials: known(factors),
    // Beside a password: a key without a PIN of its own is good enough, and no place on it is taken.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })

/** Undefined when the user has no passkey, or none can be used here. */
export const requestOptions = async (site: Site | undefined, factors: readonly FactorRow[]) => {
  const allowCredentials = known(factors)
  return site && allowCredentials.length > 0
    ? (await webAuthn()).generateAuthenticationOptions({
        rpID: site.rpId,
        allowCredentials,
        userVerification: 'preferred',
      })
    : undefined
}

/** What is kept of a new passkey; undefined when the answer is not to this challenge, or from another site. */
export async function verifyNewPasskey(site: Site, challenge: string, made: PasskeyMade) {
  try {
    const { verifyRegistrationResponse } = await webAuthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      signCount: String(counter),
      transports: made.response.transports ?? [],
    }
  } catch {
    return undefined
  }
}

/** The new signature counter; undefined when the signature is not of this key, challenge and site, or the key was copied. */
export async function verifyPasskeyUse(site: Site, challenge: string, factor: FactorRow, used: PasskeyUsed) {
  try {
    const { verifyAuthenticationResponse } = await webAuthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...used, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: {
        id: factor.credentialId ?? '',
        publicKey: Buffer.from(factor.publicKey ?? '', 'base64url'),
        counter: Number(factor.signCount ?? 0),
      },
      requireUserVerification: false,
    })
    return verified ? String(authenticationInfo.newCounter) : undefined
  } catch {
    return undefined
  }
}
