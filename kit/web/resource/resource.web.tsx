import { useParams } from '@tanstack/react-router'
import { DetailPage, type DetailPageProps, FactList, type FactGroup } from '../detail/detail-page.web.tsx'
import { RowActs, type RowActsOptions, useRowActs } from '../detail/row-acts.web.tsx'
import type { ReadApi } from '../form/form-page.web.tsx'
import { type ListApi, ListPage, type ListPageProps } from '../list/list-page.web.tsx'
import { type Texts, useTexts } from '../texts.web.ts'
import type { Fact } from '../values.web.tsx'

/** Whether a row is in use: what `enable` and `disable` of its contract change. */
export const enabled = { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' } } as const

interface Plain {
  id: string
  version: number
  isEnabled: boolean
}
/** What the row of a list and the row in full both have. */
type Both<Row, Full> = Pick<Row, keyof Row & keyof Full>
type OfTexts<T> = T | ((texts: Texts) => T)
const given = <T,>(value: OfTexts<T>, texts: Texts) =>
  typeof value === 'function' ? (value as (texts: Texts) => T)(texts) : value

interface Resource<Row extends Plain, Full extends Plain> {
  /** Where the texts are, `organisation:branches`. */
  texts: string
  /** The place of the list; the form and the page of a row are below it. */
  home: string
  api: { list: ListApi<Row>; getById: ReadApi<Full> } & RowActsOptions<Plain>['api']
  name: (row: Both<Row, Full>) => string
  columns: OfTexts<ListPageProps<Row>['columns']>
  /** The facts of a row, in the panel and on its page. */
  groups: OfTexts<readonly FactGroup<Both<Row, Full>>[]>
  search: ListPageProps<Row>['search']
  /** What filters are chosen from; a hook. */
  useChoices?: () => ListPageProps<Row>['choices']
  side?: DetailPageProps<Full>['side']
  /** Under the facts of its page. */
  below?: DetailPageProps<Full>['children']
}

/**
 * The screens of a plain resource: a list with a panel, and the page of a row, both with edit, enable, disable and delete.
 * `export const { List, Detail } = resource({ texts: 'organisation:counters', home, api, … })`
 */
export function resource<Row extends Plain, Full extends Plain>(one: Resource<Row, Full>) {
  const { texts: place, home, api } = one
  const acting: RowActsOptions<Plain> = {
    texts: place,
    api,
    list: home,
    edit: ({ id }) => `${home}/update/${id}`,
    name: (row) => one.name(row as Row & Full),
  }
  const noChoices = () => undefined
  const useChoices = one.useChoices ?? noChoices

  function List() {
    const texts = useTexts(place)
    const facts = given(one.groups, texts).flatMap((group) => group.facts)
    return (
      <ListPage<Row>
        texts={place}
        list={api.list}
        columns={given(one.columns, texts)}
        search={one.search}
        choices={useChoices()}
        create={{ to: `${home}/create`, api }}
        open={({ id }) => `${home}/${id}`}
        panel={(row) => (
          <FactList texts={place} row={row} facts={[...facts, enabled] as readonly Fact<Row>[]} />
        )}
        menu={useRowActs(acting)}
      />
    )
  }

  function Detail() {
    const texts = useTexts(place)
    const { id = '' } = useParams({ strict: false })
    const acts = useRowActs(acting)
    return (
      <DetailPage<Full>
        texts={place}
        get={api.getById}
        id={id}
        title={(row) => one.name(row as Row & Full)}
        back={home}
        badge={enabled as Fact<Full>}
        groups={given<readonly unknown[]>(one.groups, texts) as readonly FactGroup<Full>[]}
        actions={(row) => <RowActs acts={acts(row)} />}
        side={one.side}
      >
        {one.below}
      </DetailPage>
    )
  }

  return { List, Detail }
}
