import { bindContract } from '#kit/web/api.web.ts'
import { showError } from '#kit/web/failures.web.ts'
import { languageTag } from '#kit/web/i18n.web.ts'
import { printFile } from '#kit/web/save-file.web.ts'
import { orderReceipts } from './order-receipts.contract.ts'

const api = bindContract(orderReceipts)

/** Prints the paper of an order in the language of the screen. */
export async function printOrder(id: string): Promise<void> {
  try {
    printFile((await api.print.call({ id, language: languageTag() })) as File)
  } catch (error) {
    showError(error)
  }
}
