import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  /** For AGIO_SMTP_URL. */
  url: string
  /** What has come in, oldest first. */
  mails: Email[]
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it is sent; on `port` if given, else on any. */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts))
          .then((mail) => mails.push(mail))
          .finally(done)
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
