import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { lookAtCandidates } from '#modules/cases/public.server.ts'
import { lookAtDeals } from '#modules/exchange/public.server.ts'
import {
  anchor,
  companyOfAnchor,
  compareAnchor,
  compareHeads,
  compareKept,
  headOf,
  headsIn,
  lookAtBooks,
  readably,
  readHeads,
  replayBooks,
  sealBooks,
  stampAnchors,
  verifyChain,
} from '#modules/ledger/public.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import type { App } from './app.ts'

type Say = (line: string) => void
type InEach = (work: (db: Db, heads: Heads) => Promise<boolean>) => Promise<void>

/** What an operator asks of the books, in every company; a fault makes the command fail. */
export function ledgerCommands(
  program: Command,
  withApp: (work: (app: App) => Promise<void>) => Promise<void>,
  say: Say,
): Command {
  const books = program.command('ledger').description('the books of every company')
  const inEach: InEach = (work) =>
    withApp(async ({ services: { db, anchorFolder } }) => {
      for (const { id, name } of await inCompany(undefined, () => companies(db))) {
        say(name)
        // What was noted before the moment of the books, which has no later seal.
        const heads = await headsIn(join(anchorFolder, id))
        // One moment of the books for all that is compared: deals go on meanwhile.
        const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
        if (!(await inCompany(id, () => snapshot.execute((tx) => work(tx, heads))))) process.exitCode = 1
      }
    })
  addLooks(books, inEach, say)
  addChecks(books, inEach, say)
  books
    .command('anchor')
    .description(
      'write a signed anchor of every chain into the folder of anchors, and mail its head to the company',
    )
    .action(() => withApp(({ services }) => writeAnchors(services, say)))
  books
    .command('compare <anchors...>')
    .description(
      'compare chains with anchors, or noted heads, that were kept elsewhere, and name the first row that is not as it was',
    )
    .action((files: string[]) =>
      withApp(async ({ services }) => {
        for (const file of files) await compareFile(services, file, say)
      }),
    )
  return books
}

/** Commands that look at the books as they are stored. */
function addLooks(books: Command, inEach: InEach, say: Say): void {
  books
    .command('check')
    .description('look at everything that books and deals promise, and say what was looked at')
    .action(() =>
      inEach(async (tx) => {
        const looks = [
          ...(await lookAtBooks(tx)),
          ...(await lookAtDeals(tx)),
          ...(await lookAtCandidates(tx)),
        ]
        for (const { what, seen, wrong, examples } of looks)
          say(
            `  ${wrong === 0 ? 'ok   ' : 'WRONG'} ${what}: ${seen} looked at${wrong === 0 ? '' : `, ${wrong} wrong, such as ${examples.join('; ')}`}`,
          )
        return looks.every(({ wrong }) => wrong === 0)
      }),
    )
  books
    .command('replay')
    .description(
      'build stock, cost and the balances of days anew from the journal beside what is stored, and compare',
    )
    .action(() =>
      inEach(async (tx) => {
        const { holdings, pools, days, differences } = await replayBooks(tx)
        say(
          `  ${holdings} holdings, ${pools} pools and ${days} balances of days from the journal: ${differences.length === 0 ? 'as stored' : 'DIFFERENT'}`,
        )
        for (const one of differences) say(`  ${one}`)
        return differences.length === 0
      }),
    )
}

/** Commands that look at the chain of seals. */
function addChecks(books: Command, inEach: InEach, say: Say): void {
  books
    .command('verify')
    .description('walk the chain of seals and compare rows with the audit, and name what does not fit')
    .action(() =>
      inEach(async (tx, heads) => {
        const { seals, entries, acts, broken } = await verifyChain(tx)
        say(
          broken
            ? `  BROKEN at seal ${broken.seal}${broken.position ? `, row ${broken.position}` : ''}${broken.entryId ? `, entry ${broken.entryId}` : ''} (${broken.why}); ${seals} seals before it hold.`
            : `  ${entries} entries and ${acts} rows of the audit under ${seals} seals: none was altered.`,
        )
        const { seen, differing } = await compareKept(tx)
        say(
          `  ${seen} rows beside what the audit says of them: ${differing.length === 0 ? 'as it says' : 'DIFFERENT'}`,
        )
        for (const one of differing) say(`  ${one}`)
        const lost = await compareHeads(tx, heads)
        say(`  ${heads.length} seals beside what was noted of them: ${lost ? headTexts(lost) : 'as noted'}`)
        return !broken && differing.length === 0 && !lost
      }),
    )
  books
    .command('head [seal]')
    .description('say the hash of a seal, the last one unless named, as reports print it')
    .action((number?: string) =>
      inEach(async (tx) => {
        const isNumber = number === undefined || /^\d{1,18}$/.test(number)
        const head = isNumber ? await headOf(tx, number) : undefined
        say(head ? `  seal ${head.seal} of ${head.sealedAt}: ${readably(head.hash)}` : '  no such seal')
        return head !== undefined
      }),
    )
}

async function writeAnchors(services: App['services'], say: Say): Promise<void> {
  for (const { id, name } of await inCompany(undefined, () => companies(services.db))) {
    await inCompany(id, () => sealBooks(services.db, services.now()))
    const file = await inCompany(id, () => anchor(services))
    say(`${name}: ${file ?? 'nothing was sealed since the last anchor'}`)
    const failure = await inCompany(id, () => stampAnchors(services))
    if (failure !== undefined) say(`  No time stamp yet: ${failure}`)
  }
}

/** Compares the books with one file that was kept elsewhere: noted heads, or an anchor with the time stamp beside it. */
async function compareFile({ db, secret }: App['services'], file: string, say: Say): Promise<void> {
  const content = readFileSync(file, 'utf8')
  const heads = readHeads(content)
  if (heads.length > 0) {
    const lost = await compareNoted(db, heads)
    say(`${file}: ${lost ? headTexts(lost) : `the chain has all ${heads.length} seals that it notes.`}`)
    if (lost) process.exitCode = 1
    return
  }
  const companyId = companyOfAnchor(content)
  const beside = file.replace(/(\.anchor)?$/, '.tsr')
  const stamp = existsSync(beside) ? readFileSync(beside) : undefined
  const compared = companyId && (await inCompany(companyId, () => compareAnchor(db, content, secret, stamp)))
  const { isOurs = false, broken } = compared || { broken: { why: 'none' as const } }
  say(
    `${file}: ${anchorTexts[broken?.why ?? 'whole']}${broken && 'id' in broken && broken.id ? ` ${broken.id}, seal ${broken.seal}` : ''}`,
  )
  if (compared && compared.stamp) say(`  Stamped by ${compared.stamp.by} at ${compared.stamp.at}.`)
  else if (!broken) say('  It bears no time stamp.')
  if (compared && !isOurs) say('  It is signed with another key than this server has.')
  if (broken) process.exitCode = 1
}

type Heads = ReturnType<typeof readHeads>
type Lost = NonNullable<Awaited<ReturnType<typeof compareHeads>>>

const headTexts = ({ seal, why }: Lost) =>
  why === 'missing' ? `CUT: seal ${seal} is gone.` : `DIFFERENT: seal ${seal} is another.`

async function compareNoted(db: Db, heads: Heads): Promise<Lost | undefined> {
  for (const [companyId, own] of Map.groupBy(heads, (head) => head.companyId)) {
    const lost = await inCompany(companyId, () => compareHeads(db, own))
    if (lost) return lost
  }
  return undefined
}

const anchorTexts = {
  whole: 'the books are as it says.',
  none: 'this is no anchor.',
  signature: 'the anchor itself was changed.',
  company: 'it is of another company.',
  row: 'NOT as it says. The first row that differs:',
  stamp: 'the books are as it says, and its time stamp is of something else, or damaged.',
  chain:
    'NOT as it says. Its rows are as they were, and the chain is another: look with the anchors before it.',
}
