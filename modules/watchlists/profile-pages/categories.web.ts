import { useQuery } from '@tanstack/react-query'
import { languageTag } from '#kit/web/i18n.web.ts'

type Descriptions = Record<string, Record<string, string>>

/** What the categories of compliance mean: a static file, fetched by the page that shows them. Answers by code. */
export function useCategories(): (code: string) => string | undefined {
  const { data } = useQuery({
    queryKey: ['compliance-categories'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/compliance-categories.json', { signal })
      if (!answer.ok) throw new Error(`The descriptions of categories: ${answer.status}`)
      return (await answer.json()) as Descriptions
    },
    staleTime: Infinity,
  })
  const language = languageTag().replace('-', '_')
  return (code) => data?.[code]?.[language]
}
