import { ApiError } from './client.web.ts'
import { kitText } from './i18n.web.ts'
import { snackbar } from './snackbars.web.tsx'

/** What the person reads about a failure. */
export const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : kitText('errors.failed')

/** What the server refused, input by input, in words; none where it named no input. */
export const readFaults = (error: unknown): readonly { field: string; message: string }[] =>
  error instanceof ApiError ? error.invalidParams : []

/** What the server said of one input; undefined where it said nothing. */
export const findFault = (error: unknown, field: string): string | undefined =>
  readFaults(error).find((one) => one.field === field)?.message

/** Says a failure at the foot of the screen; not a 401, of which the session's own dialog speaks. */
export function showError(error: unknown) {
  if (!(error instanceof ApiError && error.status === 401)) snackbar.error(messageOf(error))
}
