import { useQuery } from '@tanstack/react-query'
import { can } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { homes, place } from '../screenings/words.web.ts'
import { api } from './api.web.ts'
import css from './result.module.css'
import { ScreeningActs, ScreeningBadge } from './result.web.tsx'
import { Triage } from './triage.web.tsx'

/** With whom a document is: a customer, and others of whom it alone is known. */
interface Of {
  customerId: string | null
  documentId: string
}

/** Screenings that are open, of somebody or of a document, the latest first. */
const openOf = (key: 'customerId' | 'dealId', value: string) =>
  api.list.queryOptions({
    filters: [
      { key, operator: 'Equals', value, type: 'Guid' },
      { key: 'isOpen', operator: 'Equals', value: true },
    ],
    sort: ['createdAt-desc'],
    pageNum: 1,
    pageSize: 20,
  })

/** What screening has found and nobody has decided, decided in place, one after another: where a document waits for that. */
export function OpenMatches({ customerId, documentId }: Of) {
  const texts = useTexts(place)
  const maySee = can('view_screening')
  const ofCustomer = useQuery({
    ...openOf('customerId', customerId ?? ''),
    enabled: maySee && customerId !== null,
  })
  const ofDocument = useQuery({ ...openOf('dealId', documentId), enabled: maySee })
  const first = ofCustomer.data?.items[0] ?? ofDocument.data?.items[0]
  if (!first) return null
  return (
    <section className={css.standing}>
      <h2>{texts('standing')}</h2>
      <OneMatch key={first.id} id={first.id} />
    </section>
  )
}

function OneMatch({ id }: { id: string }) {
  const texts = useTexts(place)
  const query = useQuery(api.getHistoryDetail.queryOptions({ id }))
  return (
    <Loaded query={query} height={240}>
      {(one) => (
        <>
          <div className={css.matchHead}>
            <TextLink to={`${homes[one.dataSource].history}/${one.id}`}>
              {texts(`values.dataSource.${one.dataSource}`)}
            </TextLink>
            <ScreeningBadge one={one} />
            <ScreeningActs one={one} />
          </div>
          {one.candidates.length > 0 && <Triage key={one.version} one={one} />}
        </>
      )}
    </Loaded>
  )
}
