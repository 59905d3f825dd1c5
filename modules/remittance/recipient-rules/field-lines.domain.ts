import { type FieldKey, fieldKeys } from '../recipients/fields.domain.ts'

/** A field as people write it: what is asked, whether it must be given, its form, and an example. */
interface Line {
  key: FieldKey
  need: 'no' | 'partner' | 'yes'
  form: string
  example: string
}

const needs = ['no', 'partner', 'yes'] as const

/** Whether a text is a pattern that numbers can be held against: without groups that repeat, which could take for ever. */
export function isForm(text: string): boolean {
  if (text === '' || /[)][*+{]/.test(text)) return false
  try {
    return new RegExp(`^(?:${text})$`, 'iu').source !== ''
  } catch {
    return false
  }
}

/** Fields, one on a line: `account yes \\d{5,16} 1234567890`. Undefined where a line says nothing. */
export function readFields(text: string): Line[] | undefined {
  const lines = text.split('\n').map((one) => one.trim())
  const found = lines.filter(Boolean).map((one): Line | undefined => {
    const [word = '', wanted = '', form = '', ...rest] = one.split(/\s+/)
    const key = fieldKeys.find((known) => known === word)
    const need = needs.find((known) => known === wanted)
    return key && need && isForm(form) ? { key, need, form, example: rest.join(' ') } : undefined
  })
  return found.every((one) => one !== undefined) && found.length > 0 ? found : undefined
}

/** The same the other way round. */
export const fieldsText = (fields: readonly Line[]): string =>
  fields.map(({ key, need, form, example }) => [key, need, form, example].join(' ').trim()).join('\n')
