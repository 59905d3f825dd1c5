import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { sendMail } from '#kit/server/mail.server.ts'
import { text } from '#kit/server/texts.server.ts'

interface Told {
  users: readonly string[]
  /** Below `notifications` of the catalogue. */
  text: string
  values: Record<string, string>
}

/** Tells people in the application what happened to their way in: messages belong to a module above this one. */
export const toldOfAccess = hook<Told, void>('access.toldOfAccess')

export const tellPeople = async (db: Db, users: readonly string[], what: string, values: Told['values']) => {
  if (users.length > 0) await toldOfAccess.ask(db, { users, text: `access.${what}`, values })
}

/** Tells a person in the application, and by mail where there is an address: an intruder who took over the one may not read the other. */
export async function tellPerson(
  db: Db,
  { language }: Pick<Ctx, 'language'>,
  user: { id: string; email: string; fullName: string; userName: string },
  what: string,
  values: Told['values'] = {},
  /** More addresses of the same person. */
  addresses: readonly string[] = [],
): Promise<void> {
  await tellPeople(db, [user.id], what, values)
  const content = text(language, `notifications.access.${what}.content`, values)
  const data = { name: user.fullName, userName: user.userName, content }
  for (const to of new Set([user.email, ...addresses].filter((one) => one !== '')))
    await sendMail(db, {
      to,
      subject: text(language, `notifications.access.${what}.title`, values),
      body: text(language, 'mails.access.body', data),
    })
}
