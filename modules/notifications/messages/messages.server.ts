import type { Selectable } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Page } from '#kit/contract/list.contract.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { publish } from '#kit/server/outbox.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import { activeUserIds } from '#modules/access/public.server.ts'
import { branchRows, counterBranches } from '#modules/organisation/public.server.ts'
import { type Message, messages } from './messages.contract.ts'
import type { MessageData, MessageType } from './messages.domain.ts'
import * as queries from './messages.queries.ts'

interface Paging {
  page: number
  pageSize: number
}
type Row = Selectable<DB['notifications.message']>

export const messagesRouter = serve(messages, {
  list: async ({ db, input, actor, language }: Ctx<Paging>) =>
    readIn(language, await queries.list(db, actor.userId, pagedBy(input))),
  listUnread: async ({ db, input, actor, language }: Ctx<Paging>) =>
    readIn(language, await queries.listUnread(db, actor.userId, pagedBy(input))),
  countUnread: async ({ db, actor }) => ({ count: await queries.countUnread(db, actor.userId) }),
  view,
  sync: async ({ db, actor, services }) => ({
    count: await queries.countUnread(db, actor.userId),
    timeZone: (await services.calendar(actor.companyId)).timeZone,
  }),
})

const pagedBy = ({ page, pageSize }: Paging) => ({ pageNum: page, pageSize })

async function view({ db, input, actor, now, language }: Ctx<{ id: string }>) {
  // The person's other tabs hear of it.
  if (await queries.view(db, actor.userId, input.id, now)) await tell(db, [actor.userId])
  const row = await queries.find(db, actor.userId, input.id)
  if (!row) throw notFound()
  return inWords(row, language)
}

const readIn = (language: Language, { items, pagination }: Page<Row>): Page<Message> => ({
  items: items.map((row) => inWords(row, language)),
  pagination,
})

/** A row as its reader sees it: in the language of the request where the catalogue has the text. */
function inWords({ textKey, textValues, ...row }: Row, language: Language): Message {
  const values = textValues as Record<string, unknown>
  const words = textKey === null ? undefined : wordsOf(language, textKey, values)
  return { ...row, ...words, data: row.data as Message['data'] }
}

function wordsOf(language: Language, key: string, values: Record<string, unknown>) {
  const [title, content] = [`notifications.${key}.title`, `notifications.${key}.content`]
  // `text` answers the key itself where there is no text.
  if (text('en', title) === title || text('en', content) === content) return undefined
  return { title: text(language, title, values), content: text(language, content, values) }
}

/** Everybody named in any of the three ways, each once; users who are locked or deleted are left out. */
interface Recipients {
  /** Ids of users. */
  users?: readonly string[]
  /** Codes of base roles, such as `compliance_officer`: whoever holds an enabled role made from one. */
  roles?: readonly string[]
  /** Id of a branch: whoever is assigned to it, to one of its counters, to its region, or to the whole company. */
  branch?: string
}

type Words =
  /** `<text>.title` and `<text>.content` below `notifications` in a module's `locales/server`: each reads it in their language. */
  | { text: string; values?: Record<string, string | number> }
  /** As somebody wrote it; it is not translated. */
  | { title: string; content: string }

type Notification = {
  to: Recipients
  type: MessageType
  /** The screening or the deal that a click opens. */
  data?: MessageData
  /** For what happened earlier; now, unless given. */
  at?: Date
} & Words

/**
 * Sends a message to people of the company: rows in the caller's transaction, and a word to their open pages once it has
 * committed. Throws when the catalogue has no English for `text`.
 */
export async function notify(db: Db, { to, type, data, at, ...words }: Notification): Promise<void> {
  const userIds = await recipients(db, to)
  const written = 'text' in words ? wordsOf('en', words.text, words.values ?? {}) : words
  if (!written) throw new Error(`There is no text 'notifications.${'text' in words ? words.text : ''}'`)
  await queries.insert(db, userIds, {
    type,
    title: written.title,
    content: written.content,
    textKey: 'text' in words ? words.text : null,
    textValues: ('text' in words && words.values) || {},
    data: data ?? null,
    notifiedAt: at ?? null,
  })
  await tell(db, userIds)
}

/** Takes back what `notify` said by this text with these of its values: it is no longer so. */
export async function withdraw(
  db: Db,
  textKey: string,
  values: Record<string, string | number>,
): Promise<void> {
  await tell(db, await queries.withdrawMessages(db, textKey, values))
}

/** Takes back what these texts asked about one thing: nobody need do it any more. */
export async function withdrawAbout(db: Db, textKeys: readonly string[], data: MessageData): Promise<void> {
  await tell(db, await queries.withdrawMessagesAbout(db, textKeys, data))
}

async function recipients(db: Db, { users = [], roles = [], branch }: Recipients): Promise<string[]> {
  return activeUserIds(db, {
    userIds: users,
    baseRoles: roles,
    ...(branch === undefined ? {} : { places: await placesOf(db, branch) }),
  })
}

async function placesOf(db: Db, branchId: string) {
  const { regionId } = await branchRows.get(db, branchId)
  const counters = (await counterBranches(db)).filter((counter) => counter.branchId === branchId)
  return {
    regionIds: regionId === null ? [] : [regionId],
    branchIds: [branchId],
    counterIds: counters.map(({ id }) => id),
  }
}

// A message to browsers holds at most 7 kB.
const perMessage = 100

/** Says to the open pages of these people that their messages have changed. */
async function tell(db: Db, userIds: readonly string[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += perMessage)
    await publish(db, { topic: 'notifications', data: null, userIds: userIds.slice(at, at + perMessage) })
}
