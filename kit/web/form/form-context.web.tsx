import type { UseFormReturnType } from '@mantine/form'
import { createContext, use, useEffect } from 'react'
import type * as z from 'zod'
import type { Texts } from '../texts.web.ts'
import { isRequired, longest, type Values } from './draft.web.ts'

/** A further check of one field that its shape cannot make: the fault in words, or nothing. */
export type FieldCheck = () => string | undefined

export interface FormContext {
  form: UseFormReturnType<Values>
  draft: z.ZodObject
  texts: Texts
  checks: Map<string, FieldCheck>
}

export const FormScope = createContext<FormContext | null>(null)

/** The form around a field. */
export function useFormScope(): FormContext {
  const scope = use(FormScope)
  if (!scope) throw new Error('A field stands in a FormPage')
  return scope
}

export interface FieldProps {
  name: string
  /** Instead of `fields.<name>`. */
  label?: string
  /** Under the field, instead of `help.<name>`; that text may be absent. */
  help?: string
  disabled?: boolean
  /** Where the shape does not say it, such as in a list. */
  required?: boolean
  placeholder?: string
}

/** What an input of one field needs: label, help, asterisk, fault, value and how to change it. */
export function useField<T = string>({ name, label, help, disabled, required, placeholder }: FieldProps) {
  const { form, draft, texts } = useFormScope()
  const { value, onChange, onBlur, onFocus, error } = form.getInputProps(name) as {
    value: T
    onChange: (value: T) => void
    onBlur?: () => void
    onFocus?: () => void
    error?: string
  }
  return {
    value,
    onChange,
    texts,
    /** Spread into the input. */
    input: {
      label: label ?? texts(`fields.${name}`),
      description: help ?? (texts(`help.${name}`, { defaultValue: '' }) || undefined),
      inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
        | 'label'
        | 'input'
        | 'description'
        | 'error'
      )[],
      withAsterisk: required ?? isRequired(draft, name),
      maxLength: longest(draft, name),
      'data-path': name,
      name,
      disabled,
      placeholder,
      error,
      onBlur,
      onFocus,
    },
  }
}

/** Makes a check that runs with the form's own as long as the field is shown. */
export function useFieldCheck(name: string, check: FieldCheck) {
  const { checks } = useFormScope()
  useEffect(() => {
    checks.set(name, check)
    return () => void checks.delete(name)
  })
}
