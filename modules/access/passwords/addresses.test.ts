import { expect, test } from 'vitest'
import { testApp } from '#apps/server/test-app.ts'
import { openMailbox } from '#kit/test/mailbox.ts'
import { passwords } from '#modules/access/passwords/passwords.contract.ts'

test('a link is mailed whichever way a domain in another script is written', async () => {
  const mailbox = await openMailbox()
  const app = await testApp({ env: { AGIO_SMTP_URL: mailbox.url, AGIO_PUBLIC_URL: 'https://agio.example/' } })
  await app.start()
  const [own, plain] = ['\u4F8B\u5B50.\u4E2D\u56FD', 'xn--fsqu00a.xn--fiqs8s']
  await app.addUser({ userName: 'chen', email: `chen@${own}` })
  await app.addUser({ userName: 'chan', email: `chan@${plain}` })
  for (const [before, email] of [`chen@${plain}`, `chan@${own}`].entries()) {
    await app.call(passwords.forgotPassword, { email })
    await expect.poll(() => mailbox.mails.length, { timeout: 10_000 }).toBe(before + 1)
  }
  await app.stop()
  await mailbox.close()
})
