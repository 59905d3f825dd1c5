import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Writes a count with the thousands grouping of the person's language. */
export function useCountFormat(): (count: number) => string {
  const { i18n } = useTranslation('kit')
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => {
    const format = new Intl.NumberFormat(language.replace('_', '-'))
    return (count: number) => format.format(count)
  }, [language])
}
