// Long because it is the whole of the operator's commands that belong to no module.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Command, CommanderError } from 'commander'
import { CompanyDraft } from '#modules/organisation/company/company.contract.ts'
import {
  credential,
  endSessions,
  findUserName,
  hashSecret,
  liftSignInBlocks,
  refuseWeak,
  resetByOperator,
  setSecrets,
} from '#modules/access/public.server.ts'
import { UserDraft } from '#modules/access/users/users.contract.ts'
import { NewPassword } from '#modules/access/passwords/passwords.contract.ts'
import { loadForAll } from '#modules/rates/public.server.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { checkDatabase } from './check.server.ts'
import { runningEmbedded } from '#apps/server/embedded.ts'
import { inCompany, type Tx } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { prepare, withClient } from '#kit/server/prepare.server.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'
import { type App, createApp } from './app.ts'
import { backup } from './backup.server.ts'
import { eraseCommand } from './cli-erase.ts'
import { ledgerCommands } from './cli-ledger.ts'
import { screeningCommands } from './cli-screening.ts'
import { simulatorCommand } from './cli-simulator.ts'
import { listCommands } from './cli-screening-lists.ts'
import { createCompany, createPerson } from './company.ts'
import { migrationsDir, openPlace, type Place, runtimeUser } from './database.ts'
import { restore } from './restore.server.ts'
import { readSettings, type Settings } from './settings.ts'
import { text as textOf } from '#kit/server/texts.server.ts'
import type { Client } from 'pg'
import type * as z from 'zod'

// The operator's command line. It works on the database that the settings name, also while the server runs.

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The database that the settings ask for: a running embedded one is joined, otherwise it is started for the command. */
async function openOrJoin(settings: Settings): Promise<Place> {
  try {
    return await openPlace(settings, () => {})
  } catch (error) {
    const owner = error instanceof StartRefusal ? runningEmbedded(settings.AGIO_DATA_DIR) : undefined
    if (!owner) throw error
    return { owner, runtime: { ...owner, user: runtimeUser }, stop: () => Promise.resolve() }
  }
}

async function withPlace<T>(work: (place: Place, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env)
  const place = await openOrJoin(settings)
  try {
    return await work(place, settings)
  } finally {
    await place.stop()
  }
}

const withApp = (work: (app: App) => Promise<void>) =>
  withPlace(async (place, settings) => {
    await prepare(place, migrationsDir)
    const app = await createApp({ settings: { ...settings, AGIO_ROLE: 'worker' }, runtime: place.runtime })
    try {
      await work(app)
    } finally {
      await app.stop()
    }
  })

const ownerOf = ({ owner }: Place) => {
  if (!owner)
    throw new StartRefusal('DATABASE_OWNER_URL is not set: this command needs the role that owns the tables.')
  return owner
}

/** Checks what was typed against a shape of the contract; says which option is wrong and why. */
function checked<S extends z.ZodType>(
  shape: S,
  value: unknown,
  option = (field: string) => `--${field}`,
): z.output<S> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new StartRefusal(
    `${option(field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))}: ${issue?.message}`,
  )
}

/** A password from standard input, never from an option that the process list would show. */
async function askPassword(): Promise<string> {
  const typed = process.stdin.isTTY ? await typedUnseen() : (await text(process.stdin)).replace(/\r?\n$/, '')
  return checked(NewPassword, typed, () => 'Password')
}

/** A line typed on the terminal, which does not show it. */
async function typedUnseen(): Promise<string> {
  process.stderr.write('Password: ')
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(new StartRefusal('No password was typed.')))
    })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** For `catch`: what a person would read about a refusal, as the end of the command. */
const sayRefusal =
  (before: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal)) throw error
    throw new StartRefusal(
      `${before}${textOf('en', `refusals.${error.code}`, error.data)} Nothing was changed.`,
    )
  }

const program = new Command('agio')
  .description("The operator's command line of Agio. Settings come from the environment, as for npm start.")
  .exitOverride()
  .showHelpAfterError()

const company = program.command('company').description('companies')
company
  .command('create')
  .description(
    'make a company with its seeded roles and first administrator; the password is read from standard input',
  )
  .requiredOption('--name <name>', 'name of the company')
  .requiredOption('--country <code>', 'country, ISO 3166 two letters')
  .requiredOption('--time-zone <zone>', 'IANA time zone, such as Asia/Kuala_Lumpur')
  .requiredOption('--local-currency <code>', 'local currency, ISO 4217')
  .requiredOption('--admin <user name>', 'user name of the first administrator')
  .requiredOption('--first-name <name>', 'first name of the administrator')
  .option('--last-name <name>', 'last name of the administrator', '')
  .option('--email <address>', 'e-mail of the administrator', '')
  .action(async (options: Record<string, string>) => {
    const { name, country, timeZone, localCurrency, admin, firstName, lastName, email } = options
    const draft = checked(CompanyDraft, { name, country, timeZone, localCurrency })
    const person = checked(UserDraft, { userName: admin, firstName, lastName, email }, (field) =>
      field === 'user-name' ? '--admin' : `--${field}`,
    )
    const password = await askPassword()
    await withApp(async ({ services }) => {
      if (await inCompany(undefined, () => findUserName(services.db, person.userName)))
        throw new StartRefusal(`The user name ${person.userName} is taken.`)
      const places = [{ type: 0 as const, workspaceId: null }]
      const id = await createCompany(services, draft, (tx, roleIds) =>
        createPerson(
          tx,
          {
            userName: person.userName,
            firstName: person.firstName,
            lastName: person.lastName,
            email: person.email,
            password,
            role: 'company_administrator',
            places,
          },
          roleIds,
        ),
      )
      say(`Company ${draft.name} is made (${id}); ${person.userName} may sign in.`)
    })
  })

const user = program.command('user').description('users')
user
  .command('reset-password')
  .description('set a new password, read from standard input; ends the sessions and lifts blocks on sign-in')
  .argument('<user name>')
  .action(async (userName: string) => {
    const password = await askPassword()
    await withApp(async ({ services: { db, now } }) => {
      const found = await inCompany(undefined, () => findUserName(db, userName))
      if (!found) throw new StartRefusal(`There is no user ${userName}.`)
      await inCompany(found.companyId, async () => {
        const owner = await credential(db, found.userId)
        if (owner) await refuseWeak(db, password, owner, 'password').catch(sayRefusal(''))
      })
      const passwordHash = await hashSecret(password)
      const who = { companyId: found.companyId, userId: null, name: 'Agio' }
      await runAct(db, who, 'user.reset-password', async (tx) => {
        await setSecrets(tx, found.userId, { passwordHash }, now())
        await endSessions(tx, found, 'password reset by the operator', now())
        await liftSignInBlocks(tx, userName)
      })
      say(`The password of ${userName} is set.`)
    })
  })

user
  .command('reset-second-factor')
  .description('take away all second factors and recovery codes of a user, and end the sessions')
  .argument('<user name>')
  .requiredOption('--reason <text>', 'why, for the audit')
  .action(async (userName: string, { reason }: { reason: string }) => {
    await withApp(async ({ services: { db, now } }) => {
      const found = await inCompany(undefined, () => findUserName(db, userName))
      if (!found) throw new StartRefusal(`There is no user ${userName}.`)
      const who = { companyId: found.companyId, userId: null, name: 'Agio' }
      const reset = (tx: Tx) => resetByOperator(tx, found.userId, now())
      const count = await runAct(db, who, 'user.reset-second-factor', reset, reason)
      say(
        `${userName} signs in by the password alone until a second factor is added; ${count} were taken away.`,
      )
    })
  })

program
  .command('rates')
  .description('reference rates')
  .command('import')
  .description(
    'load a file of the European Central Bank (XML, CSV or zipped CSV) or of Bank Negara, for all companies',
  )
  .argument('<file>')
  .action(async (file: string) => {
    const bytes = contentOf(file)
    await withApp(async ({ services }) => {
      const started = performance.now()
      const done = await loadForAll(services, bytes).catch(sayRefusal(`${file}: `))
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      const { quotes, days, firstDay, lastDay, added, corrected } = done
      say(
        `${quotes} rates of ${days} days, ${firstDay} to ${lastDay}: ${added} are new, ${corrected} corrected. It took ${seconds} s.`,
      )
    })
  })

const withOwner = <T>(work: (client: Client) => Promise<T>) =>
  withPlace((place) => withClient(ownerOf(place), work))
eraseCommand(ledgerCommands(program, withApp, say), { withApp, withOwner, say })
screeningCommands(program, say)
listCommands(program, withApp, say)
simulatorCommand(program, say)

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new StartRefusal(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

const db = program.command('db').description('the database')
db.command('migrate')
  .description('bring the database up to this program, and give the serving role its rights')
  .action(() =>
    withPlace(async (place) => {
      ownerOf(place)
      await prepare(place, migrationsDir, say)
      say('The database is up to date.')
    }),
  )
db.command('check')
  .description('read the catalogue: tenancy, keys, indexes, exceptions')
  .action(() =>
    withPlace(async (place) => {
      const { faults, exceptions } = await withClient(ownerOf(place), checkDatabase)
      for (const line of [...exceptions, ...faults]) say(line)
      const real = faults.filter((fault) => !fault.startsWith('Warning:'))
      say(real.length === 0 ? 'No fault found.' : `${real.length} fault(s).`)
      if (real.length > 0) process.exitCode = 1
    }),
  )
db.command('backup')
  .description('write all data and files into one archive')
  .argument('<file>')
  .action((file: string) =>
    withPlace(async (place, { AGIO_DATA_DIR }) => {
      const done = await backup(ownerOf(place), join(AGIO_DATA_DIR, 'files'), file, { log: say })
      say(`${done.tables} tables, ${done.rows} rows and ${done.files} files are in ${file}.`)
    }),
  )
db.command('restore')
  .description('put a backup in the place of the data; the old data stays beside it')
  .argument('<file>')
  .option('--yes', 'do not ask')
  .action(async (file: string, { yes }: { yes?: boolean }) => {
    if (!yes) throw new StartRefusal(`This puts ${file} in the place of all data. Say --yes if you mean it.`)
    const settings = readSettings(process.env)
    // Not joined but opened: a restore under a running server would pull the ground from under it.
    const place = await openPlace(settings, () => {})
    try {
      const owner = ownerOf(place)
      const done = await restore(owner, join(settings.AGIO_DATA_DIR, 'files'), file, {
        migrations: migrationsDir,
        log: say,
      })
      await prepare(place, migrationsDir)
      say(
        `${done.tables} tables, ${done.rows} rows and ${done.files} files are back. The data before is kept as ${done.before}.`,
      )
    } finally {
      await place.stop()
    }
  })

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else {
    const { message, stack } = error as Error
    process.stderr.write(`${error instanceof StartRefusal ? message : (stack ?? message)}\n`)
    process.exitCode = 1
  }
}
