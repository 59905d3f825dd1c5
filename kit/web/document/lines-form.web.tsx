import { Button, Kbd, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { isUnreadable } from '#kit/domain/numbers.domain.ts'
import { ApiError } from '../api.web.ts'
import { findFault, messageOf } from '../failures.web.ts'
import { useLeaveQuestion } from '../form/leave.web.ts'
import { ErrorBox, PageHeader, ProcessingButton } from '../parts.web.tsx'
import { SheetPage } from '../sheet.web.tsx'
import { snackbar } from '../snackbars.web.tsx'
import { type Texts, useTexts } from '../texts.web.ts'
import { type LineField, LineFields } from './line-fields.web.tsx'
import css from './lines-form.module.css'

/** The head of a document while it is typed. */
export interface HeadForm<Head> {
  head: Head
  set: (part: Partial<Head>) => void
  faultAt: (field: string) => string | undefined
  texts: Texts
}

/** The lines that are filled, and a way to add more below them. */
interface TypedLines<Line> {
  filled: readonly Line[]
  add: (lines: readonly Line[]) => void
}

interface Submit<Head, Line> {
  /** The name of the button's text, `actions.<text>`. */
  text: string
  call: (head: Head, lines: readonly Line[]) => Promise<{ id: string; said?: string }>
  /** What is said when it is done, of `said.<text>`, unless what was made says it; else what is said of any that is made. */
  said?: string
  /** Offered only after this refusal. */
  after?: (code: string) => boolean
}

export interface LinesFormProps<Head extends object, Line extends object> {
  /** Where the texts are: `fields.*`, `lines`, `about`. */
  texts: string
  title: string
  about?: string
  /** Where the list is; a document that is made is below it. */
  home: string
  initial: Head
  blank: Line
  /** What it begins with; one blank line, unless given. */
  begin?: readonly Line[]
  /** The inputs over the lines. */
  fields: (form: HeadForm<Head>) => ReactNode
  columns: readonly LineField<Line>[] | ((head: Head) => readonly LineField<Line>[])
  isFilled: (line: Line) => boolean
  under?: (line: Line, change: (part: Partial<Line>) => void, head: Head) => ReactNode
  total?: (lines: readonly Line[], head: Head) => { field: keyof Line & string; text: string } | undefined
  /** Under the lines, such as a note, or what is wrong with them together. */
  foot?: (form: HeadForm<Head>, lines: TypedLines<Line>) => ReactNode
  /** The last is the primary one, and Ctrl+Enter. */
  submits: readonly Submit<Head, Line>[]
}

/** What is typed, what is wrong with it, and how it is sent. */
function useLinesForm<Head extends object, Line extends object>(props: LinesFormProps<Head, Line>) {
  const { home, blank, isFilled, submits } = props
  const texts = useTexts(props.texts)
  const navigate = useNavigate()
  const [head, setHead] = useState(props.initial)
  const [lines, setDrawn] = useState<readonly Line[]>(props.begin ?? [blank])
  // As they are typed, which may be a moment before they are drawn.
  const typed = useRef(lines)
  const [isTouched, setTouched] = useState(false)
  const saved = useRef(false)
  useLeaveQuestion(props.texts, isTouched, () => saved.current)
  const filled = lines.filter(isFilled)
  const { columns: given } = props
  const columns = useMemo(() => (typeof given === 'function' ? given(head) : given), [given, head])
  const isFaulty = (line: Line) =>
    columns.some(({ key, kind }) => kind === 'number' && isUnreadable(String(line[key] ?? '')))
  const isReady = (some: readonly Line[]) => some.length > 0 && !some.some(isFaulty)
  const save = useMutation({
    meta: { handled: true },
    mutationFn: (submit: Submit<Head, Line>) => submit.call(head, typed.current.filter(isFilled)),
    onSuccess: ({ id, said: own }, submit) => {
      const said = own ?? submit.said
      saved.current = true
      snackbar.success(texts(said ? `said.${said}` : 'said.created'))
      void navigate({ to: `${home}/${id}` })
    },
  })
  const setLines = useCallback((next: (before: readonly Line[]) => readonly Line[]) => {
    typed.current = next(typed.current)
    setTouched(true)
    setDrawn(typed.current)
  }, [])
  const set = useCallback((part: Partial<Head>) => {
    setTouched(true)
    setHead((before) => ({ ...before, ...part }))
  }, [])
  const error = save.error instanceof ApiError ? save.error : undefined
  const faultAt = useCallback((field: string) => findFault(error, field), [error])
  const form = useMemo(() => ({ head, set, faultAt, texts }), [head, set, faultAt, texts])
  const lineFaultAt = useCallback(
    (field: string) => {
      // Blank lines are not sent: the server counts those that are.
      const sentAt = (index: number) => typed.current.slice(0, index).filter(isFilled).length
      return faultAt(field.replace(/^lines\.(\d+)/, (_, index) => `lines.${sentAt(Number(index))}`))
    },
    [faultAt, isFilled],
  )
  const offered = submits.filter(({ after }) => !after || (error && after(String(error.code))))
  const cannot = !isReady(filled)
  const onKeyDown = (event: KeyboardEvent) => {
    const primary = offered.at(-1)
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isSent && primary && isReady(typed.current.filter(isFilled)) && !save.isPending) save.mutate(primary)
  }
  return { form, lines, setLines, columns, filled, cannot, offered, save, lineFaultAt, onKeyDown }
}

/** The inputs over the lines, which a line that is typed does not draw again. */
const Fields = memo(function Fields<Head extends object>({ fields, ...form }: FieldsProps<Head>) {
  return <div className={css.head}>{fields(form)}</div>
}) as <Head extends object>(props: FieldsProps<Head>) => ReactNode

type FieldsProps<Head extends object> = HeadForm<Head> & { fields: (form: HeadForm<Head>) => ReactNode }

/** The form of a document with lines: head, lines, total, the server's faults at their cells, and a question before typed work is left. */
export function LinesForm<Head extends object, Line extends object>(props: LinesFormProps<Head, Line>) {
  const { home, blank, under } = props
  const all = useLinesForm(props)
  const { form, lines, columns, filled, cannot, offered, save } = all
  const { head } = form
  const below = useMemo(
    () => under && ((line: Line, change: (part: Partial<Line>) => void) => under(line, change, head)),
    [under, head],
  )
  return (
    <SheetPage>
      <PageHeader title={props.title} back={{ to: home }} />
      {props.about && <p className={css.about}>{props.about}</p>}
      <Stack gap={12} maw={860} onKeyDown={all.onKeyDown}>
        <Fields {...form} fields={props.fields} />
        <LineFields<Line>
          texts={props.texts}
          fields={columns}
          lines={lines}
          blank={blank}
          onChange={all.setLines}
          faultAt={all.lineFaultAt}
          under={below}
          total={props.total?.(filled, head)}
        />
        {props.foot?.(form, {
          filled,
          add: (more) => all.setLines((before) => [...before.filter(props.isFilled), ...more]),
        })}
        {save.error && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
        <footer className={css.foot}>
          {offered.map((submit, index) => {
            const name = form.texts(`actions.${submit.text}`)
            const onClick = () => save.mutate(submit)
            return index === offered.length - 1 ? (
              <ProcessingButton
                key={submit.text}
                busy={save.isPending}
                disabled={cannot}
                aria-keyshortcuts="Control+Enter"
                rightSection={
                  <Kbd size="xs" aria-hidden>
                    Ctrl ↵
                  </Kbd>
                }
                onClick={onClick}
              >
                {name}
              </ProcessingButton>
            ) : (
              <Button
                key={submit.text}
                variant="default"
                disabled={save.isPending || cannot}
                onClick={onClick}
              >
                {name}
              </Button>
            )
          })}
        </footer>
      </Stack>
    </SheetPage>
  )
}
