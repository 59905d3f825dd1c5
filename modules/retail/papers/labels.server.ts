import bwip from 'bwip-js/node'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { StreamedFile } from '#kit/server/files.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { a4, openPaper, type Pen, pdfFile } from '#kit/server/paper/pen.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import {
  branchRows,
  businessDate,
  currentCompany,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { settingsAt } from '../branch-items/branch-items.queries.ts'
import { find as findItems } from '../items/items.queries.ts'
import { itemLabels, type PrintLabels } from '../printing/printing.contract.ts'
import { pricedBasket } from '../pricing/basket.server.ts'
import { barsOf, pageOf, placesOf, type Symbology, symbolOf } from './labels.domain.ts'

export const itemLabelsRouter = serve(itemLabels, { print })

interface Label {
  name: string
  /** With tax and currency; null of an item whose price is asked at the counter. */
  price: string | null
  symbology: Symbology
  code: string
}

async function print(ctx: Ctx<PrintLabels>): Promise<StreamedFile> {
  const { db, actor, input, language } = ctx
  requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const labels = await labelsOf(ctx)
  const { name: title } = await currentCompany(db)
  return pdfFile('labels', await labelsPdf(labels, { paper: input.paper, language, title }))
}

interface Sheet {
  paper: PrintLabels['paper']
  language: string
  title: string
}

/** Labels as a PDF, one after another. */
export async function labelsPdf(
  labels: readonly Label[],
  { paper, language, title }: Sheet,
): Promise<Buffer> {
  const pen = await openPaper({
    size: pageOf(paper, a4),
    language,
    title,
    isForCustomers: true,
    texts: labels.flatMap(({ name, price, code }) => [name, price ?? '', code]),
  })
  for (const [at, { isNewPage, ...place }] of placesOf(paper, labels.length).entries()) {
    if (isNewPage) pen.doc.addPage({ size: pageOf(paper, a4), margin: 0 })
    const label = labels[at]
    if (label) drawLabel(pen, label, place)
  }
  return pen.finish()
}

/** The labels that are asked for, each as often as it is. Throws at its field an item that is not sold in the branch. */
async function labelsOf({ db, input, now }: Ctx<PrintLabels>): Promise<Label[]> {
  const { branchId, labels } = input
  const ids = labels.map(({ itemId }) => itemId)
  const items = new Map((await findItems(db, ids)).map((item) => [item.id, item]))
  const settings = await settingsAt(db, branchId, ids)
  const day = await businessDate(db, branchId, now)
  const { localCurrency } = await currentCompany(db)
  const money = await localMoney(db)
  const made: Label[] = []
  for (const [at, { itemId, copies }] of labels.entries()) {
    const item = items.get(itemId)
    if (!item?.isEnabled || settings.get(itemId)?.isEnabled === false)
      throw refuseField(`labels.${at}.itemId`, 'ITEM_NOT_SOLD')
    const price = settings.get(itemId)?.price ?? item.price
    const asked = { lines: [{ itemId, quantity: '1', price: null, serials: [], batches: [] }], discount: '0' }
    const total =
      price === null || item.asksCustomer
        ? price
        : (await pricedBasket(db, asked, { branchId, day, acceptsPrices: true })).totals.total
    const label = {
      name: item.name,
      price: total === null ? null : `${localCurrency} ${money(total)}`,
      ...symbolOf(item),
    }
    made.push(...Array.from({ length: copies }, () => label))
  }
  return made
}

const inset = 6

/** Draws a label: the name on two lines at most, the price large, and bars with the code under them. */
function drawLabel(
  pen: Pen,
  { name, price, symbology, code }: Label,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void {
  const inner = width - 2 * inset
  const style = { size: 7.5 }
  for (const [at, line] of pen.linesOf(name, inner, style).slice(0, 2).entries())
    pen.draw(line, left + inset, top + inset + at * 9.5, style)
  if (price !== null)
    pen.write(price, left + inset, top + 26, inner, { size: 13, isBold: true, align: 'right' })
  drawBars(pen, { symbology, code }, { left: left + inset, top: top + 45, width: inner, height: height - 61 })
  pen.write(code, left + inset, top + height - 14, inner, { size: 7, align: 'center' })
}

/** Draws bars in the middle of a box, with the quiet zone of ten modules on both sides that scanners need. */
function drawBars(
  { doc }: Pen,
  { symbology, code }: { symbology: Symbology; code: string },
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void {
  const [drawn] = bwip.raw({ bcid: symbology, text: code })
  const { bars, modules } = barsOf(drawn && 'sbs' in drawn ? drawn.sbs : [])
  const step = Math.min(width / (modules + 20), 1)
  const from = left + (width - modules * step) / 2
  for (const bar of bars) doc.rect(from + bar.left * step, top, bar.width * step, height)
  doc.fill('#000000')
}
