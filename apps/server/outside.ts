import { lookup } from 'node:dns'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'

/** Within the networks below, what is not the internet: the special-purpose registries of IANA (RFC 6890). */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, bits, 'ipv4')
  // The same behind a translator (RFC 6052).
  inside.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6')
}
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Of IPv6 only what is given out as public, and IPv4 behind a translator: not mapped addresses, nor what nobody was given. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')
given.addSubnet('64:ff9b::', 96, 'ipv6')

/** Whether an IP address leads into a house and not to the internet, in whatever way it is written. */
export function isInside(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return inside.check(address, 'ipv4')
  return version === 0 || !given.check(address, 'ipv6') || inside.check(address, 'ipv6')
}

/** Looks a name up for the connection itself, so that what was judged is what is connected to, whatever the name says next. */
const lookupOutside: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error) done(error, [])
    else if (found.some(({ address }) => isInside(address)))
      done(new Refusal('ADDRESS_INSIDE') as NodeJS.ErrnoException, [])
    else if (options.all) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  })
}

const redirects = new Set([301, 302, 303, 307, 308])
const mostHops = 5

/**
 * The one way out to addresses that people have typed, or that answers lead on to: nothing inside the house is asked, except by
 * an address that whoever runs the server has set, and where it leads on its own origin.
 */
export function createFetch(ofOperator: readonly string[]): Services['fetch'] {
  const trusted = new Set(ofOperator.flatMap((address) => (address ? [new URL(address).href] : [])))
  return async (address, { etag, accept = '*/*', signal }) => {
    const headers = {
      accept,
      'accept-encoding': 'identity',
      // Many gateways refuse whoever does not say who they are.
      'user-agent': 'Agio',
      ...(etag ? { 'if-none-match': etag } : {}),
    }
    let url = new URL(address)
    const home = trusted.has(url.href) ? url.origin : undefined
    for (let hop = 0; hop <= mostHops; hop += 1) {
      const reply = await ask(url, { headers, signal }, url.origin === home)
      const { statusCode: status = 0, headers: said } = reply
      if (!redirects.has(status) || !said.location) return { status, etag: said.etag ?? null, body: reply }
      reply.destroy()
      const next = new URL(said.location, url)
      if (next.protocol !== 'https:' && next.protocol !== url.protocol)
        throw new Error('Led to a weaker protocol')
      url = next
    }
    throw new Error('Led on too often')
  }
}

/** Addresses that whoever runs the server trusts: those that begin so, of one company. */
export interface TrustedAddress {
  companyId: string
  /** Origin and path of the address itself, or of a folder above it. */
  prefix: string
}

/** Sends once to where it is told; to an address inside the house only where that is trusted. It is led on nowhere. */
export const postTo =
  (isTrusted: boolean) => (address: string, sent: RequestOptions & { body: string | Uint8Array }) =>
    ask(new URL(address), { ...sent, method: 'POST' }, isTrusted)

/**
 * The way out for what is sent to addresses that people have typed: over https to the internet, or to an address that whoever runs
 * the server has named for their company. It is led on nowhere.
 */
export function createPost(
  trusted: readonly TrustedAddress[],
): Pick<Services, 'post' | 'mayPost' | 'isOperators'> {
  const isOperators = (address: string, company: string) =>
    trusted.some(
      ({ companyId, prefix }) =>
        companyId === company && `${new URL(address).href}/`.startsWith(`${prefix.replace(/\/$/, '')}/`),
    )
  const safe = (address: string, companyId: string): URL => {
    const url = new URL(address)
    if (url.protocol !== 'https:' && !isOperators(address, companyId)) throw new Refusal('ADDRESS_INSECURE')
    return url
  }
  return {
    isOperators,
    async post(address, companyId, sent) {
      const { href } = safe(address, companyId)
      return postTo(isOperators(address, companyId))(href, sent)
    },
    async mayPost(address, companyId) {
      const url = safe(address, companyId)
      if (isOperators(address, companyId)) return
      refuseInside(url)
      // A name that cannot be looked up now is judged when something is sent.
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(resolve, 2000)
        lookupOutside(hostOf(url), { all: true }, (error) => {
          clearTimeout(late)
          if (error instanceof Refusal) reject(error)
          else resolve()
        })
      })
    },
  }
}

const hostOf = (url: URL) => url.hostname.replaceAll(/[[\]]/g, '')

function refuseInside(url: URL): void {
  const host = hostOf(url)
  if (isIP(host) > 0 && isInside(host)) throw new Refusal('ADDRESS_INSIDE')
}

type Asked = RequestOptions & { body?: string | Uint8Array }

/** Asks once. A connection of its own: one that is kept might have been made for a trusted origin. */
const ask = (url: URL, { body, ...asked }: Asked, isTrusted: boolean) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    if (!isTrusted) refuseInside(url)
    const { request } = url.protocol === 'https:' ? https : http
    const options = { ...asked, agent: false, ...(isTrusted ? {} : { lookup: lookupOutside }) }
    request(url, options, resolve).on('error', reject).end(body)
  })
