import { lazy } from 'react'
import { loadTexts } from '#kit/web/i18n.web.ts'

/** What screening has found of whoever a document is with, and nobody has decided; loaded with the first page that has it. */
export const OpenMatches = lazy(async () => {
  const [{ OpenMatches: matches }] = await Promise.all([
    import('./results/open-matches.web.tsx'),
    loadTexts('screening'),
  ])
  return { default: matches }
})
