import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { ActionOf, Workflow, WorkflowAction } from '#kit/domain/workflow.domain.ts'
import { askNote, confirm } from '../dialogs.web.tsx'
import { type GuardedEntry, useActivation } from '../flags.web.ts'
import { BusyButton } from '../parts.web.tsx'
import { queryClient } from '../queries.web.ts'
import { snackbar } from '../snackbars.web.tsx'
import { useTexts } from '../texts.web.ts'

/** One entry of a bound contract that changes a row, whatever its shape; with an endpoint the server is asked about it. */
export interface ActApi extends Partial<GuardedEntry> {
  call: (input: never) => Promise<unknown>
}

interface Act {
  api: ActApi
  input: { id: string; [field: string]: unknown }
  said: string | ((row?: { state?: string }) => string)
  /** Goes away from a row that is no longer there, before it would be fetched again. */
  leave?: () => Promise<void>
}

interface Actable {
  id: string
  version: number
  can: readonly string[]
}

type ActionForm<Row> = (props: { row: Row; onClose: () => void }) => ReactNode

interface ActionBarProps<W extends Workflow, Row extends Actable> {
  /** Where the texts are: `actions.<action>`; if wanted `questions.<action>`, `said.<action>` and `said.<action>_<state>`. */
  texts: string
  workflow: W
  row: Row
  /** The bound contract made with `actionsOf(workflow, …)`. */
  run: Partial<Record<ActionOf<W>, ActApi>>
  /** Forms of actions that need more than a note; each closes itself. */
  forms?: Partial<Record<ActionOf<W>, ActionForm<Row>>>
  /** The name of an act, where it is not `actions.<action>`. */
  nameOf?: (action: ActionOf<W>) => string
  /** Another act on the page is the primary one. */
  isQuiet?: boolean
  onDone?: (action: ActionOf<W>) => void
}

/**
 * The acts that the server allows on a row (`row.can`), and whose calls it lets the person make now, in the order of the workflow;
 * the first that is no refusal is the primary one.
 * Final ones and those with a question are asked about, notes are asked for. `<ActionBar texts="…" workflow={flow} row={row} run={api} />`
 */
export function ActionBar<W extends Workflow, Row extends Actable>(props: ActionBarProps<W, Row>) {
  const { workflow, row, run, forms } = props
  const texts = useTexts(props.texts)
  const nameOf = props.nameOf ?? ((action: ActionOf<W>) => texts(`actions.${action}`))
  const [open, setOpen] = useState<ActionOf<W>>()
  const act = useAct()
  const ofRow = (Object.keys(workflow.actions) as ActionOf<W>[]).filter((action) => row.can.includes(action))
  const activated = useActivation(ofRow.map((action) => run[action]))
  // The row itself came from the server: before the other answer it counts.
  const allowed = ofRow.filter((action) => activated(run[action]) !== false)

  async function start(action: ActionOf<W>) {
    if (forms?.[action]) return setOpen(action)
    const { note, final } = workflow.actions[action] as WorkflowAction
    const title = nameOf(action)
    const question = texts(`questions.${action}`, { defaultValue: '' })
    const words = { title, message: question || (final ? texts('dialogs.sure') : ''), confirm: title }
    const written = note ? await askNote({ ...words, required: note === 'required' }) : undefined
    if (note ? written === undefined : (final || question) && !(await confirm(words))) return
    const usual = texts(`said.${action}`, { defaultValue: texts('said.updated') })
    const said = (now?: { state?: string }) => texts(`said.${action}_${now?.state}`, { defaultValue: usual })
    const input = { id: row.id, version: row.version, ...(written && { note: written }) }
    const api = run[action]
    if (api) act.mutate({ api, input, said }, { onSuccess: () => props.onDone?.(action) })
  }
  const isRefusal = (action: ActionOf<W>) => (workflow.actions[action] as WorkflowAction).isRefusal === true
  const primary = props.isQuiet ? undefined : allowed.find((action) => !isRefusal(action))
  const Form: ActionForm<Row> | undefined = open && forms?.[open]
  return (
    <>
      {allowed.toReversed().map((action) => (
        <BusyButton
          key={action}
          variant={action === primary ? 'filled' : 'default'}
          loading={act.isPending && action === primary}
          busy={act.isPending}
          onClick={() => void start(action)}
        >
          {nameOf(action)}
        </BusyButton>
      ))}
      {Form && <Form row={row} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Whether an act on the row is under way, until what is shown of it has been fetched again. */
const isBusy = (id: string) =>
  queryClient.isMutating({
    predicate: ({ state }) => (state.variables as Partial<Act> | undefined)?.input?.id === id,
  }) > 0

/**
 * Changes a row outside a form: `const act = useAct()`, `act.mutate({ api: api.disable, input: { id, version }, said })`. One act
 * at a time: a second one on the same row, such as of a double click, does nothing.
 */
export function useAct() {
  const { mutate, ...rest } = useMutation({
    mutationFn: ({ api, input }: Act) => api.call(input as never),
    onSuccess: async (row, { said, leave }) => {
      snackbar.success(typeof said === 'string' ? said : said(row as object))
      await leave?.()
    },
  })
  const once: typeof mutate = useCallback(
    (act, options) => {
      if (!isBusy(act.input.id)) mutate(act, options)
    },
    [mutate],
  )
  return { ...rest, mutate: once }
}
