import * as z from 'zod'
import { type Access, read } from './endpoint.contract.ts'

/** The two entries of a report: its rows with what belongs to all of them, and the same as a workbook. */
export function reportReads<I extends z.ZodObject, O extends z.ZodType>(declared: {
  path: string
  name: string
  permission: Access
  input: I
  output: O
}) {
  const { path, name, permission, input, output } = declared
  const file = `export${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return {
    list: read({ path: `${path}/${name}`, permission, input, output }),
    export: read({ path: `${path}/${file}`, permission, input, output: z.unknown(), download: true }),
  }
}
