import { Button, Title } from '@mantine/core'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FactGroup, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Customer } from './profiles.contract.ts'
import type { ProfileApi } from './profile-acts.web.tsx'
import css from './profiles.module.css'

interface ProfilePrintProps {
  texts: string
  api: ProfileApi
  home: string
  id: string
  groups: readonly FactGroup<Customer>[]
  /** What only this kind of customer has. */
  children: (row: Customer) => ReactNode
}

/** A customer as a page of paper. Fetching it is an act of its own in the audit; flags are not printed. */
export function ProfilePrint({ texts: place, api, home, id, groups, children }: ProfilePrintProps) {
  const texts = useTexts(place)
  const query = useQuery({
    ...api.print.queryOptions({ id }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  // Nobody prints what is still on its way.
  const isComing = useIsFetching() > 0
  return (
    <>
      <div className={css.screenOnly}>
        <PageHeader title={texts('actions.print')} back={{ to: `${home}/${id}` }}>
          <Button disabled={!query.data || isComing} onClick={() => window.print()}>
            {texts('actions.print')}
          </Button>
        </PageHeader>
      </div>
      <Loaded query={query} height={480}>
        {(row) => (
          <article className={css.paper}>
            <Title order={2} fz={20} fw={600}>
              {row.name}
            </Title>
            {groups.map(({ name, facts }) => (
              <section key={name}>
                <Title order={3} className={css.heading}>
                  {texts(`groups.${name}`)}
                </Title>
                <FactList texts={place} row={row} facts={facts} />
              </section>
            ))}
            {children(row)}
          </article>
        )}
      </Loaded>
    </>
  )
}
