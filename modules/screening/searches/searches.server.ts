import { decide } from '#kit/domain/document.domain.ts'
import { type FieldFault, notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { screenedCustomers } from '#modules/customers/public.server.ts'
import { spanOf } from '#modules/names/dates/dates.domain.ts'
import { screeningWorkflow } from '../screenings/screening-workflow.domain.ts'
import { supersede } from '../gate/gate.queries.ts'
import { screenAgain } from '../gate/again.server.ts'
import { openSources } from '../findings/ask.server.ts'
import { settingsFor } from '../settings/settings.server.ts'
import { screen } from '../findings/record.server.ts'
import { type Subject, subjectOf } from '../screenings/subjects.server.ts'
import { screenings, type SearchDraft } from '../screenings/screenings.contract.ts'
import { unreadable } from '../screenings/screenings.domain.ts'
import * as queries from '../screenings/screenings.queries.ts'
import { detailOf, rowShown, readVisible, wordOf } from '../screenings/shown.server.ts'

export const screeningsRouter = serve(screenings, {
  search,
  rescreen,
  list: async ({ db, input, actor }) => {
    const page = await queries.list(db, input, onlyBy(actor))
    return { ...page, items: page.items.map(rowShown) }
  },
  export: (ctx) => {
    const [state, cause, kind] = [wordOf(ctx, 'states'), wordOf(ctx, 'causes'), wordOf(ctx, 'kinds')]
    return sheet(ctx, {
      name: 'screenings',
      texts: 'screeningColumns',
      columns: {
        name: 'text',
        dataSource: (row) => kind(row.dataSource),
        state: (row) => state(row.state),
        hits: 'number',
        pending: 'number',
        topScore: 'number',
        cause: (row) => cause(row.cause),
        byName: 'text',
        createdAt: 'moment',
      },
      rows: inParts(ctx, (db, input, last: Exported | undefined) =>
        queries.listForExport(db, input, onlyBy(ctx.actor), last?.id),
      ),
    })
  },
  getHistoryDetail: (ctx) => detailOf(ctx, ctx.input.id),
})

type Exported = Awaited<ReturnType<typeof queries.listForExport>>[number]

/** Whose screenings somebody sees: their own, unless they may see all. */
const onlyBy = (actor: Ctx['actor']) => (actor.permissions.has('view_screening') ? null : actor.userId)

async function search(ctx: Ctx<SearchDraft>) {
  const { db, input, actor, now } = ctx
  const settings = await settingsFor(db)
  const subject = input.customerId === null ? subjectOfDraft(input) : await subjectOfCustomer(ctx, input)
  const [asker] = await openSources(db, [input.dataSource], { settings, kind: 'manual', now })
  if (!asker) throw new Refusal('NO_LIST_LOADED')
  const by = { id: actor.userId, name: actor.name }
  const [kept] = await screen(db, asker, [subject], { cause: 'manual', by, now, settings })
  // Of a customer it is decided on once, in the newest screening.
  if (kept && subject.customerId !== null) await supersede(db, [kept.id])
  return detailOf(ctx, kept?.id ?? '')
}

/** What it finds answers for earlier screenings all of whose open candidates it asks about again. */
async function rescreen(ctx: Ctx<{ id: string }>) {
  const { db, input, actor, now } = ctx
  const before = await readVisible(ctx, input.id)
  decide(screeningWorkflow, { ...before, decided: [], isCleared: false }, { act: 'rescreen' }, { actor, now })
  const by = { id: actor.userId, name: actor.name }
  return detailOf(ctx, await screenAgain(db, before, { by, now }))
}

async function subjectOfCustomer({ db }: Ctx, { customerId }: SearchDraft): Promise<Subject> {
  const [customer] = await screenedCustomers(db, customerId === null ? [] : [customerId])
  if (!customer) throw notFound()
  return subjectOf(customer)
}

/** What was typed, or every fault of it at its field: what cannot be compared would be on no list. */
function subjectOfDraft(draft: SearchDraft): Subject {
  const { name, entityType, dateOfBirth, country, gender, documentNumber, mode } = draft
  const faults: FieldFault[] = []
  const fault = name === '' ? 'REQUIRED' : unreadable(name, entityType)
  if (fault) faults.push({ field: 'name', code: fault })
  const born = dateOfBirth ? spanOf(dateOfBirth) : undefined
  if (dateOfBirth && !born) faults.push({ field: 'dateOfBirth', code: 'NO_SUCH_DAY' })
  if (faults.length > 0) throw new Refusal('INVALID', {}, { kind: 'invalid', fields: faults })
  return {
    customerId: null,
    name,
    entityType,
    query: {
      names: [name],
      birthDates: born ? [born] : [],
      genders: gender ? [gender] : [],
      countries: country ? [country.toLowerCase()] : [],
      documents: documentNumber ? [documentNumber] : [],
      mode,
    },
  }
}
