import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dateTimeText } from '../format.web.ts'
import type { ReadApi } from '../form/form-page.web.tsx'
import { ErrorState, PageHeader } from '../parts.web.tsx'
import { messageOf } from '../failures.web.ts'
import { type Texts, useTexts } from '../texts.web.ts'
import { type AnyFact, type Fact, showValue } from '../values.web.tsx'
import css from './detail.module.css'

/** Facts that belong together, under the heading `groups.<name>`. */
export interface FactGroup<Row> {
  name: string
  facts: readonly Fact<Row>[]
}

export interface DetailPageProps<Row> {
  /** Where the texts are, `organisation:branches`: `one`, `fields.*`, `groups.*`, `values.*.*`. */
  texts: string
  get: ReadApi<Row>
  id: string
  title: (row: Row) => string
  /** Where the back link leads; a page that is its own place has none. */
  back?: string
  /** Beside the title: the state. */
  badge?: Fact<Row>
  /** Two or three numbers that matter most. */
  figures?: readonly Fact<Row>[]
  groups: readonly FactGroup<Row>[] | ((row: Row) => readonly FactGroup<Row>[])
  /** Acts in the header, such as an ActionBar. */
  actions?: (row: Row) => ReactNode
  /** At the right: a Timeline, links to what belongs to it. */
  side?: (row: Row) => ReactNode
  /** Over the facts: what is to be decided now. */
  first?: (row: Row) => ReactNode
  /** Under the facts: lines, documents. */
  children?: (row: Row) => ReactNode
}

/**
 * One row in full: name, badge, key figures and acts; facts in groups at the left, what happened at the right.
 * `<DetailPage texts="organisation:branches" get={api.getById} id={id} title={(row) => row.name} back="/…" groups={groups} />`
 */
export function DetailPage<Row>(props: DetailPageProps<Row>) {
  const texts = useTexts(props.texts)
  const query = useQuery(props.get.queryOptions({ id: props.id } as never))
  const row = query.data
  const back = props.back === undefined ? undefined : { to: props.back }
  if (!row)
    return (
      <div className={css.page}>
        <PageHeader title={texts('one')} back={back} />
        {query.error ? (
          <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton h={320} />
        )}
      </div>
    )
  const side = props.side?.(row)
  return (
    <div className={css.page}>
      <PageHeader
        title={props.title(row)}
        back={back}
        badge={props.badge && showValue(props.badge as unknown as AnyFact<Row>, row, texts)}
      >
        {props.actions?.(row)}
      </PageHeader>
      {props.figures && (
        <dl className={css.figures}>
          <Facts facts={props.figures} row={row} texts={texts} />
        </dl>
      )}
      <div className={css.columns} data-side={side !== undefined || undefined}>
        <div className={css.main}>
          {props.first?.(row)}
          {(typeof props.groups === 'function' ? props.groups(row) : props.groups).map(({ name, facts }) => (
            <section key={name} className={css.group}>
              <Title order={2} className={css.heading}>
                {texts(`groups.${name}`)}
              </Title>
              <dl className={css.facts}>
                <Facts facts={facts} row={row} texts={texts} />
              </dl>
            </section>
          ))}
          {props.children?.(row)}
        </div>
        {side !== undefined && <aside className={css.side}>{side}</aside>}
      </div>
    </div>
  )
}

interface FactsProps<Row> {
  facts: readonly Fact<Row>[]
  row: Row
  texts: Texts
}

function Facts<Row>({ facts, row, texts }: FactsProps<Row>) {
  return (facts as readonly unknown[] as AnyFact<Row>[]).map((fact) => (
    <div key={fact.key} className={css.fact}>
      <dt>{texts(`fields.${fact.key}`)}</dt>
      <dd>{showValue(fact, row, texts) ?? <span className={css.nothing}>–</span>}</dd>
    </div>
  ))
}

/** Facts outside a DetailPage, such as in the side panel of a list. */
export function FactList<Row>({ texts: place, ...rest }: Omit<FactsProps<Row>, 'texts'> & { texts: string }) {
  const texts = useTexts(place)
  return (
    <dl className={css.facts}>
      <Facts {...rest} texts={texts} />
    </dl>
  )
}

export interface TimelineEntry {
  id: string
  at: string
  who: string
  what: ReactNode
  note?: string | null
}

interface TimelineProps {
  title: string
  entries: readonly TimelineEntry[]
  /** By whose time zone it is told when. */
  place?: string | null
}

/** Who did what when, the newest first. */
export function Timeline({ title, entries, place }: TimelineProps) {
  return (
    <section>
      <Title order={2} className={css.heading}>
        {title}
      </Title>
      <ol className={css.timeline}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <div className={css.what}>{entry.what}</div>
            {entry.note && <p className={css.note}>{entry.note}</p>}
            <div className={css.who}>
              {entry.who} <time dateTime={entry.at}>{dateTimeText(entry.at, place)}</time>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
