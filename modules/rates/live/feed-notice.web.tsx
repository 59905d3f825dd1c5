import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { liveRates, type SourceState } from '../feeds/feeds.contract.ts'
import css from './live.module.css'

const api = bindContract(liveRates)

/** Says that the company's feed is stale, and since when, or made up; nothing while it is as it should be. */
export function FeedNotice() {
  const { data } = useQuery(api.listSources.queryOptions())
  const source = data?.find(({ isChosen }) => isChosen)
  return <SourceNotice source={source} />
}

/** The same for a source that a screen knows already. */
export function SourceNotice({ source }: { source: SourceState | undefined }) {
  const texts = useTexts('rates:feed')
  const name = source && texts(`values.source.${source.source}`)
  const isStale = source?.isStale && source.newest
  return (
    <div role="status" className={css.notices}>
      {source?.newest && source.isSimulated && <Notice>{texts('simulated')}</Notice>}
      {isStale && <Notice>{texts('stale', { name, at: dateTimeText(isStale.at) })}</Notice>}
      {source?.failure && <Notice>{source.failure}</Notice>}
    </div>
  )
}

const Notice = ({ children }: { children: string }) => (
  <p className={css.notice}>
    <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
    {children}
  </p>
)
