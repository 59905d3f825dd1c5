import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const webUrl = z.url({ protocol: /^https?$/ })
/** With a path, since an origin alone would open everything on it. */
const isPrefix = (address: string) => {
  const { href, pathname, search, hash } = new URL(address)
  return href === address && pathname.length > 1 && search === '' && hash === ''
}
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** Every setting, with what it means; anything else that begins with AGIO_ is a slip of the pen. */
/** By their numbers in the specification, 0 (off) to 4. */
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

const shapes = {
  /** Port of the API and the web app. */
  AGIO_PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  /** Where to listen; loopback unless set. */
  AGIO_HOST: z.string().min(1).default('localhost'),
  /** The folder of the embedded database, of stored files and of the key. */
  AGIO_DATA_DIR: z.string().min(1).default('data'),
  /** `0`: no demonstration company. `1`: make it also in a database of your own. */
  AGIO_DEMO: flag.optional(),
  /** So many days of trade the demonstration company looks back on; they are dealt in the background after the first start. */
  AGIO_DEMO_DAYS: z.coerce.number().int().min(0).max(366).default(92),
  /** Where the anchors of the books are written once a day; `anchors` in the data folder unless set. */
  AGIO_ANCHOR_DIR: z.string().min(1).optional(),
  AGIO_ROLE: z.enum(['api', 'worker', 'all']).default('all'),
  /** The running server's role on a PostgreSQL of your own; it may neither own tables nor bypass row-level security. */
  DATABASE_URL: postgresUrl.optional(),
  /** The role that owns the tables and migrates. */
  DATABASE_OWNER_URL: postgresUrl.optional(),
  /** Where people reach the web app; links in mails begin with it. */
  AGIO_PUBLIC_URL: webUrl.optional(),
  /** Signs access tokens; the same on every server. Without it a key file in the data folder serves. */
  AGIO_SECRET: z.string().min(32).optional(),
  /** `smtp://user:password@host:port` */
  AGIO_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  AGIO_MAIL_FROM: z.string().min(3).default('Agio <no-reply@localhost>'),
  /** Where the reference rates of the European Central Bank and of Bank Negara Malaysia are fetched, or a mirror of yours. */
  AGIO_ECB_URL: webUrl.default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  AGIO_BNM_URL: webUrl.default('https://api.bnm.gov.my/public/exchange-rate?quote=rm'),
  /** Where the lists of the UN, of OFAC (SDN, and all others) and FollowTheMoney are fetched; without an address a list is loaded by hand. */
  AGIO_UN_LIST_URL: webUrl.optional(),
  AGIO_SDN_LIST_URL: webUrl.optional(),
  AGIO_CONS_LIST_URL: webUrl.optional(),
  AGIO_FTM_LIST_URL: webUrl.optional(),
  /** The time-stamping authority (RFC 3161) that stamps the anchors of the books; without it they bear no stamp. */
  AGIO_TIMESTAMP_URL: webUrl.optional(),
  /** Addresses inside the house to which webhooks of a company may send, or without https: `<company id>=<beginning>`, parted by spaces. */
  AGIO_WEBHOOK_ORIGINS: z
    .string()
    .transform((text) =>
      text
        .split(/\s+/)
        .filter(Boolean)
        .map((one) => ({ companyId: one.split('=', 1)[0] ?? '', prefix: one.slice(one.indexOf('=') + 1) })),
    )
    .pipe(z.array(z.strictObject({ companyId: z.uuid(), prefix: webUrl.refine(isPrefix) })))
    .default([]),
  /** A JSON file with the keys of partners that pay out: `{"<company id>/<partner's code>": ["key", "former key"]}`. */
  AGIO_PARTNER_KEYS: z.string().min(1).optional(),
  /** `1` behind a proxy of your own: believe its X-Forwarded-For. */
  AGIO_TRUST_PROXY: flag.default(false),
  /** `1`: the description of the API is served without sign-in. */
  AGIO_OPEN_DOCS: flag.default(false),
  AGIO_LOG_LEVEL: z
    .enum([...logLevels, '0', '1', '2', '3', '4'])
    .transform((level) => logLevels[Number(level)] ?? (level as (typeof logLevels)[number]))
    .default('warn'),
}

export type Settings = { [K in keyof typeof shapes]: z.output<(typeof shapes)[K]> }

const reasons: Partial<Record<keyof typeof shapes, string>> = {
  AGIO_PORT: 'a port is a whole number from 1 to 65535',
  AGIO_DEMO: 'it is 0 or 1',
  AGIO_DEMO_DAYS: 'it is a number of days from 0 to 366',
  AGIO_TRUST_PROXY: 'it is 0 or 1',
  AGIO_OPEN_DOCS: 'it is 0 or 1',
  AGIO_ROLE: 'it is api, worker or all',
  AGIO_SECRET: 'it needs at least 32 characters',
  AGIO_LOG_LEVEL: 'it is silent, error, warn, info or debug, or their number from 0 to 4',
  DATABASE_URL: 'it begins with postgresql:// or postgres://',
  DATABASE_OWNER_URL: 'it begins with postgresql:// or postgres://',
  AGIO_PUBLIC_URL: 'it begins with http:// or https://',
  AGIO_ECB_URL: 'it begins with http:// or https://',
  AGIO_BNM_URL: 'it begins with http:// or https://',
  AGIO_UN_LIST_URL: 'it begins with http:// or https://',
  AGIO_SDN_LIST_URL: 'it begins with http:// or https://',
  AGIO_CONS_LIST_URL: 'it begins with http:// or https://',
  AGIO_FTM_LIST_URL: 'it begins with http:// or https://',
  AGIO_TIMESTAMP_URL: 'it begins with http:// or https://',
  AGIO_WEBHOOK_ORIGINS:
    'each is the id of a company, = and how its addresses begin, with a path, such as http://erp.internal:8080/hooks',
  AGIO_SMTP_URL: 'it begins with smtp:// or smtps://',
}
const hidden = new Set(['AGIO_SECRET', 'AGIO_SMTP_URL', 'DATABASE_URL', 'DATABASE_OWNER_URL'])

/**
 * Reads the settings from the environment.
 * @throws StartRefusal naming the setting and why it cannot be used
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const unknown = Object.keys(env).find((name) => name.startsWith('AGIO_') && !(name in shapes))
  if (unknown)
    throw new StartRefusal(
      `${unknown} is not a setting of Agio: those are ${Object.keys(shapes).join(', ')}.`,
    )
  const settings: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(shapes)) {
    const given = env[name] === '' ? undefined : env[name]
    const read = shape.safeParse(given)
    if (!read.success) {
      const shown = hidden.has(name) ? '' : ` is ${JSON.stringify(given)}, but`
      const reason = reasons[name as keyof typeof shapes] ?? 'it cannot be used'
      throw new StartRefusal(`${name}${shown || ' is not right:'} ${reason}.`)
    }
    settings[name] = read.data
  }
  const checked = settings as unknown as Settings
  if (checked.DATABASE_OWNER_URL && !checked.DATABASE_URL)
    throw new StartRefusal(
      'DATABASE_OWNER_URL is set without DATABASE_URL: the server needs a role of its own to run with.',
    )
  return { ...checked, AGIO_DATA_DIR: resolve(checked.AGIO_DATA_DIR) }
}

/** The key that signs tokens: the setting, or a file in the data folder that only we can read, made on first use. */
export function readSecret({ AGIO_SECRET, AGIO_DATA_DIR }: Settings): Buffer {
  if (AGIO_SECRET) return Buffer.from(AGIO_SECRET)
  const file = join(AGIO_DATA_DIR, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(AGIO_DATA_DIR, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  }
  chmodSync(file, 0o600)
  const secret = readFileSync(file)
  if (secret.length < 32)
    throw new StartRefusal(`${file} is damaged: delete it, and everybody signs in anew.`)
  return secret
}
