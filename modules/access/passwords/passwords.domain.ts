import type { FieldFault } from '#kit/domain/refusal.domain.ts'

/** What a company asks of new passwords beyond the specification's four characters. */
export interface PasswordRules {
  /** Characters, as a reader counts them. */
  leastLength: number
  /** No common password, and none with a word that others know of its user. */
  refusesGuessable: boolean
}

const shortestWord = 4

/** The words of names that a stranger would try first: those of the product, the company and the person, of four characters or more. */
export const listGuessableWords = (names: readonly string[]): string[] => [
  ...new Set(
    ['agio', ...names]
      .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length >= shortestWord),
  ),
]

/** Why a new password is refused, or undefined. A composition of characters is never asked for. */
export function passwordFault(
  password: string,
  { leastLength, refusesGuessable }: PasswordRules,
  words: readonly string[],
  isCommon: (password: string) => boolean,
): Omit<FieldFault, 'field'> | undefined {
  if (Array.from(password).length < leastLength)
    return { code: 'PASSWORD_TOO_SHORT', data: { least: leastLength } }
  if (!refusesGuessable) return undefined
  const plain = password.toLowerCase()
  if (isCommon(plain)) return { code: 'PASSWORD_COMMON' }
  const word = words.find((one) => plain.includes(one))
  return word ? { code: 'PASSWORD_CONTAINS', data: { word } } : undefined
}
