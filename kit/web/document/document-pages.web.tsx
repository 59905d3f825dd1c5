import { Button, Title } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { valueAt } from '#kit/domain/table.domain.ts'
import type { StateOf, Workflow } from '#kit/domain/workflow.domain.ts'
import { ActionBar } from '../detail/action-bar.web.tsx'
import { DetailPage, FactList, Timeline } from '../detail/detail-page.web.tsx'
import { usePermissionFlags } from '../flags.web.ts'
import type { ReadApi } from '../form/form-page.web.tsx'
import { Lines, type LineColumn } from '../lines/lines.web.tsx'
import { type ListApi, type ListColumn, ListPage, type ListPageProps } from '../list/list-page.web.tsx'
import { queryClient } from '../queries.web.ts'
import { useChanged } from '../realtime.web.ts'
import { type Texts, useTexts } from '../texts.web.ts'
import type { Fact, Tone } from '../values.web.tsx'

/** What the list of a document and the document in full both have. */
export interface ListedDocument {
  id: string
  version: number
  state: string
  can: readonly string[]
}

export interface FullDocument extends ListedDocument {
  history: readonly { act: string; toState: string; by: string; inStead: string; at: string; note: string }[]
}

/** Asked for again after each act on such a document. */
interface Keyed {
  queryKey: readonly [string, string]
}

export interface DocumentPages<
  Row extends ListedDocument,
  Full extends Row & FullDocument,
  W extends Workflow,
  Line,
> {
  /** Where the texts are, `inventory:transfers`: of what was done `history.<act>` or `history.<act>_<state>`, of what may be `actions.<act>`. */
  texts: string
  /** The place of the list; a page is below it. */
  home: string
  api: {
    list: Keyed & ListApi<Row>
    getById: Keyed & ReadApi<Full>
    export?: ListPageProps<Row>['exports']
  } & Record<string, unknown>
  workflow: W
  tones: Record<StateOf<W>, Tone>
  title: (row: Full, texts: Texts) => string
  columns: readonly ListColumn<Row>[]
  facts: readonly Fact<Row>[]
  search?: ListPageProps<Row>['search']
  /** What filters are chosen from; a hook. */
  useChoices?: () => ListPageProps<Row>['choices']
  /** The field of the place by whose calendar its history is told. */
  place?: (row: Full) => string | null
  lines?: {
    of: (row: Full) => readonly Line[]
    columns: readonly (LineColumn<Line> | false)[] | ((row: Full) => readonly (LineColumn<Line> | false)[])
    rowKey: (line: Line, index: number) => string
  }
  /** Forms that make one: the name of the text, the contract's entry, and where the form is. */
  makes?: readonly { text: string; entry: string; to: string }[]
  /** Forms of acts that need more than a note. */
  forms?: Parameters<typeof ActionBar<W, Full>>[0]['forms']
  /** Beside the acts, such as a print button. */
  beside?: (row: Full) => ReactNode
  /** Under the lines. */
  below?: (row: Full) => ReactNode
}

/**
 * The list and the page of a kind of document: state, facts, lines, the acts that the server allows, and what happened.
 * `export const { List, Detail } = documentPages({ texts, home, api, workflow, tones, columns, facts, lines })`
 */
export function documentPages<
  Row extends ListedDocument,
  Full extends Row & FullDocument,
  W extends Workflow,
  Line,
>(one: DocumentPages<Row, Full, W, Line>) {
  const { texts: place, home, api, tones } = one
  const state = { key: 'state', kind: 'badge', tones } as unknown as Fact<Row>
  const noChoices = () => undefined
  const useChoices = one.useChoices ?? noChoices
  const columns = one.columns.map((column) => (column.key === 'state' ? { ...column, tones } : column))

  function List() {
    useChanged(home, () => void queryClient.invalidateQueries({ queryKey: api.list.queryKey }))
    return (
      <ListPage<Row>
        texts={place}
        list={api.list}
        columns={columns}
        search={one.search}
        exports={api.export}
        choices={useChoices()}
        open={({ id }) => `${home}/${id}`}
        panel={(row) => <FactList texts={place} row={row} facts={[state, ...one.facts]} />}
        actions={one.makes?.map((make) => (
          <Make key={make.entry} {...make} texts={place} api={api} />
        ))}
      />
    )
  }

  const Detail = () => <DocumentDetail one={one} state={state as unknown as Fact<Full>} />

  return { List, Detail }
}

interface DetailProps<Row extends ListedDocument, Full extends Row & FullDocument, W extends Workflow, Line> {
  one: DocumentPages<Row, Full, W, Line>
  state: Fact<Full>
}

function DocumentDetail<
  Row extends ListedDocument,
  Full extends Row & FullDocument,
  W extends Workflow,
  Line,
>({ one, state }: DetailProps<Row, Full, W, Line>) {
  const { id = '' } = useParams({ strict: false })
  const { texts: place, home, api, workflow, lines } = one
  const texts = useTexts(place)
  useChanged(home, () => void queryClient.invalidateQueries({ queryKey: [...api.getById.queryKey, { id }] }))
  return (
    <DetailPage<Full>
      texts={place}
      get={api.getById}
      id={id}
      title={(row) => one.title(row, texts)}
      back={home}
      badge={state}
      groups={(row) => [
        { name: 'facts', facts: factsOf(one.facts as unknown as readonly Fact<Full>[], row) },
      ]}
      actions={(row) => (
        <>
          {one.beside?.(row)}
          <ActionBar texts={place} workflow={workflow} row={row} run={api as never} forms={one.forms ?? {}} />
        </>
      )}
      side={(row) => <History texts={texts} row={row} place={one.place?.(row)} />}
    >
      {(row) => (
        <>
          {lines && (
            <section>
              <Title order={2} size="h4" mt="md" mb="xs">
                {texts('lines')}
              </Title>
              <Lines
                texts={place}
                label={texts('lines')}
                rows={lines.of(row)}
                rowKey={lines.rowKey}
                columns={typeof lines.columns === 'function' ? lines.columns(row) : lines.columns}
              />
            </section>
          )}
          {one.below?.(row)}
        </>
      )}
    </DetailPage>
  )
}

/** Those of which there is something. */
const factsOf = <Full,>(facts: readonly Fact<Full>[], row: Full) =>
  facts.filter(({ key }) => ![null, undefined, ''].includes(valueAt(row, key) as string | null | undefined))

interface MakeProps {
  texts: string
  text: string
  entry: string
  to: string
  api: Record<string, unknown>
}

function Make({ texts: place, text, entry, to, api }: MakeProps) {
  const texts = useTexts(place)
  const { canCreate } = usePermissionFlags({ create: api[entry] } as never)
  if (!canCreate) return null
  return <Button renderRoot={(rest) => <Link to={to} {...rest} />}>{texts(text)}</Button>
}

interface HistoryProps {
  texts: Texts
  row: FullDocument
  place: string | null | undefined
}

/** What happened to a document, by whom, and in whose stead. */
function History({ texts, row, place }: HistoryProps) {
  const said = ({ act, toState }: FullDocument['history'][number]) => {
    const key = `history.${act.replace('.', '_')}`
    const usual = texts(key, { defaultValue: texts(`actions.${act}`) })
    return texts(`${key}_${toState}`, { defaultValue: usual })
  }
  const entries = row.history.map((event, index) => ({
    id: String(index),
    at: event.at,
    who: event.inStead ? texts('history.inStead', { by: event.by, name: event.inStead }) : event.by,
    what: said(event),
    note: event.note || null,
  }))
  return <Timeline title={texts('history.title')} entries={entries.toReversed()} place={place ?? null} />
}
