import { signIn } from './counter-house.ts'
import { history } from './history.ts'
import { timeAsks, withHistory } from './kept-data.ts'
import { percentile, tableOf } from './tools.ts'

// What the books say of a period, over ten million lines of the journal: three years of deals in 50 branches, five lines each. The
// same figures are added up by plain SQL over the lines, and are equal to the cent. `BENCH_DATA` names a folder that keeps the made-up
// history for the next time; `BENCH_ROWS` another number of deals.

const deals = Number(process.env['BENCH_ROWS'] ?? 2_000_000)
const times = 30
const port = 4734

const dayOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const month = { from: dayOf(40), to: dayOf(10) }
const years = { from: dayOf(3 * 365), to: dayOf(1) }

interface Reply {
  rows: { code: string; kind: string; ledger: string; amount: string; amounts: string[] }[]
  columns: { name: string }[]
  lines: unknown[]
  opening: string
  closing: string
}
type Figures = string[]
interface Ask {
  path: string
  input: Record<string, string>
  isPage?: boolean
  /** The figures of an answer, each line with what it is of. */
  told: (reply: Reply) => Figures
  /** The same by SQL: a text and the figures beside it, from `$1` to `$2`. */
  counted: string
}

const money = (sum: string) => `(${sum})::numeric(20, 2)::text`
const sumOf = (when: string) => `coalesce(sum(l.amount) filter (where ${when}), 0)`
const inside = 'l.business_date >= $1'
const source = `from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
  join organisation.branch b on b.company_id = l.company_id and b.id = l.branch_id where l.business_date <= $2 and $1::date is not null`
const isCredit = `a.class not in ('asset', 'expense')`
const sided = (sum: string) => `case when ${isCredit} then -${sum} else ${sum} end`
const ledgers = ({ rows }: Reply) => rows.filter(({ kind }) => kind === 'ledger')

const trial = (of = '') => ({
  path: 'trialbalance/list',
  told: (reply: Reply) => ledgers(reply).map(({ code, amounts }) => [code, ...amounts].join(' ')),
  counted: `select concat_ws(' ', a.code, ${money(sumOf('l.business_date < $1'))}, ${money(sumOf(`${inside} and l.amount > 0`))},
    ${money(`-${sumOf(`${inside} and l.amount < 0`)}`)}, ${money('sum(l.amount)')}) as line ${source} ${of} group by a.code`,
})
const income = {
  path: 'companyincome/list',
  told: (reply: Reply) => ledgers(reply).map(({ code, amounts }) => `${code} ${amounts[0]}`),
  counted: `select concat_ws(' ', a.code, ${money(sided('sum(l.amount)'))}) as line ${source} and ${inside}
    and a.class in ('income', 'expense') group by a.code, a.class having sum(l.amount) <> 0`,
}
const beside = {
  path: 'branchincome/list',
  told: (reply: Reply) =>
    ledgers(reply).flatMap(({ code, amounts }) =>
      reply.columns.slice(0, -1).flatMap(({ name }, at) => {
        const amount = amounts[at] ?? '0.00'
        return amount === '0.00' ? [] : [[code, name, amount].join(' ')]
      }),
    ),
  counted: `select concat_ws(' ', a.code, b.name, ${money(sided('sum(l.amount)'))}) as line ${source} and ${inside}
    and a.class in ('income', 'expense') group by a.code, b.name, a.class having sum(l.amount) <> 0`,
}
const cash = {
  path: 'cashmovement/list',
  told: ({ rows }: Reply) =>
    rows
      .filter(({ kind, amount }) => kind === 'closing' && amount !== '0.00')
      .map(({ ledger, amount }) => [ledger.split(' ')[0], amount].join(' ')),
  counted: `select concat_ws(' ', a.code, ${money('sum(l.amount)')}) as line ${source}
    and a.code in ('1000', '1010', '1020', '1100', '1200', '1210') group by a.code having sum(l.amount) <> 0`,
}
const detail = (accountId: string) => ({
  path: 'detailledgeranalysis/list',
  isPage: true,
  told: ({ opening, closing }: Reply) => [`${opening} ${closing}`],
  counted: `select concat_ws(' ', ${money(sumOf('l.business_date < $1'))}, ${money('sum(l.amount)')}) as line ${source}
    and a.id = '${accountId}'`,
})

const asksOf = (branchId: string, accountId: string): Record<string, Ask> => ({
  'trial balance of a month': { ...trial(), input: month },
  'trial balance of a month, of a branch': {
    ...trial(`and b.id = '${branchId}'`),
    input: { ...month, branchId },
  },
  'trial balance of three years': { ...trial(), input: years },
  'balance sheet': {
    path: 'balancesheet/list',
    input: month,
    told: (reply) => ledgers(reply).map(({ code, amounts }) => `${code} ${amounts[0]}`),
    counted: `select concat_ws(' ', a.code, ${money(sided('sum(l.amount)'))}) as line ${source}
      and a.class in ('asset', 'liability', 'equity') group by a.code, a.class having sum(l.amount) <> 0`,
  },
  'company income of a month': { ...income, input: month },
  'company income of three years': { ...income, input: years },
  'branch income of a month, side by side': { ...beside, input: month },
  'branch income of three years, side by side': { ...beside, input: years },
  'cash movement of a month': { ...cash, input: month },
  'cash movement of three years': { ...cash, input: years },
  'detail ledger of a month, first page': { ...detail(accountId), input: { accountId, ...month } },
  'detail ledger of three years, first page': { ...detail(accountId), input: { accountId, ...years } },
})

await withHistory(
  port,
  (parent) => history(parent, deals),
  async (base, owner) => {
    const { login } = await signIn(base, 'admin')
    const headers = {
      authorization: `Bearer ${login.userInfo.accessToken}`,
      'content-type': 'application/json',
    }
    const read = async ({ path, input, isPage }: Ask) => {
      const url = `${base}/posaccounting/${path}`
      const reply = await (isPage
        ? fetch(`${url}?${new URLSearchParams(input).toString()}`, { headers })
        : fetch(url, { method: 'POST', headers, body: JSON.stringify(input) }))
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as Reply
    }
    const { rows: size } = await owner.query<{ lines: string }>(
      'select count(*)::text as lines from ledger.line',
    )
    const { rows: found } = await owner.query<{ id: string }>(
      `select id from ledger.account where code = '1000'`,
    )
    const branchId = login.companyStructure.branches[0]?.id ?? ''
    const row = tableOf([
      `what, over ${Number(size[0]?.lines).toLocaleString('en')} lines`,
      'p50 ms',
      'p95 ms',
      'SQL over the lines, ms',
      'to the cent',
      'aim',
    ])
    for (const [what, ask] of Object.entries(asksOf(branchId, found[0]?.id ?? ''))) {
      const { took, answer } = await timeAsks(times, () => read(ask))
      const told = ask.told(answer)
      const began = performance.now()
      const { rows } = await owner.query<{ line: string }>(ask.counted, [ask.input['from'], ask.input['to']])
      const plain = performance.now() - began
      const [mine, theirs] = [told.toSorted(), rows.map(({ line }) => line).toSorted()]
      const isSame = mine.join('\n') === theirs.join('\n')
      if (!isSame) process.stderr.write(`${what}:\n${mine.join('\n')}\n--- by SQL:\n${theirs.join('\n')}\n`)
      const slow = percentile(took, 0.95)
      const aim = ask.isPage ? 100 : 300
      row([
        what,
        percentile(took, 0.5).toFixed(1),
        slow.toFixed(1),
        plain.toFixed(0),
        isSame ? `${mine.length} lines equal` : 'DIFFERS',
        slow <= aim ? `${aim}: met` : `${aim}: MISSED`,
      ])
    }
    process.stdout.write('\n')
  },
)
