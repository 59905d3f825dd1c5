// Long because each journey of a customer is here: from a paper, from a file, to a company, and to the merge of two.
import { axe, expect, type Page, test, unique } from './fixtures.ts'

// Two digits of a year, and check digits by the rule of ICAO: weights 7, 3, 1.
const valueOf = (sign: string) => (sign === '<' ? 0 : Number.parseInt(sign, 36))
const withDigit = (part: string) =>
  part + String(part.split('').reduce((sum, sign, at) => sum + valueOf(sign) * [7, 3, 1][at % 3]!, 0) % 10)

/** The two lines of a passport of Singapore. */
function passport(surname: string, given: string, number: string) {
  const own = withDigit(number.padEnd(9, '<'))
  const birth = withDigit('850614')
  const rest = withDigit('330101') + withDigit('<'.repeat(14))
  const whole = withDigit(own + birth + rest).slice(-1)
  return `P<SGP${`${surname}<<${given}`.padEnd(39, '<')}\n${own}SGP${birth}F${rest}${whole}`
}

const digits = (name: string) => unique(name).replace(/\D/g, '').padStart(4, '0').slice(-4)

test('a teller registers a person from a passport, and another from a MyKad number', async ({
  page,
  signedIn,
}) => {
  await signedIn('teller')
  await page.goto('/customer/individual/create')
  const number = `K${digits('p')}321`
  const scan = page.getByLabel('Scan or paste')
  await scan.fill(passport('QUEK', 'SERENE', number).replace('850614', '850641'))
  await page.getByRole('button', { name: 'Read into the form' }).click()
  await expect(page.getByText('A check digit does not fit: Date of birth.')).toHaveCount(2)
  await expect(page.locator('[name=name]')).toHaveValue('Serene Quek')
  await expect(page.locator('[name=dateOfBirth]')).toHaveValue('')
  await scan.fill(passport('QUEK', 'SERENE', number).toLowerCase())
  await page.getByRole('button', { name: 'Read into the form' }).click()
  await expect(page.locator('[name=name]')).toHaveValue('Serene Quek')
  await expect(page.locator('[name=nationality]')).toHaveValue('SG')
  await expect(page.locator('[name=dateOfBirth]')).toHaveValue('14/06/1985')
  await expect(page.locator('[name=idExpiryDate]')).toHaveValue('01/01/2033')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Created Successfully!')).toBeVisible()

  await page.goto('/customer/individual/create')
  await scan.fill(`9103081${digits('m')}3`.padEnd(12, '1').replace(/^(.{6})../, '$114'))
  await page.getByRole('button', { name: 'Read into the form' }).click()
  await expect(page.getByLabel('Place of birth')).toHaveValue('Kuala Lumpur')
  await page.locator('[name=name]').fill(unique('Cardholder '))
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Created Successfully!')).toBeVisible()

  await page.goto(`/customer/individual?q=${number}`)
  await expect(page.locator('tbody tr[data-index]')).toHaveCount(1)
  await expect(page.locator('tbody')).toContainText('Serene Quek')
})

test('a second scan leaves nothing of the first person, and what is not understood is said', async ({
  page,
  signedIn,
}) => {
  await signedIn('teller')
  await page.goto('/customer/individual/create')
  const read = async (zone: string) => {
    await page.getByLabel('Scan or paste').fill(zone)
    await page.getByRole('button', { name: 'Read into the form' }).click()
  }
  const value = (name: string) => page.locator(`[name=${name}]`)
  await read('880101-14-5523')
  await expect(page.getByLabel('Place of birth')).toHaveValue('Kuala Lumpur')
  await page.locator('[name=name]').fill('Lim Ah Kow')
  await read('ARD<<YX12345480<<<<<<<<<<<<<<<\n8802129M3005051XXK<<<<<<<<<<<4\nKRASNIQI<<ARBEN<<<<<<<<<<<<<<<')
  await expect(value('name')).toHaveValue('Arben Krasniqi')
  await expect(value('nationality')).toHaveValue('XK')
  await expect(value('idIssuingCountry')).toHaveValue('DE')
  await expect(page.getByLabel('Place of birth')).toHaveValue('')
  await read(passport('TAN', 'MEI LING', 'K1234547').replaceAll('SGP', 'XXA'))
  await expect(value('name')).toHaveValue('Mei Ling Tan')
  await expect(page.getByText('XXA is not the code of a country: Nationality.').first()).toBeVisible()
  await expect(value('nationality')).toHaveValue('')
  await expect(value('idIssuingCountry')).toHaveValue('')
})

test('somebody who is registered already is seen while typing, and not taken twice', async ({
  page,
  signedIn,
  expectConsole,
}) => {
  expectConsole(/status of 422/)
  await signedIn('teller')
  await page.goto('/customer/corporate/create')
  await page.locator('[name=name]').fill('Sunrise Trading Sdn Bhd')
  await expect(page.getByText('Is it one of these?')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sunrise Trading Sdn Bhd' }).first()).toBeVisible()
  await page.locator('[name=registrationNumber]').fill(unique('X'))
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/Looks like Sunrise Trading/).first()).toBeVisible()
  await page.getByLabel('This is somebody else').check()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Created Successfully!')).toBeVisible()
})

test('flags are raised with a reason, and suspicion is seen by compliance alone', async ({
  page,
  signedIn,
  visitor,
  server,
}) => {
  await signedIn('compliance')
  await page.goto('/customer/individual?q=Emily')
  await page.locator('tbody tr[data-index]').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/[0-9a-f-]{36}/)
  for (const [act, badge] of [
    ['Monitor', 'Monitored'],
    ['Mark suspicious', 'Suspicious'],
  ] as const) {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: act }).click()
    await page.getByLabel('Note').fill(`Because of ${act}`)
    await page.getByRole('dialog').getByRole('button', { name: act }).click()
    await expect(page.getByText(badge, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Because of Mark suspicious')).toBeVisible()
  const teller = await visitor()
  const { userInfo, company } = await server.login('teller')
  await teller.addInitScript(
    (kept) => {
      localStorage.setItem('credentials', JSON.stringify(kept))
      localStorage.setItem('PERMISSIONS', JSON.stringify(kept.company.permissions))
    },
    { userInfo, company, expiredAt: Date.now() + userInfo.expiresIn * 100 },
  )
  await teller.goto(page.url().replace(/\?.*/, ''))
  await expect(teller.getByText('Monitored', { exact: true })).toBeVisible()
  await expect(teller.getByText(/suspicious/i)).toHaveCount(0)
  await teller.getByRole('button', { name: 'More' }).click()
  await expect(teller.getByRole('menuitem', { name: 'Block' })).toBeVisible()
  await expect(teller.getByRole('menuitem', { name: /suspicio/ })).toHaveCount(0)
})

const firstRow = async (page: Page) => {
  await expect(async () => {
    await page.locator('tbody tr[data-index]').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/[0-9a-f-]{36}/, { timeout: 1000 })
  }).toPass()
}

test('a company has directors and owners, and the chart of its owners is drawn', async ({
  page,
  signedIn,
  expectConsole,
}) => {
  expectConsole(/status of 4\d\d/)
  await signedIn('teller')
  const name = unique('Ownership Works ')
  await page.goto('/customer/corporate/create')
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=registrationNumber]').fill(unique('OW'))
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Created Successfully!')).toBeVisible()
  await page.goto(`/customer/corporate?q=${encodeURIComponent(name)}`)
  await firstRow(page)
  const add = async (who: string, role: string, share?: string) => {
    await page.getByRole('button', { name: 'Add a stakeholder' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[data-path=holderId]').fill(who)
    await page.getByRole('option').first().click()
    await dialog.locator('[data-path=role]').click()
    await page.getByRole('option', { name: role, exact: true }).click()
    if (share) await dialog.locator('[data-path=share]').fill(share)
    await dialog.getByRole('button', { name: 'Save' }).click()
    return dialog
  }
  await expect(await add('James Carter', 'Director')).toHaveCount(0)
  await expect(await add('James Carter', 'Owner', '60')).toHaveCount(0)
  const over = await add('Emily Walker', 'Owner', '60')
  await expect(over.getByText('Only 40% are left.')).toBeVisible()
  await over.locator('[data-path=share]').fill('40')
  await over.getByRole('button', { name: 'Save' }).click()
  await expect(over).toHaveCount(0)
  const chart = page.getByRole('img', { name: 'Ownership chart' })
  await expect(chart).toContainText('60% in all')
  await expect(chart).toContainText(name.slice(0, 20))
  expect(await axe(page)).toEqual([])
})

test('an information request is asked and answered', async ({ page, signedIn }) => {
  await signedIn('teller')
  await page.goto('/customer/individual?q=Yuki')
  await firstRow(page)
  const ask = page.getByRole('button', { name: 'Ask for information' })
  await expect(ask).toBeVisible()
  // What is still being fetched moves the button away from under the pointer.
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await ask.click()
  await page.getByLabel('Subject').fill('Proof of address')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Note').fill('A bill of June was shown.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByText('A bill of June was shown.')).toBeVisible()
  await expect(page.getByText('Replied', { exact: true })).toBeVisible()
})

test('a file with errors is mended and taken in, and a duplicate is found and merged', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  const mark = unique('Filed')
  const lines = [
    'Name,Nationality,Type of identity document,Document number,Date of birth',
    `${mark} Alpha,SG,Passport,${mark}A,01/02/1980`,
    `Alpha ${mark},SG,Passport,${mark}B,01/02/1980`,
    `${mark} Gamma,SG,Passport,${mark}C,01/02/2980`,
    `=cmd,SG,Passport,${mark}D,01/02/1980`,
  ]
  await page.goto('/customer/bulk-import')
  await page.locator('input[type=file]').setInputFiles({
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await expect(page.getByText('Checked', { exact: true })).toBeVisible()
  await expect(page.getByText(/A formula is not taken/)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByText(/The date of birth lies in the future/).click()
  await page.getByRole('dialog').getByLabel('Date of birth').fill('01/02/1990')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/The date of birth lies in the future/)).toHaveCount(0)
  await page.getByText(/Looks like row 2/).click()
  await page.getByRole('dialog').getByLabel('This is somebody else').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Looks like row 2/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Take in good rows' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take in good rows' }).click()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible()

  await page.goto(`/customer/individual?q=${mark}A`)
  await firstRow(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('radio', { name: `Alpha ${mark}` }).check()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Alpha ${mark}` })).toBeVisible()
  await page.goto(`/customer/individual?q=${mark}B`)
  await expect(page.locator('tbody tr[data-index]')).toHaveCount(1)
})

test('a pair that is one person leads on to the merge of the two records', async ({
  page,
  server,
  signedIn,
}) => {
  const teller = await server.as('teller')
  const mark = unique('Paired')
  const register = (name: string, idNumber: string) =>
    teller('/poscustomer/customerindividual/create', {
      name,
      nationality: 'SG',
      dateOfBirth: '1980-03-04',
      idType: 'PASSPORT',
      idNumber,
      idIssuingCountry: 'SG',
      isDuplicateConfirmed: true,
      duplicateReason: 'Another passport and another face.',
    })
  await register(`${mark} Ong`, `${mark}A`)
  const twin = await register(`Ong ${mark}`, `${mark}B`)
  await signedIn('compliance')
  await page.goto('/customer/duplicates')
  await firstRow(page)
  await expect(page.getByRole('link', { name: 'Merge records' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Same person' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('One passport was renewed')
  await page.getByRole('dialog').getByRole('button', { name: 'Same person' }).click()
  await page.getByRole('link', { name: 'Merge records' }).click()
  await page.waitForURL(`**/customer/individual/merge/${twin.id}`)
  await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible()
})

test('a person behind a company is registered and joined to it at once', async ({
  page,
  signedIn,
  expectConsole,
}) => {
  expectConsole(/status of 4\d\d/)
  await signedIn('teller')
  const name = unique('Related Works ')
  await page.goto('/customer/corporate/create')
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=registrationNumber]').fill(unique('RW'))
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Created Successfully!')).toBeVisible()
  await page.goto(`/customer/corporate?q=${encodeURIComponent(name)}`)
  await firstRow(page)
  await page.getByRole('link', { name: 'New person' }).click()
  await expect(page.getByText(`Stands behind ${name} as`)).toBeVisible()
  await page.locator('[data-path=role]').click()
  await page.getByRole('option', { name: 'Owner', exact: true }).click()
  await page.locator('[data-path=share]').fill('120')
  const number = `K${digits('r')}654`
  await page.getByLabel('Scan or paste').fill(passport('POH', 'ADELINE', number))
  await page.getByRole('button', { name: 'Read into the form' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('More than 0 and at most 100, such as 12.5')).toBeVisible()
  await page.locator('[data-path=share]').fill('30')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('link', { name: 'Adeline Poh' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Ownership chart' })).toContainText('30% in all')
  await page.goto('/customer/stackholder?q=Adeline')
  await page.locator('tbody tr[data-index]').first().click()
  await expect(page.getByText(number, { exact: true })).toBeVisible()
})

test('a company is printed with who stands behind it, and nothing of the shell', async ({
  page,
  signedIn,
}) => {
  await signedIn('teller')
  await page.goto('/customer/corporate?q=Sunrise%20Trading')
  await firstRow(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.getByRole('heading', { name: 'Stakeholders' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toContainText('Sunrise Trading Sdn Bhd')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('a picture that is none is said where it was chosen, and nothing is lost', async ({
  page,
  signedIn,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  await signedIn('teller')
  await page.goto('/customer/individual?q=James')
  await firstRow(page)
  const fake = { name: 'front.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
  const paper = page.getByRole('figure').filter({ hasText: 'Front' }).first()
  await paper.locator('input[type=file]').setInputFiles(fake)
  await expect(paper.getByText(/PNG/i)).toBeVisible()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await paper.locator('input[type=file]').setInputFiles({ ...fake, buffer: png })
  await paper.getByRole('button', { name: 'Show it larger: Front' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Front' })).toBeVisible()
})
