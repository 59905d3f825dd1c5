import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { pageOf } from '#kit/contract/list.contract.ts'
import { Choice } from '#kit/contract/shapes.contract.ts'

const Nothing = z.strictObject({})

/** What the gallery's own server answers (serve.ts). */
export const gallery = {
  /** Names that contain a text, by pages. */
  people: read({
    path: '/gallery/people',
    permission: 'anyone',
    input: z.strictObject({ text: z.string().optional(), pageNum: z.int(), pageSize: z.int() }),
    output: pageOf(Choice),
  }),
  /** Answers when `release` is called. */
  hold: read({ path: '/gallery/hold', permission: 'anyone', output: Nothing }),
  release: read({ path: '/gallery/release', permission: 'anyone', output: Nothing }),
}
