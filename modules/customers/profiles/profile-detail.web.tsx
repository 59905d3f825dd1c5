import type { ReactNode } from 'react'
import { DetailPage, type FactGroup } from '#kit/web/detail/detail-page.web.tsx'
import type { Customer } from './profiles.contract.ts'
import { CustomerPanels } from '../public.web.tsx'
import { FlagBadges, FlagTimeline } from '../flags/flags.web.tsx'
import { Portrait, ProfileActs, type ProfileApi } from './profile-acts.web.tsx'
import { Credit, Notices } from './profile-sections.web.tsx'
import css from './profiles.module.css'

/** Several lines of text as a value of a fact. */
export const lines = (value: string): ReactNode => (value ? <span className={css.lines}>{value}</span> : null)

interface ProfileDetailProps {
  texts: string
  api: ProfileApi
  /** Where the pages of such customers begin. */
  home: string
  id: string
  groups: readonly FactGroup<Customer>[]
  /** What hangs on a customer: who stands behind it, papers, notes. */
  children: (row: Customer) => ReactNode
}

/** One customer in full. */
export function ProfileDetail({ texts, api, home, id, groups, children }: ProfileDetailProps) {
  return (
    <DetailPage
      texts={texts}
      get={api.getById}
      id={id}
      title={({ name }) => name}
      back={home}
      badge={{ key: 'isActive', cell: (_, row) => <FlagBadges texts={texts} row={row} /> }}
      groups={groups}
      actions={(row) => <ProfileActs texts={texts} api={api} home={home} row={row} />}
      side={(row) => (
        <>
          <Portrait texts={texts} api={api} row={row} />
          <CustomerPanels customerId={row.id} />
          <FlagTimeline texts={texts} row={row} />
        </>
      )}
    >
      {(row) => (
        <>
          <Notices texts={texts} home={home} row={row} />
          {children(row)}
          <Credit texts={texts} api={api} row={row} />
        </>
      )}
    </DetailPage>
  )
}
