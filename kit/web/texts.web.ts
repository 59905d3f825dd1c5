import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export type Texts = (key: string, values?: Record<string, unknown> & { defaultValue?: string }) => string

/**
 * The texts of one resource. `useTexts('organisation:branches')('fields.code')` is `branches.fields.code` of namespace
 * `organisation`, where that is not there the term `fields.code` that all modules share, and else the kit's own.
 */
export function useTexts(place: string): Texts {
  const [namespace = '', prefix = ''] = place.split(':')
  const { t } = useTranslation([namespace, 'modules', 'kit'])
  return useCallback(
    (key, values) => t([`${namespace}:${prefix}.${key}`, `modules:terms.${key}`, `kit:${key}`], values ?? {}),
    [t, namespace, prefix],
  )
}

/** The text of one value of a field, such as a state; the value itself where the catalogue has none. */
export const valueText = (texts: Texts, field: string, value: unknown) =>
  value === null || value === undefined
    ? ''
    : texts(`values.${field}.${String(value as string | number)}`, {
        defaultValue: String(value as string | number),
      })
