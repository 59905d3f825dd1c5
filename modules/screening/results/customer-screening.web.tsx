import { useQuery } from '@tanstack/react-query'
import { bindContract, can } from '#kit/web/api.web.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { subscription } from '#modules/organisation/subscription/subscription.contract.ts'
import { dataSources } from '../screenings/screenings.domain.ts'
import css from './result.module.css'
import { ScreeningBadge } from './result.web.tsx'
import { homes, place } from '../screenings/words.web.ts'
import { api } from './api.web.ts'

const switchApi = bindContract(subscription)

/** How a customer stands by the last screening of each data source; whoever may not know reads just that, of every customer. */
export function CustomerScreening({ customerId }: { customerId: string }) {
  const texts = useTexts(place)
  const maySee = can('view_screening')
  const modules = useQuery(switchApi.modules.queryOptions()).data
  const isOn = modules?.some(
    ({ appCode, moduleCode, isEnabled }) => isEnabled && appCode === 'mc' && moduleCode === 'compliance',
  )
  const query = useQuery({
    ...api.list.queryOptions({
      filters: [{ key: 'customerId', operator: 'Equals', value: customerId, type: 'Guid' }],
      sort: ['createdAt-desc'],
      pageNum: 1,
      pageSize: 100,
    }),
    enabled: isOn === true && maySee,
  })
  if (!isOn) return null
  if (!maySee)
    return (
      <section className={css.standing}>
        <h2>{texts('standing')}</h2>
        <p className={css.quiet}>{texts('notShown')}</p>
      </section>
    )
  return (
    <section className={css.standing}>
      <h2>{texts('standing')}</h2>
      <Loaded query={query} height={80}>
        {({ items }) => {
          const newest = dataSources.flatMap((source) => items.find((one) => one.dataSource === source) ?? [])
          if (newest.length === 0) return <p className={css.quiet}>{texts('neverScreened')}</p>
          return (
            <ul>
              {newest.map((one) => (
                <li key={one.id}>
                  <TextLink to={`${homes[one.dataSource].history}/${one.id}`}>
                    {texts(`values.dataSource.${one.dataSource}`)}
                  </TextLink>
                  <ScreeningBadge one={one} />
                  <small>{dateTimeText(one.createdAt)}</small>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
