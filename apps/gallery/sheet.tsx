import { useForm } from '@mantine/form'
import { type ReactNode, useMemo, useState } from 'react'
import type * as z from 'zod'
import { check, startValues, type Values } from '#kit/web/form/draft.web.ts'
import { type FieldCheck, FormScope } from '#kit/web/form/form-context.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from './gallery.module.css'

export const States = ({ children }: { children: ReactNode }) => <div className={css.states}>{children}</div>

/** One state of a piece, with a name where the piece has no label of its own. */
export const State = ({ name, children }: { name?: string; children: ReactNode }) => (
  <section className={css.state}>
    {name && <h2>{name}</h2>}
    {children}
  </section>
)

/** What the piece has told, for the eye and for the journeys. */
export const Said = ({ what }: { what: unknown }) => (
  <pre className={css.said} aria-label="Told" role="region" tabIndex={0}>
    {JSON.stringify(what)}
  </pre>
)

interface SheetProps {
  draft: z.ZodObject
  initial?: Values
  faults?: Record<string, string>
  children: ReactNode
}

/** Fields of a form side by side, without the form's head and foot. */
export function Sheet({ draft, initial = {}, faults = {}, children }: SheetProps) {
  const texts = useTexts('gallery:samples')
  const [checks] = useState(() => new Map<string, FieldCheck>())
  const form = useForm<Values>({
    initialValues: startValues(draft, initial),
    initialErrors: faults,
    validateInputOnBlur: true,
    validate: (values) => {
      const own = [...checks].flatMap(([name, one]) =>
        [one()].flatMap((fault) => (fault ? [[name, fault]] : [])),
      )
      return {
        ...check(draft, draft, values, texts).faults,
        ...(Object.fromEntries(own) as Record<string, string>),
      }
    },
  })
  const scope = useMemo(() => ({ form, draft, texts, checks }), [form, draft, texts, checks])
  return (
    <FormScope value={scope}>
      <States>{children}</States>
      <Said what={form.values} />
    </FormScope>
  )
}
