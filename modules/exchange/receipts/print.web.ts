import { bindContract } from '#kit/web/api.web.ts'
import { languageTag } from '#kit/web/i18n.web.ts'
import { showError } from '#kit/web/failures.web.ts'
import { saveFile } from '#kit/web/save-file.web.ts'
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
    if (isFile || !navigator.pdfViewerEnabled) saveFile(file)
    else printFile(file)
  } catch (error) {
    showError(error)
  }
}

const frameId = 'print-frame'

/** Opens the dialog over the page, which stays as it is; a browser that lets nobody print what it shows saves the file. */
function printFile(file: File): void {
  document.getElementById(frameId)?.remove()
  const focused = document.activeElement
  const frame = document.createElement('iframe')
  const url = URL.createObjectURL(file)
  // What is not drawn at all is not printed.
  Object.assign(frame.style, { position: 'fixed', width: '1px', height: '1px', opacity: '0', border: '0' })
  Object.assign(frame, { id: frameId, title: file.name, tabIndex: -1, ariaHidden: 'true', src: url })
  frame.addEventListener('load', () => {
    URL.revokeObjectURL(url)
    try {
      frame.contentWindow?.print()
    } catch {
      saveFile(file)
    }
    if (focused instanceof HTMLElement) focused.focus()
  })
  document.body.append(frame)
}
