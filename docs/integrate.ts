// A program of yours: quotes and submits a deal, and hears by webhook what became of it. It needs an API key, a webhook of
// `deal.settled` and its secret, and a client made from the document that your server publishes (AGIO_OPEN_DOCS=1):
//   npx swagger-typescript-api generate -p https://agio.example/api/docs/json -n client.ts \
//     --module-name-first-tag --unwrap-response-data
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Api } from './client.js'

const { AGIO_URL, AGIO_KEY = '', WEBHOOK_SECRET = '', WEBHOOK_PORT } = process.env

const agio = new Api({
  baseUrl: `${AGIO_URL}/api`,
  baseApiParams: {
    format: 'json',
    headers: { authorization: `Bearer ${AGIO_KEY}`, 'Content-Type': 'application/json' },
  },
})
/** A change that moves value is done once, however often it is sent with the same key. */
const once = () => ({ headers: { 'idempotency-key': randomUUID() } })

interface Event {
  type: string
  data: { dealId: string; state: string }
}

/** What was sent, where Agio signed it within the last five minutes. */
function verified({ headers }: IncomingMessage, body: string): Event | undefined {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64')
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  const given = String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one))
  const isOurs = given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  const isFresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300
  return isOurs && isFresh ? (JSON.parse(body) as Event) : undefined
}

/** Webhooks come at least once: those that were had before are passed over. */
const had = new Set<unknown>()
async function receive(request: IncomingMessage, reply: ServerResponse) {
  const event = verified(request, await text(request))
  reply.writeHead(event ? 204 : 401).end()
  if (!event || had.has(request.headers['webhook-id'])) return
  had.add(request.headers['webhook-id'])
  console.log(`${event.type} ${event.data.dealId}`)
  if (event.type === 'deal.settled') receiver.close()
}
const receiver = createServer((request, reply) => void receive(request, reply)).listen(Number(WEBHOOK_PORT))

const dollar = (await agio.posrate.getEffectiveRates({})).find(({ code }) => code === 'USD')
if (!dollar) throw new Error('No dollars are dealt in at this counter')
const lines = [{ side: 'buy' as const, currencyId: dollar.currencyId, quantity: '100' }]
const quote = await agio.postransaction.createDeal({ lines, upTo: 'quote' }, once())
console.log(`quoted ${quote.id} at ${quote.lines[0]?.rate} until ${quote.expiresAt}`)
const deal = await agio.postransaction.submitDeal({ id: quote.id, version: quote.version }, once())
console.log(`submitted ${deal.id}: ${deal.state}`)
