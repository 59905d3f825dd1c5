import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { Enrolment, PasskeyMade, PasskeyUsed } from './proofs.contract.ts'

/** Why a passkey cannot be used in this browser at this address; undefined where it can. */
export function whyNoPasskey({
  origin,
  why,
}: Enrolment['site']): 'address' | 'insecure' | 'elsewhere' | 'browser' | undefined {
  if (why !== null) return why
  if (origin !== location.origin) return 'elsewhere'
  return browserSupportsWebAuthn() ? undefined : 'browser'
}

/** Makes a passkey with this device or a security key; throws when the person gives up. */
export const makePasskey = async (options: object): Promise<PasskeyMade> =>
  (await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  })) as PasskeyMade

/** Signs the server's challenge with a passkey; throws when the person gives up. */
export const signWithPasskey = async (options: object): Promise<PasskeyUsed> =>
  (await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  })) as PasskeyUsed
