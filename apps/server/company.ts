import { sql } from 'kysely'
import type { Services } from '#kit/server/context.server.ts'
import { inCompany, type Tx } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import {
  addCredential,
  baseRoles,
  hashSecret,
  roleRows,
  setAssignments,
  setLimits,
  setRoles,
  userRows,
} from '#modules/access/public.server.ts'
import { seedModes, addUsualCurrency } from '#modules/currencies/public.server.ts'
import { type CompanyDraft } from '#modules/organisation/company/company.contract.ts'
import { seedAccounts } from '#modules/ledger/public.server.ts'
import { insertCompany, saveModules } from '#modules/organisation/public.server.ts'
import { allModules } from '#modules/pages.domain.ts'

/** A person to be made together with a company. */
export interface NewPerson {
  userName: string
  firstName: string
  lastName?: string
  email?: string
  password: string
  /** Code of the base role. */
  role: string
  places?: { type: 0 | 1 | 2 | 3; workspaceId: string | null }[]
}

const roleNames: Record<string, string> = {
  company_administrator: 'Company administrator',
  branch_manager: 'Branch manager',
  senior_teller: 'Senior teller',
  teller: 'Teller',
  vault_keeper: 'Vault keeper',
  treasury: 'Treasury',
  compliance_officer: 'Compliance officer',
  mlro: 'MLRO',
  accountant: 'Accountant',
  auditor: 'Auditor',
}

/**
 * Makes a company with all modules switched on, its local currency, the usual modes and the seeded roles, then whatever `more` makes in the same transaction:
 * the company is there whole or not at all. Answers its id.
 */
export async function createCompany(
  { db }: Services,
  draft: CompanyDraft & { plan?: string },
  more: (tx: Tx, roleIds: ReadonlyMap<string, string>, companyId: string) => Promise<void>,
): Promise<string> {
  const { rows } = await inCompany(undefined, () => sql<{ id: string }>`select uuidv7() as id`.execute(db))
  const companyId = rows[0]?.id ?? ''
  await runAct(db, { companyId, userId: null, name: 'Agio' }, 'company.create', async (tx) => {
    await insertCompany(tx, draft)
    await saveModules(
      tx,
      allModules.map((row) => ({ ...row, isEnabled: true })),
    )
    await addUsualCurrency(tx, draft.localCurrency)
    await seedModes(tx)
    await seedAccounts(tx)
    await more(tx, await seedRoles(tx), companyId)
  })
  return companyId
}

async function seedRoles(tx: Tx): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { code, level, permissions, limits } of baseRoles) {
    const name = roleNames[code] ?? code
    const role = await roleRows.insert(tx, { name, baseRole: code, level, permissions: [...permissions] })
    await setLimits(tx, role.id, limits)
    ids.set(code, role.id)
  }
  return ids
}

/** Makes a user with one of the seeded roles. */
export async function createPerson(
  tx: Tx,
  person: NewPerson,
  roleIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { password, role, places = [], ...rest } = person
  const { id } = await userRows.insert(tx, rest)
  await addCredential(tx, id, await hashSecret(password), null)
  const roleId = roleIds.get(role)
  if (!roleId) throw new Error(`There is no base role '${role}'`)
  await setRoles(tx, id, [roleId])
  await setAssignments(tx, id, places)
}
