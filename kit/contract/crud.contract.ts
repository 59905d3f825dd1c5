import * as z from 'zod'
import type { ActionOf, Workflow } from '#kit/domain/workflow.domain.ts'
import { type Access, type Endpoint, type Permission, read, write } from './endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from './list.contract.ts'
import { ById, Done, Noted, Versioned } from './shapes.contract.ts'

type Managed = Extract<Permission, `manage_${string}`>

/** The `view_` code that a `manage_` code implies. */
const viewOf = (code: string) => code.replace(/^manage_/, 'view_') as Permission

interface CrudOptions<
  Row extends z.ZodObject,
  Draft extends z.ZodObject,
  ListRow extends z.ZodObject,
  C extends Columns,
> {
  path: string
  permission: Managed
  row: Row
  draft: Draft
  /** What can be filtered and sorted in the list. */
  columns: C
  /** The row of the list, where it is lighter than `row`. */
  listRow?: ListRow
  /** The path word of `getById` where the specification has its own. */
  detail?: string
}

/**
 * A list by pages, and all of it that its filters leave as a workbook in the same order. The workbook asks for no more than the list:
 * what a person may not see is in neither.
 */
export function listCalls<Row extends z.ZodObject, C extends Columns>(options: {
  path: string
  permission: Access
  row: Row
  columns: C
}) {
  const { path, permission, row, columns } = options
  const asked = { method: 'POST', permission, input: listQuery(columns) } as const
  return {
    list: read({ ...asked, path: `${path}/list`, output: pageOf(row), columns }),
    export: read({ ...asked, path: `${path}/export`, output: z.unknown(), download: true }),
  }
}

/**
 * The ordinary entries of one resource: list, getById, create, update, delete, and with `toggled` also enable and disable.
 * A different `create`? Write it after the spread: the later key wins.
 */
export function crud<
  Row extends z.ZodObject,
  Draft extends z.ZodObject,
  C extends Columns,
  ListRow extends z.ZodObject = Row,
>(options: CrudOptions<Row, Draft, ListRow, C>) {
  const { path, permission, row, draft, columns } = options
  const view = viewOf(permission)
  const listRow = (options.listRow ?? row) as ListRow
  return {
    list: listCalls({ path, permission: view, row: listRow, columns }).list,
    getById: read({
      path: `${path}/${options.detail ?? 'getById'}`,
      permission: view,
      input: ById,
      output: row,
    }),
    create: write({ path: `${path}/create`, kind: 'CREATE', permission, input: draft, output: row }),
    update: write({
      path: `${path}/update`,
      kind: 'UPDATE',
      permission,
      input: updateOf(draft),
      output: row,
    }),
    delete: write({ path: `${path}/delete`, kind: 'DELETE', permission, input: Versioned, output: Done }),
  }
}

/** Enable and disable, for a resource that can be switched off. */
export function toggles<Row extends z.ZodObject>(options: { path: string; permission: Managed; row: Row }) {
  const { path, permission, row } = options
  return {
    enable: write({ path: `${path}/enable`, kind: 'UPDATE', permission, input: Versioned, output: row }),
    disable: write({ path: `${path}/disable`, kind: 'UPDATE', permission, input: Versioned, output: row }),
  }
}

/** A draft with the row it replaces: `{ id, version, … }`. */
export const updateOf = <D extends z.ZodObject>(draft: D) =>
  z.strictObject({ ...Versioned.shape, ...draft.shape } as typeof Versioned.shape & D['shape'])

type ActInput<Row> = Row extends { note: string } ? typeof Noted : typeof Versioned

/** One endpoint for each action of a workflow: `POST {path}/{action}` with `{ id, version }`, and `note` where the action has one. */
export function actionsOf<W extends Workflow, Row extends z.ZodObject>(
  flow: W,
  options: { path: string; row: Row; kinds?: Partial<Record<ActionOf<W>, Endpoint['kind']>> },
) {
  const entries = Object.entries(flow.actions).map(([action, row]) => [
    action,
    write({
      path: `${options.path}/${action}`,
      kind: options.kinds?.[action as ActionOf<W>] ?? 'UPDATE',
      permission: row.permission as Permission,
      input: row.note ? Noted : Versioned,
      output: options.row,
    }),
  ])
  return Object.fromEntries(entries) as { [A in ActionOf<W>]: Endpoint<ActInput<W['actions'][A]>, Row> }
}
