import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { decisions } from '#modules/screening/decisions/decisions.contract.ts'
import { matchNew, standingOf, standingOfWalkIn } from '#modules/screening/public.server.ts'
import { loadListForAll } from '#modules/watchlists/public.server.ts'
import { screenings } from '#modules/screening/screenings/screenings.contract.ts'
import { type Session, testApp } from './test-app.ts'

interface Listed {
  id: string
  name: string
  comment?: string
}
type WalkIn = Parameters<typeof standingOfWalkIn>[1]
type Asks = Parameters<typeof standingOfWalkIn>[2]['asks']

/** So many are always on the list: one that is much shorter than the last is believed by nobody. */
const others: Listed[] = Array.from({ length: 8 }, (_, n) => ({
  id: `${100 + n}`,
  name: `Quorvex${n} Tamblyn${n}`,
}))

const individualOf = ({ id, name, comment = '' }: Listed) => {
  const [first, last] = name.split(' ')
  return `<INDIVIDUAL><DATAID>${id}</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>${first}</FIRST_NAME><SECOND_NAME>${last}</SECOND_NAME><UN_LIST_TYPE>Demo</UN_LIST_TYPE><REFERENCE_NUMBER>X.${id}</REFERENCE_NUMBER><LISTED_ON>2020-01-01</LISTED_ON><COMMENTS1>${comment}</COMMENTS1></INDIVIDUAL>`
}

/** A house that screens: an officer, a second person, a teller who registers people, and a list of the UN as a test wants it. */
export async function screeningHouse() {
  const app = await testApp()
  await app.addUser({ userName: 'officer', roles: ['compliance_officer'] })
  await app.addUser({ userName: 'second', roles: ['mlro'] })
  const officer = await app.signIn('officer')
  const second = await app.signIn('second')
  const teller = await app.signIn('teller')
  const { companyId } = officer.login.company
  const by = { id: null, name: 'x' }
  const inside = <T>(work: (tx: Db) => Promise<T>) =>
    inCompany(companyId, () => app.services.db.transaction().execute(work))
  const of = async (value: string, key: 'customerId' | 'name' = 'customerId') => {
    const filters = [{ key, operator: 'Equals' as const, value }]
    return (await officer.call(screenings.list, { filters })).body.items
  }
  const detail = async (id = '') => (await officer.call(screenings.getHistoryDetail, { id })).body
  let count = 0
  return {
    app,
    officer,
    second,
    teller,
    companyId,
    /** The screenings of a customer, or of a name. */
    of,
    openOf: async (...asked: Parameters<typeof of>) => (await of(...asked)).filter(({ isOpen }) => isOpen),
    detail,
    async register(name: string, more: object = {}) {
      count += 1
      const paper = { idType: 'PASSPORT' as const, idNumber: `S${7_000_000 + count}`, idIssuingCountry: 'SG' }
      const made = await teller.call(individuals.create, { name, nationality: 'SG', ...paper, ...more })
      if (made.status !== 200) throw new Error(JSON.stringify(made.error))
      return made.body
    },
    /** Takes a version of the list of the UN over, with these people; answers what matches it against the monitored customers. */
    async load(people: readonly Listed[]) {
      const path = join(await mkdtemp(join(tmpdir(), 'agio-list-')), 'un.xml')
      await writeFile(
        path,
        `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-01-01T00:00:00.000Z"><INDIVIDUALS>${[...others, ...people].map(individualOf).join('')}</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`,
      )
      await loadListForAll(app.services, path, { isForced: true })
      const [version] = await app.owner<{ id: string }>(
        `select id from watchlists.version where list = 'un' order by number desc limit 1`,
      )
      return () => inCompany(companyId, () => matchNew(app.services, companyId, version?.id ?? ''))
    },
    /** How a customer stands before a deal; a mere look screens nobody. */
    stands: (customerId: string, isChange = true) =>
      inside((tx) =>
        standingOf(tx, { id: customerId, customerType: 1 }, { by, now: app.services.now(), isChange }),
      ),
    /** The same of somebody who is not on file. */
    standsWalkIn: (walkIn: WalkIn, asks: Asks, dealId: string | null = null) =>
      inside((tx) => standingOfWalkIn(tx, walkIn, { by, now: app.services.now(), asks, field: 'x', dealId })),
    /** Decides on all candidates of a screening, or on one of them. */
    async decide(
      session: Session,
      id: string,
      outcome: 'no_hit' | 'confirmed_hit' | 'skipped',
      which?: number,
    ) {
      const { version, candidates } = await detail(id)
      const chosen = which === undefined ? candidates : candidates.slice(which, which + 1)
      const ids = chosen.map((one) => one.id)
      const note = 'Seen his papers'
      return session.call(decisions.decide, { id, version, candidates: ids, outcome, note })
    },
  }
}
