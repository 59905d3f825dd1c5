import { dayIn } from '#kit/domain/periods.domain.ts'
import { textOf } from '#kit/domain/table.domain.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { fieldsOf, headOf } from '../imports/check.server.ts'
import { corporate, individual } from '../profiles/profiles.domain.ts'
import { listForExport } from '../profiles/profiles.queries.ts'
import { inParts } from '#kit/server/tables/sheet.server.ts'
import { workbook } from '#kit/server/tables/table.server.ts'
import { corporateExports, individualExports } from './exports.contract.ts'

export const individualExportsRouter = serve(individualExports, {
  export: (ctx) => exportOf(ctx, individual),
})
export const corporateExportsRouter = serve(corporateExports, { export: (ctx) => exportOf(ctx, corporate) })

type Exported = Awaited<ReturnType<typeof listForExport>>[number]

const flags = ['isBlocked', 'isMonitored', 'isActive'] as const

/** Every field of the form and the flags that everybody may see; what an import takes, an export gives. */
async function exportOf(ctx: Ctx<ListInput>, type: FieldType) {
  const { language, now, services, actor } = ctx
  const { timeZone } = await services.calendar(actor.companyId)
  const fields = fieldsOf(type)
  const head = [
    ...headOf(fields, language),
    ...flags.map((flag) => text(language, `messages.importFields.${flag}`)),
  ]
  const yesNo = (is: boolean) => text(language, `messages.importFields.${is ? 'yes' : 'no'}`)
  const said = { true: yesNo(true), false: yesNo(false) }
  const rows = inParts(ctx, (db, input, last: Exported | undefined) =>
    listForExport(db, type, input, last?.id),
  )
  async function* cells() {
    for await (const row of rows)
      yield [
        // What is empty is no cell: most of a form is.
        ...fields.map((field) => textOf((row as Record<string, unknown>)[field]) || null),
        ...flags.map((flag) => said[`${row[flag]}`]),
      ]
  }
  return workbook(`customers-${dayIn(timeZone, now)}`, head, cells())
}
