import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { itemImports, type Imported } from '#modules/retail/item-imports/item-imports.contract.ts'
import { retailPolicy } from '#modules/retail/policy/policy.contract.ts'
import { signIn, sure } from './counter-house.ts'

// A shop of the demonstration company: allowed to sell, with a catalogue.

/** The weighted sum that a barcode of thirteen digits ends with. */
function checkDigit(digits: string): number {
  const sum = Array.from(digits).reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** The barcode of an item by its number: of a range that shops may use inside. */
export function barcodeAt(number: number): string {
  const digits = `200${String(number).padStart(9, '0')}`
  return `${digits}${checkDigit(digits)}`
}

const words = 'adaptor cable case charger luggage pillow scale strap towel umbrella wallet watch'.split(' ')
const makes = 'Northern Southern Eastern Western Highland Lowland Harbour Garden'.split(' ')

export const itemHead = ['sku', 'name', 'kind', 'unit', 'supplier', 'price', 'soldOut', 'barcodes']

/** Goods by their numbers; each price is a multiple of the smallest coin. */
export function* itemCells(from: number, count: number): Generator<string[]> {
  for (let n = from; n < from + count; n += 1) {
    const name = `${makes[n % makes.length]} ${words[n % words.length]} ${n}`
    const price = (1 + (n % 400) / 20).toFixed(2)
    yield [`B${n}`, name, 'goods', 'piece', 'Northern Wholesale', price, 'warn', barcodeAt(n)]
  }
}

/** Calls that take a file, or are read: as a browser sends them. */
export function callsOf(base: string, { userInfo }: Login) {
  const headers = { authorization: `Bearer ${userInfo.accessToken}` }
  const answer = async <T>(path: string, reply: Response): Promise<T> => {
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  return {
    read: async <T>(path: string, query: Record<string, string> = {}) =>
      answer<T>(path, await fetch(`${base}${path}?${new URLSearchParams(query).toString()}`, { headers })),
    send: async <T>(path: string, file: Blob, name: string, fields: Record<string, string> = {}) => {
      const body = new FormData()
      for (const [key, value] of Object.entries(fields)) body.append(key, value)
      body.append('file', file, name)
      return answer<T>(path, await fetch(`${base}${path}`, { method: 'POST', headers, body }))
    },
  }
}

/** Switches on that goods are sold, by an approval, where the country asks for one. */
export async function sellGoods(base: string): Promise<void> {
  const { login, call } = await signIn(base, 'admin')
  const paper = new Blob(['%PDF-1.4\n%EOF\n'], { type: 'application/pdf' })
  const { send } = callsOf(base, login)
  const { version } = await send<{ version: number }>(retailPolicy.uploadDocument.path, paper, 'approval.pdf')
  const approval = { version, isOn: true, reference: 'BNM/2026/118', approvedOn: '2026-01-05' }
  await sure(call(retailPolicy.update.path, approval))
}

/** Has the product import so many items, the first of them with this number. */
export async function addItems(base: string, from: number, count: number): Promise<Imported> {
  const { login } = await signIn(base, 'admin')
  const lines = [itemHead, ...itemCells(from, count)].map((cells) => cells.join(','))
  const file = new Blob([lines.join('\n')], { type: 'text/csv' })
  return callsOf(base, login).send(itemImports.import.path, file, 'items.csv', { dryRun: 'false' })
}

/** The mode by which notes and coins are paid. */
export async function cashMode(base: string): Promise<string> {
  const { login } = await signIn(base, 'admin')
  const modes = await callsOf(base, login).read<{ id: string; kind: string }[]>(
    paymentModes.listSelection.path,
  )
  return modes.find(({ kind }) => kind === 'cash')?.id ?? ''
}
