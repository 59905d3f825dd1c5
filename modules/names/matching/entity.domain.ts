/** One name of a listed entity; weak names are those that the list itself calls weak or of low quality. */
export interface ScreenedName {
  text: string
  quality: 'primary' | 'strong' | 'weak'
}

/** What the matcher reads of a listed entity; the readers of lists add what the profile pages show. */
export interface ScreenedEntity {
  /** The list that it stands on, such as `un` or `ofac-sdn`. */
  list: string
  /** Its number within the list. */
  id: string
  schema: 'person' | 'organisation' | 'vessel' | 'aircraft' | 'unknown'
  /** Names in original script are names too. */
  names: ScreenedName[]
  /** Intervals of YYYY-MM-DD: a year alone is January 1 to December 31, "approximately" is widened. */
  birthDates: { from: string; to: string }[]
  genders: string[]
  /** ISO 3166 alpha-2 in lower case, where known. */
  countries: string[]
  /** Numbers as the list writes them; the matcher compares them by `documentKey`. */
  documents: string[]
  addresses: string[]
}

/** A document number as it is compared: letters and digits alone, in capitals. */
export function documentKey(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
