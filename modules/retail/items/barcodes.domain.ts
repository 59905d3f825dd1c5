/** Lengths of EAN and UPC, whose last digit is worked out of the others. */
const checked = [8, 12, 13, 14]

/** A barcode as it is kept: without blanks, a UPC, and a GTIN of 14 digits that begins with 0, as the EAN that it is: spellings are one. */
export function barcodeOf(text: string): string {
  const code = text.normalize('NFKC').replace(/\s+/g, '')
  if (/^0\d{13}$/.test(code)) return code.slice(1)
  return /^\d{12}$/.test(code) ? `0${code}` : code
}

/** Whether the check digit of an EAN or UPC is right; what is neither has none. Source: GS1 General Specifications, 7.9. */
export function isBarcode(code: string): boolean {
  if (!/^[\x21-\x7E]{1,48}$/.test(code)) return false
  if (!/^\d+$/.test(code) || !checked.includes(code.length)) return true
  const digits = Array.from(code, Number)
  const last = digits.pop() ?? 0
  const sum = digits.toReversed().reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === last
}

/** Lengths that an EAN or UPC is left with where a spreadsheet took its leading zeros, and the length that it had. */
const padded = new Map([
  [7, 8],
  [10, 12],
  [11, 12],
])

/** Whether a barcode would be an EAN or UPC, had it the zeros before it that a spreadsheet takes away. */
export function isZeroLost(text: string): boolean {
  const code = barcodeOf(text)
  const length = padded.get(code.length)
  return length !== undefined && /^\d+$/.test(code) && isBarcode(code.padStart(length, '0'))
}

export interface Barcode {
  code: string
  /** Units for which it stands: a pack's is several. */
  units: number
}

/** Barcodes as people write them, one on a line, a pack's with its units: `4006381333931 = 10`; undefined where a line is none. */
export function readBarcodes(text: string): Barcode[] | undefined {
  const found = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, code, units = '1'] = /^\s*(\S+)(?:\s*=\s*(\d{1,5}))?\s*$/.exec(line) ?? []
      return code === undefined || Number(units) < 1 ? undefined : { code, units: Number(units) }
    })
  return found.every((one) => one !== undefined) ? found : undefined
}
