import { randomUUIDv7 } from 'node:crypto'
import type { Db, Tx } from '#kit/server/database.server.ts'
import { insertCustomerRows, insertCustomers, type NewCustomer } from './public.server.ts'
import type { Stage } from '#modules/demonstration.contract.ts'
import { CorporateDraft, IndividualDraft, individuals } from './profiles/profiles.contract.ts'

// Invented people: common names of the region put together by their number, the same ones on every first start.

const people = 250
const companies = 50

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const pad = (value: number, length = 2) => String(value).padStart(length, '0')

const malayMen = 'Ahmad Muhammad Hafiz Amir Faizal Azman Syafiq Khairul Zulkifli Ridzuan'.split(' ')
const malayWomen = 'Nur Siti Aisyah Farah Hidayah Noraini Salmah Zarina Izzati Rohani'.split(' ')
const malayFathers = 'Abdullah Rahman Ismail Hassan Yusof Othman Ibrahim Salleh Razak Kassim Jaafar'.split(
  ' ',
)
const surnames = 'Tan陈 Lim林 Lee李 Wong黄 Ng吴 Chan曾 Ong王 Goh吴 Teoh张 Chong庄 Yap叶 Low刘 Khoo邱'.split(
  ' ',
)
const givenNames = [
  ['Mei Ling', '美玲', 'F'],
  ['Wei Jie', '伟杰', 'M'],
  ['Kah Hui', '嘉慧', 'F'],
  ['Jia Hao', '家豪', 'M'],
  ['Siew Lan', '秀兰', 'F'],
  ['Chee Keong', '志强', 'M'],
  ['Xin Yi', '欣怡', 'F'],
  ['Yong Sheng', '永胜', 'M'],
  ['Pei Shan', '佩珊', 'F'],
  ['Boon Hock', '文福', 'M'],
] as const
const indianMen = 'Ravi Suresh Kumar Arun Vijay Ganesh Prakash Dinesh'.split(' ')
const indianWomen = 'Priya Kavitha Lakshmi Anitha Shanti Meena Devi Revathi'.split(' ')
const indianFathers = 'Subramaniam Krishnan Muthu Raman Nair Pillai Rajan Maniam'.split(' ')
const visitors = [
  ['SG', 'Rachel Koh', '+6591', 8],
  ['ID', 'Budi Santoso', '+62812', 10],
  ['TH', 'Somchai Jaidee', '+6681', 9],
  ['VN', 'Nguyễn Thị Hương', '+8490', 9],
  ['PH', 'Maria Santos', '+63917', 10],
  ['GB', 'James Carter', '+44771', 10],
  ['AU', 'Emily Walker', '+61412', 9],
  ['JP', 'Yuki Sato', '+8190', 10],
  ['CN', 'Zhang Wei', '+86138', 11],
  ['DE', 'Lukas Fischer', '+49151', 11],
] as const
const occupations = 'Accountant Teacher Engineer Trader Nurse Driver Student Retired Cook Clerk'.split(' ')
const purposes = ['Travel', 'Education abroad', 'Family support', 'Business trip', 'Savings']
const funds = ['Salary', 'Savings', 'Business income', 'Sale of property', 'Pension']
const towns = [
  ['Kuala Lumpur', 'Kuala Lumpur', '50450', 'Jalan Ampang'],
  ['Petaling Jaya', 'Selangor', '46200', 'Jalan Gasing'],
  ['George Town', 'Pulau Pinang', '10200', 'Lebuh Campbell'],
  ['Butterworth', 'Pulau Pinang', '12100', 'Jalan Bagan Jermal'],
  ['Johor Bahru', 'Johor', '80000', 'Jalan Wong Ah Fook'],
] as const

interface Named {
  name: string
  originalName: string
  gender: 'F' | 'M'
}

/** A local person by number: Malay, Chinese or Indian in turn. */
function local(index: number): Named {
  const isWoman = index % 4 < 2
  const gender = isWoman ? 'F' : 'M'
  if (index % 3 === 0) {
    const first = isWoman ? at(malayWomen, index) : at(malayMen, index)
    const second = isWoman ? at(malayWomen, index + 3 + (index >> 4)) : at(malayMen, index + 3 + (index >> 4))
    const father = at(malayFathers, index + (index >> 3))
    return { name: `${first} ${second} ${isWoman ? 'binti' : 'bin'} ${father}`, originalName: '', gender }
  }
  if (index % 3 === 1) {
    const surname = at(surnames, index + (index >> 3))
    const [given, signs, its] = at(givenNames, index + (index >> 2))
    const [, latin = '', sign = ''] = /^(\w+)(.)$/u.exec(surname) ?? []
    return { name: `${latin} ${given}`, originalName: `${sign}${signs}`, gender: its }
  }
  const first = isWoman ? at(indianWomen, index) : at(indianMen, index)
  const parent = at(indianFathers, index + (index >> 2))
  return { name: `${first} ${isWoman ? 'a/p' : 'a/l'} ${parent}`, originalName: '', gender }
}

const birthOf = (index: number) =>
  `${1950 + ((index * 7) % 55)}-${pad(1 + (index % 12))}-${pad(1 + (index % 28))}`

function citizen(index: number) {
  const named = local(index)
  const dateOfBirth = birthOf(index)
  const [city, state, postcode, street] = at(towns, index)
  const serial = `${pad(5100 + index, 4).slice(0, 3)}${named.gender === 'M' ? 1 + 2 * (index % 5) : 2 * (index % 5)}`
  return {
    ...named,
    nationality: 'MY',
    dateOfBirth,
    idType: 'MYKAD' as const,
    idNumber: `${dateOfBirth.slice(2).replaceAll('-', '')}-${at(['14', '10', '07', '01', '08'], index)}-${serial}`,
    idIssuingCountry: 'MY',
    countryOfBirth: 'MY',
    phone: `+6012${3_400_000 + index * 137}`,
    address: `${1 + (index % 90)} ${street}`,
    city,
    state,
    postcode,
    country: 'MY',
  }
}

function visitor(index: number) {
  const [country, name, prefix, digits] = at(visitors, index)
  return {
    name:
      index < visitors.length ? name : `${name} ${at('Ana Ben Chen Dara Eko Finn'.split(' '), index >> 3)}`,
    nationality: country,
    gender: index % 2 === 0 ? ('F' as const) : ('M' as const),
    dateOfBirth: birthOf(index + 11),
    idType: 'PASSPORT' as const,
    idNumber: `${at(['K', 'A', 'P', 'C', 'E'], index)}${pad(4_120_000 + index * 391, 8)}`,
    idIssuingCountry: country,
    idExpiryDate: `${2027 + (index % 9)}-0${1 + (index % 9)}-15`,
    phone: `${prefix}${pad(2_000_000 + index * 977, 12).slice(-(digits - (prefix.length - 3)))}`,
    country,
  }
}

const trades = ['Trading', 'Travel', 'Electronics', 'Logistics', 'Holdings', 'Foods', 'Textiles', 'Marine']
const words =
  'Sunrise Harmony Golden Pacific Straits Orchid Summit Kinabalu Lotus Meranti Selatan Utama'.split(' ')

function company(index: number) {
  const [city, state, postcode, street] = at(towns, index)
  return {
    name: `${at(words, index)} ${at(trades, Math.floor(index / words.length))} Sdn Bhd`,
    registrationNumber: `${2001 + (index % 24)}01${pad(12_000 + index * 31, 6)}`,
    dateOfIncorporation: `${2001 + (index % 24)}-${pad(1 + (index % 12))}-10`,
    countryOfIncorporation: 'MY',
    natureOfBusiness: at(trades, Math.floor(index / words.length)),
    registeredAddress: `Level ${1 + (index % 20)}, ${street}\n${postcode} ${city}, ${state}`,
    phone: `+603${21_450_000 + index * 119}`,
    email: `office@company${index}.example`,
    purpose: 'Payment of suppliers',
    sourceOfFunds: 'Business income',
  }
}

/** Two customers with names of the demonstration's lists, one of whom is somebody else by birth and country. */
export const namesakes = (): NewCustomer[] =>
  [
    { ...visitor(92), name: 'Nasrin Golparvar', dateOfBirth: '1980-08-23' },
    { ...visitor(91), name: 'Casimir Ostrander-Demo', dateOfBirth: '1973-05-02' },
  ].map((values) => ({ id: randomUUIDv7(), customerType: 1, values: IndividualDraft.parse(values) }))

/** People who come often: the first of those whom nothing keeps from dealing. */
export async function regulars(db: Db): Promise<string[]> {
  const able = db.selectFrom('customers.customer').select('id').where('customerType', '=', 1)
  const free = able
    .where('isActive', '=', true)
    .where('isBlocked', '=', false)
    .where('isMonitored', '=', false)
  return (await free.orderBy('id').limit(40).execute()).map(({ id }) => id)
}

/** Registered before anybody deals, each after the one before: two years ago the first, who come most often. */
const registeredAt = (now: Date, index: number) =>
  new Date(now.getTime() - (730 - index * 2) * 86_400_000).toISOString()

/** Three hundred customers with owners, directors, flags, comments and requests. */
export async function fillCustomers(tx: Tx, now: Date): Promise<void> {
  const persons: NewCustomer[] = Array.from({ length: people }, (_, index) => ({
    id: randomUUIDv7(),
    customerType: 1,
    createdAt: registeredAt(now, index),
    values: IndividualDraft.parse({
      ...(index % 5 === 4 ? visitor((index - 4) / 5) : citizen(index)),
      occupation: at(occupations, index),
      purpose: at(purposes, index),
      sourceOfFunds: at(funds, index + 1),
      politicallyExposed: index % 97 === 9 ? 'YES' : 'NO',
    }),
  }))
  const firms: NewCustomer[] = Array.from({ length: companies }, (_, index) => ({
    id: randomUUIDv7(),
    customerType: 2,
    createdAt: registeredAt(now, people + index),
    values: CorporateDraft.parse(company(index)),
  }))
  await insertCustomers(tx, persons)
  await insertCustomers(tx, firms)
  await insertCustomerRows(tx, 'customers.stakeholder', holdings(persons, firms))
  await insertCustomerRows(tx, 'customers.comment', comments(persons))
  await insertCustomerRows(tx, 'customers.infoRequest', requests(persons))
}

const teller = 'Mei Ling Wong'
const remarks = [
  'Comes every first Friday of the month.',
  'Asks for small notes.',
  'Travels with family; takes several currencies at once.',
  'Speaks Hokkien and Malay.',
]
const comments = (persons: readonly NewCustomer[]) =>
  persons
    .filter((_, index) => index % 6 === 1)
    .map(({ id }, index) => ({ customerId: id, text: at(remarks, index), byName: teller, createdAt: 'now' }))

const questions = [
  ['Source of funds', 'Please bring the last three salary slips.'],
  ['New passport', 'The passport runs out soon; ask for the new one.'],
  ['Address', 'A bill that shows the address, not older than three months.'],
]
const requests = (persons: readonly NewCustomer[]) =>
  persons
    .filter((_, index) => index % 20 === 4)
    .map(({ id }, index) => {
      const [subject, question] = at(questions, index)
      const isAnswered = index % 3 === 2
      return {
        customerId: id,
        subject,
        question,
        askedByName: 'Priya Nair',
        state: isAnswered ? 'replied' : 'open',
        answer: isAnswered ? 'Shown at the counter and noted.' : '',
        closedByName: isAnswered ? teller : null,
        closedAt: isAnswered ? 'now' : null,
      }
    })

/** A director, an authorised person and two or three owners of each company; some are owned by the company before them. */
function holdings(persons: readonly NewCustomer[], firms: readonly NewCustomer[]) {
  return firms.flatMap(({ id: corporateId }, index) => {
    const person = (step: number) => at(persons, index * 5 + step).id
    const parent = index % 4 === 3 ? firms[index - 1] : undefined
    const of = (holderId: string, role: string, more: { share?: string; position?: string } = {}) => ({
      corporateId,
      holderId,
      role,
      share: null,
      position: '',
      ...more,
    })
    return [
      of(person(0), 'DIRECTOR', { position: 'Managing director' }),
      of(person(1), 'DIRECTOR', { position: 'Director' }),
      of(person(2), 'AUTHORISED', { position: 'Finance manager' }),
      of(person(0), 'OWNER', { share: parent ? '30' : '60' }),
      of(person(3), 'OWNER', { share: parent ? '15' : '40' }),
      ...(parent ? [of(parent.id, 'OWNER', { share: '55' })] : []),
    ]
  })
}

/** Somebody is registered who looks like another, and the teller says that they differ: a second person is to look at it. */
export async function seedTwin({ perform, regulars: [first = ''] }: Stage): Promise<void> {
  const { name, nationality, gender, dateOfBirth } = await perform('admin', individuals.getById, {
    id: first,
  })
  await perform('teller', individuals.create, {
    name,
    nationality,
    gender,
    dateOfBirth: dateOfBirth ?? '',
    idType: 'PASSPORT',
    idNumber: 'K20461187',
    idIssuingCountry: nationality,
    isDuplicateConfirmed: true,
    duplicateReason: 'Another passport, and another face.',
  })
}
