import { a4 } from '#kit/server/paper/pen.server.ts'
import { startPaper } from './paper.server.ts'
import type { Receipt, ReceiptLanguage, ReceiptPaper, ReceiptVariant } from './receipts.domain.ts'
import { drawRoll, rollWidth } from './roll.server.ts'
import { drawSheet } from './sheet.server.ts'

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
    const pen = await startPaper(receipt, variant, language, [a4.width, a4.height])
    drawSheet(pen)
    return pen.paper.finish()
  }
  const roll = (length: number) => startPaper(receipt, variant, language, [rollWidth, length])
  // A first drawing, which nobody sees, says how long the paper must be.
  const length = drawRoll(await roll(longest))
  const pen = await roll(Math.min(length, longest))
  drawRoll(pen)
  return pen.paper.finish()
}
