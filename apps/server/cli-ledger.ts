import type { Command } from 'commander'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { lookAtDeals } from '#modules/exchange/public.server.ts'
import { lookAtBooks, replayBooks, verifyChain } from '#modules/ledger/public.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import type { App } from './app.ts'

/** What an operator asks of the books, in every company; a fault makes the command fail. */
export function ledgerCommands(
  program: Command,
  withApp: (work: (app: App) => Promise<void>) => Promise<void>,
  say: (line: string) => void,
): void {
  const books = program.command('ledger').description('the books of every company')
  const inEach = (work: (db: Db) => Promise<boolean>) =>
    withApp(async ({ services: { db } }) => {
      for (const { id, name } of await inCompany(undefined, () => companies(db))) {
        say(name)
        // One moment of the books for all that is compared: deals go on meanwhile.
        const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
        if (!(await inCompany(id, () => snapshot.execute(work)))) process.exitCode = 1
      }
    })
  books
    .command('check')
    .description('look at everything that books and deals promise, and say what was looked at')
    .action(() =>
      inEach(async (tx) => {
        const looks = [...(await lookAtBooks(tx)), ...(await lookAtDeals(tx))]
        for (const { what, seen, wrong, examples } of looks)
          say(
            `  ${wrong === 0 ? 'ok   ' : 'WRONG'} ${what}: ${seen} looked at${wrong === 0 ? '' : `, ${wrong} wrong, such as ${examples.join('; ')}`}`,
          )
        return looks.every(({ wrong }) => wrong === 0)
      }),
    )
  books
    .command('replay')
    .description('build stock and cost anew from the journal beside what is stored, and compare')
    .action(() =>
      inEach(async (tx) => {
        const { holdings, pools, differences } = await replayBooks(tx)
        say(
          `  ${holdings} holdings and ${pools} pools from the journal: ${differences.length === 0 ? 'as stored' : 'DIFFERENT'}`,
        )
        for (const one of differences) say(`  ${one}`)
        return differences.length === 0
      }),
    )
  books
    .command('verify')
    .description('walk the chain of seals, and name the first entry that does not fit')
    .action(() =>
      inEach(async (tx) => {
        const { seals, entries, broken } = await verifyChain(tx)
        say(
          broken
            ? `  BROKEN at seal ${broken.seal}${broken.position ? `, row ${broken.position}` : ''}${broken.entryId ? `, entry ${broken.entryId}` : ''} (${broken.why}); ${seals} seals before it hold.`
            : `  ${entries} entries under ${seals} seals: none was altered.`,
        )
        return !broken
      }),
    )
}
