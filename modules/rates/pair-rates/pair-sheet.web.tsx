import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type * as z from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.contract.ts'
import { ApiError } from '#kit/web/api.web.ts'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { LineGrid } from '#kit/web/document/line-grid.web.tsx'
import { showError } from '#kit/web/failures.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { check, startValues, type Values } from '#kit/web/form/draft.web.ts'
import { type FormContext, FormScope } from '#kit/web/form/form-context.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTypedRows } from '#kit/web/sheet-keys.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Dealt, type Line, usePairColumns } from './pair-line.web.tsx'
import type { PairRow } from './pair-rates.contract.ts'
import { SheetFoot } from './sheet-foot.web.tsx'
import css from './pair-sheet.module.css'

const common = 'rates:pairs'

interface PairSheetProps<P> {
  /** Where the texts of the rates are, `rates:marginRates`. */
  place: string
  home: string
  api: {
    getPairRates: {
      queryOptions: (scope: never) => {
        queryKey: readonly unknown[]
        queryFn: (context: { signal: AbortSignal }) => Promise<PairRow<P>[]>
      }
    }
    updatePairRates: {
      call: (input: never) => Promise<unknown>
      endpoint: Pick<Endpoint, 'path' | 'kind' | 'permission'>
    }
  }
  scope: z.ZodObject
  /** The fields of the scope, and what else stands above the sheet. */
  above: ReactNode
  /** What is typed of each pair. */
  fields: readonly string[]
  /** What was typed, '' where nothing, over what holds; undefined for what is none. */
  read: (typed: readonly string[], holds: P | null) => P | undefined
  /** A price as the fields show it. */
  show: (price: P) => readonly string[]
  /** What is dealt at a price, local currency per quote unit. */
  deals: (price: P, mid: string) => Dealt
}
interface Said {
  byPair: ReadonlyMap<string, string>
  /** Whether it stops them, or only asks why. */
  isStopped: boolean
}
const nothing: Said = { byPair: new Map(), isStopped: false }

/** Rates of pairs for one scope, typed or pasted into a sheet and published together. */
export function PairSheet<P extends object>(props: PairSheetProps<P>) {
  const { place, home, api, scope, above } = props
  const texts = useTexts(place)
  const words = useTexts(common)
  const checked = (values: Values) => check(scope, scope, values, texts)
  const form = useForm<Values>({
    initialValues: startValues(scope, {}),
    validateInputOnChange: true,
    validate: (values) => checked(values).faults,
  })
  const [checks] = useState(() => new Map())
  const around = useMemo(
    (): FormContext => ({ form, draft: scope, texts, checks }),
    [form, scope, texts, checks],
  )
  const { values, faults } = checked(form.getValues())
  const isScope = Object.keys(faults).length === 0
  const query = useQuery({ ...api.getPairRates.queryOptions(values as never), enabled: isScope })
  return (
    <SheetPage>
      <PageHeader title={texts('sheet')} aside={query.data?.length} back={{ to: home }} />
      <FormScope value={around}>
        <div className={css.scope}>{above}</div>
      </FormScope>
      {isScope ? (
        <Loaded query={query} height={480}>
          {(rows) => <Pairs {...props} rows={rows} values={values} />}
        </Loaded>
      ) : (
        words('noScope')
      )}
    </SheetPage>
  )
}

function Pairs<P extends object>(props: PairSheetProps<P> & { rows: readonly PairRow<P>[]; values: Values }) {
  const { place, api, rows, values, fields, read, show, deals } = props
  const texts = useTexts(place)
  const words = useTexts(common)
  const { canUpdate } = usePermissionFlags({ update: api.updatePairRates })
  /** The pairs whose rate ends with this sheet. */
  const [ending, setEnding] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState(nothing)
  const sheet = useTypedRows(
    rows.map(({ baseCurrencyId: id, code }) => ({ id, code })),
    fields.length,
    (next) => {
      setEnding(ending.difference(next))
      setSaid(nothing)
    },
  )
  const { typed, textsOf } = sheet
  const undo = () => {
    sheet.undo()
    setEnding(new Set())
    setSaid(nothing)
  }
  const end = (id: string) => {
    sheet.set(id, [])
    setEnding(ending.symmetricDifference(new Set([id])))
  }
  const entered = rows.flatMap((row) => {
    const price = typed.has(row.baseCurrencyId) && read(textsOf(row.baseCurrencyId), row.holds)
    return price ? [{ row, price }] : []
  })
  const ended = rows.filter((row) => row.holds && ending.has(row.baseCurrencyId))
  const publish = useMutation({
    meta: { handled: true },
    mutationFn: (reason: string) =>
      api.updatePairRates.call({
        ...values,
        reason,
        rates: entered.map(({ row: { baseCurrencyId, quoteCurrencyId, holds }, price }) => ({
          baseCurrencyId,
          quoteCurrencyId,
          replaces: holds?.id ?? null,
          ...price,
        })),
        ends: ended.map(({ baseCurrencyId, quoteCurrencyId, holds }) => ({
          baseCurrencyId,
          quoteCurrencyId,
          replaces: holds?.id,
        })),
      } as never),
    onSuccess: () => {
      snackbar.success(words('published', { count: entered.length + ended.length }))
      undo()
    },
    onError: (error) => void refused(error),
  })
  async function refused(error: unknown) {
    const named = error instanceof ApiError ? error.invalidParams : []
    const at = named.flatMap(({ field, message }) => {
      const [, index] = /^rates\.(\d+)\./.exec(field) ?? []
      const id = index === undefined ? undefined : entered[Number(index)]?.row.baseCurrencyId
      return id ? [[id, message] as const] : []
    })
    const asks = error instanceof ApiError && error.code === 'REASON_REQUIRED'
    setSaid({ byPair: new Map(at), isStopped: !asks })
    if (!asks) return at.length === 0 ? showError(error) : undefined
    const reason = await askNote({
      title: words('why'),
      message: words('whyMessage'),
      confirm: words('publish'),
      required: true,
    })
    if (reason !== undefined) publish.mutate(reason)
  }
  const lines = rows.map((row): Line => {
    const id = row.baseCurrencyId
    const price = entered.find((one) => one.row === row)?.price
    const isEnding = ended.includes(row)
    const mid = price && row.mid
    return {
      row,
      typed: textsOf(id),
      held: row.holds ? show(row.holds) : [],
      change: isEnding ? words('ends') : changed(show, row, price),
      dealt: price && mid ? deals(price, mid) : (isEnding && row.otherwise) || row,
      isEnding,
      canEnd: canUpdate && row.holds !== null,
      fault: said.byPair.get(id) ?? (typed.has(id) && !price ? texts('noPrice') : undefined),
    }
  })
  const columns = usePairColumns({ place, fields, isReadOnly: !canUpdate, onChange: sheet.set, onEnd: end })
  return (
    <>
      <LineGrid
        label={texts('sheet')}
        columns={columns}
        lines={lines}
        keyOf={({ row }) => row.baseCurrencyId}
        lookOf={({ isEnding, typed: now }) => (isEnding || now.some(Boolean) ? css.changed : undefined)}
        onPaste={sheet.onPaste}
      />
      {canUpdate && (
        <SheetFoot
          count={entered.length + ended.length}
          wrong={typed.size - entered.length}
          stopped={said.isStopped ? said.byPair.size : 0}
          left={sheet.left}
          hint={`${texts('hint')} ${words('endHint')}`}
          isPublishing={publish.isPending}
          onUndo={undo}
          onPublish={() => publish.mutate('')}
        />
      )}
    </>
  )
}

/** What differs, field by field, from the version before. */
function changed<P>(
  show: (price: P) => readonly string[],
  { holds, before, ended }: PairRow<P>,
  price: P | undefined,
): string {
  const [from, to] = price ? [holds ?? before, price] : [before, holds]
  if (from && !to && ended) return `${show(from).join(' / ')} → –`
  if (!from || !to) return ''
  const [was, is] = [show(from), show(to)]
  const parts = is.flatMap((one, at) => (one === was[at] ? [] : [`${was[at] || '–'} → ${one || '–'}`]))
  return parts.join(' · ')
}
