import { Button, Group, Kbd, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type * as z from 'zod'
import { ApiError } from '../api.web.ts'
import { confirm } from '../dialogs.web.tsx'
import { ErrorBox, ErrorState, PageHeader, ProcessingButton } from '../parts.web.tsx'
import { messageOf, showError } from '../failures.web.ts'
import { snackbar } from '../snackbars.web.tsx'
import { useTexts } from '../texts.web.ts'
import { check, isRequired, startValues, type Values } from './draft.web.ts'
import { type FieldCheck, type FormContext, FormScope, useFormScope } from './form-context.web.tsx'
import { type GuardedEntry, useIsAllowed } from '../flags.web.ts'
import { useLeaveQuestion } from './leave.web.ts'
import css from './form.module.css'

/** The entries of a bound contract that a form uses, whatever their shapes. */
interface FormApi<Row> {
  getById?: ReadApi<Row>
  create?: WriteApi
  update?: WriteApi
}
export interface ReadApi<Row> {
  queryOptions: (input: never) => {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<Row>
  }
}
interface WriteApi extends Partial<GuardedEntry> {
  call: (input: never) => Promise<unknown>
  queryKey: readonly [string, string]
}

export interface FormPageProps<D extends z.ZodObject, Row> {
  /** Where the texts are, `organisation:branches`: `create`, `editTitle`, `fields.*`, `groups.*`, and if wanted `help.*`, `formats.*`. */
  texts: string
  /** The contract's own shape of what is filled in. */
  draft: D
  api: FormApi<Row>
  /** The row to change; without it a new one is made. */
  id?: string
  /** Values that a new one begins with. */
  initial?: Partial<z.input<D>>
  /** The row as values of the form, where they differ by more than what is left out. */
  toValues?: (row: Row) => Partial<z.input<D>>
  /** What `save` calls; otherwise it is `create` or `update`. Who may not call it reads only, and is told who can change it. */
  guard?: GuardedEntry
  /** Instead of `create` and `update`. */
  save?: (values: z.output<D>, row: Row | undefined) => Promise<unknown>
  /** Checks between fields: faults in words by field. */
  also?: (values: z.output<D>) => Record<string, string>
  /** Where Cancel and a successful save lead when the person did not come from a page of ours. */
  back: string
  /** The page of a new row, where somebody who made it goes on with it; otherwise they are led back. */
  page?: (made: { id: string }) => string
  /** The fields; where they depend on the row that is changed, a function of it. */
  children: ReactNode | ((row: Row | undefined) => ReactNode)
}

/**
 * A form for one row, checked with the contract's own shape before it is sent.
 * `<FormPage texts="organisation:branches" draft={BranchDraft} api={api} id={id} back="/…/branch"><F.Text name="code" /></FormPage>`
 */
export function FormPage<D extends z.ZodObject, Row>(props: FormPageProps<D, Row>) {
  const { id, api } = props
  const texts = useTexts(props.texts)
  const read = api.getById?.queryOptions({ id } as never)
  // Apart from the cache of the screens: a form always begins with what is true now, and is not changed under the hand.
  const query = useQuery({
    queryKey: ['form', ...(read?.queryKey ?? [])],
    queryFn: (context) => read?.queryFn(context) ?? null,
    enabled: id !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const title = texts(id === undefined ? 'create' : 'editTitle')
  if (id === undefined || query.data) {
    const row = query.data ?? undefined
    const version = (row as { version?: number } | undefined)?.version
    return <Form key={version} {...props} title={title} row={row} reload={() => void query.refetch()} />
  }
  return (
    <div className={css.page}>
      <PageHeader title={title} back={{ to: props.back }} />
      {query.error ? (
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton h={320} maw={640} />
      )}
    </div>
  )
}

type FormProps<D extends z.ZodObject, Row> = FormPageProps<D, Row> & {
  title: string
  row: Row | undefined
  reload: () => void
}

function Form<D extends z.ZodObject, Row>(props: FormProps<D, Row>) {
  const { draft, api, row, back, title } = props
  const texts = useTexts(props.texts)
  const navigate = useNavigate()
  const { history } = useRouter()
  const formId = useId()
  const place = useRef<HTMLFormElement>(null)
  const saved = useRef(false)
  // Known at once, where the state of the mutation comes with a later drawing: a quick Ctrl Enter is not passed over.
  const isSaving = useRef(false)
  const [checks] = useState(() => new Map<string, FieldCheck>())
  const form = useForm<Values>({
    initialValues: startValues(
      draft,
      (row ? (props.toValues?.(row) ?? row) : (props.initial ?? {})) as Values,
    ),
    validateInputOnBlur: true,
    validate: (values) => faultsOf(values).faults,
  })

  function faultsOf(values: Values) {
    const checked = check(draft, draft, values, texts)
    const own = [...checks].flatMap(([name, one]) => {
      const fault = one()
      return fault ? [[name, fault]] : []
    })
    const between = Object.keys(checked.faults).length > 0 ? {} : props.also?.(checked.values as z.output<D>)
    return {
      values: checked.values,
      faults: { ...between, ...checked.faults, ...Object.fromEntries(own) } as Record<string, string>,
    }
  }

  const change = useMutation({
    meta: { handled: true },
    mutationFn: async (values: Values) => {
      if (props.save) return props.save(values as z.output<D>, row)
      if (!row) return api.create?.call(values as never)
      const { id, version } = row as { id?: string; version?: number }
      return api.update?.call({ id, version, ...values } as never)
    },
    onSuccess: async (made) => {
      saved.current = true
      snackbar.success(texts(row ? 'said.updated' : 'said.created'))
      // In the place of the form: the way back leads past it.
      if (!row && props.page) await navigate({ to: props.page(made as { id: string }), replace: true })
      else await leave()
    },
    onError: (error) => {
      isSaving.current = false
      void refused(error)
    },
  })

  const leave = async () => {
    if (history.canGoBack()) history.back()
    else await navigate({ to: back, search: true })
  }
  const jump = (path: string) =>
    place.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus()

  async function refused(error: unknown) {
    if (!(error instanceof ApiError)) return showError(error)
    if (error.code === 'STALE_VERSION') {
      const again = {
        title: texts('form.staleTitle'),
        message: texts('form.stale'),
        confirm: texts('form.reload'),
      }
      if (await confirm(again)) props.reload()
      return
    }
    const named = error.invalidParams.filter(({ field }) => (field.split('.')[0] ?? '') in draft.shape)
    form.setErrors(Object.fromEntries(named.map(({ field, message }) => [field, message])))
    if (named[0]) jump(named[0].field)
    if (named.length === 0 || named.length < error.invalidParams.length) showError(error)
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isSaving.current || isReadOnly) return
    const { values, faults } = faultsOf(form.getValues())
    form.setErrors(faults)
    const [first] = Object.keys(faults)
    if (first !== undefined) return jump(first)
    isSaving.current = true
    change.mutate(values)
  }

  const isReadOnly = !useIsAllowed(props.guard ?? guardOf(row ? api.update : api.create))
  const isDirty = form.isDirty()
  useLeaveQuestion(props.texts, isDirty, () => saved.current)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  const scope = useMemo((): FormContext => ({ form, draft, texts, checks }), [form, draft, texts, checks])
  const hasRequired = Object.keys(draft.shape).some((name) => isRequired(draft, name))
  return (
    <div className={css.page}>
      <PageHeader title={title} back={{ to: back }} />
      <form ref={place} id={formId} className={css.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <FormScope value={scope}>
          <Summary onJump={jump} />
          <fieldset className={css.fields} disabled={isReadOnly}>
            {typeof props.children === 'function' ? props.children(row) : props.children}
          </fieldset>
        </FormScope>
        <footer className={css.foot}>
          {isReadOnly && (
            <Text size="xs" c="dimmed" className={css.asterisk} role="note">
              {texts('form.readOnly')}
            </Text>
          )}
          {hasRequired && !isReadOnly && (
            <Text size="xs" c="dimmed" className={css.asterisk}>
              {texts('form.asterisk')}
            </Text>
          )}
          <Button variant="default" onClick={() => void leave()}>
            {texts('cancel')}
          </Button>
          {!isReadOnly && (
            <ProcessingButton
              type="submit"
              busy={change.isPending}
              rightSection={<Kbd size="xs">Ctrl ↵</Kbd>}
            >
              {texts('save')}
            </ProcessingButton>
          )}
        </footer>
      </form>
    </div>
  )
}

/** The entry that a form saves by, where it is one of a bound contract. */
const guardOf = (entry: WriteApi | undefined) => (entry?.endpoint ? (entry as GuardedEntry) : undefined)

/** Every fault in one place, each a way to its field. */
function Summary({ onJump }: { onJump: (path: string) => void }) {
  const { form, texts } = useFormScope()
  const faults = Object.entries(form.errors)
  if (faults.length < 2) return null
  return (
    <ErrorBox title={texts('form.summary', { count: faults.length })}>
      {faults.map(([path, fault]) => (
        <UnstyledButton key={path} className={css.fault} onClick={() => onJump(path)}>
          <b>{texts(`fields.${path.replace(/\.\d+/g, '')}`)}</b> {fault}
        </UnstyledButton>
      ))}
    </ErrorBox>
  )
}

interface GroupProps {
  name: string
  /** What the heading's placeholders stand for. */
  values?: Record<string, unknown>
  children: ReactNode
}

/** Fields that belong together, under the heading `groups.<name>`. */
export function FieldGroup({ name, values, children }: GroupProps) {
  const { texts } = useFormScope()
  return (
    <section className={css.group}>
      <Title order={2} className={css.heading}>
        {texts(`groups.${name}`, values)}
      </Title>
      {children}
    </section>
  )
}

/** Short fields side by side where there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <Group className={css.row}>{children}</Group>
)
