import { finished, startPaper } from './paper.server.ts'
import type { Receipt, ReceiptLanguage, ReceiptPaper, ReceiptVariant } from './receipts.domain.ts'
import { drawRoll, rollMargin, rollWidth } from './roll.server.ts'
import { a4, a4Margin, drawSheet } from './sheet.server.ts'

interface Print {
  paper: ReceiptPaper
  language: ReceiptLanguage
  variant: ReceiptVariant
}

/** Longer than any receipt; a PDF page may have no more. */
const longest = 14_400

/** A receipt, quote or void receipt as PDF, its fonts within it. A roll is as long as what is on it. */
export async function receiptPdf(receipt: Receipt, { paper, language, variant }: Print): Promise<Buffer> {
  if (paper === 'a4') {
    const all = { top: a4Margin, bottom: 0, left: a4Margin, right: a4Margin }
    const pen = await startPaper(receipt, variant, language, { size: a4, margins: all })
    drawSheet(pen)
    return finished(pen.doc)
  }
  const none = { top: 0, bottom: 0, left: rollMargin, right: rollMargin }
  const roll = (length: number) =>
    startPaper(receipt, variant, language, { size: [rollWidth, length], margins: none })
  // A first drawing, which nobody sees, says how long the paper must be.
  const length = drawRoll(await roll(longest))
  const pen = await roll(Math.min(length, longest))
  drawRoll(pen)
  return finished(pen.doc)
}
