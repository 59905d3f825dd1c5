import { Button, Group, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import type * as z from 'zod'
import { ApiError } from '#kit/web/api.web.ts'
import { showError } from '#kit/web/failures.web.ts'
import { check, startValues, type Values } from '#kit/web/form/draft.web.ts'
import { type FieldCheck, type FormContext, FormScope } from '#kit/web/form/form-context.web.tsx'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'

interface DialogFormProps<D extends z.ZodObject> {
  texts: string
  title: string
  /** The contract's own shape of what is filled in. */
  draft: D
  /** What the fields begin with, by name; others are ignored. */
  values?: object
  save: (values: z.output<D>) => Promise<unknown>
  /** Checks between fields: faults in words by field. */
  also?: (values: z.output<D>) => Record<string, string>
  /** Of the button; *Save* else. */
  confirm?: string
  /** What it says afterwards: something was added to what is there already, or it is saved. */
  said?: 'added' | 'saved'
  onClose: () => void
  children: ReactNode
}

/** A short form in a dialog, checked with the contract's shape; what the server refuses stands at its field. */
export function DialogForm<D extends z.ZodObject>(props: DialogFormProps<D>) {
  const { draft, onClose, title } = props
  const texts = useTexts(props.texts)
  const [checks] = useState(() => new Map<string, FieldCheck>())
  const form = useForm<Values>({ initialValues: startValues(draft, (props.values ?? {}) as Values) })
  const change = useMutation({
    meta: { handled: true },
    mutationFn: (values: Values) => props.save(values as z.output<D>),
    onSuccess: () => {
      snackbar.success(texts(`said.${props.said ?? 'saved'}`))
      onClose()
    },
    onError: (error) => {
      const named =
        error instanceof ApiError ? error.invalidParams.filter(({ field }) => field in draft.shape) : []
      form.setErrors(Object.fromEntries(named.map(({ field, message }) => [field, message])))
      if (named.length === 0) showError(error)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    const { values, faults } = check(draft, draft, form.getValues(), texts)
    const own = [...checks].flatMap(([name, one]) => {
      const fault = one()
      return fault ? [[name, fault]] : []
    })
    const between = props.also?.(values as z.output<D>)
    const all = { ...between, ...faults, ...Object.fromEntries(own) } as Record<string, string>
    form.setErrors(all)
    if (Object.keys(all).length === 0) change.mutate(values)
  }
  const scope = useMemo((): FormContext => ({ form, draft, texts, checks }), [form, draft, texts, checks])
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': texts('cancel') }}
      centered
    >
      <form onSubmit={submit} noValidate>
        <FormScope value={scope}>
          <Stack gap="md">
            {props.children}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {texts('cancel')}
              </Button>
              <ProcessingButton type="submit" busy={change.isPending}>
                {props.confirm ?? texts('save')}
              </ProcessingButton>
            </Group>
          </Stack>
        </FormScope>
      </form>
    </Modal>
  )
}
