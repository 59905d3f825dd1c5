import { Link } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import css from './parts.module.css'

/** What stands above a page; without a link it is only a heading of the menu. */
export interface Crumb {
  text: string
  to?: string
}

/** What the page header says before the title of the open page; the shell gives it. */
export const Crumbs = createContext<readonly Crumb[]>([])

/** The way from the menu to the open page; its links keep the query parameters, so that a list is found as it was left. */
export function CrumbTrail() {
  const { t } = useTranslation('kit')
  const crumbs = use(Crumbs)
  if (crumbs.length === 0) return null
  return (
    <nav aria-label={t('crumbs')} className={css.crumbs}>
      <ol>
        {crumbs.map(({ text, to }) => (
          <li key={text}>
            {to ? (
              <Link to={to} search={true}>
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
