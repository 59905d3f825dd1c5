import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { listGuessableWords, passwordFault, type PasswordRules } from './passwords.domain.ts'

/** Asked for each new password: the rules of the company of the connection. */
export const passwordRules = hook<null, PasswordRules>('access.passwordRules')

interface Owner {
  userName: string
  fullName: string
  email: string
}

let common: Promise<ReadonlySet<string>> | undefined

/** Some 49,000 passwords of published leaks; read when the first company asks for it. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/** Refuses, at `field`, a new password that the company's rules do not take. */
export async function refuseWeak(db: Db, password: string, owner: Owner, field: string): Promise<void> {
  const [rules] = await passwordRules.ask(db, null)
  if (!rules) throw new Error('nobody says what a password must be')
  const known = rules.refusesGuessable ? await (common ??= readCommon()) : undefined
  const names = [owner.userName, owner.fullName, owner.email.split('@')[0] ?? '']
  const words = known ? listGuessableWords([...names, (await currentCompany(db)).name]) : []
  const fault = passwordFault(password, rules, words, (plain) => known?.has(plain) === true)
  if (fault)
    throw new Refusal(fault.code, fault.data ?? {}, { kind: 'invalid', fields: [{ field, ...fault }] })
}
