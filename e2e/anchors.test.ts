import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '#kit/server/prepare.server.ts'
import { anchor, headOf, readably, sealBooks } from '#modules/ledger/public.server.ts'
import { axe, expect, test } from './fixtures.ts'
import type { Server } from './server.ts'

/** Seals and anchors what is there, as the worker does each minute and each day; answers the file. */
const anchorBooks = (server: Server) =>
  server.beside(async (db) => {
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
    const seal = await server.beside((db) => headOf(db, number.replaceAll(',', '')))
    expect(hash).toBe(readably(seal?.hash ?? ''))
    await expect(page.getByRole('button').locator('visible=true')).toHaveCount(0)
    // Paper says what was asked, such as both ends of the period.
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(2)
  }
})

test('an accountant downloads an anchor, compares it with the books, and is told the row that differs', async ({
  page,
  signedIn,
  server,
}) => {
  await signedIn('accountant')
  await page.goto('/accounting/anchors')
  await expect(page.getByRole('heading', { name: 'Anchors' })).toBeVisible()
  await anchorBooks(server)
  await page.reload()
  const first = page.locator('tbody tr[data-index]').first()
  await expect(first).toContainText(/\d – \d/)
  expect(await axe(page)).toEqual([])
  await expect(async () => {
    await first.focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Download' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).press('Enter')
  const download = await downloading
  const name = download.suggestedFilename()
  expect(name).toMatch(/^\d{4}-\d\d-\d\d-\d+\.anchor$/)
  const content = readFileSync(await download.path())

  const compare = async (buffer: Buffer) => {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer })
    return page.getByRole('dialog', { name })
  }
  const whole = await compare(content)
  await expect(whole.getByRole('status')).toContainText('The books are as anchored: seals ')
  expect(await axe(page)).toEqual([])
  await expect(whole).toContainText('No time stamp.')
  await whole.getByRole('button', { name: 'Close' }).click()
  await expect(whole).toBeHidden()
  const changed = await compare(content.subarray(0, -2))
  await expect(changed.getByRole('alert')).toContainText('The anchor itself was changed')
  await changed.getByRole('button', { name: 'Close' }).click()

  // A row of the audit is rewritten by somebody who owns the database.
  const ids = content
    .toString('utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
  const { rows } = await withClient(server.owner, async (owner) => {
    await owner.query('set session_replication_role = replica')
    return owner.query<{ id: string }>(
      `update kit.audit set user_name = 'Nobody' where id = (
        select id from kit.audit where id::text = any($1) limit 1) returning id`,
      [ids],
    )
  })
  const differs = await compare(content)
  await expect(differs.getByRole('alert')).toContainText(`First row that differs: ${rows[0]?.id}`)
})
