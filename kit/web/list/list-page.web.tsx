import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Columns, Filter, ListInput, Page } from '#kit/contract/list.contract.ts'
import { defaultPageSize } from '#kit/contract/list.contract.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import type { Path } from '#kit/domain/table.domain.ts'
import { session } from '../api.web.ts'
import { type GivenChoice, toChoices } from '../choices.web.ts'
import { type GuardedApi, usePermissionFlags } from '../flags.web.ts'
import { EmptyState, PageHeader } from '../parts.web.tsx'
import { readPageSize, type MenuEntry } from '../table/data-table.web.tsx'
import { type Texts, useTexts } from '../texts.web.ts'
import { describeFilter, FilterBar } from './filter-bar.web.tsx'
import { type FilterChoices, filtersOf, type ListState, readState, writeState } from './filters.web.ts'
import { type ListColumn, ListTable } from './list-table.web.tsx'
import css from './list.module.css'

export type { ListColumn } from './list-table.web.tsx'

const ListTaking = lazy(() => import('./list-taking.web.tsx').then((m) => ({ default: m.ListTaking })))
const SidePanel = lazy(() => import('./side-panel.web.tsx').then((m) => ({ default: m.SidePanel })))

/** The list entry of a bound contract, whatever its row. */
export interface ListApi<Row> {
  queryOptions: (input: never) => {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<Page<Row>>
  }
  endpoint: { columns?: Columns; path: string }
}

export interface ListPageProps<Row> {
  /** Where the texts are, `organisation:branches`: `title`, `create`, `empty`, `fields.*`, `values.*.*`. */
  texts: string
  /** Instead of `title`, where several lists share their texts. */
  title?: string
  list: ListApi<Row>
  columns: readonly ListColumn<Row>[]
  /** Columns that the search field looks in; of type String. */
  search?: readonly Path<Row>[]
  /** Values to choose from in filters of type select and Guid; plain strings take their text from `values.<key>`. */
  choices?: Partial<Record<string, readonly GivenChoice[]>>
  /** First sort, `column-direction`. */
  sort?: string
  /** Filters that always hold and are not shown. */
  always?: readonly Filter[]
  rowId?: (row: Row) => string
  /** Where a new one is made, and the contract whose `create` must be allowed. */
  create?: { to: string; api: GuardedApi }
  /** The call that answers the list as a workbook; such a list is printed as well. */
  exports?: { call: (input: never) => Promise<unknown> } | undefined
  /** The full page of a row. */
  open?: (row: Row) => string
  /** What is shown of a row in a panel at the side; Enter then opens the full page. */
  panel?: (row: Row) => ReactNode
  menu?: (row: Row) => MenuEntry[]
  /** Acts on chosen rows, in a bar over the foot of the table. */
  bulk?: (ids: readonly string[], clear: () => void) => ReactNode
  /** More acts in the header, before the primary one. */
  actions?: ReactNode
}

/**
 * The list of a resource: title with count, search and filters, the table, its page in the address.
 * `<ListPage texts="organisation:branches" list={api.list} columns={[{ key: 'code', kind: 'code' }, { key: 'name' }]} />`
 */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { list, open, panel, create, exports, rowId = idOf } = props
  const texts = useTexts(props.texts)
  const { title = texts('title') } = props
  const navigate = useNavigate()
  const columns = list.endpoint.columns ?? noColumns
  const search = useSearch({ strict: false })
  const state = readState(search, columns)
  const href = useRouterState({ select: ({ location }) => location.href })
  // Each person's own, on a computer that several use.
  const persistKey = `${session.read()?.company.userId}.${props.texts}`
  const [shown, setShown] = useState<Row>()

  const change = (part: Partial<ListState>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...writeState({ ...state, ...part }) }),
      replace: true,
    })
  const input: ListInput = {
    filters: [...(props.always ?? []), ...filtersOf(state, props.search ?? [])],
    sort: [state.sort ?? props.sort].filter((one) => one !== undefined),
    pageNum: state.page,
    pageSize: state.size ?? readPageSize(persistKey) ?? defaultPageSize,
  }
  const query = useQuery({ ...list.queryOptions(input as never), placeholderData: keepPreviousData })
  const pagination = query.data?.pagination
  const isFiltered = state.filter.length > 0 || state.q !== ''

  const choices = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(props.choices ?? {}).map(([key, given]) => [
          key,
          given && toChoices(texts, key, given),
        ]),
      ),
    [props.choices, texts],
  )
  // The parameters of the list go along, so that the way back leads to the same page of it.
  const toPage = open && ((row: Row) => void navigate({ to: open(row), search: true }))
  const { canCreate } = usePermissionFlags(create?.api)
  const createButton = create && canCreate && (
    <Button renderRoot={(rest) => <Link to={create.to} search={true} {...rest} />}>{texts('create')}</Button>
  )
  return (
    <div className={css.page}>
      <PageHeader title={title} aside={pagination && count(pagination)}>
        {exports && (
          <Suspense>
            <ListTaking
              texts={props.texts}
              title={title}
              about={aboutOf(state, choices, texts)}
              columns={props.columns as readonly ListColumn<unknown>[]}
              rowId={rowId as (row: unknown) => string}
              shown={query.data}
              all={() => fetchPage(list, { ...input, pageNum: 1, pageSize: 1000 })}
              file={() => exports.call({ filters: input.filters, sort: input.sort } as never)}
            />
          </Suspense>
        )}
        {props.actions}
        {createButton}
      </PageHeader>
      <div className={css.table}>
        <ListTable<Row>
          texts={props.texts}
          label={title}
          height="100%"
          persistKey={persistKey}
          columns={props.columns}
          sortable={columns}
          query={query}
          pageNum={state.page}
          pageSize={input.pageSize}
          rowId={rowId}
          listed={JSON.stringify(input.filters)}
          activeRow={lastRows.get(href)}
          onActiveRow={(id) => lastRows.set(href, id)}
          emptyState={
            <EmptyState text={texts(isFiltered ? 'filters.nothing' : 'empty')}>
              {isFiltered ? (
                <Button
                  variant="default"
                  onClick={() => change({ filter: [], match: 'And', q: '', page: 1 })}
                >
                  {texts('filters.clear')}
                </Button>
              ) : (
                createButton
              )}
            </EmptyState>
          }
          toolbar={
            <FilterBar
              columns={columns}
              choices={choices}
              texts={texts}
              state={state}
              canSearch={(props.search ?? []).length > 0}
              onChange={change}
            />
          }
          sort={input.sort}
          onSort={([sort]) => change({ sort, page: 1 })}
          onPage={({ page, limit }) => change({ page, size: limit })}
          selection={props.bulk ? 'multiple' : 'none'}
          bulkActions={props.bulk}
          contextMenu={props.menu}
          onRowClick={panel ? setShown : toPage}
          onRowActivate={toPage}
        />
      </div>
      {panel && shown && (
        <Suspense>
          <SidePanel title={texts('one')} onClose={() => setShown(undefined)}>
            {panel(shown)}
            {open && (
              <Button
                mt="lg"
                variant="default"
                renderRoot={(rest) => <Link to={open(shown)} search={true} {...rest} />}
              >
                {texts('openPage')}
              </Button>
            )}
          </SidePanel>
        </Suspense>
      )}
    </div>
  )
}

const fetchPage = <Row,>(list: ListApi<Row>, input: ListInput) =>
  list.queryOptions(input as never).queryFn({ signal: new AbortController().signal })

/** What a list is searched and filtered by, in words. */
function aboutOf({ q, match, filter }: ListState, choices: FilterChoices, texts: Texts): string {
  const filters = filter.map((one) => `${texts(`fields.${one.key}`)} ${describeFilter(one, choices, texts)}`)
  const join = filters.length > 1 ? [texts(`filters.joins.${match}`)] : []
  return [q, ...join, ...filters].filter(Boolean).join(' · ')
}

const noColumns: Columns = {}
const idOf = (row: object) => (row as { id: string }).id
const count = ({ totalItems, isEstimate }: { totalItems: number; isEstimate?: boolean }) =>
  `${isEstimate ? '~' : ''}${groupDigits(String(totalItems))}`

/** The row that the user was at last, by the address of the list, to be found again on return. */
const lastRows = new Map<string, string>()
