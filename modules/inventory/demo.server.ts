import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Stage } from '#modules/demonstration.contract.ts'
import type { Player, Step } from '#modules/demonstration.domain.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { adjustments } from './adjustments/adjustments.contract.ts'
import { corrections } from './corrections/corrections.contract.ts'
import { counts } from './counts/counts.contract.ts'
import { days } from './days/days.contract.ts'
import {
  type Adjusted,
  adjusted,
  asked,
  limits,
  type Move,
  moves,
  type Notes,
  opening,
  type Place,
} from './demo-stock.domain.ts'
import { handovers } from './handovers/handovers.contract.ts'
import { stockItems } from './items/items.contract.ts'
import { type Piece, type StockItem, totalOf } from './items/items.domain.ts'
import { stockLimits } from './limits/limits.contract.ts'
import { stockRequests } from './requests/requests.contract.ts'
import { transfers } from './transfers/transfers.contract.ts'

/** Vaults, counters and items by what they are called here. */
async function readHouse({ perform, mids }: Stage) {
  const page = { pageSize: 100 }
  const { items: known } = await perform('admin', branches.list, page)
  const { items: seats } = await perform('admin', counters.list, page)
  const branchId = new Map(known.map(({ code, id }) => [code, id]))
  const byCode = new Map((await perform('admin', stockItems.listSelection, {})).map((one) => [one.code, one]))
  const at = (place: Place) => {
    const [branch = '', counter] = place.split('/')
    const id = branchId.get(branch) ?? ''
    const seat = seats.find((one) => one.branchId === id && one.code === counter)
    return { branchId: id, counterId: seat?.id ?? null }
  }
  const item = (code: string): StockItem => {
    const found = byCode.get(code)
    if (!found) throw new Error(`The demonstration does not trade ${code}`)
    return found
  }
  const lines = (notes: Notes) =>
    Object.entries(notes).map(([code, faces]) => {
      const pieces: Piece[] = Object.entries(faces).map(([faceValue, count]) => ({
        kind: 'note',
        faceValue,
        count,
      }))
      return { itemId: item(code).id, quantity: totalOf(pieces), pieces }
    })
  const cost = (code: string, quantity: string) => new Exact(mids.get(code) ?? 1).times(quantity).toFixed(2)
  return { at, item, lines, cost }
}
type House = Awaited<ReturnType<typeof readHouse>>

/** Stock of the demonstration: opening stock, limits, and transfers, requests, adjustments and counts in each of their states. */
export async function seedStock(stage: Stage): Promise<void> {
  const house = await readHouse(stage)
  await openVaults(stage, house)
  await setLimits(stage, house)
  for (const place of ['KLC/C3', 'KLS/C2'])
    await stage.perform('manager', days.open, { counterId: house.at(place).counterId ?? '' })
  for (const move of moves) await carry(stage, house, move)
  for (const request of asked) await ask(stage, house, request)
  for (const one of adjusted) await adjust(stage, house, one)
  await seedCounts(stage, house)
  await handOver(stage, house)
}

/** The drawer that the manager had this morning is for the teller to take over. */
async function handOver({ perform }: Stage, { at }: House): Promise<void> {
  const counterId = at('KLC/C1').counterId ?? ''
  const { dayId, people } = await perform('manager', handovers.current, { counterId })
  const to = people.find(({ name }) => name === 'Mei Ling Wong')
  if (dayId && to) await perform('manager', handovers.create, { dayId, toId: to.id })
}

/** The administrator posts opening stock; what the accountant asks for has to be approved, which is still to be done in one branch. */
async function openVaults({ perform, follow }: Stage, { at, item, cost }: House): Promise<void> {
  const open = (by: Player, place: Place, stock: Record<string, string>) =>
    perform(by, adjustments.createOpening, {
      branchId: at(place).branchId,
      note: 'Opening stock of the vault',
      askApproval: by === 'accountant',
      lines: Object.entries(stock).map(([code, quantity]) => ({
        itemId: item(code).id,
        quantity,
        ...(item(code).isLocal ? {} : { cost: cost(code, quantity) }),
      })),
    })
  for (const place of ['KLS', 'PEN', 'BTW']) await open('admin', place, opening)
  await follow(adjustments, await open('accountant', 'KLC', opening), [['admin', 'approve']])
  await open('accountant', 'PEN', { USD: '30000' })
}

const noLimit = { minimum: null, target: null, maximum: null, bundle: null }

async function setLimits({ perform }: Stage, { at, item }: House): Promise<void> {
  for (const [place, own] of Object.entries(limits)) {
    const { branchId, counterId } = at(place)
    const level = { regionId: null, branchId: counterId || place === '' ? null : branchId, counterId }
    const lines = Object.entries(own).map(([code, limit]) => ({
      itemId: code === 'cash' ? null : item(code).id,
      unit: code === 'cash' ? ('local' as const) : ('units' as const),
      act: 'warn' as const,
      ...noLimit,
      ...limit,
    }))
    await perform('admin', stockLimits.update, { ...level, lines })
  }
}

const ends = ({ at }: House, { from, to }: { from: Place; to: Place }) => ({
  fromBranchId: at(from).branchId,
  fromCounterId: at(from).counterId,
  toBranchId: at(to).branchId,
  toCounterId: at(to).counterId,
})

async function carry(
  { perform, follow, now }: Stage,
  house: House,
  { steps, load, due, by, bag = '', carrier = '', note = '', ...way }: Move & { requestId?: string },
): Promise<void> {
  const { from, to, requestId = null } = way
  const sent = await perform(by, transfers.create, {
    ...ends(house, { from, to }),
    requestId,
    bag,
    carrier,
    note,
    expectedAt: due === undefined ? null : new Date(now.getTime() + due * 3_600_000).toISOString(),
    lines: house.lines(load),
  })
  await follow(
    transfers,
    sent,
    steps.map(([who, act, said]): Step => {
      if (typeof said === 'string') return [who, act, { note: said }]
      const isTaken = act === 'complete' || act === 'takeOver'
      return isTaken ? [who, act, { lines: house.lines(said ?? load) }] : [who, act]
    }),
  )
}

async function ask(stage: Stage, house: House, one: (typeof asked)[number]): Promise<void> {
  const { from, to, by, load, note = '', loads = [], ends: end } = one
  const lines = house.lines(load)
  const request = await stage.perform(by, stockRequests.create, { ...ends(house, { from, to }), note, lines })
  for (const steps of loads)
    await carry(stage, house, { from, to, load, by: 'manager', steps, requestId: request.id })
  if (end) await stage.follow(stockRequests, request, [end])
}

async function adjust({ perform, follow }: Stage, house: House, one: Adjusted): Promise<void> {
  const { reason, at, note, said, isDraft = false, steps = [] } = one
  const codes = Object.keys(one.in ?? {})
  const into = house.lines(one.in ?? {}).map((line, index) => ({
    ...line,
    way: 'in' as const,
    ...(reason === 'correction' && { cost: house.cost(codes[index] ?? '', line.quantity) }),
  }))
  const out = house.lines(one.out ?? {}).map((line) => ({ ...line, way: 'out' as const }))
  const draft = { reason, ...house.at(at), note, ...said, lines: [...out, ...into] }
  const made = isDraft ? corrections.create : corrections.createAndProcess
  await follow(corrections, await perform('manager', made, draft), steps)
}

/** Counts that are not finished, wait for a decision, or were superseded or given up; openings and closings are processed ones. */
async function seedCounts({ perform, follow }: Stage, { at, lines }: House): Promise<void> {
  const counted = (by: Player, place: Place, notes: Notes, note: string) =>
    perform(by, counts.createAndProcess, { ...at(place), note, lines: lines(notes) })
  const draft = (place: Place, notes: Notes) =>
    perform('admin', counts.create, { ...at(place), note: 'Begun before lunch', lines: lines(notes) })
  await draft('PEN', { EUR: { 100: 80 } })
  await follow(counts, await draft('KLC', { MYR: { 100: 900 } }), [
    ['admin', 'cancel', { note: 'A transfer was being packed' }],
  ])
  await counted('manager', 'KLC/C3', { MYR: { 50: 190 } }, 'Spot check')
  const short = { USD: { 100: 46 } }
  await follow(counts, await counted('manager', 'KLS/C2', short, 'Spot check'), [
    ['manager', 'countAgain', { lines: lines(short) }],
  ])
  await counted('manager', 'KLS/C2', short, 'Counted again after closing time')
  const whole = {
    MYR: { 100: 1500 },
    USD: { 100: 200 },
    SGD: { 50: 300 },
    EUR: { 100: 80 },
    THB: { 1000: 200 },
  }
  await counted('admin', 'BTW', whole, 'Vault at the end of the month')
}
