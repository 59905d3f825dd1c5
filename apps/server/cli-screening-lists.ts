import type { Command } from 'commander'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'
import { text as textOf } from '#kit/server/texts.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import {
  diffLists,
  listFiles,
  listStates,
  loadListForAll,
  setSource,
} from '#modules/watchlists/public.server.ts'
import type { App } from './app.ts'

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>
type Say = (line: string) => void

/** What an operator does with lists. */
export function listCommands(program: Command, withApp: WithApp, say: Say): void {
  const screening =
    program.commands.find((command) => command.name() === 'screening') ?? program.command('screening')
  addLoad(screening, withApp, say)
  addStates(screening, withApp, say)
  addDiff(screening, say)
}

function addLoad(screening: Command, withApp: WithApp, say: Say): void {
  screening
    .command('load')
    .description('take files over as the next versions of published lists, for all companies')
    .argument('<files...>')
    .option('--force', 'also where a list is older, much shorter or much longer than its last version')
    .action((files: string[], { force = false }: { force?: boolean }) =>
      withApp(async ({ services }) => {
        // The further files of a set are read with its first.
        for (const file of listFiles(files)) {
          const started = performance.now()
          const kept = await inWords(
            file,
            loadListForAll(services, file, { isForced: force }),
            ' Nothing was changed.',
          )
          const { list, number, entries, added, removed, changed, unread, isNew } = kept
          const seconds = ((performance.now() - started) / 1000).toFixed(1)
          say(
            isNew
              ? `${list}: version ${number} with ${entries} entries: ${added} added, ${removed} removed, ${changed} changed. It took ${seconds} s.`
              : `${list}: ${entries} entries, as in version ${number}. It took ${seconds} s.`,
          )
          if (unread > 0) say(`${list}: ${unread} lines were not understood and are left out.`)
        }
      }),
    )
}

/** Commands that say where lists stand, and where they come from. */
function addStates(screening: Command, withApp: WithApp, say: Say): void {
  screening
    .command('lists')
    .description('the published lists: version, entries, when they were last seen, what went wrong')
    .action(() =>
      withApp(async ({ services: { db, now } }) => {
        for (const state of await inCompany(undefined, () => listStates(db, now(), 'en'))) {
          const { list, version, succeededAt, isStale, failure } = state
          const what = version
            ? `version ${version.number}, ${version.entries} entries, published ${version.publishedOn ?? 'on an unknown day'}, last seen ${succeededAt ?? 'never'}`
            : 'never loaded'
          say(`${list}: ${what}${version && isStale ? ', TOO OLD' : ''}${failure ? `. ${failure}` : ''}`)
        }
      }),
    )
  screening
    .command('source')
    .description(
      'where a list (un, ofac-sdn, ofac-cons, ftm) is fetched for all companies; without an address by hand',
    )
    .argument('<list>')
    .argument('[address]')
    .option('--hours <hours>', 'how often its source is looked at', '6')
    .action((list: string, address = '', { hours }: { hours: string }) =>
      withApp(async ({ services: { db } }) => {
        const everyMinutes = Number(hours) * 60
        if (!(everyMinutes >= 60 && everyMinutes <= 10_080))
          throw new StartRefusal('--hours is a number from 1 to 168.')
        if (address && !/^https?:\/\//.test(address))
          throw new StartRefusal('An address begins with http:// or https://.')
        await inWords(list, setSource(db, { list, address, everyMinutes }))
        say(address ? `${list}: every ${hours} h from ${address}` : `${list}: by hand`)
      }),
    )
}

function addDiff(screening: Command, say: Say): void {
  screening
    .command('diff')
    .description(
      'what is added, removed and changed between two files of a list, by content; without a database',
    )
    .argument('<old>')
    .argument('<new>')
    .action(async (before: string, after: string) => {
      const { added, removed, changed } = await inWords(`${before}, ${after}`, diffLists(before, after))
      for (const { id, name } of added) say(`+ ${id} ${name}`)
      for (const { id, name } of removed) say(`- ${id} ${name}`)
      for (const { id, name, fields } of changed) {
        say(`~ ${id} ${name}`)
        for (const { field, gone, come } of fields) {
          for (const value of gone) say(`    ${field} - ${value}`)
          for (const value of come) say(`    ${field} + ${value}`)
        }
      }
      say(`${added.length} added, ${removed.length} removed, ${changed.length} changed`)
    })
}

/** A refusal of a list as the operator reads it. */
async function inWords<T>(file: string, work: Promise<T>, outcome = ''): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new StartRefusal(`${file}: ${textOf('en', `refusals.${error.code}`, error.data)}${outcome}`)
  }
}
