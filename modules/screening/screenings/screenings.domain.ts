import { parseName } from '#modules/names/names/parse.domain.ts'
import type { NameSchema } from '#modules/names/names/parse.domain.ts'

/** Which lists a screening asks: those of the UN, those of OFAC, and all others; specification 001, 2.5. */
export const dataSources = ['unsc', 'ofac', 'enhanced'] as const
export type DataSource = (typeof dataSources)[number]

/** The data source that a list belongs to. */
export const sourceOf = (list: string): DataSource =>
  list === 'un' ? 'unsc' : list.startsWith('ofac-') ? 'ofac' : 'enhanced'

export const screeningStates = ['in_review', 'no_hit', 'confirmed_hit', 'error'] as const
export type ScreeningState = (typeof screeningStates)[number]
export const matchStates = ['pending', 'no_hit', 'confirmed_hit', 'skipped'] as const
export type MatchState = (typeof matchStates)[number]

/** Why somebody was screened; domain 9. */
export const causes = [
  'onboarding',
  'transaction',
  'object_updated',
  'dataset_updated',
  'manual',
  'bulk',
] as const
export type Cause = (typeof causes)[number]

/** In which context somebody was screened, by the numbers of the specification: before dealing, or while they deal. */
const contexts = { Onboarding: 0, TransactionMonitoring: 1 } as const
export const contextOf = (cause: Cause): 0 | 1 =>
  cause === 'transaction' || cause === 'dataset_updated'
    ? contexts.TransactionMonitoring
    : contexts.Onboarding

export const entityTypes = ['person', 'organisation', 'vessel', 'aircraft', 'unknown'] as const

/**
 * Whether what was asked before a deal says which person it is: a paper with its kind, number and country. By a name alone it
 * might be anybody who bears it, so that what is decided holds for that deal only.
 */
export const isIdentified = ({
  entityType,
  query: { documents, countries },
}: {
  entityType: string
  query: { documents: readonly string[]; countries: readonly string[] }
}): boolean => entityType === 'person' && documents.length > 0 && countries.length > 0

/** What kept a screening from being complete: there is more than anybody looks through; one name of several cannot be read. */
export const tooMany = 'TOO_MANY_HITS'
export const partlyRead = 'NAME_PARTLY_READ'

/** Whether compliance must still decide on a match; who skipped it only put it aside. */
export const waits = ({ state }: { state: MatchState }): boolean => state === 'pending' || state === 'skipped'

/**
 * Where a screening stands by what it found: nobody is cleared by a list that is too old or not there, nor by half an answer.
 * @param stale lists that were too old, or never loaded
 */
export function stateOf(
  matches: readonly { state: MatchState }[],
  { stale, failure }: { stale: readonly string[]; failure: string },
): ScreeningState {
  if (matches.some(({ state }) => state === 'confirmed_hit')) return 'confirmed_hit'
  if (failure && failure !== partlyRead) return 'error'
  if (failure || stale.length > 0 || matches.some(waits)) return 'in_review'
  return 'no_hit'
}

/** The longest name that is compared as a whole; what is longer is refused rather than cut. */
const longestName = 200

/**
 * Why a name cannot be screened, as the code of a refusal; undefined where it can. A name of which nothing can be compared
 * would be on no list, whoever bears it.
 */
export function unreadable(name: string, schema: NameSchema): string | undefined {
  if (name.length > longestName) return 'NAME_TOO_LONG'
  const letters = name.normalize('NFKC').match(/\p{L}/gu) ?? []
  if (letters.length === 0) return 'NAME_WITHOUT_LETTERS'
  // A sign of Chinese or Korean is a word; a letter of an alphabet is none.
  const isWritten = letters.length > 1 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(name)
  if (!isWritten) return 'NAME_TOO_SHORT'
  const readings = schema === 'unknown' ? (['person', 'unknown'] as const) : ([schema] as const)
  const says = (text: string, least: number) =>
    readings.some((one) =>
      parseName(text, one).spellings.some(
        ({ parts }) => parts.filter(({ kind }) => kind !== 'small' && kind !== 'number').length >= least,
      ),
    )
  if (!says(name, 1)) return 'NAME_UNREADABLE'
  // Alone a legal form is read as a name; behind another word it is seen for what it is.
  return says(`Xyzyx ${name}`, 2) ? undefined : 'NAME_SAYS_NOTHING'
}
