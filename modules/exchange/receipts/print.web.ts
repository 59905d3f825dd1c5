import { bindContract } from '#kit/web/api.web.ts'
import { languageTag } from '#kit/web/i18n.web.ts'
import { showError } from '#kit/web/failures.web.ts'
import { printFile, saveFile } from '#kit/web/save-file.web.ts'
import type { Deal } from '../deals/deals.contract.ts'
import { dealDocuments } from './documents.contract.ts'

const api = bindContract(dealDocuments)

interface Wish {
  paper?: 'roll80' | 'a4' | undefined
  /** To be kept, and not to be printed now. */
  isFile?: boolean
}

/**
 * Prints the receipt, its void after a reversal, or the quote, in the language of the screen: the same PDF that is a file
 * otherwise, by the browser's own dialog.
 */
export async function printDeal(
  { id, state }: Pick<Deal, 'id' | 'state'>,
  { paper = 'roll80', isFile = false }: Wish = {},
) {
  const call = state === 'quote' ? api.printQuote : api.print
  try {
    const file = (await call.call({ id, paper, language: languageTag() })) as File
    if (isFile) saveFile(file)
    else printFile(file)
  } catch (error) {
    showError(error)
  }
}
