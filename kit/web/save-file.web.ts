/** Gives a file that was fetched to the person, under the name that the server gave it. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}

const frameId = 'print-frame'

/** Opens the browser's print dialog over the page, which stays as it is; one that lets nobody print what it shows saves the file. */
export function printFile(file: File): void {
  if (!navigator.pdfViewerEnabled) return saveFile(file)
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
