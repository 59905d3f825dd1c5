/** Whether a value that was kept is one of those that a part can have. */
type Check<V> = (value: unknown) => value is V
/** A check for each part of what is kept. */
export type Checks<T> = { [K in keyof T]: Check<T[K]> }

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
export const isOneOf =
  <const V>(all: readonly V[]) =>
  (value: unknown): value is V =>
    all.includes(value as V)

/** An object by names whose values all pass a check. */
export const isRecordOf =
  <V>(check: Check<V>) =>
  (value: unknown): value is Record<string, V> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(check)

/**
 * The parts of a kept value that pass their checks: what another version wrote and this one cannot use counts as not there,
 * part by part.
 */
export function readKept<T extends object>(text: string | null, checks: Checks<T>): Partial<T> {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
  if (typeof kept !== 'object' || kept === null) return {}
  const parts = Object.entries(kept).filter(
    ([name, value]) => Object.hasOwn(checks, name) && checks[name as keyof T](value),
  )
  return Object.fromEntries(parts) as Partial<T>
}
