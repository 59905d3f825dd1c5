import { expect, test } from './fixtures.ts'

/** Pages that belong to the whole company, with what must not be offered to whoever may only look. */
const pages = ['/settings/base-rate', '/settings/rate-validation', '/settings/transaction-workflow']
const allowed: Record<string, boolean> = { admin: true, manager: false, auditor: false }

for (const [user, mayChange] of Object.entries(allowed))
  test(`${user} is ${mayChange ? '' : 'not '}offered to change what belongs to the whole company`, async ({
    page,
    signedIn,
  }) => {
    await signedIn(user)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const refusal = page.getByText('Permission denied')
      const note = page.getByRole('note').filter({ hasText: 'Read-only.' })
      const primary = page.getByRole('button', { name: /^(Save|Publish)/ })
      if (mayChange) await expect(primary).toBeVisible()
      else await expect(note.or(refusal)).toBeVisible()
      await expect(primary).toHaveCount(mayChange ? 1 : 0)
    }
  })
