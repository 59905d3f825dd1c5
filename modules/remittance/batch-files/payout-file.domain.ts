import { csvLine } from '#kit/domain/cells.domain.ts'
import type { Sender } from '#modules/customers/dealing/sender.domain.ts'

/** An item of a file for a partner. */
export interface FileItem {
  reference: string
  amount: string
  currency: string
  country: string
  method: string
  recipientName: string
  recipient: Readonly<Record<string, string>>
  purpose: string
  sender: Sender
}

/** What a file says of itself. */
export interface FileHead {
  number: string
  company: string
  createdAt: Date
  valueDay: string
}

const fields = [
  'account',
  'bank',
  'bankCode',
  'branchCode',
  'phone',
  'address',
  'city',
  'postcode',
  'nationalId',
]

const heads = 'reference amount currency country method recipientName'.split(' ')
const senderHeads =
  'senderName senderAddress senderCountry senderBirthDate senderIdType senderIdNumber'.split(' ')
// At the end, so that whoever reads by position finds what was there before.
const travelHeads = 'senderPlaceOfBirth recipientReference'.split(' ')

/** The file as CSV: a line for each item, and no more than the partner is to know. */
export function csvFile(items: readonly FileItem[]): string {
  const lines = items.map((item) => {
    const { reference, amount, currency, country, method, recipientName, recipient, purpose, sender } = item
    const { name, address, country: home, birthDate, idType, idNumber } = sender
    const travel = [sender.placeOfBirth || sender.townOfBirth, recipient['account'] ?? reference]
    const theirs = fields.map((field) => recipient[field] ?? '')
    const first = [reference, amount, currency, country, method, recipientName]
    return [...first, ...theirs, purpose, name, address, home, birthDate, idType, idNumber, ...travel]
  })
  const all = [...heads, ...fields, 'purpose', ...senderHeads, ...travelHeads]
  return [all, ...lines].map((cells) => csvLine(cells)).join('')
}

const escaped: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const text = (value: string) => value.replaceAll(/[&<>"']/g, (sign) => escaped[sign] ?? sign)

/** An element with its content, left out where there is none. */
const element = (name: string, content: string, attributes = ''): string =>
  content === '' ? '' : `<${name}${attributes}>${content}</${name}>`

const isIban = (account: string) => /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(account)

/**
 * The file as a customer credit transfer initiation, pain.001.001.09, one payment block by currency; domain 11.4. The end-to-end id is
 * our reference.
 */
export function painFile(
  items: readonly FileItem[],
  { number, company, createdAt, valueDay }: FileHead,
): string {
  const byCurrency = Map.groupBy(items, ({ currency }) => currency)
  const sum = addUp(items.map(({ amount }) => amount))
  const head = element(
    'GrpHdr',
    [
      element('MsgId', text(number)),
      element('CreDtTm', createdAt.toISOString().slice(0, 19)),
      element('NbOfTxs', String(items.length)),
      element('CtrlSum', sum),
      element('InitgPty', element('Nm', text(company.slice(0, 140)))),
    ].join(''),
  )
  const blocks = [...byCurrency].map(([currency, own]) =>
    element(
      'PmtInf',
      [
        element('PmtInfId', text(`${number}-${currency}`)),
        element('PmtMtd', 'TRF'),
        element('NbOfTxs', String(own.length)),
        element('CtrlSum', addUp(own.map(({ amount }) => amount))),
        element('ReqdExctnDt', element('Dt', valueDay)),
        element('Dbtr', element('Nm', text(company.slice(0, 140)))),
        ...own.map(transaction),
      ].join(''),
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
    element('CstmrCdtTrfInitn', [head, ...blocks].join('')),
    '</Document>\n',
  ].join('')
}

function transaction(item: FileItem): string {
  const { reference, amount, currency, recipientName, recipient, sender, country, purpose } = item
  const account = recipient['account'] ?? ''
  const bank = recipient['bankCode'] ?? recipient['bank'] ?? ''
  return element(
    'CdtTrfTxInf',
    [
      element('PmtId', element('InstrId', text(reference)) + element('EndToEndId', text(reference))),
      element('Amt', element('InstdAmt', amount, ` Ccy="${text(currency)}"`)),
      element(
        'UltmtDbtr',
        element('Nm', text(sender.name.slice(0, 140))) +
          element('PstlAdr', element('Ctry', text(sender.country)) + addressLines(sender.address)) +
          identification(sender),
      ),
      element(
        'CdtrAgt',
        element('FinInstnId', element('ClrSysMmbId', element('MmbId', text(bank.slice(0, 35))))),
      ),
      element(
        'Cdtr',
        element('Nm', text(recipientName.slice(0, 140))) + element('PstlAdr', element('Ctry', text(country))),
      ),
      element(
        'CdtrAcct',
        element(
          'Id',
          isIban(account)
            ? element('IBAN', account)
            : account && element('Othr', element('Id', text(account.slice(0, 34)))),
        ),
      ),
      element('Purp', element(/^[A-Z]{4}$/.test(purpose) ? 'Cd' : 'Prtry', text(purpose.slice(0, 35)))),
    ].join(''),
  )
}

/** An address as up to seven lines of seventy letters, which is the most that the message takes. */
const addressLines = (address: string): string =>
  address
    .split('\n')
    .flatMap((line) => line.trim().match(/.{1,70}/gu) ?? [])
    .slice(0, 7)
    .map((line) => element('AdrLine', text(line)))
    .join('')

/** Codes of ISO 20022 for papers of a person; another goes by our own word. */
const schemes: Record<string, string> = {
  PASSPORT: 'CCPT',
  MYKAD: 'NIDN',
  NATIONAL_ID: 'NIDN',
  DRIVING_LICENCE: 'DRLC',
}

/** Who the sender is beside the name: by registration, or by paper and birth, of which the message wants date, town and country. */
function identification({ kind, idType, idNumber, birthDate, placeOfBirth, townOfBirth }: Sender): string {
  const scheme = schemes[idType]
  const number =
    idNumber &&
    element(
      'Othr',
      element('Id', text(idNumber.slice(0, 35))) +
        element('SchmeNm', scheme ? element('Cd', scheme) : element('Prtry', text(idType.slice(0, 35)))),
    )
  if (kind === 'company') return element('Id', element('OrgId', number))
  const birth =
    birthDate &&
    placeOfBirth &&
    townOfBirth &&
    element('BirthDt', birthDate) +
      element('CityOfBirth', text(townOfBirth.slice(0, 35))) +
      element('CtryOfBirth', text(placeOfBirth))
  return element('Id', element('PrvtId', element('DtAndPlcOfBirth', birth) + number))
}

/** The plain sum of amounts, whatever their currency: a check of the file, and no money. */
function addUp(amounts: readonly string[]): string {
  const most = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const units = amounts.reduce((sum, amount) => {
    const [whole = '0', part = ''] = amount.split('.')
    return sum + BigInt(whole + part.padEnd(most, '0'))
  }, 0n)
  const digits = units.toString().padStart(most + 1, '0')
  return most === 0 ? digits : `${digits.slice(0, -most)}.${digits.slice(-most)}`
}
