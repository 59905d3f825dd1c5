import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import type { CallOptions } from '#kit/web/client.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { gallery } from '../gallery.contract.ts'
import { Sheet } from '../sheet.tsx'

const api = bindContract(gallery)
const person = z.string().nullable()
const People = z.strictObject({ empty: person, filled: person, faulty: z.string(), disabled: person })
const F = fieldsOf(People)
const kept = { filled: 'p233', disabled: 'p233' }
const held = { id: 'p233', name: 'Ah Kow Lee' }
const faults = { faulty: 'This field is required' }

const find = async (text: string, how: CallOptions) =>
  (await api.people.call({ text, pageNum: 1, pageSize: 20 }, how)).items
export const AutocompletePage = () => (
  <Sheet draft={People} initial={kept} faults={faults}>
    <F.Search name="empty" find={find} />
    <F.Search name="filled" find={find} held={held} />
    <F.Search name="faulty" find={find} />
    <F.Search name="disabled" find={find} held={held} disabled />
  </Sheet>
)

export const LazySelectPage = () => (
  <Sheet draft={People} initial={kept} faults={faults}>
    <F.Lazy name="empty" page={api.people.call} />
    <F.Lazy name="filled" page={api.people.call} held={held} />
    <F.Lazy name="faulty" page={api.people.call} />
    <F.Lazy name="disabled" page={api.people.call} held={held} disabled />
  </Sheet>
)
