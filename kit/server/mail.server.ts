import { createTransport } from 'nodemailer'
import type { Db } from './database.server.ts'
import type { Job } from './jobs.server.ts'
import { enqueue } from './outbox.server.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
}

const jobName = 'kit.sendMail'

/** Hands a mail over: it goes out once the caller's transaction has committed, and is tried again while the server is away. */
export async function sendMail(db: Db, mail: Mail): Promise<void> {
  const { id } = await db
    .insertInto('kit.mail')
    .values({ recipient: mail.to, subject: mail.subject, body: mail.body })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(db, jobName, { mailId: id })
}

/**
 * The job that sends mail by SMTP. `smtpUrl` as `smtp://user:password@host:port`; without it a mail stays in `kit.mail` and
 * the log says so. A mail that was sent loses its text: it may hold a link that opens an account.
 */
export function mailJob(smtpUrl: string | undefined, from: string): Job {
  const transport = smtpUrl ? createTransport(smtpUrl) : undefined
  return {
    name: jobName,
    async run({ mailId }, { services: { db, now }, log }) {
      const mail = await db
        .selectFrom('kit.mail')
        .selectAll()
        .where('id', '=', mailId as string)
        .where('sentAt', 'is', null)
        .executeTakeFirst()
      if (!mail) return
      if (!transport) {
        log.warn({ mailId }, 'no AGIO_SMTP_URL is set: the mail waits in the table kit.mail')
        return
      }
      const row = db.updateTable('kit.mail').where('id', '=', mail.id)
      try {
        await transport.sendMail({ from, to: mail.recipient, subject: mail.subject, text: mail.body })
      } catch (error) {
        await row.set({ lastError: String(error).slice(0, 500) }).execute()
        throw error
      }
      await row.set({ sentAt: now().toISOString(), body: '', lastError: null }).execute()
    },
  }
}
