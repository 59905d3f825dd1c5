import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import * as z from 'zod'

/** Seconds that an access token is good for. */
export const accessTokenSeconds = 900

const Claims = z.object({ sid: z.uuid(), cid: z.uuid() })
export type Claims = z.output<typeof Claims>

/** Signs and reads access tokens: which session, in which company. Everything else is looked up. */
export function accessTokens(secret: Buffer) {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: accessTokenSeconds * 1000 })
  const verify = createVerifier({ key: secret, algorithms: ['HS256'] })
  return {
    sign: ({ sid, cid }: Claims): string => sign({ sid, cid }),
    /** The claims of a token that is ours and still good; otherwise undefined. */
    read(token: string): Claims | undefined {
      try {
        return Claims.safeParse(verify(token)).data
      } catch {
        return undefined
      }
    },
  }
}

/** A long-lived token as it is handed out: where its row is, and a secret of which only the hash is stored. */
export interface Ticket {
  companyId: string
  id: string
  secret: string
}

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The secret of the token that follows this one: whoever uses a token again is given the same, and it is stored nowhere. */
export const successorSecret = (key: Buffer, { id, secret }: Ticket): string =>
  createHmac('sha256', key).update(`refresh token after ${id} ${secret}`).digest('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Compares in constant time. */
export const hashMatches = (hashed: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hashed), Buffer.from(hashOf(secret)))

export const writeTicket = ({ companyId, id, secret }: Ticket): string =>
  `${companyId.replaceAll('-', '')}${id.replaceAll('-', '')}${secret}`

const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The parts of a ticket; undefined when the text is not one. */
export function readTicket(text: string): Ticket | undefined {
  const [, company, id, secret] = /^([0-9a-f]{32})([0-9a-f]{32})([\w-]{43})$/.exec(text) ?? []
  return company && id && secret ? { companyId: uuid(company), id: uuid(id), secret } : undefined
}

/** How the key of a program begins, so that people and scanners of source code know one when they see it. */
export const keyPrefix = 'agio_'

export const writeKey = (ticket: Ticket): string => `${keyPrefix}${writeTicket(ticket)}`

/** The parts of a program's key; undefined when the text is not one. */
export const readKey = (text: string): Ticket | undefined => readTicket(text.slice(keyPrefix.length))
