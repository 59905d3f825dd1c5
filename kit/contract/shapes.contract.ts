import * as z from 'zod'
import { abroadDigits } from '#kit/domain/phone.domain.ts'
import { cleanLine } from '#kit/domain/text.domain.ts'

// Control characters, halves of a pair, and what turns the direction of reading: such a name looks like another.
const oneLine = /^[^\p{Cc}\uD800-\uDFFF\u2028-\u202E\u2066-\u2069]*$/u
const manyLines =
  // oxlint-disable-next-line no-control-regex -- the control characters are what this refuses
  /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uD800-\uDFFF\u202A-\u202E\u2066-\u2069]*$/u

// RFC 5322 and 6531: dots stand between parts, and a part of the domain neither begins nor ends with a dash.
const emailPattern =
  /^(?=[^@]{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:xn--[a-z0-9-]{0,57}[a-z0-9]|[\p{L}\p{M}]{2,63})$/iu

/** One line of text as a person sees it: trimmed, cleaned by `cleanLine`, without characters that cannot be seen for what they are. */
export const line = (max: number) => z.string().overwrite(cleanLine).trim().max(max).regex(oneLine)

/** As `line`, and not empty. */
export const requiredLine = (max: number) => line(max).min(1)

/** Several lines of text. */
export const lines = (max: number) => z.string().trim().max(max).regex(manyLines)

export const Id = z.uuid()
export const Version = z.int().min(1).max(2_147_483_647)
// The calendar of the database has no year 0.
const hasYear = (text: string) => !text.startsWith('0000')
export const Instant = z.iso.datetime().refine(hasYear)
export const DateOnly = z.iso.date().refine(hasYear)

/** A short code as on a label: letters, digits, dash, underscore; kept in upper case. */
export const Code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{0,19}$/)

/** A plain decimal string: no exponent, at most 20 digits before and 8 after the point. */
export const DecimalString = z.string().regex(/^-?\d{1,20}(\.\d{1,8})?$/)

export const ById = z.strictObject({ id: Id })
export const Versioned = z.strictObject({ id: Id, version: Version })
/** The same with a note: one that may be there, and one that says why. */
export const Noted = z.strictObject({ ...Versioned.shape, note: lines(1000).optional() })
export const Explained = z.strictObject({ ...Versioned.shape, note: lines(1000).min(1) })
/** Why somebody decided so. Two signs: in Chinese that is a word. */
export const Because = lines(1000).min(2)
export const Done = z.strictObject({ message: z.string() })

/** A row of a picker: what is stored and what is read. */
export const Choice = z.strictObject({ id: z.string(), name: z.string() })

/** A telephone number as E.164 (`+6591234567`), however it is grouped, or nothing. */
export const Phone = z
  .string()
  .trim()
  .overwrite((text) => abroadDigits(text) ?? text)
  .regex(/^(\+[1-9]\d{5,14})?$/)

/** An e-mail address: its name and its domain in letters of any script. */
export const Email = z.email({ pattern: emailPattern }).max(200)

/** An e-mail address, or nothing. */
export const OptionalEmail = z.union([z.literal(''), Email])
