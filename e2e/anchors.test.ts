import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinDeclared } from '#apps/server/modules.ts'
import { runtimeUser } from '#apps/server/database.ts'
import { type Db, inCompany, openDatabase } from '#kit/server/database.server.ts'
import { runningEmbedded } from '#kit/server/embedded.server.ts'
import { anchor, headOf, readably, sealBooks } from '#modules/ledger/public.server.ts'
import { expect, test } from './fixtures.ts'
import type { Server } from './server.ts'

/** Works in the books of the demonstration company, beside its server. */
async function inBooks<T>({ dataDir, login }: Server, work: (db: Db) => Promise<T>): Promise<T> {
  joinDeclared()
  const { companyId } = (await login('admin')).company
  const { db, close } = openDatabase({ ...runningEmbedded(dataDir), user: runtimeUser })
  try {
    return await inCompany(companyId, () => work(db))
  } finally {
    await close()
  }
}

/** Seals and anchors what is there, as the worker does each minute and each day; answers the file. */
const anchorBooks = (server: Server) =>
  inBooks(server, async (db) => {
    const secret = readFileSync(join(server.dataDir, 'secret.key'))
    const now = () => new Date()
    await sealBooks(db, now())
    return anchor({ db, secret, now, anchorFolder: join(server.dataDir, 'anchors') })
  })

test('the report of a day is printed with the last seal and the last anchor, in four languages', async ({
  page,
  signedIn,
  server,
}) => {
  const file = readFileSync((await anchorBooks(server)) ?? '', 'utf8')
  const [, signature = ''] = file.split('\n')
  const fingerprint = createHash('sha256').update(Buffer.from(signature, 'base64url')).digest('hex')
  await signedIn('accountant')
  const words: Record<string, [sealed: string, signed: string]> = {
    en: ['Books sealed up to no. ', 'signature '],
    zh_Hant: ['帳簿封存至第 ', '簽章指紋 '],
    zh_Hans: ['账簿封存至第 ', '签名指纹 '],
    vi: ['Sổ sách đã niêm phong đến số ', 'dấu vân chữ ký '],
  }
  await page.emulateMedia({ media: 'print' })
  for (const [language, [sealed, signed]] of Object.entries(words)) {
    await page.addInitScript(
      (spoken) => localStorage.setItem('LAYOUT_SETTINGS', JSON.stringify({ language: spoken })),
      language,
    )
    await page.goto('/reports/profit-loss')
    const foot = page.getByRole('main').getByRole('note')
    await expect(foot.getByText(`${signed}${readably(fingerprint)}`)).toBeVisible()
    await expect(foot.getByText(sealed)).toBeVisible()
    // What stands on paper is enough to find the seal, and to see that it is the same.
    const [, number = '', hash] =
      /^\D+(\d[\d,]*)\D.*[:：] ?((?:[0-9a-f]{4} ){7}[0-9a-f]{4})/.exec(await foot.innerText()) ?? []
    const seal = await inBooks(server, (db) => headOf(db, number.replaceAll(',', '')))
    expect(hash).toBe(readably(seal?.hash ?? ''))
    await expect(page.getByRole('button').locator('visible=true')).toHaveCount(0)
  }
})
