import { expect, test } from './fixtures.ts'

// A passport that the standard allows, of somebody who does not exist.
const passport = `P<SGPTAN<<MEI<LING${'<'.repeat(25)}\nK1234547<2SGP8506140F3301018${'<'.repeat(14)}08`

test('a customer is registered as the passport writes the name, and found by every other spelling', async ({
  page,
  signedIn,
}) => {
  await signedIn('compliance')
  await page.goto('/customer/individual/create')
  await page.getByLabel('Scan or paste').fill(passport)
  await page.getByRole('button', { name: 'Read into the form' }).click()
  await expect(page.locator('[name=name]')).toHaveValue('Mei Ling Tan')
  await page.locator('[name=name]').fill('Þórður Guðmundsson')
  await page.locator('[name=dateOfBirth]').fill('08/07/1974')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Created Successfully!')).toBeVisible()
  for (const spelling of ['THORDUR GUDMUNDSSON', 'gudmunds', 'Þórður', 'Tho\u200Brdur']) {
    await page.goto(`/customer/individual?q=${encodeURIComponent(spelling)}`)
    await expect(page.locator('tbody tr[data-index]')).toHaveCount(1)
    await expect(page.locator('tbody')).toContainText('Þórður Guðmundsson')
  }
  await page.locator('tbody tr[data-index]').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/[0-9a-f-]{36}/)
  await expect(page.getByText('No hit').first()).toBeVisible()

  await page.goto('/customer/individual/create')
  await page.locator('[name=name]').fill('Thordur Gudmundsson')
  await page.locator('[name=dateOfBirth]').fill('08/07/1974')
  await expect(page.getByText('Is it one of these?')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Þórður Guðmundsson' }).first()).toBeVisible()
})

const people = [
  ['Nurgül Yılmaz', 'NURGUL YILMAZ', '04/03/1987'],
  ['Işık Aydın', 'ISIK AYDIN', '06/05/1990'],
  ['Jürgen Weiß', 'JURGEN WEISS', '08/07/1971'],
  ['Jörg Müller', 'JOERG MUELLER', '08/07/1972'],
  ['Søren Kjær', 'SOEREN KJAER', '08/07/1973'],
  ['Łukasz Wójcik', 'LUKASZ WOJCIK', '08/07/1975'],
  ['Ka\u200Bmal Rahman', 'Kamal Rahman', '02/01/1981'],
] as const

test('every name of the counter is registered, screened, and found as the passport spells it', async ({
  page,
  signedIn,
}) => {
  await signedIn('compliance')
  for (const [name, spelt, born] of people) {
    await page.goto('/customer/individual/create')
    await page.getByLabel('Scan or paste').fill(passport)
    await page.getByRole('button', { name: 'Read into the form' }).click()
    await expect(page.locator('[name=name]')).toHaveValue('Mei Ling Tan')
    await page.locator('[name=idNumber]').fill(`K77${born.replaceAll('/', '')}`)
    await page.locator('[name=name]').fill(name)
    await page.locator('[name=dateOfBirth]').fill(born)
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('Created Successfully!')).toBeVisible()
    await page.goto(`/customer/individual?q=${encodeURIComponent(spelt)}`)
    await expect(page.locator('tbody tr[data-index]')).toHaveCount(1)
    await expect(page.locator('tbody')).toContainText(name.replaceAll('\u200B', ''))
    await page.locator('tbody tr[data-index]').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/[0-9a-f-]{36}/)
    await expect(page.getByText('No hit').first()).toBeVisible()
  }
})
