import { bindContract } from '#kit/web/api.web.ts'
import { languageTag } from '#kit/web/i18n.web.ts'
import { showError } from '#kit/web/failures.web.ts'
import { saveFile } from '#kit/web/save-file.web.ts'
import type { Deal } from '../deals/deals.contract.ts'
import { dealDocuments } from '../documents/documents.contract.ts'

const api = bindContract(dealDocuments)

/** Fetches the receipt, its void after a reversal, or the quote, as a file in the language of the screen. */
export async function printDeal(
  { id }: Pick<Deal, 'id'>,
  what: 'print' | 'printQuote',
  paper: 'roll80' | 'a4' = 'roll80',
) {
  try {
    saveFile((await api[what].call({ id, paper, language: languageTag() })) as File)
  } catch (error) {
    showError(error)
  }
}
