/** What sort of 'no' this is; the HTTP shell alone knows the status that belongs to it. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'business'
  | 'tooMany'
  | 'unavailable'

export interface FieldFault {
  field: string
  /** Key of a text under `refusals`, like the code of the refusal itself. */
  code: string
  data?: Record<string, unknown>
}

/**
 * A 'no' that a person is meant to read: thrown by domain and server code, turned into the error body in one place.
 * `code` names a text under `refusals` in the message catalogues, `data` fills its placeholders; `fields` point at inputs.
 */
export class Refusal extends Error {
  readonly code: string | number
  readonly data: Record<string, unknown>
  readonly kind: RefusalKind
  readonly fields: FieldFault[]
  /** Seconds after which it may go better. */
  readonly retryAfter: number | undefined

  constructor(
    code: string | number,
    data: Record<string, unknown> = {},
    options: { kind?: RefusalKind; fields?: FieldFault[]; retryAfter?: number } = {},
  ) {
    super(String(code))
    this.name = 'Refusal'
    this.code = code
    this.data = data
    this.kind = options.kind ?? 'business'
    this.fields = options.fields ?? []
    this.retryAfter = options.retryAfter
  }
}

/** The row is not there, or is another company's: the caller cannot tell which. */
export const notFound = (): Refusal => new Refusal('NOT_FOUND', {}, { kind: 'notFound' })

/** Another user changed the row since it was read. */
export const staleVersion = (): Refusal => new Refusal('STALE_VERSION', {}, { kind: 'conflict' })

/** A refusal for one input, which says the same there as by itself. */
export const refuseField = (field: string, code: string, data: Record<string, unknown> = {}): Refusal =>
  new Refusal(code, data, { fields: [{ field, code, data }] })
