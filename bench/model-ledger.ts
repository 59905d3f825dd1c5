import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { manualEntries } from '#modules/ledger/entries/entries.contract.ts'
import { revaluations } from '#modules/ledger/revaluations/revaluations.contract.ts'
import { sure } from './model-house.ts'
import { eventId, feed, itemsOf, noteReply, type Play, todayAt } from './model-play.ts'
import { exact, sum } from './model/numbers.ts'
import type { Role } from './model/types.ts'

// Entries by hand, posted and reversed, and foreign currency at the rate of a day.

/** Accounts that people reach by hand, as the model calls them. */
const byHand = { prepaid: '1500', capital: '3000', bankCharges: '5050', expense: '6000' } satisfies Partial<
  Record<Role, string>
>
type Account = keyof typeof byHand
const all = Object.keys(byHand) as Account[]

async function write(play: Play): Promise<void> {
  const { house, dice } = play
  const { pick, roll } = dice
  const branch = pick(house.branches)
  const chart = await sure(house.admin.call(accounts.list))
  const idOf = (role: Account) => chart.find(({ code }) => code === byHand[role])?.id ?? ''
  const some = Array.from({ length: 1 + roll(3) }, () => ({
    role: pick(all),
    amount: exact(1 + roll(90_000))
      .div(roll(2) === 0 ? 100 : -100)
      .toFixed(2),
  }))
  const rest = sum(some.map(({ amount }) => exact(amount))).negated()
  if (rest.isZero()) return
  const lines = [...some, { role: pick(all), amount: rest.toFixed(2) }]
  const draft = {
    branchId: branch.id,
    businessDate: todayAt(branch),
    reason: 'By hand',
    lines: lines.map(({ role, amount }) => ({
      accountId: idOf(role),
      branchId: branch.id,
      ...(amount.startsWith('-') ? { credit: amount.slice(1) } : { debit: amount }),
    })),
  }
  const made = noteReply(play, 'entry drafted', await house.admin.call(manualEntries.create, draft))
  if (!made) return
  const key = { id: made.id, version: made.version }
  const posted = noteReply(play, 'entry posted', await house.admin.call(manualEntries.submit, key))
  if (posted?.state !== 'posted') return
  const debits = sum(lines.flatMap(({ amount }) => (amount.startsWith('-') ? [] : exact(amount))))
  play.same(`value of ${posted.number}`, posted.value, debits.toFixed(2))
  play.entries.push({ id: posted.id, version: posted.version, branch, lines })
  book(play, branch.id, draft.businessDate, lines)
}

const book = (play: Play, branch: string, date: string, lines: readonly { role: Role; amount: string }[]) =>
  feed(play, 'entry', () =>
    play.book.journal({ id: eventId(play), date, lines: lines.map((line) => ({ ...line, branch })) }),
  )

async function unwrite(play: Play): Promise<void> {
  const known = play.dice.pick(play.entries.slice(-10))
  if (!known) return
  const { id, version, branch, lines } = known
  const by = play.dice.pick([play.house.admin, play.house.chief])
  if (!noteReply(play, 'entry reversed', await by.call(manualEntries.reverse, { id, version }))) return
  play.entries.splice(play.entries.indexOf(known), 1)
  const turned = lines.map(({ role, amount }) => ({ role, amount: exact(amount).negated().toFixed(2) }))
  book(play, branch.id, todayAt(branch), turned)
}

/** A branch at rates near the market; a later day takes the place of an earlier one, which goes back on it. */
async function revalue(play: Play): Promise<void> {
  const { house, dice } = play
  const branch = dice.pick(house.branches)
  const near = (currencyId: string) =>
    exact(house.mids.get(currencyId) ?? 1)
      .times(1000 + dice.roll(101) - 50)
      .div(1000)
      .toDecimalPlaces(6)
      .toFixed()
  const ids = [...new Set(house.traded.map(({ currencyId }) => currencyId))]
  const entered = new Map(ids.map((currencyId) => [currencyId, near(currencyId)]))
  const draft = {
    branchId: branch.id,
    businessDate: todayAt(branch),
    rateKind: 'entered' as const,
    rates: [...entered].map(([currencyId, rate]) => ({ currencyId, rate })),
  }
  const made = noteReply(play, 'revaluation drafted', await house.admin.call(revaluations.create, draft))
  if (!made) return
  const key = { id: made.id, version: made.version }
  const posted = noteReply(play, 'revaluation posted', await house.admin.call(revaluations.post, key))
  if (!posted) return
  const date = draft.businessDate
  for (const one of play.runs.filter((run) => run.branch === branch && run.date < date)) undo(play, one, date)
  const modelId = eventId(play)
  const rates = Object.fromEntries([
    ...itemsOf(play).flatMap((item) => {
      const rate = entered.get(item.currencyId)
      return item.isLocal || rate === undefined ? [] : [[item.code, rate] as const]
    }),
    ...house.banks.accounts.flatMap(({ item, currencyId }) => {
      const rate = entered.get(currencyId)
      return item === null || rate === undefined ? [] : [[item, rate] as const]
    }),
  ])
  const rows =
    feed(play, 'revaluation', () =>
      play.book.revalue({ id: modelId, date, branch: branch.id, rates, reverseOn: null }),
    ) ?? []
  play.same(
    `net of ${posted.number}`,
    posted.net,
    sum(rows.map(({ unrealised }) => exact(unrealised))).toFixed(2),
  )
  play.runs.push({ id: posted.id, version: posted.version, modelId, date, branch })
}

const undo = (play: Play, { modelId }: Play['runs'][number], date: string) =>
  feed(play, 'revaluation back', () => play.book.undo({ id: eventId(play), date, undoes: modelId }))

async function unrevalue(play: Play): Promise<void> {
  const known = play.dice.pick(play.runs)
  if (!known) return
  const { id, version } = known
  const answer = await play.house.admin.call(revaluations.reverse, { id, version })
  if (!noteReply(play, 'revaluation reversed', answer)) return
  play.runs.splice(play.runs.indexOf(known), 1)
  undo(play, known, known.date)
}

/** How often entries are made by hand, and currency is revalued. */
export const ledgerActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [4, write],
  [3, unwrite],
  [3, revalue],
  [3, unrevalue],
]
