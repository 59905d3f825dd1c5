import type { Command } from 'commander'
import type { Client } from 'pg'
import { inCompany } from '#kit/server/database.server.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'
import { findUserName } from '#modules/access/public.server.ts'
import type { App } from './app.ts'

interface Means {
  withApp: (work: (app: App) => Promise<void>) => Promise<void>
  /** The role that owns the tables: the running server may not touch the audit. */
  withOwner: <T>(work: (client: Client) => Promise<T>) => Promise<T>
  say: (line: string) => void
}

/** `ledger erase`: takes out of audit or journal what a law wants out, and leaves in the chain who did, why and by which law. */
export function eraseCommand(books: Command, { withApp, withOwner, say }: Means): void {
  books
    .command('erase <table> <key>')
    .description(
      'by law, erase what the audit says of a row, the words of an act (kit.audit) or of an entry (ledger.entry)',
    )
    .requiredOption('--law <law>', 'which law asks for it')
    .requiredOption('--reason <text>', 'why, for the audit')
    .requiredOption('--by <user name>', 'who erases')
    .requiredOption('--agreed <user name>', 'the second person, who agrees')
    .action((table: string, key: string, asked: Record<'law' | 'reason' | 'by' | 'agreed', string>) =>
      withApp(async ({ services: { db } }) => {
        const find = async (name: string) => {
          const found = await inCompany(undefined, () => findUserName(db, name))
          if (!found) throw new StartRefusal(`There is no user ${name}.`)
          return found
        }
        const [author, second] = [await find(asked.by), await find(asked.agreed)]
        if (author.companyId !== second.companyId || author.userId === second.userId)
          throw new StartRefusal('Two people of one company erase together.')
        const count = await withOwner(async (client) => {
          await client.query(`select set_config('app.company_id', $1, false)`, [author.companyId])
          const { rows } = await client
            .query<{ count: number }>('select ledger.erase($1, $2, $3, $4, $5, $6) as count', [
              table,
              key,
              asked.law,
              asked.reason,
              author.userId,
              second.userId,
            ])
            .catch((error: Error) => {
              throw new StartRefusal(`${error.message}. Nothing was changed.`)
            })
          return rows[0]?.count
        })
        say(`${count} rows lost their words; the erasure is in the audit.`)
      }),
    )
}
