import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { Timeline } from '#kit/web/detail/detail-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from './changes.module.css'
import { userAudit } from './user-audit.contract.ts'
import { auditOf, useActText } from './words.web.ts'

const api = bindContract(userAudit)

/** What this person did last, and the way to all of it. */
export function RecentActs({ userId }: { userId: string }) {
  const texts = useTexts('access:users')
  const actText = useActText()
  const filters = [{ key: 'userId' as const, operator: 'Equals' as const, value: userId }]
  const query = useQuery(api.list.queryOptions({ filters, pageSize: 8 }))
  const { to, search } = auditOf(userId)
  const acts = ({ items: rows }: NonNullable<typeof query.data>) =>
    rows.length === 0 ? (
      <section>
        <Title order={2} className={css.heading}>
          {texts('recent')}
        </Title>
        <p className={css.nothing}>{texts('noActs')}</p>
      </section>
    ) : (
      <>
        <Timeline
          title={texts('recent')}
          entries={rows.map(({ id, at, act, code, address }) => ({
            id,
            at,
            who: address ?? '',
            what: <TextLink to={`${to}/${id}`}>{actText(act)}</TextLink>,
            note: code,
          }))}
        />
        <Button
          mt="lg"
          variant="default"
          size="xs"
          renderRoot={(props) => <Link to={to} search={search} {...props} />}
        >
          {texts('allActs')}
        </Button>
      </>
    )
  return (
    <Loaded query={query} height={240}>
      {acts}
    </Loaded>
  )
}
